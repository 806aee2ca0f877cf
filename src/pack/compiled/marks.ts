// The marks that a pack lists: which answers come from what stands in the way of the service, and which from a gateway without a route. It names no product and decides no outcome.
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

/** Whether an answer bears one of the marks of a list. */
export type IsMarked = (answer: Marked) => boolean;

export const unmarked: IsMarked = () => false;

interface Marks {
  entry: Challenge;
  headers: readonly (readonly [name: string, pattern: () => Re2Pattern])[];
}

/** Few answers have a header that a mark speaks of: its pattern is compiled when one has. */
function compiledLate(pattern: string): () => Re2Pattern {
  let compiled: Re2Pattern | undefined;
  return () => {
    compiled ??= compileRe2(pattern);
    return compiled;
  };
}

/** Bytes are compared, so that no charset comes into it. */
const holds = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(text, 0, 'utf8');

/** A service answers with 2xx, so only an entry that says so may take one for a challenge: else a header would silence every claim. */
const statusFits = ({ status }: Challenge, answer: Marked): boolean =>
  status ? status.includes(answer.status) : answer.status < 200 || answer.status > 299;

const fits = ({ entry, headers }: Marks, answer: Marked): boolean =>
  statusFits(entry, answer) &&
  (entry.type === undefined || entry.type === answer.type) &&
  headers.every(([name, pattern]) => Object.hasOwn(answer.headers, name) && pattern().test(answer.headers[name] as string)) &&
  (entry.body === undefined || entry.body.some((mark) => holds(answer.bytes, mark)));

/** Of such a list; the loader has said before where a pattern is not one of RE2. */
export function markedBy(entries: readonly Challenge[] = []): IsMarked {
  if (entries.length === 0) return unmarked;
  const all = entries.map(
    (entry): Marks => ({
      entry,
      headers: Object.entries(entry.headers ?? {}).map(([name, pattern]) => [name, compiledLate(pattern)] as const),
    }),
  );
  return (answer) => all.some((one) => fits(one, answer));
}
