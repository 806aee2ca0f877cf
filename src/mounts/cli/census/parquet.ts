// The rows of a census as Parquet: a column each for what a row holds, and one for each check. It writes one file and reads none.
import { type BasicType, fileWriter, parquetWriteRows } from 'hyparquet-writer';
import type { CensusRow, Pack } from '../../../contract/generated/types.ts';

/** Columns that every row has, and what stands in them. */
const FIXED: readonly [name: string, type: BasicType, cell: (row: CensusRow) => unknown][] = [
  ['target', 'STRING', ({ target }) => target],
  ['grade', 'STRING', ({ grade }) => grade],
  ['points', 'DOUBLE', ({ points }) => points],
  ['out_of', 'DOUBLE', ({ outOf }) => outOf],
  ['conclusive', 'BOOLEAN', ({ conclusive }) => conclusive],
  ['lies', 'JSON', ({ lies }) => lies],
  ['verdict_digest', 'STRING', ({ verdictDigest }) => verdictDigest],
  ['error', 'STRING', ({ error }) => error?.code],
  ['pack', 'STRING', ({ pack }) => pack.name],
  ['pack_version', 'STRING', ({ pack }) => pack.version],
  ['pack_digest', 'STRING', ({ pack }) => pack.digest],
  ['engine', 'STRING', ({ engine }) => engine],
  ['seed', 'INT64', ({ seed }) => BigInt(seed)],
  ['issued_at', 'TIMESTAMP', ({ issued }) => new Date(issued.at)],
  ['issued_ms', 'INT32', ({ issued }) => issued.ms],
  ['issued_report', 'STRING', ({ issued }) => issued.report],
];

function* cells(rows: Iterable<CensusRow>, all: typeof FIXED): Generator<Record<string, unknown>> {
  for (const row of rows) yield Object.fromEntries(all.map(([name, , cell]) => [name, cell(row)]));
}

/** Rows are read a group at a time. */
export function writeParquet(file: string, rows: Iterable<CensusRow>, { rules }: Pack, createdBy: string): void {
  const checks = rules.map(({ id }): (typeof FIXED)[number] => [
    `check_${id.replaceAll('-', '_')}`,
    'STRING',
    ({ checks }) => checks?.[id],
  ]);
  const all = [...FIXED, ...checks];
  const columns = all.map(([name, type]) => ({ name, type, nullable: name !== 'target' }));
  void parquetWriteRows({ writer: fileWriter(file), rows: cells(rows, all), columns, rowGroupSize: 10_000, createdBy });
}
