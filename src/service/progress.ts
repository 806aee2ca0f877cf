// What has happened so far in the runs of this process, in memory alone: it is told to whoever listens here, and nobody is promised any of it.
import type { RunEvent } from '../store/run.ts';
import type { Bell } from './bell.ts';

export class Progress {
  readonly #runs = new Map<string, RunEvent[]>();

  constructor(private readonly bell: Bell) {}

  begin(run: string): void {
    this.#runs.set(run, []);
    this.tell(run, 'started', {});
  }

  tell(run: string, event: RunEvent['event'], data: unknown): void {
    const events = this.#runs.get(run);
    events?.push({ id: events.length + 1, event, data });
    this.bell.ring(run);
  }

  /** The events of a run that is under way here, growing; undefined for any other. */
  of(run: string): readonly RunEvent[] | undefined {
    return this.#runs.get(run);
  }

  /** From now on the store knows more. */
  end(run: string): void {
    this.#runs.delete(run);
    this.bell.ring(run);
  }
}
