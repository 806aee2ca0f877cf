// One request under way: its hops so far and, once it has ended, its record. The recorder drives it.
import { bodySize } from '../contract/answer-body.ts';
import { isUntouched } from '../contract/exchange-key.ts';
import type { Answer, Request, Stop } from '../contract/generated/types.ts';
import { type Hopped, type Record, record } from './record.ts';
import type { Ask } from './step.ts';

/** One use of a request: by an ask, or by the recorder itself for robots.txt. */
export type Use = Omit<Ask, 'ticket'>;

export interface Entry {
  key: string;
  ask: Use;
  uses: Use[];
  /** Asks that wait for its record. */
  tickets: number[];
  /** It writes, by consent: sent once, and never sent on by a redirect. */
  write: boolean;
  hops: Hopped[];
  /** The hop that is out or next. */
  request: Request;
  record?: Record;
}

export function finish(entry: Entry, answer: Answer, stopped?: Stop): Record {
  entry.record = record(entry.ask.request, entry.hops, entry.request.url, answer, stopped);
  return entry.record;
}

/** Whether an exchange that has ended is what another ask of the same request would come to under its own caps. */
export const serves = ({ record }: Entry, { bytes, follow }: Use): boolean =>
  record !== undefined &&
  isUntouched(record) &&
  record.redirects.length <= follow &&
  [record.answer, ...record.redirects.map(({ answer }) => answer)].every((answer) => bodySize(answer) <= bytes);
