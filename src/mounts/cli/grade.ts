// axproof grade: one target, one pack, one report. Advisory: only verify and suite are safe to gate on.
import { AxproofError, ERRORS, EXIT } from '../../contract/errors.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import type { ServiceAsked } from '../../report/again.ts';
import type { Result } from '../../report/result.ts';
import { gradable } from '../../run/gradable.ts';
import { type BaselineOptions, type OpenBaseline, openBaseline, settle } from './baseline.ts';
import { writeOut } from './files.ts';
import { type GradeSource, openSource, runSource, type SourceOptions } from './grade-source.ts';
import type { Io } from './io.ts';
import { type PrintOptions, print, prints } from './print.ts';
import { progress } from './progress.ts';
import { asksService } from './remote/remote-options.ts';
import { errorOf, openReporters, type Reporter, writeResults } from './reporters.ts';

export interface GradeCommandOptions extends ServiceAsked, SourceOptions, PrintOptions, BaselineOptions {
  plan?: boolean;
}

const ADVISORY = 'axproof: advisory-local: an unsigned grade made here; only verify and suite are safe to gate on.\n';

async function printPlan(target: string, pack: LoadedPack, options: GradeCommandOptions, io: Io): Promise<number> {
  const { plan, planText } = await import('../../engine/plan.ts');
  const planned = plan(pack, target, options.userAgent);
  const text = options.json || options.format === 'json' ? `${JSON.stringify(planned, null, 2)}\n` : planText(planned);
  writeOut(options.out, text, io);
  if (!options.quiet) noteBeyond(pack, io);
  return EXIT.ok;
}

/** A plan is shown of every pack, also of one that nobody may grade with. */
function noteBeyond(pack: LoadedPack, io: Io): void {
  try {
    gradable(pack);
  } catch (error) {
    if (!(error instanceof AxproofError)) throw error;
    io.err(`axproof: without --plan grade refuses the pack, ${error.code}: ${ERRORS[error.code].fix}\n`);
  }
}

interface Attempt {
  result: Result;
  failure?: AxproofError;
  /** Who vouches for it. */
  note: string;
}

/** The run as a result, whether it ends with a report or with an error; nothing of an interrupted one. */
async function attempt(source: GradeSource, options: GradeCommandOptions, io: Io): Promise<Attempt> {
  const { document } = source.pack;
  const { name, version, rules } = document;
  const about = { target: source.run.target, pack: { name, version }, document, asked: source.asked };
  const bar = progress(io, rules.length, options.quiet);
  try {
    return { result: { ...about, report: await runSource(source, io, (check) => bar.step(check.id)) }, note: ADVISORY };
  } catch (error) {
    if (io.signal.aborted || !(error instanceof AxproofError)) throw error;
    return { result: { ...about, error: errorOf(error) }, failure: error, note: ADVISORY };
  } finally {
    bar.end();
  }
}

/** Where the results go, settled before anything is sent. */
interface Places {
  reporters: Reporter[];
  baseline?: OpenBaseline;
}

/** Prints and writes what came out of it, and gives the exit status. */
async function tell(
  { result, failure, note }: Attempt,
  { reporters, baseline }: Places,
  options: GradeCommandOptions,
  io: Io,
): Promise<number> {
  const { results, status } = settle(baseline, [result], io, options.quiet);
  if (result.report) await print(result.report, result, options, io);
  await writeResults(results, reporters, io);
  if (failure) throw failure;
  if (!options.quiet) io.err(note);
  return status;
}

async function gradeHere(target: string | undefined, options: GradeCommandOptions, places: Places, io: Io): Promise<number> {
  const source = await openSource(target, options, io);
  try {
    if (options.plan) return await printPlan(source.run.target, source.pack, options, io);
    gradable(source.pack);
    return await tell(await attempt(source, options, io), places, options, io);
  } finally {
    await source.run.transport.close();
  }
}

export async function grade(target: string | undefined, options: GradeCommandOptions, io: Io): Promise<number> {
  const { out, plan, reporter } = options;
  if (plan && reporter !== undefined) throw new AxproofError('bad-usage', '--plan makes no report, so there is none for --reporter');
  const atService = asksService(options, ['env', 'secretEnv', 'replay', 'plan', 'userAgent']);
  const reporters = openReporters(reporter, prints(options) && out === undefined);
  const places = { reporters, baseline: plan ? undefined : openBaseline(options) };
  if (!atService) return gradeHere(target, options, places, io);
  if (target === undefined) throw new AxproofError('bad-usage', 'a target is wanted: axproof grade example.com --service URL');
  const { gradeAtService } = await import('./remote/remote-grade.ts');
  const { said, ...attempted } = await gradeAtService(target, options, io);
  return tell({ ...attempted, note: `axproof: ${said}\n` }, places, options, io);
}
