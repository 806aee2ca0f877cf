// Errors of the drivers, as codes of our table. It must not hide a mistake of ours behind a database that is fine.
import { AxproofError, type ErrorCode } from '../contract/errors.ts';

const codeOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

/** Ours: a statement that is wrong, a constraint that says so. */
const SQLITE_OURS = /^SQLITE_(ERROR|CONSTRAINT|MISUSE|RANGE|MISMATCH|TOOBIG)/;
const SQLITE_BROKEN = /^SQLITE_(CORRUPT|NOTADB)/;
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Connection, authorisation, no such database, read-only, rollback, resources, not in this state, operator, system. */
const SQLSTATE_AWAY = /^(08|28|3D|25006|40|53|55|57|58)/;

function kindOf(error: unknown): ErrorCode {
  if (error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError || error instanceof ReferenceError)
    return 'internal';
  const code = codeOf(error);
  if (SQLITE_BROKEN.test(code) || code === 'XX001' || code === 'XX002') return 'store-damaged';
  if (SQLITE_OURS.test(code)) return 'internal';
  if (SQLSTATE.test(code) && !code.startsWith('E')) return SQLSTATE_AWAY.test(code) ? 'store-unavailable' : 'internal';
  return 'store-unavailable';
}

const TITLES: Partial<Record<ErrorCode, string>> = {
  'store-damaged': 'the database is damaged',
  'store-unavailable': 'the database does not answer',
  internal: 'the store failed',
};

/** The message of the driver goes along in `details`: it may hold names of hosts and files, which are for operators. */
export function coded(error: unknown): AxproofError {
  if (error instanceof AxproofError) return error;
  const code = kindOf(error);
  const why = error instanceof Error ? error.message : String(error);
  return new AxproofError(code, `${TITLES[code] ?? code} (${codeOf(error) || 'no code'})`, [why], { cause: error });
}

/** Serialisation failure, deadlock, a row that went while another was tied to it. */
export const mayPassOnceMore = (error: unknown): boolean => ['40001', '40P01', '23503'].includes(codeOf(error));
