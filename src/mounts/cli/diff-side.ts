// One side of a comparison: a report as far as it can be believed, or a target that is graded now. It compares nothing.
import { existsSync } from 'node:fs';
import { otherEngine, reportOfOtherEngine } from '../../contract/engines.ts';
import { AxproofError } from '../../contract/errors.ts';
import type { Report } from '../../contract/generated/types.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { bundledWithDigest } from '../../run/bundled.ts';
import type { ComparedReport } from '../../run/compare.ts';
import { gradable } from '../../run/gradable.ts';
import { openSource, runSource, type SourceOptions } from './grade-source.ts';
import type { Io } from './io.ts';
import { judgeAgain, packOf } from './judge-again.ts';
import { openBelieved, type TrustOptions } from './open-report.ts';
import { progress } from './progress.ts';

export interface SideOptions extends TrustOptions, Pick<SourceOptions, 'pack' | 'seed' | 'userAgent' | 'timeout' | 'quiet'> {
  packA?: string;
  packB?: string;
}

/** A fixture, an origin or a domain; whatever else there is names a report: a file, or a URL with a path. */
export function isTarget(text: string): boolean {
  if (existsSync(text)) return /\.ya?ml$/i.test(text);
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) && new URL(text).pathname === '/' && new URL(text).search === '';
  return !/[\\/]|\.json$/i.test(text);
}

/** The pack of a report of another engine, where this one loads it. */
async function loadable(report: Report, where: string | undefined): Promise<LoadedPack | undefined> {
  try {
    return await packOf(report, where);
  } catch (error) {
    if (error instanceof AxproofError && (error.code === 'engine-mismatch' || error.code === 'unknown-pack')) return undefined;
    throw error;
  }
}

/** own: the pack that was given for this report; `pack` of the options is that of both, and of a report only where its own is not bundled. */
export async function reportSide(where: string, own: string | undefined, options: SideOptions, io: Io): Promise<ComparedReport> {
  const { report } = await openBelieved(where, options, io);
  const pack = own ?? ((await bundledWithDigest(report.verdict.pack.digest)) ? undefined : options.pack);
  const engine = otherEngine(report.verdict.engine);
  if (engine === undefined) return { report, pack: await judgeAgain(report, pack) };
  io.err(`axproof: ${where} stands as it says: ${reportOfOtherEngine(engine).message}\n`);
  return { report, pack: await loadable(report, pack) };
}

/** With the seed and the pack that the other side has. */
export async function gradedSide(target: string, { seed, pack, userAgent, timeout, quiet }: SideOptions, io: Io): Promise<ComparedReport> {
  const source = await openSource(target, { seed, pack, userAgent, timeout }, io);
  const bar = progress(io, source.pack.document.rules.length, quiet);
  try {
    gradable(source.pack);
    return { report: await runSource(source, io, (check) => bar.step(check.id)), pack: source.pack };
  } finally {
    bar.end();
    await source.run.transport.close();
  }
}
