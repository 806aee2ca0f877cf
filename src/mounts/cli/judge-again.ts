// Judges the evidence of a report again with the report's own pack and holds every byte against it. It decides nothing about who vouches for the evidence.
import { isEngine, reportOfOtherEngine } from '../../contract/engines.ts';
import { AxproofError } from '../../contract/errors.ts';
import type { Evidence, Report } from '../../contract/generated/types.ts';
import type { Json } from '../../contract/json.ts';
import { ENGINE } from '../../contract/limits.ts';
import { quote } from '../../contract/quote.ts';
import { MOST_TEXT } from '../../gate/containment/spec-size.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { difference } from '../../report/difference.ts';
import { pinnedVerdict } from '../../report/pinned.ts';
import { bundledWithDigest, openPack } from '../../run/bundled.ts';
import { rejudge } from '../../run/rejudge.ts';
import { readBytes } from './read-document.ts';

async function openGiven(where: string): Promise<LoadedPack> {
  if (!/^https?:\/\//.test(where)) return openPack(where);
  const { loadPackDocument } = await import('../../pack/load.ts');
  const { strictJson } = await import('../../json/strict-json.ts');
  const read = strictJson(await readBytes(where), MOST_TEXT);
  if (!read.ok) throw new AxproofError('bad-pack', `${where}: ${read.detail}`);
  return loadPackDocument(read.value);
}

/** The pack that a report names: given, or bundled; it must have the digest that the report says. */
export async function packOf(report: Report, where: string | undefined): Promise<LoadedPack> {
  const { name, version, digest } = report.verdict.pack;
  if (where !== undefined) {
    const pack = await openGiven(where);
    if (pack.digest === digest) return pack;
    throw new AxproofError('other-pack', `the report was made with ${quote(digest, 80)}; ${where} is ${pack.digest}`);
  }
  const bundled = await bundledWithDigest(digest);
  if (bundled) return bundled.open();
  throw new AxproofError(
    'unknown-pack',
    `no bundled pack is ${quote(name, 80)} ${quote(version, 40)} with the digest ${quote(digest, 80)}`,
  );
}

function same(part: 'verdict' | 'evidence', ours: unknown, theirs: unknown): void {
  const found = difference(ours as Json, theirs as Json);
  if (!found) return;
  throw new AxproofError(
    `${part}-mismatch`,
    `judged again, the ${part} differs from the report's at ${found.place === '' ? 'its root' : quote(found.place, 300)}`,
    [
      `byte ${found.at} of the ${part}, the report says: …${found.theirs}…`,
      `byte ${found.at} of the ${part}, judged again:    …${found.ours}…`,
    ],
  );
}

const withoutDigest = ({ digest: _, ...evidence }: Evidence): Omit<Evidence, 'digest'> => evidence;

/** The pack of the report, once every byte of its verdict and evidence came out again; otherwise it throws. `where` is the pack that was given, if any. */
export async function judgeAgain(report: Report, where: string | undefined): Promise<LoadedPack> {
  const { verdict, evidence } = report;
  if (verdict.engine !== ENGINE) {
    if (isEngine(verdict.engine)) throw reportOfOtherEngine(verdict.engine);
    throw new AxproofError(
      'engine-mismatch',
      `the report names ${quote(verdict.engine, 40)}, which is no engine; this is engine ${ENGINE}`,
    );
  }
  const pack = await packOf(report, where);
  const again = await rejudge(pack, evidence, verdict.seed);
  // Whether the digest was ratified is an input of the verdict, as the seed is; whether it passed is found again.
  const found = report.kind === 'PinnedVerificationReport' ? pinnedVerdict(again.verdict, report.verdict.ratified) : again.verdict;
  same('verdict', found, verdict);
  same('evidence', again.evidence, withoutDigest(evidence));
  return pack;
}
