// The rows of a census as Parquet: a column each for what a row holds, and one for each check. It writes one file and reads none.
import { fileWriter, parquetWriteRows } from 'hyparquet-writer';
import type { CensusRow, Pack } from '../../../contract/generated/types.ts';

const FIXED = [
  { name: 'target', type: 'STRING', nullable: false },
  { name: 'grade', type: 'STRING' },
  { name: 'points', type: 'DOUBLE' },
  { name: 'out_of', type: 'DOUBLE' },
  { name: 'conclusive', type: 'BOOLEAN' },
  { name: 'lies', type: 'JSON' },
  { name: 'verdict_digest', type: 'STRING' },
  { name: 'error', type: 'STRING' },
  { name: 'pack', type: 'STRING' },
  { name: 'pack_version', type: 'STRING' },
  { name: 'pack_digest', type: 'STRING' },
  { name: 'engine', type: 'STRING' },
  { name: 'seed', type: 'INT64' },
  { name: 'issued_at', type: 'TIMESTAMP' },
  { name: 'issued_ms', type: 'INT32' },
  { name: 'issued_report', type: 'STRING' },
] as const;

const columnOf = (id: string): string => `check_${id.replaceAll('-', '_')}`;

function cells(row: CensusRow): Record<string, unknown> {
  const { target, grade, points, outOf, conclusive, checks = {}, lies, verdictDigest, error, pack, engine, seed, issued } = row;
  return {
    target,
    grade,
    points,
    out_of: outOf,
    conclusive,
    lies,
    verdict_digest: verdictDigest,
    error: error?.code,
    pack: pack.name,
    pack_version: pack.version,
    pack_digest: pack.digest,
    engine,
    seed: BigInt(seed),
    issued_at: new Date(issued.at),
    issued_ms: issued.ms,
    issued_report: issued.report,
    ...Object.fromEntries(Object.entries(checks).map(([id, verdict]) => [columnOf(id), verdict])),
  };
}

function* all(rows: Iterable<CensusRow>): Generator<Record<string, unknown>> {
  for (const row of rows) yield cells(row);
}

/** Rows are read a group at a time. */
export function writeParquet(file: string, rows: Iterable<CensusRow>, { rules }: Pack, createdBy: string): void {
  const checks = rules.map(({ id }) => ({ name: columnOf(id), type: 'STRING' as const }));
  void parquetWriteRows({ writer: fileWriter(file), rows: all(rows), columns: [...FIXED, ...checks], rowGroupSize: 10_000, createdBy });
}
