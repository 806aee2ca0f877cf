// Codes of reasons that the engine gives itself. A pack that gave one to a reason of its own would say something that the engine did not find.
import { CONTRADICTED } from './grades.ts';
import { UNCLEAR } from './unclear.ts';

/** Of a fail, or of a when, that names none. */
export const FAILED = 'failed';
export const NOT_APPLICABLE = 'not-applicable';
/** Of a pass, and of one that shows all that is claimed. */
export const PASS = 'pass';
export const WHOLE = 'whole';

const OWN: ReadonlySet<string> = new Set([FAILED, NOT_APPLICABLE, PASS, WHOLE, CONTRADICTED, ...Object.keys(UNCLEAR)]);

/** Whether no pack may give the code there. One of several ways to pass may be the usual one. */
export const isReserved = (code: string, key: 'else' | 'then' | 'none'): boolean => OWN.has(code) && !(key === 'then' && code === PASS);
