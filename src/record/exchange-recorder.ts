// Every request of a run: asked once, followed through its redirects, shared by all probes that ask the same. Order of arrival changes nothing here.
import { AxproofError } from '../contract/errors.ts';
import { exchangeKey, uncapped } from '../contract/exchange-key.ts';
import { requestName } from '../contract/exchange-name.ts';
import type { Answer, FailureCode, Request, Stop, UnsentCode } from '../contract/generated/types.ts';
import { LIMITS } from '../contract/limits.ts';
import { isSafeMethod } from '../contract/method.ts';
import { followRedirect, isRedirect } from '../contract/redirect.ts';
import type { Hop } from '../contract/transport.ts';
import type { Unclear } from '../contract/unclear.ts';
import { ROBOTS } from '../pack/bounds.ts';
import { type Entry, finish, serves, type Use } from './exchange.ts';
import { Origins } from './origins.ts';
import type { Record } from './record.ts';
import type { Site } from './site.ts';
import type { Ask, Received } from './step.ts';
import { whyUnreachable } from './unreachable.ts';

export const byOrder = (a: { order: number[] }, b: { order: number[] }): number => {
  for (let i = 0; i < Math.max(a.order.length, b.order.length); i++) {
    const d = (a.order[i] ?? -1) - (b.order[i] ?? -1);
    if (d !== 0) return d;
  }
  return 0;
};

/** The order of the queue: what others wait for first, then the pack's order. */
export const byUrgency = (a: Sending, b: Sending): number => b.urgency - a.urgency || byOrder(a, b);

export interface Sending extends Hop, Pick<Ask, 'order' | 'urgency' | 'follow' | 'wait' | 'cleanup' | 'secret' | 'placeholder'> {
  /** Its URL is a machine surface that the pack names itself: what stands there is meant to be public. */
  surface?: true;
}

export interface RecorderOptions {
  site: Site;
  /** Of requests for robots.txt. */
  headers: Request['headers'];
  /** Somebody consented to what the pack writes. */
  writes: boolean;
  /** URLs of machine surfaces. */
  surfaces: ReadonlySet<string>;
}

export class ExchangeRecorder {
  readonly origins: Origins;
  readonly entries = new Map<string, Entry>();
  /** By the request alone, whatever its caps. */
  readonly #alike = new Map<string, Entry[]>();
  readonly #robots = new Map<string, Entry>();
  #settled: Received[] = [];
  /** Exchanges of robots.txt of which nothing was learnt yet. */
  #unlearnt: { origin: string; record: Record }[] = [];
  #out: Entry[] = [];
  #flight = 0;
  #bytes = 0;
  #cleaning = false;
  /** Asks whose request is under way under other caps. */
  #waiting: Ask[] = [];
  /** Asks and redirects that wait for an origin's robots.txt. */
  #heldAsks: Ask[] = [];
  #heldHops: { entry: Entry; answer: Answer; request: Request }[] = [];

  constructor(private readonly options: RecorderOptions) {
    this.origins = new Origins(options.site);
    this.#admit(options.site.origin);
  }

  /** What the target's own robots.txt came to. */
  get robots(): Record | undefined {
    return this.#robots.get(this.origins.site.origin)?.record;
  }

  /** Why the target cannot be reached at all, once that is known. */
  get unreachable(): FailureCode | undefined {
    return this.robots?.redirects.length === 0 ? whyUnreachable(this.robots.answer) : undefined;
  }

  /** Hops to send now; each is given once. */
  take(): Sending[] {
    const out = this.#out.map((entry) => this.#sending(entry));
    this.#flight += out.length;
    this.#out = [];
    return out.sort(byUrgency);
  }

  /** What became of asks since this was called last. */
  settled(): Received[] {
    const out = this.#settled;
    this.#settled = [];
    return out;
  }

  get hasSettled(): boolean {
    return this.#settled.length > 0;
  }

  /** Exchanges of robots.txt since this was called last: what they say is learnt next. */
  unlearnt(): { origin: string; record: Record }[] {
    const out = this.#unlearnt;
    this.#unlearnt = [];
    return out;
  }

  /** Nothing is under way; what is held waits for just that. */
  get quiet(): boolean {
    return this.#flight === 0 && this.#out.length === 0;
  }

  get holds(): boolean {
    return this.#heldAsks.length + this.#heldHops.length > 0;
  }

  /** What becomes of it is told by its ticket. */
  ask(ask: Ask): void {
    if (ask.cleanup) this.#cleaning = true;
    const permission = this.origins.permission(ask.request.url, ask.literal);
    if (permission === 'ask-robots') this.#heldAsks.push(ask);
    else if (permission === 'yes') this.#place(ask);
    else
      this.#settled.push({
        ticket: ask.ticket,
        settled: { state: 'unsent', code: permission, ...this.#whyUnsent(permission, ask.request.url) },
      });
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

