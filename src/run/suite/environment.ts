// The variables of one environment of a suite: literals as written, secrets out of what the caller hands in. It reads no process itself.
import { AxproofError } from '../../contract/errors.ts';
import type { Suite } from '../../contract/generated/types.ts';

export type Scalar = string | number | boolean | null;

export interface Variables {
  /** Every variable by its name, secrets too. */
  env: Readonly<Record<string, Scalar>>;
  /** Names of those that are secret. */
  secrets: readonly string[];
}

/** Shorter values would be masked all over a report by accident, and guessed from where they are masked. */
const SHORTEST_SECRET = 6;

function checkEnvironment(suite: Suite, name: string | undefined): string | undefined {
  const names = Object.keys(suite.environments ?? {});
  if (name === undefined) {
    if (names.length > 0)
      throw new AxproofError('unknown-environment', 'the suite has environments, and none was chosen', [`--env ${names.join(' | ')}`]);
    return undefined;
  }
  if (names.includes(name)) return name;
  throw new AxproofError(
    'unknown-environment',
    `the suite has no environment ${name}`,
    names.length > 0 ? [`it has ${names.join(', ')}`] : ['it has none'],
  );
}

/** process: the environment that secrets are taken from. */
export function variables(suite: Suite, name: string | undefined, process: Readonly<Record<string, string | undefined>>): Variables {
  const chosen = checkEnvironment(suite, name);
  const env: Record<string, Scalar> = Object.create(null);
  const secrets: string[] = [];
  for (const [variable, value] of Object.entries(chosen === undefined ? {} : (suite.environments?.[chosen] ?? {}))) {
    if (typeof value !== 'object') {
      env[variable] = value;
      continue;
    }
    const given = Object.hasOwn(process, value.secret) ? process[value.secret] : undefined;
    if (given === undefined || given === '')
      throw new AxproofError('missing-secret', `${value.secret} is not set, and the variable ${variable} is taken from it`);
    if (given.length < SHORTEST_SECRET)
      throw new AxproofError(
        'missing-secret',
        `${value.secret} has fewer than ${SHORTEST_SECRET} characters, and could not be kept out of reports`,
      );
    env[variable] = given;
    secrets.push(variable);
  }
  return { env, secrets };
}
