// What the run of one probe may ask of the interpreter.
import type { Unsent } from '../../contract/generated/types.ts';
import type { Observation } from '../../record/observation.ts';
import type { AskSomething } from '../asking.ts';
import type { Scope } from '../select/scope.ts';
import type { ExpandHost, Expansion } from './expand.ts';

export interface ProbeHost extends ExpandHost {
  name: string;
  seed: number;
  urgency: number;
  scope(): Scope;
  /** Whether every probe of the names has settled. */
  settled(names: readonly string[]): boolean;
  ask: AskSomething;
  /** The exchange with what its answer comes to, once the control has been answered. */
  observe(exchange: Omit<Observation, 'outcome'>): Observation | undefined;
  unsent(unsent: Unsent): void;
  /** Claims that cannot be asked, with the reason. */
  lost(lost: Expansion['lost']): void;
}
