// A seed drawn afresh, for a run whose caller gives none. No room that judges may know it: there chance comes from the seed alone.
import { randomInt } from 'node:crypto';

/** randomInt takes ranges up to 2^48: two draws make the 53 bits of a seed. */
export const freshSeed = (): number => randomInt(2 ** 27) * 2 ** 26 + randomInt(2 ** 26);
