// What a hostile target is: a name, what it does, and a server on loopback that does it.
import type { Hostile } from '../lab.ts';

export interface HostileTarget {
  name: string;
  does: string;
  open(): Promise<Hostile>;
}
