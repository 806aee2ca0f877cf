// A refusal by a contained child as an error of ours. Its words are quoted, since nothing vouches for them, and its codes are a closed few.
import { AxproofError, type ErrorCode } from '../../contract/errors.ts';
import { quote } from '../../contract/quote.ts';
import type { FromChild } from './protocol.ts';

/** Codes that a child may refuse a spec with; anything else is no word of a judge. */
const REFUSALS: ReadonlySet<string> = new Set<ErrorCode>([
  'bad-pack',
  'engine-mismatch',
  'spec-too-large',
  'spec-too-costly',
  'consent-missing',
]);

/** A child's refusal as our own error: its words are quoted, since nothing vouches for them. */
export function refusalOf(message: Extract<FromChild, { is: 'refused' }>): AxproofError {
  const { code, message: text, details } = message;
  if (!REFUSALS.has(code)) return new AxproofError('containment-failed', `the contained judge failed: ${quote(text, 200)}`);
  return new AxproofError(
    code as ErrorCode,
    quote(text, 500),
    details.map((d) => quote(d, 500)),
  );
}
