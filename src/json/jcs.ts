// RFC 8785 (JCS) text of a JSON value, the form that every digest and signature is made over: a guard looks, canonicalize writes.
// It must refuse what JCS cannot carry: a value that loses something on the way would share its digest with another one.
import canonicalize from 'canonicalize';
import { AxproofError } from '../contract/errors.ts';
import { LIMITS } from '../contract/limits.ts';
import { Guard } from './jcs-guard.ts';

/** The canonical text; `depth` is how many arrays and objects may lie within each other. Throws not-plain-json. */
export function jcs(value: unknown, depth: number = LIMITS.jsonDepth): string {
  try {
    new Guard(depth).check(value);
    return canonicalize(value) as string;
  } catch (error) {
    if (error instanceof AxproofError) throw error;
    throw new AxproofError('not-plain-json', `the value has no canonical JSON form: ${(error as Error).message}`, [], { cause: error });
  }
}
