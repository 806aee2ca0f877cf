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

/** What stands for secrets in $.env, also where only somebody else has their values. */
export const placeholders = (names: readonly string[], seed: number): Values =>
  Object.fromEntries(names.map((name) => [name, secretOfEnv(seed, name)]));

/** For whoever sends: the values by what stands for them. */
export const vaultOf = (secrets: Readonly<Record<string, SecretValue>>, seed: number): Vault =>
  new Vault(Object.fromEntries(Object.entries(secrets).map(([name, value]) => [secretOfEnv(seed, name), value])));

/** Throws bad-usage where one name has a plain and a secret value, or a plain value shows a secret one, or one is too short to be hidden or no scalar. */
export function sealedEnv({ env = {}, row = {}, secrets = {} }: Named, seed: number): SealedEnv {
  const plain = [...Object.entries(env), ...Object.entries(row)];
  checkScalars([...plain, ...Object.entries(secrets)]);
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
  }
  const all = { ...env, ...placeholders(Object.keys(secrets), seed) };
  return { ...(Object.keys(all).length > 0 ? { env: all } : {}), vault: vaultOf(secrets as Readonly<Record<string, SecretValue>>, seed) };
}
