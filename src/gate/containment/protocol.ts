// What parent and child say to each other. The parent believes none of it before it has checked it (witness.ts, shapes.ts).
import type { Evidence, Verdict } from '../../contract/generated/types.ts';
import type { NextMessage, StepMessage } from '../../run/judge-port.ts';
import type { JudgeInput } from '../../run/run.ts';

/** The input of a run that is plain data. */
export type PlainInput = Omit<JudgeInput, 'registrable' | 'budget'>;

export type ToChild =
  | { do: 'load'; text: string }
  | { do: 'start'; input: PlainInput }
  | NextMessage
  | { do: 'result' }
  | { do: 'placed'; domain: string | null };

/** An answer in the child's evidence names the key of its exchange; the parent puts its own answers there. */
export interface Outline {
  evidence: Evidence;
  /** Key of each exchange, in their order. */
  keys: string[];
}

export type FromChild =
  | { is: 'loaded'; digest: string }
  | { is: 'refused'; code: string; message: string; details: string[] }
  | { is: 'ask'; host: string }
  | { is: 'started' }
  | StepMessage
  | { is: 'result'; verdict: Verdict; outline: Outline };
