// The inputs of a local grade: transport, pack and seed, from the options or from a recording. Options that contradict the recording are refused.
import { reportOfOtherEngine } from '../../contract/engines.ts';
import { AxproofError } from '../../contract/errors.ts';
import type { Check, VerificationReport } from '../../contract/generated/types.ts';
import { quote } from '../../contract/quote.ts';
import type { Transport } from '../../contract/transport.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import type { AgainOptions } from '../../report/again.ts';
import { bundledPack, openPack } from '../../run/bundled.ts';
import { openTarget } from '../../run/open-target.ts';
import { type PackRunOptions, run } from '../../run/run.ts';
import type { Io } from './io.ts';
import { openRecording, type RecordedRun } from './recording.ts';
import { envOf, secretsOf } from './variables.ts';

export interface SourceOptions {
  pack?: string;
  env?: string[];
  secretEnv?: string[];
  seed?: number;
  replay?: string;
  userAgent?: string;
  timeout?: number;
  quiet?: boolean;
}

export interface GradeSource {
  pack: LoadedPack;
  /** What the run is given. */
  run: Omit<PackRunOptions, 'pack' | 'now' | 'version' | 'signal' | 'onCheck'> & { transport: Transport };
  asked: AgainOptions;
}

/** The origin that was typed. What is spelled as the recording spells it may be a name that no live run could ask. */
async function originOf(target: string, recorded: string): Promise<string> {
  if (target === recorded || `https://${target}` === recorded) return recorded;
  const { origin, transport } = await openTarget(target);
  await transport.close();
  return origin;
}

/** The pack that was recorded with, as it is bundled today. */
async function packOfRecording({ pack }: RecordedRun, file: string): Promise<LoadedPack> {
  const path = bundledPack(pack);
  if (path !== undefined) return openPack(path);
  throw new AxproofError('unknown-pack', `${file} was made with the pack ${quote(pack, 80)}, which is not bundled`);
}

async function ofRecording(file: string, target: string | undefined, options: SourceOptions, io: Io): Promise<GradeSource> {
  if (options.env ?? options.secretEnv)
    throw new AxproofError('bad-usage', 'a recording was given its own variables: leave out --env and --secret-env');
  const recording = await openRecording(file);
  const { origin, transport, seedOrigin, given, engine } = recording;
  const named = target === undefined ? origin : await originOf(target, origin);
  if (named !== origin) throw new AxproofError('other-target', `${file} is about ${quote(origin)}, and not about ${quote(named)}`);
  if (engine !== undefined && !options.quiet) io.err(`axproof: judged anew: ${reportOfOtherEngine(engine).message}\n`);
  return {
    pack: options.pack === undefined ? await packOfRecording(recording, file) : await openPack(options.pack),
    run: {
      target: origin,
      transport,
      seed: options.seed ?? recording.seed,
      seedOrigin: options.seed === undefined ? seedOrigin : 'caller',
      recorded: true,
      ...given,
      agent: options.userAgent ?? recording.agent,
    },
    asked: { replay: file },
  };
}

async function ofTarget(text: string, options: SourceOptions, io: Io): Promise<GradeSource> {
  const env = envOf(options.env ?? [], io);
  const secrets = secretsOf(options.secretEnv ?? [], io);
  const pack = await openPack(options.pack);
  const { origin, transport, file } = await openTarget(text);
  return {
    pack,
    run: {
      target: origin,
      transport,
      seed: options.seed ?? io.freshSeed(),
      seedOrigin: options.seed === undefined ? 'fresh' : 'caller',
      agent: options.userAgent,
      ...(env ? { env } : {}),
      ...(secrets ? { secrets } : {}),
    },
    asked: { target: file },
  };
}

export const runSource = ({ pack, run: given }: GradeSource, io: Io, onCheck: (check: Check) => void): Promise<VerificationReport> =>
  run({ ...given, pack, now: io.now, signal: io.signal, onCheck });

/** Whoever gets it closes its transport. */
export async function openSource(target: string | undefined, options: SourceOptions, io: Io): Promise<GradeSource> {
  const { replay, pack, timeout } = options;
  if (replay === undefined && target === undefined)
    throw new AxproofError('bad-usage', 'a target is wanted: axproof grade example.com, or a recorded report with --replay FILE');
  const source = replay === undefined ? await ofTarget(target as string, options, io) : await ofRecording(replay, target, options, io);
  const { run: given, asked } = source;
  return { pack: source.pack, run: { ...given, deadline: timeout && timeout * 1000 }, asked: { ...asked, pack, timeout } };
}
