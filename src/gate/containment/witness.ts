// What the parent itself saw of a run: every hop that it sent for a contained judge and every answer. It refuses what a judge may not ask for.
import { AxproofError } from '../../contract/errors.ts';
import { keyParts } from '../../contract/exchange-key.ts';
import type { Answer, Request } from '../../contract/generated/types.ts';
import { LIMITS } from '../../contract/limits.ts';
import { isSafeMethod } from '../../contract/method.ts';
import { jcs } from '../../json/jcs.ts';
import { ROBOTS } from '../../pack/bounds.ts';
import { followRedirect, isRedirect } from '../../record/exchange.ts';
import type { Sending } from '../../record/exchange-recorder.ts';
import { isDeclaredAmong } from '../../record/mcp-endpoints.ts';
import { Origins } from '../../record/origins.ts';
import { type Hopped, type Record, record } from '../../record/record.ts';
import { type Site, site } from '../../record/site.ts';
import { speaksMcp } from '../../record/speaks-mcp.ts';
import type { ReceivedAnswer } from '../../record/step.ts';
import { type Permissions, requestFault } from './allowed-request.ts';
import type { PlainInput } from './protocol.ts';

/** One exchange: the request as first sent, the hops that were answered, and the one that is out. */
export interface Witnessed {
  request: Request;
  bytes: number;
  follow: number;
  hops: Hopped[];
  out?: Request;
}

export interface WitnessOptions extends PlainInput {
  registrable(host: string): string | null;
  /** Somebody consented to writes, and the spec is one that writes. */
  writes: boolean;
  /** Paths of the spec whose values are kept secret. */
  secrets: ReadonlySet<string>;
}

const lie = (what: string): AxproofError => new AxproofError('containment-failed', `the contained judge asked for ${what}`);

export class Witness {
  readonly exchanges = new Map<string, Witnessed>();
  readonly site: Site;
  readonly #options: WitnessOptions;
  readonly #leave: Permissions;
  readonly #origins: Origins;
  readonly #asked = new Map<string, string | null>();
  readonly #answered = new Map<Witnessed, Record>();
  #bytes = 0;

  constructor(options: WitnessOptions) {
    this.#options = options;
    this.site = site(options.target, (host) => this.ask(host));
    this.#origins = new Origins(this.site);
    const { agent = 'node', writes, env = {}, row = {} } = options;
    this.#leave = { agent, writes, env: new Set([...Object.values(env), ...Object.values(row)]) };
  }

  /** The hops of a turn, which may be sent as they are; throws containment-failed otherwise. */
  admit(sendings: readonly Sending[]): void {
    for (const sending of sendings) {
      if (sending.hop === 0) this.#first(sending);
      else this.#next(sending);
    }
  }

  /** Registrable domain of a host that the child asks about; remembered, since evidence records it. */
  ask(host: string): string | null {
    const known = this.#asked.get(host);
    if (known !== undefined) return known;
    const domain = this.#options.registrable(host);
    this.#asked.set(host, domain);
    return domain;
  }

  /** Every host that was asked about, with the answer. */
  asked(): ReadonlyMap<string, string | null> {
    return this.#asked;
  }

  /** The target's own robots.txt came to nothing at all. */
  get unreachable(): boolean {
    const [first] = this.exchanges.values();
    return first?.hops.length === 1 && first.hops[0]?.answer.failure !== undefined;
  }

  answered(given: readonly ReceivedAnswer[]): void {
    for (const { key, answer } of given) {
      const exchange = this.exchanges.get(key);
      if (!exchange?.out) throw new AxproofError('internal', 'an answer came to what was not asked');
      exchange.hops.push({ url: exchange.out.url, answer });
      delete exchange.out;
      this.#learn(exchange, answer);
    }
  }

