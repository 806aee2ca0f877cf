// axproof grade: one target, one pack, one report. Advisory: only verify and suite are safe to gate on.
import { reportOfOtherEngine } from '../../contract/engines.ts';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import type { Pack, VerificationReport } from '../../contract/generated/types.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { gradable } from '../../pack/lint/gradable.ts';
import { packOf } from '../../report/no-rules.ts';
import type { Result } from '../../report/result.ts';
import { run } from '../../run/run.ts';
import { VERSION } from '../../run/version.ts';
import { type OpenBaseline, openBaseline, settle } from './baseline.ts';
import { openPack } from './bundled.ts';
import { writeText } from './files.ts';
import type { Io } from './io.ts';
import { progress } from './progress.ts';
import { asksService, type RemoteOptions } from './remote/remote-options.ts';
import { errorOf, openReporters, type Reporter, writeResults } from './reporters.ts';
import { type OpenTarget, openTarget } from './target.ts';

export interface GradeOptions extends RemoteOptions {
  pack?: string;
  seed?: number;
  format?: 'terminal' | 'markdown' | 'json' | 'prompt';
  json?: boolean;
  out?: string;
  record?: string;
  replay?: string;
  plan?: boolean;
  userAgent?: string;
  quiet?: boolean;
  reporter?: string[];
  baseline?: string;
  updateBaseline?: boolean;
}

const ADVISORY = 'axproof: advisory-local: an unsigned grade made here; only verify and suite are safe to gate on.\n';

async function render(report: VerificationReport, pack: Pack, options: GradeOptions, io: Io): Promise<string> {
  const form = options.json ? 'json' : (options.format ?? 'terminal');
  if (form === 'json') return (await import('../../report/json.ts')).json(report);
  if (form === 'markdown') return (await import('../../report/markdown.ts')).markdown(report, pack);
  if (form === 'prompt') return (await import('../../report/prompt.ts')).prompt(report, pack);
  const { terminal } = await import('../../report/terminal.ts');
  return terminal(report, pack, { color: io.color && options.out === undefined, width: Math.min(io.columns, 100) });
}

async function printPlan(target: string, pack: LoadedPack, options: GradeOptions, io: Io): Promise<number> {
  const { plan, planText } = await import('../../engine/plan.ts');
  const planned = plan(pack, target, options.userAgent);
  const text = options.json || options.format === 'json' ? `${JSON.stringify(planned, null, 2)}\n` : planText(planned);
  if (options.out === undefined) io.out(text);
  else writeText(options.out, text);
  return EXIT.ok;
}

interface Attempt {
  result: Result;
  failure?: AxproofError;
}

/** The run as a result, whether it ends with a report or with an error; nothing of an interrupted one. */
async function attempt(open: OpenTarget, pack: LoadedPack, options: GradeOptions, io: Io): Promise<Attempt> {
  const { name, version, rules } = pack.document;
  const about = { target: open.origin, pack: { name, version }, document: pack.document };
  const bar = progress(io, rules.length, options.quiet);
  try {
    const report = await run({
      pack,
      target: open.origin,
      seed: options.seed ?? io.freshSeed(),
      seedOrigin: options.seed === undefined ? 'fresh' : 'caller',
      transport: open.transport,
      now: io.now,
      version: VERSION,
      signal: io.signal,
      onCheck: (check) => bar.step(check.id),
      ...(options.userAgent === undefined ? {} : { agent: options.userAgent }),
      ...(options.timeout === undefined ? {} : { deadline: options.timeout * 1000 }),
      ...(open.recorded ? { recorded: true, ...open.given } : {}),
    });
    return { result: { ...about, report } };
  } catch (error) {
    if (io.signal.aborted || !(error instanceof AxproofError)) throw error;
    return { result: { ...about, error: errorOf(error) }, failure: error };
  } finally {
    bar.end();
  }
}

/** Reporters take the place of the report that is printed otherwise, unless that was asked for as well. */
const prints = ({ reporter, format, json, out }: GradeOptions): boolean =>
  reporter === undefined || format !== undefined || json === true || out !== undefined;

/** Where the results go, settled before anything is sent. */
interface Places {
  reporters: Reporter[];
  baseline?: OpenBaseline;
}

/** Prints and writes what came out of it, and gives the exit status; `note` says who vouches for it. */
async function tell(
  { result, failure }: Attempt,
  { reporters, baseline }: Places,
  note: string,
  options: GradeOptions,
  io: Io,
): Promise<number> {
  const { results, status } = settle(baseline, [result], io, options.quiet);
  if (result.report) await deliver(result.report as VerificationReport, packOf(result), options, io);
  await writeResults(results, reporters, io);
  if (failure) throw failure;
  if (!options.quiet) io.err(note);
  return status;
}

async function gradeHere(target: string, options: GradeOptions, places: Places, io: Io): Promise<number> {
  const pack = await openPack(options.pack);
  const open = await openTarget(target, { ...(options.replay === undefined ? {} : { replay: options.replay }) });
  if (open.engine !== undefined && !options.quiet) io.err(`axproof: judged anew: ${reportOfOtherEngine(open.engine).message}\n`);
  try {
    if (options.plan) return await printPlan(open.origin, pack, options, io);
    gradable(pack);
    return await tell(await attempt(open, pack, options, io), places, ADVISORY, options, io);
  } finally {
    await open.transport.close();
  }
}

export async function grade(target: string, options: GradeOptions, io: Io): Promise<number> {
  const { out, record, baseline: known, replay, pack, jwks } = options;
  const taken = { stdout: prints(options) && out === undefined, files: [out, record, known], kept: [known, replay, pack, jwks, target] };
  const atService = asksService(options, ['replay', 'plan', 'userAgent']);
  const reporters = openReporters(options.reporter, taken);
  const baseline = options.plan ? undefined : openBaseline(options);
  const places = { reporters, ...(baseline ? { baseline } : {}) };
  if (!atService) return gradeHere(target, options, places, io);
  const { gradeAtService } = await import('./remote/remote-grade.ts');
  const { said, ...attempted } = await gradeAtService(target, options, io);
  return tell(attempted, places, `axproof: ${said}\n`, options, io);
}

async function deliver(report: VerificationReport, pack: Pack, options: GradeOptions, io: Io): Promise<void> {
  if (options.record !== undefined) writeText(options.record, (await import('../../report/build.ts')).reportText(report));
  if (!prints(options)) return;
  const text = await render(report, pack, options, io);
  if (options.out === undefined) io.out(text);
  else writeText(options.out, text);
}
