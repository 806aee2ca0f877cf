// Counted work: a view that would grow beyond what its document can honestly need stops. Never the clock.
import { Refused } from '../refused.ts';

/** Steps (members looked at) and characters (of text that the value repeats) that reading one document may cost. */
export class Budget {
  private steps: number;
  private characters: number;
  constructor(steps = 4_000_000, characters = 48_000_000) {
    this.steps = steps;
    this.characters = characters;
  }

  spend(steps = 1): void {
    this.steps -= steps;
    if (this.steps < 0) throw new Refused('too-large');
  }

  write(characters: number): void {
    this.characters -= characters;
    if (this.characters < 0) throw new Refused('too-large');
  }
}
