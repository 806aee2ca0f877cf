// A target that cannot be reached at all: told by its first answer, and worded once. It judges nothing.
import { AxproofError } from '../contract/errors.ts';
import type { Answer, FailureCode } from '../contract/generated/types.ts';

/** Failures of a first request by which nothing else of the target could be reached either. */
const UNREACHABLE: ReadonlySet<FailureCode> = new Set([
  'connection-refused',
  'name-not-found',
  'dns-failed',
  'tls-failed',
  'blocked-address',
]);

/** Why nothing of the target can be reached, by the answer to its first request. */
export const whyUnreachable = ({ failure }: Answer): FailureCode | undefined =>
  failure && UNREACHABLE.has(failure.code) ? failure.code : undefined;

export const unreachable = (origin: string, why: FailureCode): AxproofError =>
  new AxproofError('unreachable', `${origin} cannot be reached: ${why}`);
