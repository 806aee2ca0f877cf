// The key set that a command was given. What is wrong with one says which it is: a command may read several documents.
import { type TrustedKeys, trustedKeys } from '../../attest/verify/trust.ts';
import { AxproofError } from '../../contract/errors.ts';

/** `only` leaves the named keys. Throws bad-key-set. */
export function keySet(where: string, bytes: Uint8Array, only?: readonly string[]): TrustedKeys {
  try {
    return trustedKeys(bytes, only);
  } catch (error) {
    throw error instanceof AxproofError ? new AxproofError(error.code, `${where}: ${error.message}`) : error;
  }
}
