// Which names and values of a document no pack may hold, however they are written. Shared by the readers of YAML and JSON.
import { LIMITS } from '../../contract/limits.ts';
import { below } from '../../json/pointer.ts';
import type { ReportFinding } from '../finding.ts';

/** What would be right instead of a number that JSON or a double cannot carry. */
export const unsafeNumber = (value: number): string | undefined => {
  if (!Number.isFinite(value)) return 'a number that JSON can carry';
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return 'an integer within 2^53-1; write longer ones as text';
  return undefined;
};

/** Characters of a number that are shown as it is written. */
export const LONGEST_FOUND = 40;

/** Pointers repeat the names above them: long names over many values would cost their product. */
export const LONGEST_NAME = 256;

export function keyFault(name: string): string | undefined {
  if (name.length > LONGEST_NAME) return `a member name has at most ${LONGEST_NAME} characters`;
  if (name === '__proto__') return 'a member may not be called __proto__';
  return name.isWellFormed() ? undefined : 'a member name has a lone surrogate';
}

export const DEEPEST = `values may be nested at most ${LIMITS.jsonDepth} deep`;

/** Reports what a value that came without text may not hold. Its depth is bounded by canonical form. */
export function checkPlain(value: unknown, pointer: string, report: ReportFinding): void {
  if (typeof value === 'number') {
    const right = unsafeNumber(value);
    if (right !== undefined) report(pointer, 'bad-value', `expected ${right}`, { value: String(value) });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const wrong = Array.isArray(value) ? undefined : keyFault(key);
    if (wrong !== undefined) report(below(pointer, key.slice(0, LONGEST_NAME)), 'bad-key', wrong);
    checkPlain(inner, below(pointer, key.slice(0, LONGEST_NAME)), report);
  }
}
