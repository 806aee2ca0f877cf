// Reads data rows: CSV with a header line, whose cells are all text, or a JSON list of flat objects, which keeps its types. It runs nothing.
import { CsvError, parse } from 'csv-parse/sync';
import { AxproofError } from '../../contract/errors.ts';
import type { DataRow } from '../../contract/generated/types.ts';
import { quote } from '../../contract/quote.ts';
import { MiB } from '../../contract/units.ts';
import { formatFinding } from '../../pack/finding.ts';
import { checkShape } from '../../pack/read/contract-check.ts';
import { keyFault } from '../../pack/read/plain-values.ts';
import { readDocument } from '../../pack/read/read-document.ts';

const MOST = { characters: MiB, rows: 10_000, columns: 256 } as const;
/** What a quoted name of a path may hold. */
const COLUMN = /^[A-Za-z0-9_./+$ -]{1,64}$/;

const bad = (file: string, line: number, text: string): AxproofError => new AxproofError('bad-data', `${file}:${line}: ${text}`);

function records(text: string, file: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      columns: false,
      skip_empty_lines: true,
      relax_column_count: false,
      max_record_size: 256 * 1024,
    }) as string[][];
  } catch (error) {
    if (error instanceof CsvError) throw bad(file, Number(error.lines ?? 1), error.message);
    throw error;
  }
}

function checkHeader(header: readonly string[], file: string): void {
  if (header.length > MOST.columns) throw bad(file, 1, `at most ${MOST.columns} columns`);
  for (const [i, name] of header.entries()) {
    if (!COLUMN.test(name) || keyFault(name) !== undefined)
      throw bad(file, 1, `column ${i + 1} needs a name of at most 64 letters, digits, blanks and _ . / + $ -`);
    if (name !== name.trim()) throw bad(file, 1, `a blank stands at an end of the name of column ${i + 1}: ${quote(JSON.stringify(name))}`);
    if (header.indexOf(name) !== i) throw bad(file, 1, `two columns are called ${name}`);
  }
}

function csvRows(text: string, file: string): DataRow[] {
  const [header, ...lines] = records(text, file);
  if (!header) throw bad(file, 1, 'the header line is missing');
  checkHeader(header, file);
  if (lines.length === 0) throw bad(file, 1, 'there is no row below the header');
  if (lines.length > MOST.rows) throw bad(file, 1, `at most ${MOST.rows} rows`);
  return lines.map((cells) => Object.fromEntries(header.map((name, i) => [name, cells[i] ?? ''])));
}

function jsonRows(text: string, file: string): DataRow[] {
  const source = readDocument(text, file);
  const findings = [...source.findings];
  if (source.value !== undefined && findings.length === 0)
    checkShape(source.value, 'suite.schema.json#/$defs/DataRows', (...at) => findings.push(source.finding(...at)));
  if (findings.length > 0 || source.value === undefined)
    throw new AxproofError('bad-data', `${file} cannot be read`, findings.slice(0, 20).map(formatFinding));
  return source.value as DataRow[];
}

/** The form is told by the ending of the file: .json or .csv. Throws AxproofError bad-data. */
export function readRows(text: string, file: string): DataRow[] {
  if (/\.json$/i.test(file)) return jsonRows(text, file.replace(/\.json$/i, '.json'));
  if (!/\.csv$/i.test(file)) throw new AxproofError('bad-data', `${file} is neither .csv nor .json`);
  if (text.length > MOST.characters) throw bad(file, 1, `at most ${MOST.characters / 1024} Ki characters`);
  return csvRows(text, file);
}
