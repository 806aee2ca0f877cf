// Words of verdicts that the language itself has: grades, the best first, and the one reason code that no pack gives. What earns them is data of a pack.
import type { Grade } from './generated/types.ts';

export const GRADES: readonly Grade[] = ['A+', 'A', 'B', 'C', 'D', 'F'];

export const better = (a: Grade, b: Grade): boolean => GRADES.indexOf(a) < GRADES.indexOf(b);

/** The engine's own reason of a scored check that passes by an untrue document alone. */
export const CONTRADICTED = 'contradicted';
