// Engines that are not this one, for tests: the one before, where there was any, and the one after.
import { ENGINE } from '../src/contract/limits.ts';

const near = [Number(ENGINE) - 1, Number(ENGINE) + 1].filter((engine) => engine > 0);

export const OTHER_ENGINES: readonly string[] = near.map(String);
