// The files of a migrated pack folder: those that change are edited where the change is written, the others stay as they are. It writes no file.
import { basename } from 'node:path';
import { AxproofError } from '../../contract/errors.ts';
import type { Resolved } from '../read/resolved.ts';
import type { Migrated } from './migrate.ts';
import { editYaml, type YamlEdit } from './yaml-edit.ts';

/** A member of the resolved pack may be written in a file further up than itself, such as a whole rule. */
function editsByFile(resolved: Resolved, { changes }: Migrated): Map<string, YamlEdit[]> {
  const edits = new Map<string, YamlEdit[]>();
  for (const { place, value } of changes) {
    const { source, pointer } = resolved.origin(place);
    edits.set(source.file, [...(edits.get(source.file) ?? []), { place: pointer, value }]);
  }
  return edits;
}

/** texts: the files of the folder, by path as the pack was read. Names of files to texts. Throws bad-usage where another folder holds part of the pack. */
export function folderTexts(texts: ReadonlyMap<string, string>, resolved: Resolved, migrated: Migrated): Map<string, string> {
  const edits = editsByFile(resolved, migrated);
  const elsewhere = [...edits.keys()].filter((file) => !texts.has(file));
  if (elsewhere.length > 0)
    throw new AxproofError('bad-usage', 'the pack extends another one, which has to be migrated first', [
      ...elsewhere,
      'or write the pack as one document: --out FILE.json',
    ]);
  return new Map([...texts].map(([file, text]) => [basename(file), edits.has(file) ? editYaml(text, file, edits.get(file) ?? []) : text]));
}
