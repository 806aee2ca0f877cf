// The marks of challenges that a pack lists, compiled once: which answers come from what stands in the way of the service. It names no product and decides no outcome.
import type { Challenge, HeaderMap } from '../../contract/generated/types.ts';
import { compileRe2, type Re2Pattern } from '../../contract/re2.ts';

/** What marks are looked for in. */
export interface Marked {
  status: number;
  headers: HeaderMap;
  /** Essence of the media type, lower case. */
  type: string | undefined;
  bytes: Uint8Array;
}

/** Whether an answer is a challenge, by the marks of one pack. */
export type IsChallenge = (answer: Marked) => boolean;

export const noChallenge: IsChallenge = () => false;

interface Compiled {
  entry: Challenge;
  headers: readonly (readonly [name: string, pattern: Re2Pattern])[];
}

/** Bytes are compared, so that no charset comes into it. */
const holds = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text, 0, 'utf8');

/** A service answers with 2xx, so only an entry that says so may take one for a challenge: else a header would silence every claim. */
const statusFits = ({ status }: Challenge, answer: Marked): boolean =>
  status ? status.includes(answer.status) : answer.status < 200 || answer.status > 299;

const fits = ({ entry, headers }: Compiled, answer: Marked): boolean =>
  statusFits(entry, answer) &&
  (entry.type === undefined || entry.type === answer.type) &&
  headers.every(([name, pattern]) => Object.hasOwn(answer.headers, name) && pattern.test(answer.headers[name] as string)) &&
  (entry.body === undefined || entry.body.some((mark) => holds(answer.bytes, mark)));

/** Throws where a pattern is not one of RE2; the loader has said so before. */
export function challenges(entries: readonly Challenge[] = []): IsChallenge {
  if (entries.length === 0) return noChallenge;
  const compiled = entries.map(
    (entry): Compiled => ({
      entry,
      headers: Object.entries(entry.headers ?? {}).map(([name, pattern]) => [name, compileRe2(pattern)] as const),
    }),
  );
  return (answer) => compiled.some((one) => fits(one, answer));
}
