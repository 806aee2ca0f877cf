// The grades of the language, the best first. What earns one is data of a pack.
import type { Grade } from './generated/types.ts';

export const GRADES: readonly Grade[] = ['A+', 'A', 'B', 'C', 'D', 'F'];

export const better = (a: Grade, b: Grade): boolean => GRADES.indexOf(a) < GRADES.indexOf(b);
