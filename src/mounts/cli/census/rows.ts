// Reads files of census rows line by line, so that a list of a million targets is never held whole. An error names its line.
import { closeSync, openSync, readSync } from 'node:fs';
import censusSchema from '../../../../schemas/census.schema.json' with { type: 'json' };
import { documentAjv } from '../../../contract/document-ajv.ts';
import { AxproofError } from '../../../contract/errors.ts';
import type { CensusRow } from '../../../contract/generated/types.ts';
import { parsedJson } from '../../../contract/json.ts';
import { quote } from '../../../contract/quote.ts';
import { expectedWords } from '../../../contract/schema-words.ts';
import { MiB } from '../../../contract/units.ts';
import { onDisk } from '../files.ts';

export interface PlacedRow {
  row: CensusRow;
  /** Bytes. */
  from: number;
  length: number;
}

const CHUNK = MiB;

export const badCensus = (file: string, why: string): AxproofError => new AxproofError('bad-census', `${file}: ${why}`);

/** What stands behind the last line feed was cut off while it was written, or somebody's program left the last one out. */
function* lines(fd: number, file: string): Generator<{ text: string; from: number; length: number; ends: boolean }> {
  let rest = Buffer.alloc(0);
  let from = 0;
  for (;;) {
    const chunk = Buffer.alloc(CHUNK);
    const read = onDisk(`${file} cannot be read`, () => readSync(fd, chunk));
    if (read === 0) break;
    rest = Buffer.concat([rest, chunk.subarray(0, read)]);
    let begun = 0;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, begun)) {
      yield { text: rest.toString('utf8', begun, end), from: from + begun, length: end + 1 - begun, ends: true };
      begun = end + 1;
    }
    rest = rest.subarray(begun);
    from += begun;
  }
  if (rest.length > 0) yield { text: rest.toString('utf8'), from, length: rest.length, ends: false };
}

/** Throws bad-census. All rows of a file are made with one pack, one engine and one seed. `unended`: the last may lack its line feed. */
export function* placedRows(fd: number, file: string, unended = false): Generator<PlacedRow> {
  const isRow = documentAjv({ validateFormats: false }).addSchema(censusSchema).getSchema('census.schema.json#/$defs/CensusRow')!;
  let first: CensusRow | undefined;
  let line = 0;
  for (const { text, from, length, ends } of lines(fd, file)) {
    line++;
    const row = parsedJson(text) as CensusRow | undefined;
    if (!ends && (row === undefined || !unended)) return;
    if (row === undefined) throw badCensus(file, `line ${line} is not JSON`);
    const [fault] = isRow(row) ? [] : (isRow.errors ?? []);
    if (fault)
      throw badCensus(
        file,
        `line ${line} is no row of a census: at ${quote(fault.instancePath || 'the top', 80)}: ${expectedWords(fault)}`,
      );
    first ??= row;
    if (row.pack.digest !== first.pack.digest || row.seed !== first.seed || row.engine !== first.engine)
      throw badCensus(file, `line ${line} was made with another pack, engine or seed than line 1`);
    yield { row, from, length };
  }
}

/** The rows of another census. Throws bad-census and bad-file. */
export function* rowsOf(file: string): Generator<CensusRow> {
  const fd = onDisk(`${file} cannot be read`, () => openSync(file, 'r'));
  try {
    for (const { row } of placedRows(fd, file, true)) yield row;
  } finally {
    closeSync(fd);
  }
}
