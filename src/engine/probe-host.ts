// What the run of one probe may ask of the interpreter.
import type { Unsent } from '../contract/generated/types.ts';
import type { LoadedPack } from '../pack/loaded-pack.ts';
import type { Ask, Entry, Ticket } from './entry.ts';
import type { Draft, ExpandHost, Expansion } from './expand.ts';
import type { Seen } from './node.ts';
import type { Scope } from './scope.ts';

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
  seen(entry: Entry, name: string, order: number[], draft: Draft): Seen | undefined;
  unsent(unsent: Unsent): void;
  /** Claims that cannot be asked, with the reason. */
  lost(lost: Expansion['lost']): void;
  onSite(url: string): boolean;
}
