// What a service may be asked about: an origin, spelled as its report will spell it. Fixture files stay here.
import { existsSync } from 'node:fs';
import { AxproofError } from '../../../contract/errors.ts';
import { refuseFile } from '../../../run/open-target.ts';
import { parseTarget } from '../../../transport/live/target.ts';
import type { Question } from './question.ts';

/** Throws bad-target, or bad-usage for a fixture. */
export function remoteTarget(text: string): Pick<Question, 'target' | 'private'> {
  if (/\.ya?ml$/i.test(text) && existsSync(text))
    throw new AxproofError(
      'bad-usage',
      'a fixture is answered in process, and no service can reach it: leave --service out, or name an origin',
    );
  refuseFile(text);
  const { origin, private: isPrivate } = parseTarget(text);
  return { target: origin, private: isPrivate };
}