  #first({ key, request, bytes, follow, surface, cleanup, secret }: Sending): void {
    const { writes, target, secrets } = this.#options;
    if (this.exchanges.has(key)) throw lie('an exchange that it has had');
    const parts = keyParts(key, request);
    if (!parts || parts.bytes !== bytes || parts.follow !== follow) throw lie('an exchange under a false key');
    const fault = requestFault(request, this.#leave);
    if (fault !== undefined) throw lie(fault);
    const url = new URL(request.url);
    if (this.site.place(url) === 'off') throw lie('a place off the site of the target');
    if (
      !isSafeMethod(request.method) &&
      (!writes || url.origin !== target) &&
      !(speaksMcp(request) && isDeclaredAmong(this.#records(), request, target))
    )
      throw lie(writes ? 'a write to an origin that consented to none' : 'a POST to what the site does not declare as an endpoint of MCP');
    if (surface && (url.origin !== target || url.pathname === '/')) throw lie('a surface that is none');
    if ((cleanup || secret) && !writes) throw lie('what nobody consented to');
    if (secret?.some((path) => !secrets.has(path))) throw lie('a secret that the spec does not name');
    this.#robots(request, parts.fresh === 'robots');
    this.#bytes += bytes;
    if (this.#bytes > LIMITS.runBytes || this.exchanges.size >= LIMITS.requests) throw lie('more than any spec may');
    this.exchanges.set(key, { request, bytes, follow, hops: [], out: request });
  }

  /** What was answered for good so far. */
  #records(): Record[] {
    for (const exchange of this.exchanges.values()) {
      const last = exchange.hops.at(-1);
      if (exchange.out || !last || isRedirect(last.answer) || this.#answered.has(exchange)) continue;
      this.#answered.set(exchange, record(exchange.request, exchange.hops.slice(0, -1), last.url, last.answer));
    }
    return [...this.#answered.values()];
  }

  /** robots.txt of an origin comes first, and what it forbids axproof by name is not asked for at all. */
  #robots(request: Request, isRobots: boolean): void {
    const { origin } = new URL(request.url);
    if (isRobots) {
      if (request.url !== `${origin}/robots.txt` || this.#origins.admit(origin) === undefined) throw lie('a robots.txt that is none');
    } else if (this.#origins.permission(request.url, true) !== 'yes') throw lie('what robots.txt does not allow');
  }

  #next({ key, hop, request, bytes }: Sending): void {
    const exchange = this.exchanges.get(key);
    const last = exchange?.hops.at(-1);
    if (!exchange || exchange.out || !last || hop !== exchange.hops.length || bytes !== exchange.bytes)
      throw lie('a redirect that nobody answered with');
    const expected = this.redirectOf(exchange);
    if (!('request' in expected) || jcs(expected.request) !== jcs(request)) throw lie('another place than the redirect leads to');
    if (this.site.place(new URL(request.url)) === 'off') throw lie('a place off the site of the target');
    if (!this.#isRobots(exchange) && this.#origins.permission(request.url, true) !== 'yes') throw lie('what robots.txt does not allow');
    exchange.out = request;
  }

  /** What the last answer of an exchange asks for. */
  redirectOf({ request, follow, hops }: Witnessed): ReturnType<typeof followRedirect> {
    let at = request;
    const ask = { write: true as const };
    for (const [i, hop] of hops.entries()) {
      const next = followRedirect(
        { hops: hops.slice(0, i), request: at, ...(this.#leave.writes && !isSafeMethod(request.method) ? { ask } : {}) },
        hop.answer,
        follow,
      );
      if (i === hops.length - 1 || !('request' in next)) return next;
      at = next.request;
    }
    return { stop: 'no-location' };
  }

  #isRobots = ({ request, bytes }: Witnessed): boolean => bytes === ROBOTS.bytesEach && new URL(request.url).pathname === '/robots.txt';

  /** Takes what a robots.txt says once it was answered for good. */
  #learn(exchange: Witnessed, answer: Answer): void {
    if (!this.#isRobots(exchange)) return;
    const { origin } = new URL(exchange.request.url);
    const next = isRedirect(answer) ? this.redirectOf(exchange) : undefined;
    if (next && 'request' in next && this.site.place(new URL(next.request.url)) !== 'off') return;
    const { request, hops } = exchange;
    const url = hops.at(-1)?.url ?? request.url;
    const stopped = next === undefined ? undefined : 'stop' in next ? next.stop : 'elsewhere';
    this.#origins.learn(origin, record(request, hops.slice(0, -1), url, answer, stopped));
  }
}
