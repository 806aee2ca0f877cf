// Errors as problems (RFC 9457): the one place where codes of the table become HTTP statuses.
import { AxproofError, type ErrorCode, isOperators, remoteWords } from '../../contract/errors.ts';
import type { Problem } from '../../contract/generated/types.ts';

/** What is not here is a fault of the caller's input: 400. */
const STATUS: readonly (readonly [status: number, codes: readonly ErrorCode[]])[] = [
  [401, ['bad-entitlement']],
  [402, ['payment-required']],
  [403, ['declined', 'consent-missing', 'entitlement-too-narrow', 'foreign-host']],
  [404, ['not-found', 'unknown-digest', 'unknown-pack']],
  [405, ['method-not-allowed']],
  [409, ['digest-mismatch', 'engine-mismatch', 'idempotency-conflict']],
  [410, ['gone', 'taken-down']],
  [413, ['body-too-large', 'spec-too-large']],
  [415, ['unsupported-media-type']],
  [422, ['bad-pack', 'beyond-grade', 'spec-too-costly']],
  [429, ['cooldown', 'too-many-runs', 'too-many-specs']],
  [500, ['internal', 'already-stored', 'log-damaged', 'log-forked', 'store-damaged']],
  [500, ['bad-keys', 'key-step-refused', 'not-signable']],
  [502, ['unreachable']],
  [503, ['busy', 'service-stopping', 'run-interrupted', 'verifier-died', 'containment-failed']],
  [503, ['store-unavailable', 'engine-away', 'threads-missing', 'no-isolation', 'file-busy', 'log-busy', 'no-signing-key']],
];
const BY_CODE: ReadonlyMap<ErrorCode, number> = new Map(STATUS.flatMap(([status, codes]) => codes.map((code) => [code, status])));

/** Statuses of codes that a caller of the service may meet. */
export const statusOf = (code: ErrorCode): number => BY_CODE.get(code) ?? 400;

const internal = (cause: unknown): AxproofError => new AxproofError('internal', 'the service failed; the operator sees why', [], { cause });

/** The words of the database may name hosts and files. */
const OF_THE_STORE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['store-unavailable', 'store-damaged']);

/** What is no error of the table is our own fault, and its text stays inside; so does what tells of the operator's machine. */
export function asAxproofError(error: unknown, bodyLimit: number | undefined): AxproofError {
  if (error instanceof AxproofError) {
    if (isOperators(error.code)) return internal(error);
    return OF_THE_STORE.has(error.code) ? new AxproofError(error.code, error.message, [], { cause: error }) : error;
  }
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AxproofError('body-too-large', `the body has more than ${bodyLimit} bytes`);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AxproofError('unsupported-media-type', 'only application/json is read');
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new AxproofError('bad-request', (error as Error).message);
  return internal(error);
}

export function problemOf(error: AxproofError, base: string): Problem {
  const { title, fix } = remoteWords(error.code);
  return {
    type: `${base}/errors/${error.code}`,
    title,
    status: statusOf(error.code),
    code: error.code,
    detail: error.message,
    fix,
    ...(error.details.length === 0 ? {} : { errors: [...error.details] }),
    ...(error.remedy?.lastReport === undefined ? {} : { lastReport: `${base}/reports/${error.remedy.lastReport}` }),
  };
}

/** How a run may end without a report. */
export const RUN_PROBLEMS: readonly ErrorCode[] = ['unreachable', 'run-interrupted', 'verifier-died'];

/** How a caller's spec may be refused. */
export const SPEC_PROBLEMS: readonly ErrorCode[] = [
  'bad-pack',
  'engine-mismatch',
  'spec-too-large',
  'spec-too-costly',
  'no-isolation',
  'containment-failed',
  'too-many-specs',
  'digest-mismatch',
  'unknown-digest',
  'taken-down',
];

/** How the credential of a paid request may be refused; without one, or with nothing left of it, the answer is the offer. */
export const PAID_PROBLEMS: readonly ErrorCode[] = ['bad-entitlement', 'entitlement-too-narrow'];
