// What comes of holding an answer against its operation. Types only.
import type { HeaderMap } from '../../contract/generated/types.ts';
import type { Unevaluated, UnevaluatedCounts } from '../../contract/unevaluated.ts';
import type { ReadOther, ViewSource } from '../../contract/view.ts';

export interface AnswerView {
  /** Method of the request that was answered. */
  method: string;
  /** The final answer. */
  source: ViewSource;
  read: ReadOther;
  /** The first answer, where it was a redirect that was followed. */
  hop?: { status: number; headers: HeaderMap };
}

/** What data of a pack says about answers. */
export interface ConformsPolicy {
  /** Whether an answer with a status that the operation does not declare contradicts it. */
  undeclared(status: number): boolean;
}

export interface ConformanceFault {
  keyword: string;
  /** JSON pointer into the body, `status`, `content-type`, or `headers/` with the name of a header in lower case. */
  place: string;
  /** In our own words; holds no text of the target. */
  message: string;
  /** The value at fault as short text: text of the target, to be quoted. */
  value?: string;
}

/**
 * What a conforming answer showed: its body was held against at least one keyword that can fail; or its status and media
 * type alone are as declared; or its status alone.
 */
export type ConformanceDepth = 'schema' | 'type' | 'status';

export type Conformance =
  /** `left` counts what was left out; what is said holds for the rest. */
  | {
      value: 'true';
      shown: ConformanceDepth;
      left: UnevaluatedCounts;
      notes: ConformanceFault[];
      /** The body was held against a schema, also where that refuses nothing of such a value. */
      held?: true;
      /** A success without anything that a schema speaks of, where the operation declares a success of which a schema can refuse something. */
      beside?: true;
    }
  | { value: 'false'; faults: ConformanceFault[] }
  /** It could not be seen. */
  | { value: 'unclear'; why: 'cut' | 'redacted' }
  /** It could be seen, but nothing can be told: no pass and no contradiction. */
  | { value: 'not-evaluated'; reason: Unevaluated; notes: ConformanceFault[] }
  /** ranged: a range or a default is declared for the status, and speaks of others. */
  | { value: 'dropped'; why: 'no-operation' | 'no-responses' | 'undeclared'; ranged?: true };
