// Sends alerts as Standard Webhooks (standardwebhooks.com): signed, over the guard of all probes, tried again for three days, then given up. It decides nothing about monitors.
import { createHmac } from 'node:crypto';
import { AxproofError } from '../../contract/errors.ts';
import type { Answer, Request } from '../../contract/generated/types.ts';
import type { Transport } from '../../contract/transport.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../contract/units.ts';
import { within } from '../../run/within.ts';
import type { Alert, AlertTried } from '../../store/monitor.ts';
import type { Store } from '../../store/store.ts';
import { parseTarget } from '../../transport/live/target.ts';
import type { Config } from '../config.ts';
import { webhookSecret } from '../log-keys.ts';
import { hostedTarget } from '../target.ts';

/** After each failure. */
const WAITS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
/** Up to so much of a wait is added by chance, so that what failed together does not come back together. */
const SPREAD = 0.1;
/** Under way at once, in this process. */
const AT_ONCE = 50;
/** Longer than an exchange may take: who takes an alert sends it alone. */
const LEASE = 2 * MINUTE_MS;
/** Of the answer, which says nothing. */
const BYTES = 1024;

export interface WebhookParts {
  config: Pick<Config, 'allowPrivate' | 'keys'>;
  store: Store;
  now(): number;
  /** From 0 to below 1. */
  random(): number;
  /** The service is stopping. */
  signal?: AbortSignal;
  /** The way to an origin, patient with a receiver that is slow to answer. */
  open(origin: URL, isPrivate: boolean): Promise<Transport>;
}

/** Throws bad-domain for an address that no target may have either. */
export function checkWebhook(text: string, allowPrivate: boolean): void {
  const refuse = (why: string): AxproofError => new AxproofError('bad-domain', `/webhook: ${why}`);
  if (!URL.canParse(text)) throw refuse('it is no address that can be read, such as https://hooks.example.com/axproof');
  const { origin, username, password } = new URL(text);
  if (username !== '' || password !== '') throw refuse('a webhook carries no user information: it is signed');
  // Readers of addresses differ in which host stands before one.
  if (text.includes('\\')) throw refuse('an address has no backslash');
  try {
    hostedTarget(origin, allowPrivate);
  } catch (error) {
    throw error instanceof AxproofError ? refuse(error.message) : error;
  }
}

export const signature = (secret: string, id: string, seconds: number, body: string): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(`${id}.${seconds}.${body}`)
    .digest('base64')}`;

/** The status says all, however the body ends. A redirect is not followed: it is no receiver. */
const outcomeOf = ({ status, failure }: Answer): string => (status === undefined && failure ? failure.code : String(status));

export class Webhooks {
  readonly #underWay = new Set<Promise<void>>();
  #fault: unknown;

  constructor(private readonly parts: WebhookParts) {}

  /** Begins to send what is due, and waits for no receiver; gives how many there were. What failed here since the last time is thrown. */
  async send(): Promise<number> {
    const { store, now } = this.parts;
    const fault = this.#fault;
    this.#fault = undefined;
    if (fault !== undefined) throw fault;
    const free = AT_ONCE - this.#underWay.size;
    if (free === 0) return 0;
    const due = await store.monitors.claimAlerts(now(), LEASE, free);
    for (const alert of due) {
      const sent = this.#deliver(alert)
        .catch((error: unknown) => {
          this.#fault = error;
        })
        .finally(() => this.#underWay.delete(sent));
      this.#underWay.add(sent);
    }
    return due.length;
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  async #deliver(alert: Alert & { webhook: string }): Promise<void> {
    const { store, signal } = this.parts;
    const last = await this.#try(alert);
    // What was cut off is due again when the time of this process with it is over.
    if (!signal?.aborted) await store.monitors.alertTried(this.#ended(alert, last));
  }

  async #try({ id, monitor, body, webhook }: Alert & { webhook: string }): Promise<string> {
    const { config, now, open, signal } = this.parts;
    const url = new URL(webhook);
    const seconds = Math.floor(now() / SECOND_MS);
    const request: Request = {
      method: 'POST',
      url: url.href,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signature(webhookSecret(config.keys, monitor), id, seconds, body),
      },
      body,
    };
    // It may have been taken by a service that admitted private addresses; this one may not.
    const transport = await open(url, config.allowPrivate && parseTarget(url.origin).private);
    try {
      return outcomeOf(await within(MINUTE_MS, signal, (over) => transport.send({ key: id, hop: 0, request, bytes: BYTES }, over)));
    } finally {
      await transport.close();
    }
  }

  #ended({ id, monitor, tries }: Alert, last: string): AlertTried {
    const { now, random } = this.parts;
    if (/^2\d\d$/.test(last)) return { id, monitor, last, state: 'delivered', dueAt: null };
    const wait = WAITS[tries];
    const over = { id, monitor, last, state: 'dead', dueAt: null } as const;
    // Gone is said for good, and an address that was never to be reached is not tried again.
    if (last === '410') return { ...over, gone: true };
    if (wait === undefined || last === 'blocked-address') return over;
    return { ...over, state: 'waiting', dueAt: now() + Math.floor(wait * (1 + random() * SPREAD)) };
  }
}
