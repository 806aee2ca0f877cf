// The port of runs: started or joined, followed, ended. Today's queue of the store stands behind it, and another engine may (record 115). Types alone.
import type { Run, RunEvent, StartTerms } from '../store/run.ts';
import type { RunOrder } from './run-request.ts';

export interface StartingTerms extends Omit<StartTerms, 'pack' | 'held'> {
  /** Done when the run is admitted, before it begins; where it rejects, the run is over. */
  settle?(): Promise<void>;
}

export interface RunEngine {
  /** Joins the equal run that is queued or under way anywhere, or starts one and only then spends; it charges for either. Rejects with declined, busy, cooldown, too-many-runs, payment-required. */
  start(asked: RunOrder, terms?: StartingTerms): Promise<Run>;
  /** The equal run that could be joined. */
  active(asked: RunOrder): Promise<Run | undefined>;
  /** Joins the equal run, where there is one, under an entitlement. Rejects with payment-required. */
  join(asked: RunOrder, charge: string): Promise<Run | undefined>;
  /** A run of any process, also long after its end. */
  find(id: string): Promise<Run | undefined>;
  /** Whether this process hears of what the run asks while it goes on. */
  here(run: Run): boolean;
  /** Resolves when the run has ended, the time (milliseconds) is over, or the signal fires. */
  ended(id: string, most: number, signal?: AbortSignal, onEvent?: (event: RunEvent) => void): Promise<void>;
  /** Events with a number above `after`, until the last one of the run, or until the signal fires. */
  events(id: string, after: number, signal: AbortSignal): AsyncIterable<RunEvent>;
  soFar(id: string): Promise<readonly RunEvent[]>;
  /** It starts nothing any more. */
  readonly closing: boolean;
  /** Starts nothing more, gives runs of this process some time (milliseconds) to end, and tells whoever still waits how things stand. */
  close(most: number): Promise<void>;
}
