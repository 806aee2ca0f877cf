// The environment of a run: secret values go into the vault, and into $.env as their placeholders. It reads no environment of a process.
import { AxproofError } from '../../contract/errors.ts';
import type { Values } from '../../contract/generated/types.ts';
import { secretOfEnv } from '../../engine/probe/chance.ts';
import { SHORTEST_SOUGHT } from './spellings.ts';
import { type SecretValue, Vault } from './vault.ts';

export interface Named {
  env?: Values;
  row?: Values;
  secrets?: Values;
}

export interface SealedEnv {
  env?: Values;
  vault: Vault;
}

/** Callers of the library may hand in anything. */
function checkScalars(all: readonly [string, unknown][]): void {
  for (const [name, value] of all)
    if (typeof value === 'object' && value !== null) throw new AxproofError('bad-usage', `the variable ${name} is no single value`);
}

/** Throws bad-usage where one name has a plain and a secret value, or a plain value shows a secret one, or one is too short to be hidden or no scalar. */
export function sealedEnv({ env = {}, row = {}, secrets = {} }: Named, seed: number): SealedEnv {
  const plain = [...Object.entries(env), ...Object.entries(row)];
  checkScalars([...plain, ...Object.entries(secrets)]);
  const values: Record<string, SecretValue> = {};
  const marks: [string, string][] = [];
  for (const [name, value] of Object.entries(secrets)) {
    const text = String(value);
    if (value === null || text === '') throw new AxproofError('bad-usage', `the secret ${name} has no value`);
    if (text.length < SHORTEST_SOUGHT)
      throw new AxproofError(
        'bad-usage',
        `the secret ${name} has fewer than ${SHORTEST_SOUGHT} characters, and could not be kept out of reports`,
      );
    if (Object.hasOwn(env, name)) throw new AxproofError('bad-usage', `the variable ${name} is given as a secret too`);
    const shown = plain.find(([, v]) => String(v).includes(text));
    if (shown) throw new AxproofError('bad-usage', `the variable ${shown[0]} shows the secret ${name}`);
    const mark = secretOfEnv(seed, name);
    values[mark] = value;
    marks.push([name, mark]);
  }
  const all = [...Object.entries(env), ...marks];
  return { ...(all.length > 0 ? { env: Object.fromEntries(all) } : {}), vault: new Vault(values) };
}
