// The run of one probe: started once, advanced whenever something was answered, settled when it has a value.
import type { ProbeValue } from '../select/scope.ts';

export interface ProbeRun {
  value?: ProbeValue;
  /** Asks what is known before anything is answered. */
  start(): void;
  /** True when something changed. */
  advance(): boolean;
}
