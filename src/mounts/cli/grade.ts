// axproof grade: one target, one pack, one report. Advisory: only verify and suite are safe to gate on.
import { EXIT } from '../../contract/errors.ts';
import type { Check, Pack, VerificationReport } from '../../contract/generated/types.ts';
import type { LoadedPack } from '../../pack/loaded-pack.ts';
import { run } from '../../run.ts';
import { VERSION } from '../../version.ts';
import { openPack } from './bundled.ts';
import { writeText } from './files.ts';
import type { Io } from './io.ts';
import { openTarget } from './target.ts';

export interface GradeOptions {
  pack?: string;
  seed?: number;
  format?: 'terminal' | 'markdown' | 'json';
  json?: boolean;
  out?: string;
  record?: string;
  replay?: string;
  plan?: boolean;
  timeout?: number;
  userAgent?: string;
  quiet?: boolean;
}

const ADVISORY = 'axproof: advisory-local: an unsigned grade made here; only verify and suite are safe to gate on.\n';

/** 0 all pass or do not apply; 1 something failed; 3 nothing failed, something could not be seen. */
export function statusOf(checks: readonly Check[]): number {
  if (checks.some((c) => c.verdict === 'fail')) return EXIT.failed;
  return checks.some((c) => c.verdict === 'inconclusive') ? EXIT.unclear : EXIT.ok;
}

async function render(report: VerificationReport, pack: Pack, options: GradeOptions, io: Io): Promise<string> {
  const form = options.json ? 'json' : (options.format ?? 'terminal');
  if (form === 'json') return (await import('../../report/json.ts')).json(report);
  if (form === 'markdown') return (await import('../../report/markdown.ts')).markdown(report, pack);
  const { terminal } = await import('../../report/terminal.ts');
  return terminal(report, pack, { color: io.color && options.out === undefined, width: Math.min(io.columns, 100) });
}

async function printPlan(target: string, pack: LoadedPack, options: GradeOptions, io: Io): Promise<number> {
  const { plan, planText } = await import('../../pack/plan.ts');
  const planned = plan(pack, target);
  const text = options.json || options.format === 'json' ? `${JSON.stringify(planned, null, 2)}\n` : planText(planned);
  if (options.out === undefined) io.out(text);
  else writeText(options.out, text);
  return EXIT.ok;
}

async function progress(options: GradeOptions, io: Io): Promise<((check: Check) => void) | undefined> {
  if (options.quiet || !io.errIsTerminal) return undefined;
  const { progressLine } = await import('../../report/terminal.ts');
  return (check) => io.err(`${progressLine(check, { color: io.color })}\n`);
}

export async function grade(target: string, options: GradeOptions, io: Io): Promise<number> {
  const pack = await openPack(options.pack);
  const open = await openTarget(target, { ...(options.replay === undefined ? {} : { replay: options.replay }) });
  try {
    if (options.plan) return await printPlan(open.origin, pack, options, io);
    const onCheck = await progress(options, io);
    const report = await run({
      pack,
      target: open.origin,
      seed: options.seed ?? io.freshSeed(),
      seedOrigin: options.seed === undefined ? 'fresh' : 'caller',
      transport: open.transport,
      now: io.now,
      version: VERSION,
      signal: io.signal,
      ...(options.userAgent === undefined ? {} : { agent: options.userAgent }),
      ...(options.timeout === undefined ? {} : { deadline: options.timeout * 1000 }),
      ...(open.recorded ? { recorded: true } : {}),
      ...(onCheck ? { onCheck } : {}),
    });
    await deliver(report, pack, options, io);
    if (!options.quiet) io.err(ADVISORY);
    return statusOf(report.verdict.checks);
  } finally {
    await open.transport.close();
  }
}

async function deliver(report: VerificationReport, pack: LoadedPack, options: GradeOptions, io: Io): Promise<void> {
  if (options.record !== undefined) writeText(options.record, (await import('../../report/build.ts')).reportText(report));
  const text = await render(report, pack.document, options, io);
  if (options.out === undefined) io.out(text);
  else writeText(options.out, text);
}
