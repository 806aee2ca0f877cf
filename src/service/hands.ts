// Who begins what the store has queued: the queue of this process, or another engine. Types alone.
import type { Run } from '../store/run.ts';

export interface Hands {
  /** The run has just been queued. */
  begin(run: Run): void;
  /** Whether this process hears of what the run asks while it goes on. */
  here(run: Run): boolean;
  /** Begins nothing more, and gives runs of this process some time (milliseconds) to end. */
  close(most: number): Promise<void>;
}
