// axproof record: what a target answers to a pack, as a fixture that cases and grades can read. What the redactor masks is masked there too.
import { stringify } from 'yaml';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import { quote } from '../../contract/quote.ts';
import { writtenTarget } from '../../report/written-target.ts';
import { openPack } from '../../run/bundled.ts';
import { loadFixture } from '../../transport/fixture/load.ts';
import { type ExploreOptions, explore, isReport } from './explore.ts';
import { writeOut } from './files.ts';
import type { Io } from './io.ts';
import { openReport } from './open-report.ts';

export interface RecordOptions extends Omit<ExploreOptions, 'target'> {
  pack?: string;
  out?: string;
}

export async function record(target: string, { pack, out, ...options }: RecordOptions, io: Io): Promise<number> {
  if (isReport(target) && (pack !== undefined || options.seed !== undefined))
    throw new AxproofError('bad-usage', 'a report holds what its own pack asked for, by its own seed: leave out --pack and --seed');
  const { evidence, verdict } = isReport(target)
    ? openReport(target).report
    : (await explore(await openPack(pack), { target, ...options }, io)).judged;
  const { target: fixture, flickering } = writtenTarget(evidence);
  const text = stringify(fixture, { lineWidth: 0, aliasDuplicateObjects: false });
  writeOut(out, text, io);
  if (out !== undefined) loadFixture(out);
  for (const key of flickering) io.err(`axproof: ${quote(key, 200)} was answered now so, now so: the first answer stands\n`);
  const masked = evidence.exchanges.reduce((sum, { answer }) => sum + (answer.redactions?.length ?? 0), 0);
  const { grade, seed } = verdict;
  io.err(
    `axproof: ${Object.keys(fixture.routes ?? {}).length} routes, seed ${seed}, grade ${grade}; ${masked} places were masked: look at the rest before you show it\n`,
  );
  return EXIT.ok;
}
