// What the services of a row acknowledged to their callers, and whether it is kept: every report byte for byte, verified, and every run with an end.
import { trustedKeys } from '../../../src/attest/verify/trust.ts';
import { verifyReport } from '../../../src/attest/verify/verify-report.ts';
import { sha256 } from '../../../src/contract/digest.ts';
import type { Report } from '../../../src/contract/generated/types.ts';
import { evidenceDigest, reportDigest } from '../../../src/report/build.ts';
import { type Answered, ask, post, rest } from '../ask.ts';
import { atLeast, atMost, type Figure, none, told } from '../figure.ts';
import type { Place } from './place.ts';

/** Seconds beyond the lease of a killed process: others look twice a second. */
const BEYOND = 10;

/** Address of the stored report, as the answer itself names it. */
const canonical = ({ headers }: Answered): string | undefined =>
  /<[^>]*(\/reports\/sha256:[0-9a-f]{64})>; rel="canonical"/.exec(headers.get('link') ?? '')?.[1];

export class Promises {
  /** Digest of the bytes that were answered, by the address that was promised for them. */
  readonly reports = new Map<string, string>();
  readonly runs = new Set<string>();
  readonly odd: string[] = [];
  /** Answers that promise nothing, by status and code. */
  readonly refusals = new Map<string, number>();
  #signed = 0;

  hear(answer: Answered): void {
    const address = canonical(answer);
    if (answer.status === 200 && address !== undefined) this.reports.set(address, sha256(answer.bytes));
    else if (answer.status === 202) this.runs.add(String((JSON.parse(answer.bytes.toString('utf8')) as { id?: string }).id));
    else if (answer.status === 200) this.odd.push('a report without an address');
    else {
      const name = `${answer.status} ${answer.code}`;
      this.refusals.set(name, (this.refusals.get(name) ?? 0) + 1);
      if (answer.code === 'internal') this.odd.push(name);
    }
  }

  #check(answer: Answered, address: string, keys: ReturnType<typeof trustedKeys>): string | undefined {
    if (answer.status !== 200) return `${answer.status} ${answer.code}`;
    if (sha256(answer.bytes) !== this.reports.get(address)) return 'other bytes';
    const report = JSON.parse(answer.bytes.toString('utf8')) as Report;
    if (!address.endsWith(reportDigest(report))) return 'another digest';
    if (report.evidence.digest !== evidenceDigest(report.evidence)) return 'other evidence';
    if (report.attestation === undefined) return undefined;
    this.#signed++;
    const { ok, detail } = verifyReport(answer.bytes, keys, { now: Date.now() });
    return ok ? undefined : `unverified: ${detail}`;
  }

  /** Asks a service that was started last for everything. */
  async kept(url: string, place: Place): Promise<Figure[]> {
    const keys = trustedKeys((await ask(`${url}/.well-known/jwks.json`)).bytes);
    const broken: string[] = [];
    for (const address of this.reports.keys()) {
      const why = this.#check(await ask(`${url}${address}`), address, keys);
      if (why !== undefined) broken.push(`${address.slice(9, 30)}: ${why}`);
    }
    const most = place.lease + BEYOND;
    const began = performance.now();
    const since = (): number => (performance.now() - began) / 1000;
    let going = await place.goingOn();
    for (; going > 0 && since() < most + 20; going = await place.goingOn()) await rest(500);
    const lost: string[] = [];
    for (const id of this.runs) {
      const { status, bytes } = await ask(`${url}/runs/${id}`);
      const { state } = JSON.parse(bytes.toString('utf8')) as { state?: string };
      if (status !== 200 || state === 'running' || state === 'queued') lost.push(`${id}: ${status} ${state}`);
    }
    return [
      atLeast('reports acknowledged', this.reports.size, 1),
      told('of them signed', this.#signed),
      none('lost, changed or unverifiable', broken),
      atMost('runs that go on', going, 0),
      atMost('the last run ended after', since(), most, 's'),
      none(`of ${this.runs.size} acknowledged runs without an end`, lost),
      none('faults of ours', this.odd),
    ];
  }
}

/** Callers that ask for grades one after another until told to stop. Whoever is not there is asked again. */
export function load(promises: Promises, url: () => string, targets: readonly string[], callers = 4): { stop(): Promise<void> } {
  let going = true;
  let seed = Math.floor(Math.random() * 1e9);
  const one = async (caller: number): Promise<void> => {
    for (let turn = caller; going; turn++) {
      const prefer: Record<string, string> = turn % 4 === 0 ? { prefer: 'respond-async' } : {};
      const asked =
        turn % 25 === 1
          ? ask(`${url()}/self`)
          : post(`${url()}/verify`, { target: targets[turn % targets.length], seed: seed++ }, { headers: prefer });
      await asked.then(
        (answer) => promises.hear(answer),
        () => rest(20),
      );
    }
  };
  const all = Array.from({ length: callers }, (_, i) => one(i));
  return {
    async stop() {
      going = false;
      await Promise.all(all);
    },
  };
}
