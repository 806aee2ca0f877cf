// Wires the rooms: run(pack, target, seed, transport) -> report. The only place that knows them all; it has no clock of its own.
import { AxproofError } from '../contract/errors.ts';
import type { Check, Consent, Issued, PinnedVerificationReport, Values, VerificationReport } from '../contract/generated/types.ts';
import type { Transport } from '../contract/transport.ts';
import type { StepBudget } from '../engine/budget.ts';
import { Interpreter, type RunInput } from '../engine/interpreter.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { type Driven, type JudgedPack, Recording, type RunJudgement } from '../record/recording.ts';
import type { JudgeInput } from '../record/step.ts';
import { buildPinnedReport, buildReport } from '../report/build.ts';
import { pinnedVerdict } from '../report/pinned.ts';
import { type DriveOptions, drive } from './drive.ts';
import { placeholders, sealedEnv } from './secrets/env.ts';
import { VERSION } from './version.ts';

/** Sends what a run asks for and keeps its time, beside it or in a thread of its own. */
export interface Prober {
  registrable(host: string): string | null;
  /** Names of secrets that it alone has, and puts in on sending. */
  secrets?: readonly string[];
  /** Resolves when nothing is left to send. */
  probe(run: Driven, options: Omit<DriveOptions, 'transport'>): Promise<void>;
  close(): Promise<void>;
}

const proberHere = (transport: Transport): Prober => ({
  registrable: (host) => transport.registrable(host),
  probe: (run, options) => drive(run, { ...options, transport }),
  close: () => transport.close(),
});

export interface TargetRunOptions {
  /** Origin: scheme, host and port only. */
  target: string;
  /** 0 … 2^53−1. */
  seed: number;
  seedOrigin: 'fresh' | 'caller';
  /** The way to the target: a transport that is driven here, or whoever probes elsewhere. */
  transport: Transport | Prober;
  /** When the report is issued, RFC 3339. */
  now(): string;
  /** advisory-local unless said. */
  mode?: Issued['mode'];
  agent?: string;
  deadline?: number;
  signal?: AbortSignal;
  recorded?: boolean;
  onCheck?(check: Check): void;
  /** Who allowed the writes of a pack with `consent: writes`; without it nothing of such a pack is sent. */
  consent?: Consent;
  /** $.env, and those of its members that are put in only on sending and never stored. */
  env?: Values;
  secrets?: Values;
  /** $.row */
  row?: Values;
}

export interface PackRunOptions extends TargetRunOptions {
  pack: LoadedPack;
}

/** A pack that is judged in this process. */
export const judgeHere = (pack: LoadedPack, budget?: StepBudget): JudgedPack => ({
  document: pack.document,
  judge: (input) => new Interpreter({ ...input, pack, ...(budget ? { budget } : {}) }),
});

/** What a pack says of a target, without a report, and the interpreter that came to it, whose scope still holds all that was seen. Rejects with 'unreachable' when there is nothing to judge. */
export async function exploreTarget(
  pack: LoadedPack,
  input: Omit<JudgeInput, 'registrable'>,
  { rules, ...options }: DriveOptions & Pick<RunInput, 'rules'>,
): Promise<{ judged: RunJudgement; interpreter: Interpreter }> {
  const registrable = (host: string): string | null => options.transport.registrable(host);
  let interpreter: Interpreter | undefined;
  const judge = (given: JudgeInput): Interpreter => {
    interpreter = new Interpreter({ ...given, pack, ...(rules ? { rules } : {}) });
    return interpreter;
  };
  const recording = await Recording.start({ document: pack.document, judge }, { ...input, registrable });
  await drive(recording, options);
  const judged = recording.result();
  if (!interpreter) throw new AxproofError('internal', 'a run was judged by nobody');
  return { judged: await judged, interpreter };
}

async function judgeRun(pack: JudgedPack, options: TargetRunOptions): Promise<RunJudgement> {
  const { target, seed, transport, agent, row, consent } = options;
  const prober = 'probe' in transport ? transport : proberHere(transport);
  const { env: own, vault } = sealedEnv(options, seed);
  const env = prober.secrets ? { ...own, ...placeholders(prober.secrets, seed) } : own;
  const recording = await Recording.start(pack, {
    target,
    seed,
    registrable: (host) => prober.registrable(host),
    ...(agent === undefined ? {} : { agent }),
    ...(env ? { env } : {}),
    ...(row ? { row } : {}),
    ...(consent ? { consent } : {}),
  });
  await prober.probe(recording, { ...options, vault });
  return recording.result();
}

const issuedOf = (options: TargetRunOptions): Issued => ({
  at: options.now(),
  by: 'axproof',
  version: VERSION,
  mode: options.mode ?? 'advisory-local',
  seedOrigin: options.seedOrigin,
});

/** Rejects with AxproofError 'consent-missing' before anything is sent, with 'unreachable' when there is nothing to grade, and with the signal's reason when it was aborted. */
export async function run(options: PackRunOptions): Promise<VerificationReport> {
  const { verdict, evidence } = await judgeRun(judgeHere(options.pack), options);
  return buildReport({ verdict, evidence, issued: issuedOf(options) });
}

/** The same for a pinned spec, whoever judges it. `ratified`: its digest is the one that was expected. */
export async function runPinned(pack: JudgedPack, ratified: boolean, options: TargetRunOptions): Promise<PinnedVerificationReport> {
  const { verdict, evidence } = await judgeRun(pack, options);
  return buildPinnedReport({ verdict: pinnedVerdict(verdict, ratified), evidence, issued: issuedOf(options) });
}
