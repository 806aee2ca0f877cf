// The verifier on the caller's own machine, in process: no store, no budgets, no signature. Public targets, and private ones where the operator allows them.
import { LRUCache } from 'lru-cache';
import { AxproofError } from '../contract/errors.ts';
import type { Check, Discovery, VerificationRequest } from '../contract/generated/types.ts';
import type { Transport } from '../contract/transport.ts';
import { admitContained } from '../gate/contained.ts';
import type { GateHost } from '../gate/host.ts';
import { localHost } from '../gate/local-host.ts';
import { verifyPinned } from '../gate/verify-pinned.ts';
import { reportDigest, reportText } from '../report/build.ts';
import { whole } from '../report/written.ts';
import { discovery } from '../run/discovery.ts';
import { freshSeed } from '../run/fresh-seed.ts';
import { gradable } from '../run/gradable.ts';
import { heeding } from '../run/opt-out.ts';
import { run } from '../run/run.ts';
import { live } from '../transport/live/live.ts';
import { BundledPacks } from './packs.ts';
import type { Caller, GradeOutcome, GradeRequest, Service, StoredReport, Waiting } from './service.ts';
import { hostedTarget } from './target.ts';

/** Whoever is refused has started this process, and can start it otherwise. */
const ONLY_PUBLIC = 'it is a private target; axproof mcp asks one only where it was started with --allow-private';

export interface LocalOptions {
  /** Loopback and private targets may be named. */
  allowPrivate: boolean;
  agent?: string;
  signal?: AbortSignal;
}

const now = (): string => new Date().toISOString();

/** Events of a run that nobody keeps: checks as they settle. */
function checks({ onEvent }: Waiting): { onCheck?(check: Check): void } {
  let id = 0;
  return onEvent ? { onCheck: (check) => onEvent({ id: ++id, event: 'check', data: check }) } : {};
}

type Kept = Extract<GradeOutcome, { state: 'report' }>;
const KEPT = 16;

function answer(report: StoredReport['report']): Kept {
  const stored = { digest: reportDigest(report), content: whole(reportText(report)), report, outline: report };
  return { state: 'report', stored, age: 0, stale: false };
}

export class LocalService implements Pick<Service, 'grade' | 'verify' | 'discover' | 'stored'> {
  #packs?: Promise<BundledPacks>;
  /** The newest reports: nothing is stored, and a client may ask for one again. */
  readonly #kept = new LRUCache<string, Kept>({ max: KEPT });

  constructor(private readonly options: LocalOptions) {}

  #keep(kept: Kept): Kept {
    this.#kept.set(kept.stored.digest, kept);
    return kept;
  }

  async stored(digest: string): Promise<Kept> {
    const kept = this.#kept.get(digest);
    if (kept) return kept;
    throw new AxproofError('not-found', `there is no report ${digest} any more: the newest ${KEPT} are kept until this process ends`);
  }

  /** Digests of the reports that are kept, the newest first. */
  kept(): string[] {
    return [...this.#kept.keys()];
  }

  #bundled(): Promise<BundledPacks> {
    this.#packs ??= BundledPacks.load();
    return this.#packs;
  }

  /** The run ends with whoever waits for it: nobody else would hear of it. */
  #signal({ signal }: Waiting): AbortSignal {
    const own = this.options.signal;
    return AbortSignal.any([...(signal ? [signal] : []), ...(own ? [own] : [])]);
  }

  #open(target: string): { origin: string; transport: Transport } {
    const { origin, private: isPrivate } = hostedTarget(target, this.options.allowPrivate, ONLY_PUBLIC);
    return { origin, transport: heeding(live({ target: new URL(origin), private: isPrivate }), { origin, file: false }) };
  }

  async grade({ target, pack, seed }: GradeRequest, _caller: Caller, waiting: Waiting): Promise<GradeOutcome> {
    const { agent } = this.options;
    const named = gradable((await this.#bundled()).withName(pack));
    const { origin, transport } = this.#open(target);
    try {
      const report = await run({
        pack: await named.open(),
        target: origin,
        seed: seed ?? freshSeed(),
        seedOrigin: seed === undefined ? 'fresh' : 'caller',
        transport,
        now,
        signal: this.#signal(waiting),
        deadline: waiting.most,
        agent,
        ...checks(waiting),
      });
      return this.#keep(answer(report));
    } finally {
      await transport.close();
    }
  }

  async verify(request: VerificationRequest, caller: Caller, waiting: Waiting): Promise<GradeOutcome> {
    const { target, seed, spec, expectedDigest } = request;
    if (spec === undefined && expectedDigest === undefined) return this.grade({ target, start: true, seed }, caller, waiting);
    return this.#keep(answer(await verifyPinned(request, this.#gate(waiting))));
  }

  /** Specs come from whoever talks to the agent: they are strangers' specs, and judged in a child. */
  #gate(waiting: Waiting): GateHost {
    const signal = this.#signal(waiting);
    const admit: GateHost['admit'] = (spec) => admitContained(spec.text, { signal });
    return {
      ...localHost({ now, freshSeed, signal }, { admit, userAgent: this.options.agent, ...checks(waiting) }),
      open: async (target) => ({ ...this.#open(target), loopback: false }),
      deadline: waiting.most,
    };
  }

  async discover(target: string, caller: Caller, waiting: Waiting): Promise<Discovery> {
    const answered = await this.grade({ target, start: true }, caller, waiting);
    return discovery((answered as Extract<GradeOutcome, { state: 'report' }>).stored.report, await (await this.#bundled()).standard.open());
  }
}
