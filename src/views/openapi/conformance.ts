// What comes of holding an answer against its operation. Types only.
import type { ReadOther, ViewSource } from '../../contract/view.ts';

export interface AnswerView {
  /** Method of the request that was answered. */
  method: string;
  source: ViewSource;
  /** Views of the answer. */
  read: ReadOther;
}

export interface Fault {
  keyword: string;
  /** JSON pointer into the body, or `status` or `content-type`. */
  place: string;
  /** In our own words; holds no text of the target. */
  message: string;
  /** The value at fault as short text: text of the target, to be quoted. */
  value?: string;
}

export type Conformance =
  | { value: 'true'; notes: Fault[] }
  | { value: 'false'; faults: Fault[] }
  | { value: 'unclear'; why: 'cut' | 'inexact' | 'redacted' }
  | { value: 'dropped'; notes: Fault[] };
