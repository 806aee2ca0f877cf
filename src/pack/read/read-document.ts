// Reads one file of a pack, YAML or JSON, into a value with the place of everything in it. It does not know what a pack is.
import { MiB } from '../../contract/units.ts';
import type { FindingCode, PackFinding } from '../finding.ts';
import type { FilePosition, PlacePart, Positions } from './positions.ts';
import { readJson } from './read-json.ts';
import { readYaml } from './read-yaml.ts';

/** Characters of one file. The YAML parser is not linear for every text. */
const LONGEST = { json: 3 * MiB, yaml: 256 * 1024 } as const;

/** A document that came from text, with its positions, or as a value, with pointers only. */
export class SourceDocument {
  constructor(
    readonly file: string,
    /** Undefined when the text cannot be read at all. */
    readonly value: unknown,
    readonly findings: PackFinding[] = [],
    private readonly positions?: Positions,
  ) {}

  /** Where a pointer of the document stands; line 0 when it was not read from text. */
  place(pointer: string, part?: PlacePart): FilePosition {
    return { file: this.file, ...(this.positions?.at(pointer, part) ?? { line: 0, column: 0 }) };
  }

  /** Makes a finding at a pointer of the document. */
  finding(pointer: string, code: FindingCode, text: string, { part, value }: { part?: PlacePart; value?: string } = {}): PackFinding {
    return { ...this.place(pointer, part), code, text, pointer, ...(value === undefined ? {} : { value }) };
  }
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
    return new SourceDocument(file, undefined, [{ file, line: 1, column: 1, code: 'unreadable', text: what }]);
  }
  const { value, positions, faults } = form === 'json' ? readJson(plain) : readYaml(plain);
  const findings = faults.map(({ offset, ...fault }): PackFinding => ({ file, ...positions.of(Math.min(offset, plain.length)), ...fault }));
  return new SourceDocument(file, value, findings, positions);
}