  /** challenged: what answered for the robots.txt stands in the way of the service. */
  learn(origin: string, record: Record, challenged: boolean): void {
    this.origins.learn(origin, record, challenged);
    this.#release();
  }

  /** When nothing else is under way: admits the origins that were asked for, redirects first. */
  settleHeld(): void {
    const hops = this.#heldHops.sort((a, b) => byOrder(a.entry.ask, b.entry.ask));
    const asks = this.#heldAsks.sort(byOrder);
    for (const { request } of [...hops, ...asks]) this.#admit(new URL(request.url).origin);
    this.#release();
  }

  #admit(origin: string): void {
    const number = this.origins.admit(origin);
    if (number === undefined) return;
    const entry = this.#send({
      name: requestName('robots', ...(number === 0 ? [] : [number])),
      order: [-1, number],
      urgency: Number.MAX_SAFE_INTEGER,
      request: { method: 'GET', url: `${origin}/robots.txt`, headers: this.options.headers },
      literal: true,
      bytes: ROBOTS.bytesEach,
      follow: LIMITS.redirects,
      fresh: 'robots',
    });
    this.#robots.set(origin, entry);
  }

  /** What is asked under other caps waits for what is under way: it may come to the same. */
  #place(ask: Ask): void {
    const { ticket, ...use } = ask;
    const key = exchangeKey(use.request, use);
    const alike = this.#alike.get(uncapped(key)) ?? [];
    const own = this.entries.get(key) ?? alike.find((entry) => serves(entry, use));
    if (!own && alike.some(({ record }) => !record)) {
      this.#waiting.push(ask);
      return;
    }
    own?.uses.push(use);
    const entry = own ?? this.#send(use, key);
    if (entry.record) this.#settled.push({ ticket, settled: { state: 'recorded', record: entry.record } });
    else entry.tickets.push(ticket);
  }

  #whyUnsent(permission: UnsentCode, url: string): { why?: Unclear } {
    if (permission === 'off-site') return {};
    if (permission === 'declined') return { why: 'declined' };
    return { why: this.origins.unread(url) ?? 'unsent' };
  }

  #send(use: Use, key = exchangeKey(use.request, use)): Entry {
    this.#bytes += use.bytes;
    if (this.#bytes > LIMITS.runBytes || this.entries.size >= LIMITS.requests)
      throw new AxproofError('containment-failed', 'the judge asked for more than any pack may');
    const write = this.options.writes && !isSafeMethod(use.request.method);
    const entry: Entry = { key, ask: use, uses: [use], tickets: [], write, hops: [], request: use.request };
    this.entries.set(key, entry);
    this.#alike.set(uncapped(key), [...(this.#alike.get(uncapped(key)) ?? []), entry]);
    this.#out.push(entry);
    return entry;
  }

  #sending({ key, ask, hops, request }: Entry): Sending {
    const { bytes, follow, order, urgency, wait, secret, placeholder, renew } = ask;
    const sending: Sending = { key, hop: hops.length, request, bytes, follow, order, urgency };
    if (wait !== undefined && hops.length === 0) sending.wait = wait;
    if (renew) sending.renew = true;
    if (secret && placeholder !== undefined) Object.assign(sending, { secret, placeholder });
    if (this.#isSurface(request.url)) sending.surface = true;
    if (this.#cleaning) sending.cleanup = true;
    return sending;
  }

  /** At the target itself, and not its root: there people are at home. */
  #isSurface(url: string): boolean {
    const { origin, pathname } = new URL(url);
    return this.options.surfaces.has(url) && origin === this.origins.site.origin && pathname !== '/';
  }

  #follow(entry: Entry, answer: Answer, request: Request): void {
    // robots.txt itself is followed anywhere on the site without asking anybody else's (RFC 9309 2.3.1.2).
    const isRobots = this.#robots.get(new URL(entry.ask.request.url).origin) === entry;
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
    return this.origins.site.place(new URL(url)) === 'off' ? 'off-site' : 'yes';
  }

  #finish(entry: Entry, answer: Answer, stopped?: Stop): void {
    const record = finish(entry, answer, stopped);
    for (const ticket of entry.tickets) this.#settled.push({ ticket, settled: { state: 'recorded', record } });
    const { origin } = new URL(entry.ask.request.url);
    if (this.#robots.get(origin) === entry) this.#unlearnt.push({ origin, record });
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const ask of waiting) this.#place(ask);
  }

  /** Looks again at all that was held. */
  #release(): void {
    const [hops, asks] = [this.#heldHops, this.#heldAsks];
    this.#heldHops = [];
    this.#heldAsks = [];
    for (const { entry, answer, request } of hops) this.#follow(entry, answer, request);
    for (const ask of asks) this.ask(ask);
  }
}
