// Opens the sealed secrets of a run for the thread that sends. It is loaded there alone, and keeps nothing.
import { sealingKeys } from '../attest/keys/sealing-keys.ts';
import { unseal } from '../attest/sealing.ts';
import { AxproofError } from '../contract/errors.ts';
import { vaultOf } from '../run/secrets/env.ts';
import type { Vault } from '../run/secrets/vault.ts';
import type { RunJob } from './job.ts';

/** Throws bad-keys where a secret cannot be opened; it names the secret alone. */
export function openSecrets(keys: string, { monitor, values }: NonNullable<RunJob['sealed']>, seed: number): Vault {
  const all = sealingKeys(keys);
  const open = ([name, sealed]: [string, string]): [string, string] => {
    const value = unseal(all, { monitor, name }, sealed);
    if (value === undefined) throw new AxproofError('bad-keys', `no sealing key of this service opens the secret ${name}`);
    return [name, value];
  };
  return vaultOf(Object.fromEntries(Object.entries(values).map(open)), seed);
}
