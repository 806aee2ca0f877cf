// axproof suite: many tests side by side, told in the order of the suite, with one exit status. Advisory: the deployed verifier is the gate.
import { AxproofError, EXIT } from '../../contract/errors.ts';
import type { AgainOptions, ServiceAsked } from '../../report/again.ts';
import type { Result } from '../../report/result.ts';
import { runSideBySide } from '../../run/suite/run-side-by-side.ts';
import { statusOf } from '../../run/suite/status-of.ts';
import { type BaselineOptions, type HeldResults, type OpenBaseline, openBaseline, settle, statusIn } from './baseline.ts';
import type { Io } from './io.ts';
import { progress } from './progress.ts';
import { asksService, serviceAsked } from './remote/remote-options.ts';
import { errorOf, openReporters, writeResults } from './reporters.ts';
import { gravest } from './result-status.ts';
import { keyOf, runJob } from './suite-job.ts';
import { type OpenJob, type OpenSuite, openSuite } from './suite-open.ts';

export interface SuiteOptions extends ServiceAsked, BaselineOptions {
  env?: string;
  data?: string;
  bail?: boolean;
  jobs: number;
  seed?: number;
  allowWrites?: boolean;
  reporter?: string[];
}

const ADVISORY = 'axproof: advisory-local: unsigned answers made here; the deployed verifier is the gate.\n';

/** Of a test with a least grade, the grade decides; of every other one, the checks or the gate's word, beside what a baseline knows. */
function statusFor(job: OpenJob, result: Result, baseline?: OpenBaseline): number {
  const { report } = result;
  if (job.minGrade === undefined || !report || !('pack' in job.open)) return statusIn(baseline, result);
  // A service may grade with another version of a pack than the one that is here.
  return statusOf(report.verdict, (result.document ?? job.open.pack.document).bands, job.minGrade);
}

/** What reporters are to tell of a grade that is enough: its failed checks are known, and not held against the target. */
function tolerate(job: OpenJob, result: Result): Result {
  if (job.minGrade === undefined || !result.report || statusFor(job, result) !== EXIT.ok) return result;
  const known = result.report.verdict.checks.filter((c) => c.verdict === 'fail' || c.verdict === 'inconclusive').map((c) => c.id);
  return { ...result, known };
}

function notStarted(job: OpenJob): Result {
  const error = errorOf(new AxproofError('not-started', 'an earlier test did not pass'));
  return { name: job.name, target: job.target, pack: job.about, error };
}

/** A least grade stands for itself; the baseline is about all the others. */
function settleAll(
  baseline: OpenBaseline | undefined,
  jobs: readonly OpenJob[],
  all: readonly Result[],
  io: Io,
  quiet: boolean,
): HeldResults {
  const floor = (i: number): boolean => jobs[i]?.minGrade !== undefined;
  const rest = all.filter((_, i) => !floor(i));
  const others = settle(baseline, rest, io, quiet);
  const queue = [...others.results];
  const statuses = jobs.flatMap((job, i) => (floor(i) ? [statusFor(job, all[i] as Result)] : []));
  return {
    results: jobs.map((job, i) => (floor(i) ? tolerate(job, all[i] as Result) : (queue.shift() as Result))),
    status: gravest([others.status, ...statuses]),
  };
}

interface Runs {
  run(job: OpenJob): Promise<Result>;
  /** Who vouches for the results, a line each. */
  notes(): string[];
}

function runsHere({ variables, folder }: OpenSuite, { seed, allowWrites }: SuiteOptions, io: Io): Runs {
  return { run: (job) => runJob(job, { variables, folder, seed, allowWrites }, io), notes: () => [ADVISORY] };
}

async function runsAtService({ jobs, variables }: OpenSuite, options: SuiteOptions & { service: string }, io: Io): Promise<Runs> {
  const { openRemote } = await import('./remote/remote.ts');
  const { checkRemoteJobs, runRemoteJob } = await import('./remote/remote-job.ts');
  checkRemoteJobs(jobs, variables);
  const remote = await openRemote({ ...options, quiet: true }, true, io);
  const voices = new Set<string>();
  const given = { seed: options.seed, onSaid: (said: string) => voices.add(said) };
  return { run: (job) => runRemoteJob(job, remote, given, io), notes: () => [...voices].map((said) => `axproof: ${said}\n`) };
}

/** The words by which it can be asked again: no other command has its rows, and values that are no text. */
function askedOf(file: string, options: SuiteOptions): AgainOptions {
  const { env, data, allowWrites } = options;
  return { suite: { file, env, data, allowWrites }, ...serviceAsked(options) };
}

interface Ended {
  jobs: OpenJob[];
  results: (Result | undefined)[];
  notes: string[];
}

async function runAll(file: string, options: SuiteOptions, baseline: OpenBaseline | undefined, io: Io): Promise<Ended> {
  const opened = await openSuite(file, options, io);
  const { jobs, folder } = opened;
  const runs = asksService(options, ['allowWrites']) ? await runsAtService(opened, options, io) : runsHere(opened, options, io);
  const bar = progress(io, jobs.length, options.quiet);
  const tasks = [];
  for (const job of jobs) {
    tasks.push({ key: await keyOf(job.target, folder), run: async () => ({ job, result: await runs.run(job) }) });
  }
  try {
    const ended = await runSideBySide(tasks, {
      most: options.jobs,
      enough: ({ job, result }) => options.bail === true && statusFor(job, result, baseline) !== EXIT.ok,
      signal: io.signal,
      onDone: ({ job }) => bar.step(job.name),
    });
    io.signal.throwIfAborted();
    const asked = askedOf(file, options);
    return { jobs, results: ended.map((one) => one && { ...one.result, asked }), notes: runs.notes() };
  } finally {
    bar.end();
  }
}

export async function suite(file: string, options: SuiteOptions, io: Io): Promise<number> {
  const reporters = openReporters(options.reporter ?? ['cli']);
  const baseline = openBaseline(options);
  const { jobs, results: ended, notes } = await runAll(file, options, baseline, io);
  const left = ended.filter((result) => result === undefined).length;
  const all = jobs.map((job, i) => ended[i] ?? notStarted(job));
  const { results, status } = settleAll(baseline, jobs, all, io, options.quiet === true);
  await writeResults(results, reporters, io);
  if (left > 0) io.err(`axproof: --bail: ${left} of ${jobs.length} tests were not started\n`);
  if (!options.quiet) io.err(notes.join(''));
  return status;
}
