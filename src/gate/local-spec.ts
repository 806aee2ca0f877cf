// A spec on the operator's own disk: read first, without looking into it, and validated only after its digest was compared.
import { AxproofError } from '../contract/errors.ts';
import { type FindingCode, formatFinding } from '../pack/finding.ts';
import { readPack } from '../pack/read/load-folder.ts';
import { bundledPack, openPack, packPath } from '../run/bundled.ts';
import { type AdmittedPack, admitHere } from './admitted.ts';
import type { Spec } from './spec.ts';

/** Findings by which it is not even known which document was meant: such a pack has no digest. */
const UNREAD: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'unreadable',
  'unexpected-file',
  'syntax',
  'too-deep',
  'too-large',
  'duplicate-key',
  'bad-key',
  'bad-value',
  'unknown-pack',
]);

export interface LocalSpec {
  /** The resolved document. Nothing of it was compiled. */
  document: unknown;
  /** Validates it, with file, line and column of every fault. */
  admit(spec: Spec): Promise<AdmittedPack>;
}

/** where: a folder, a resolved document, or the name of a bundled pack. Throws bad-pack when it cannot be read. */
export function readLocalSpec(where: string): LocalSpec {
  const path = packPath(where);
  const { resolved, findings } = readPack(path, { bundled: bundledPack });
  if (!resolved || findings.some(({ code }) => UNREAD.has(code)))
    throw new AxproofError('bad-pack', `${path} cannot be read`, findings.map(formatFinding));
  return { document: resolved.value, admit: async () => admitHere(await openPack(path)) };
}
