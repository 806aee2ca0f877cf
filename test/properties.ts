// Loaded before all tests: properties are tried on fewer examples, the same every time, unless everything is run.
import fc from 'fast-check';
import { WHOLE } from './whole.ts';

if (!WHOLE) fc.configureGlobal({ seed: 20_261_122, numRuns: 40 });
