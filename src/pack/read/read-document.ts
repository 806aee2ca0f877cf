// Reads one file of a pack, YAML or JSON, into a value with the place of everything in it. It does not know what a pack is.
import { MiB } from '../../contract/units.ts';
import type { FindingCode, PackFinding } from '../finding.ts';
import type { FilePosition, PlacePart, Positions } from './positions.ts';
import { readJson } from './read-json.ts';
import { readYaml } from './read-yaml.ts';

/** Characters of one file. The YAML parser is not linear for every text. */
const LONGEST = { json: 3 * MiB, yaml: 256 * 1024 } as const;

/** A file that was read. value is undefined when the text cannot be read at all. */
export interface SourceDocument {
  file: string;
  value: unknown;
  findings: PackFinding[];
  /** Where a pointer of the document stands; line 0 when it was not read from text. */
  place(pointer: string, part?: PlacePart): FilePosition;
  /** Makes a finding at a pointer of the document. */
  finding(pointer: string, code: FindingCode, text: string, more?: { part?: PlacePart; value?: string }): PackFinding;
}

/** A document that came from text, with its positions, or as a value, with pointers only. */
export function sourceDocument(
  file: string,
  value: unknown,
  positions: Positions | undefined,
  findings: PackFinding[] = [],
): SourceDocument {
  const place = (pointer: string, part?: PlacePart): FilePosition => ({
    file,
    ...(positions?.at(pointer, part) ?? { line: 0, column: 0 }),
  });
  return {
    file,
    value,
    findings,
    place,
    finding(pointer, code, text, more = {}) {
      return { ...place(pointer, more.part), code, text, pointer, ...(more.value === undefined ? {} : { value: more.value }) };
    },
  };
}

/** Reads text as JSON when the file's name ends in .json, as YAML otherwise, unless its form is known. Never throws. */
export function readDocument(
  text: string,
  file: string,
  form: keyof typeof LONGEST = file.endsWith('.json') ? 'json' : 'yaml',
): SourceDocument {
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (plain.length > LONGEST[form]) {
    const what = `a file of a pack has at most ${LONGEST[form] / 1024} Ki characters of ${form.toUpperCase()}`;
    return sourceDocument(file, undefined, undefined, [{ file, line: 1, column: 1, code: 'unreadable', text: what }]);
  }
  const { value, positions, faults } = form === 'json' ? readJson(plain) : readYaml(plain);
  const findings = faults.map(({ offset, ...fault }): PackFinding => ({ file, ...positions.of(Math.min(offset, plain.length)), ...fault }));
  return sourceDocument(file, value, positions, findings);
}
