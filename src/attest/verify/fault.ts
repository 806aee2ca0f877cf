// Why something cannot be believed: a code of the closed table and what was seen, in words that are safe to print.
import type { ErrorCode } from '../../contract/errors.ts';

export interface Fault {
  code: ErrorCode;
  detail: string;
}

export const fault = (code: ErrorCode, detail: string): Fault => ({ code, detail });
