// A refusal for lack of budget or of places, and what to do instead. It decides nothing.
import { AxproofError, type ErrorCode, type Quota } from '../contract/errors.ts';

/** What is refused for lack of budget, with what to do instead. */
export function refusal(code: ErrorCode, message: string, retryAfter: number, lastReport: string | undefined, quota?: Quota): AxproofError {
  const error = new AxproofError(code, message);
  error.remedy = { retryAfter, ...(lastReport === undefined ? {} : { lastReport }), ...(quota ? { quota } : {}) };
  return error;
}
