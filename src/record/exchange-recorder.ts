// Every request of a run: asked once, followed through its redirects, shared by all probes that ask the same. Order of arrival changes nothing here.
import { exchangeKey } from '../contract/exchange-key.ts';
import type { Answer, Request, Stop, UnsentCode } from '../contract/generated/types.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Hop } from '../contract/transport.ts';
import type { Unclear } from '../contract/unclear.ts';
import type { IsChallenge } from '../pack/compiled/challenges.ts';
import { type Ask, type Entry, finish, followRedirect, isRedirect, type Ticket } from './exchange.ts';
import { location } from './location.ts';
import { Origins } from './origins.ts';
import type { Site } from './site.ts';

/** RFC 9309 2.5: at least 500 KiB must be parsed. */
const ROBOTS_BYTES = 512 * 1024;

/** Failures of the target's robots.txt by which there is nothing to judge at all. */
const UNREACHABLE: ReadonlySet<string> = new Set(['connection-refused', 'name-not-found', 'dns-failed', 'tls-failed', 'blocked-address']);

export const byOrder = (a: { order: number[] }, b: { order: number[] }): number => {
  for (let i = 0; i < Math.max(a.order.length, b.order.length); i++) {
    const d = (a.order[i] ?? -1) - (b.order[i] ?? -1);
    if (d !== 0) return d;
  }
  return 0;
};

/** The order of the queue: what others wait for first, then the pack's order. */
export const byUrgency = (a: Sending, b: Sending): number => b.urgency - a.urgency || byOrder(a, b);

export interface Sending extends Hop {
  /** Redirect hops that the request may be sent on by. */
  follow: number;
  order: number[];
  urgency: number;
  wait?: number;
  /** Its URL is a machine surface that the pack names itself: what stands there is meant to be public. */
  surface?: true;
  /** Sent although the run is over: it tidies up. */
  cleanup?: true;
  /** Paths to values of the answer that never reach the judge ($.self…): each becomes a placeholder that begins with `placeholder`. */
  secret?: string[];
  placeholder?: string;
}

export class ExchangeRecorder {
  readonly origins: Origins;
  readonly entries = new Map<string, Entry>();
  readonly #robotsHeaders: Request['headers'];
  readonly #robots = new Map<string, Entry>();
  #out: Entry[] = [];
  #flight = 0;
  /** Asks and redirects that wait for an origin's robots.txt. */
  #heldAsks: { ask: Ask; ticket: Ticket }[] = [];
  #heldHops: { entry: Entry; answer: Answer; request: Request }[] = [];

  constructor(site: Site, robotsHeaders: Request['headers'], isChallenge: IsChallenge) {
    this.origins = new Origins(site, isChallenge);
    this.#robotsHeaders = robotsHeaders;
    this.#admit(site.origin);
  }

  /** The exchange of the target's own robots.txt. */
  get robots(): Entry {
    return this.#robots.get(this.origins.site.origin) as Entry;
  }

  /** Why the target cannot be reached at all, once that is known. */
  get unreachable(): string | undefined {
    const { record } = this.robots;
    const code = record?.redirects.length === 0 ? record.answer.failure?.code : undefined;
    return code !== undefined && UNREACHABLE.has(code) ? code : undefined;
  }

