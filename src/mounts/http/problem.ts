// Errors as problems (RFC 9457): the one place where codes of the table become HTTP statuses.
import { AxproofError, ERRORS, type ErrorCode, isOperators } from '../../contract/errors.ts';
import type { Problem } from '../../contract/generated/types.ts';

/** What is not here is a fault of the caller's input: 400. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  'digest-mismatch': 409,
  'engine-mismatch': 409,
  'idempotency-conflict': 409,
  'unknown-digest': 404,
  'unknown-pack': 404,
  'not-found': 404,
  'method-not-allowed': 405,
  gone: 410,
  'taken-down': 410,
  'body-too-large': 413,
  'unsupported-media-type': 415,
  'spec-too-large': 413,
  'bad-pack': 422,
  'beyond-grade': 422,
  'spec-too-costly': 422,
  'payment-required': 402,
  'bad-entitlement': 401,
  'entitlement-too-narrow': 403,
  cooldown: 429,
  'too-many-runs': 429,
  'too-many-specs': 429,
  declined: 403,
  'consent-missing': 403,
  unreachable: 502,
  busy: 503,
  'store-unavailable': 503,
  'run-interrupted': 503,
  'verifier-died': 503,
  'engine-away': 503,
  'threads-missing': 503,
  'service-stopping': 503,
  'no-isolation': 503,
  'log-busy': 503,
  'no-signing-key': 503,
  'containment-failed': 503,
  internal: 500,
  'already-stored': 500,
  'bad-keys': 500,
  'key-step-refused': 500,
  'not-signable': 500,
  'log-damaged': 500,
  'log-forked': 500,
  'store-damaged': 500,
};

/** Statuses of codes that a caller of the service may meet. */
export const statusOf = (code: ErrorCode): number => STATUS[code] ?? 400;

const internal = (cause: unknown): AxproofError => new AxproofError('internal', 'the service failed; the operator sees why', [], { cause });

/** The words of the database may name hosts and files. */
const OF_THE_STORE: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['store-unavailable', 'store-damaged']);

/** What is no error of the table is our own fault, and its text stays inside; so does what tells of the operator's machine. */
export function asAxproofError(error: unknown): AxproofError {
  if (error instanceof AxproofError) {
    if (isOperators(error.code)) return internal(error);
    return OF_THE_STORE.has(error.code) ? new AxproofError(error.code, error.message, [], { cause: error }) : error;
  }
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AxproofError('body-too-large', 'the body has more than 524288 bytes');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AxproofError('unsupported-media-type', 'only application/json is read');
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new AxproofError('bad-request', (error as Error).message);
  return internal(error);
}

export function problemOf(error: AxproofError, base: string): Problem {
  const { title, fix } = ERRORS[error.code];
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
