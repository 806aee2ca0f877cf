// How a judge and whoever probes for it take turns: answers in, what to send next out. Plain data, so that a judge may stand in another process.
import type { Answer, Check } from '../contract/generated/types.ts';
import type { Sending } from './exchange-recorder.ts';

export interface ReceivedAnswer {
  /** Key of the hop that was answered. */
  key: string;
  answer: Answer;
}

export interface StepResult {
  /** Hops to send now, most urgent first; each is given once. */
  send: Sending[];
  /** Checks that have settled since the last turn, in the order of the report. */
  checks: Check[];
  /** The pack has cleanup probes: time is kept for them. Said from the first turn on. */
  cleanup?: true;
  /** Nothing is left to ask. */
  finished: boolean;
}

export interface Judge {
  /** Takes answers in any order and says what is next. */
  next(given: readonly ReceivedAnswer[]): StepResult | Promise<StepResult>;
}
