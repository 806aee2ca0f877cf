// The exact bytes of a report in an answer that may say that it is an older one. It believes nothing: what is left is verified like any other.
import { AxproofError } from '../../../contract/errors.ts';
import { quote } from '../../../contract/quote.ts';

const NOTICE = ',"stale":{';
const MOST_NOTICE = 8192;

export interface ExactReport {
  bytes: Uint8Array;
  /** Why there is no newer one. */
  stale?: string;
}

function wordsOf(text: string): string {
  try {
    const { issuedAt, code, reason, retryAfter } = JSON.parse(text) as Record<string, unknown>;
    return `made at ${quote(String(issuedAt), 40)}; ${quote(String(code), 60)}: ${quote(String(reason), 300)}; ask again in ${quote(String(retryAfter), 20)} seconds`;
  } catch (error) {
    throw new AxproofError('service-failed', 'the notice of an older report cannot be read', [], { cause: error });
  }
}

/** The notice is the last member. */
export function exactReport(bytes: Uint8Array): ExactReport {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const at = whole.lastIndexOf(NOTICE);
  if (at < 0 || whole.length - at > MOST_NOTICE || !whole.subarray(-2).equals(Buffer.from('}}'))) return { bytes };
  return {
    bytes: Buffer.concat([whole.subarray(0, at), Buffer.from('}')]),
    stale: wordsOf(whole.subarray(at + NOTICE.length - 1, -1).toString('utf8')),
  };
}