  /** Hops to send now; each is given once. */
  take(): Sending[] {
    const out = this.#out.map((entry): Sending => {
      const { bytes, follow, order, urgency, wait, secret, placeholder, renew } = entry.ask;
      const sending: Sending = { key: entry.key, hop: entry.hops.length, request: entry.request, bytes, follow, order, urgency };
      if (wait !== undefined && entry.hops.length === 0) sending.wait = wait;
      if (renew) sending.renew = true;
      if (secret && placeholder !== undefined) Object.assign(sending, { secret, placeholder });
      return sending;
    });
    this.#flight += out.length;
    this.#out = [];
    return out.sort(byUrgency);
  }

  get quiet(): boolean {
    return this.#flight === 0 && this.#out.length === 0;
  }

  /** The ticket changes as the ask goes on. */
  ask(ask: Ask): Ticket {
    const ticket: Ticket = { state: 'waiting' };
    this.#place(ask, ticket);
    return ticket;
  }

  give(key: string, answer: Answer): void {
    const entry = this.entries.get(key);
    if (!entry || entry.record) return;
    this.#flight--;
    const next = isRedirect(answer) ? followRedirect(entry, answer, entry.ask.follow) : undefined;
    if (next === undefined) this.#finish(entry, answer);
    else if ('stop' in next) this.#finish(entry, answer, next.stop);
    else this.#follow(entry, answer, next.request);
  }

  /** When nothing else is under way: admits the origins that were asked for, redirects first. True when something came of it. */
  settleHeld(): boolean {
    const hops = this.#heldHops.sort((a, b) => byOrder(a.entry.ask, b.entry.ask));
    const asks = this.#heldAsks.sort((a, b) => byOrder(a.ask, b.ask));
    if (hops.length + asks.length === 0) return false;
    const urls = [...hops.map((h) => h.request.url), ...asks.map((a) => a.ask.request.url)];
    for (const url of urls) this.#admit(location(url).origin);
    this.#release();
    return true;
  }

  #admit(origin: string): void {
    const number = this.origins.admit(origin);
    if (number === undefined) return;
    const request: Request = { method: 'GET', url: `${origin}/robots.txt`, headers: this.#robotsHeaders };
    const ask: Ask = {
      name: number === 0 ? 'robots' : `robots[${number}]`,
      order: [-1, number],
      urgency: Number.MAX_SAFE_INTEGER,
      request,
      literal: true,
      bytes: ROBOTS_BYTES,
      follow: LIMITS.redirects,
      fresh: 'robots',
    };
    this.#robots.set(origin, this.#send(ask));
  }

  #place(ask: Ask, ticket: Ticket): void {
    const permission = this.origins.permission(ask.request.url, ask.literal);
    if (permission === 'ask-robots') this.#heldAsks.push({ ask, ticket });
    else if (permission === 'yes') Object.assign(ticket, { state: 'asked', entry: this.#send(ask) });
    else Object.assign(ticket, { state: 'unsent', code: permission, ...this.#whyUnsent(permission, ask.request.url) });
  }

  #whyUnsent(permission: UnsentCode, url: string): { why?: Unclear } {
    if (permission === 'off-site') return {};
    if (permission === 'declined') return { why: 'declined' };
    return { why: this.origins.unread(url) ?? 'unsent' };
  }

  #send(ask: Ask): Entry {
    const key = exchangeKey(ask.request, ask);
    const known = this.entries.get(key);
    if (known) {
      known.uses.push(ask);
      return known;
    }
    const entry: Entry = { key, ask, uses: [ask], hops: [], request: ask.request };
    this.entries.set(key, entry);
    this.#out.push(entry);
    return entry;
  }

  #follow(entry: Entry, answer: Answer, request: Request): void {
    // robots.txt itself is followed anywhere on the site without asking anybody else's (RFC 9309 2.3.1.2).
    const isRobots = this.#robots.get(location(entry.ask.request.url).origin) === entry;
    const permission = isRobots ? this.#robotsPermission(request.url) : this.origins.permission(request.url, false);
    if (permission === 'ask-robots') {
      this.#heldHops.push({ entry, answer, request });
      return;
    }
    if (permission !== 'yes') {
      this.#finish(entry, answer, permission === 'off-site' ? 'elsewhere' : permission);
      return;
    }
    entry.hops.push({ url: entry.request.url, answer });
    entry.request = request;
    this.#out.push(entry);
  }

  #robotsPermission(url: string): 'yes' | 'off-site' {
    return this.origins.site.place(location(url)) === 'off' ? 'off-site' : 'yes';
  }

  #finish(entry: Entry, answer: Answer, stopped?: Stop): void {
    finish(entry, answer, stopped);
    const { origin } = location(entry.ask.request.url);
    if (this.#robots.get(origin) !== entry || !entry.record) return;
    this.origins.learn(origin, entry.record);
    this.#release();
  }

  /** Looks again at all that was held. */
  #release(): void {
    const [hops, asks] = [this.#heldHops, this.#heldAsks];
    this.#heldHops = [];
    this.#heldAsks = [];
    for (const { entry, answer, request } of hops) this.#follow(entry, answer, request);
    for (const { ask, ticket } of asks) this.#place(ask, ticket);
  }
}
