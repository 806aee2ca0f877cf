// What the run of one probe may ask of the interpreter.
import type { Unsent } from '../../contract/generated/types.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import type { Ask, Entry, Ticket } from '../../record/exchange.ts';
import type { Observation } from '../../record/observation.ts';
import type { Scope } from '../select/scope.ts';
import type { Draft, ExpandHost, Expansion } from './expand.ts';

export interface ProbeHost extends ExpandHost {
  /** Name of the probe. */
  name: string;
  pack: LoadedPack;
  origin: string;
  agent: string;
  seed: number;
  urgency: number;
  scope(): Scope;
  /** Whether every probe of the names has settled. */
  settled(names: readonly string[]): boolean;
  ask(ask: Ask): Ticket;
  /** The exchange under the probe's name, once it and the control have been answered. */
  observe(entry: Entry, name: string, order: number[], draft: Draft): Observation | undefined;
  unsent(unsent: Unsent): void;
  /** Claims that cannot be asked, with the reason. */
  lost(lost: Expansion['lost']): void;
  onSite(url: string): boolean;
}
