// The keys that are trusted for a service's answers. A key that only the service itself publishes is no anchor: an impostor would publish its own.
import type { TrustedKeys } from '../../../attest/verify/trust.ts';
import { AxproofError } from '../../../contract/errors.ts';
import { keySet } from '../key-set.ts';
import { readBytes } from '../read-document.ts';
import type { AskedRemote } from './remote-options.ts';
import { MOST_DOCUMENT, type ServiceClient } from './service-client.ts';
import { replyError } from './service-problem.ts';

export interface ServiceTrust {
  /** Undefined: no signature counts. */
  keys?: TrustedKeys;
  /** The keys were taken from the service alone. */
  own: boolean;
}

const KEYS = '/.well-known/jwks.json';

async function fetchKeys(client: ServiceClient): Promise<Uint8Array> {
  const reply = await client.send(KEYS, { accept: 'application/json', most: MOST_DOCUMENT });
  if (reply.status !== 200) throw replyError(reply, client.origin);
  return reply.bytes;
}

/** Of several keys that are trusted (the current one and the next), a set may hold but some. */
function trustByName(where: string, bytes: Uint8Array, kids: readonly string[]): TrustedKeys {
  const { kids: all } = keySet(where, bytes);
  const here = kids.filter((kid) => all.includes(kid));
  return keySet(where, bytes, here.length > 0 ? here : kids);
}

const ofService = (where: string, origin: string): boolean => URL.canParse(where) && new URL(where).origin === origin;

const UNANCHORED =
  'say whose signature counts: --trust KID, or --jwks with a key set that you have from elsewhere; a key that comes from the service that it vouches for vouches for nothing';

/** `gate`: the answer is one to act on, so that it needs an anchor. Throws bad-usage, bad-key-set, service-failed. */
export async function serviceTrust(options: AskedRemote, client: ServiceClient, gate: boolean): Promise<ServiceTrust> {
  const { jwks, trust, allowUnsigned } = options;
  const anchored = trust !== undefined || (jwks !== undefined && !ofService(jwks, client.origin));
  if (gate && !anchored) {
    if (jwks !== undefined || !allowUnsigned) throw new AxproofError('bad-usage', UNANCHORED);
    return { own: false };
  }
  if (jwks !== undefined) return { keys: keySet(jwks, await readBytes(jwks), trust), own: !anchored };
  const bytes = await fetchKeys(client);
  const where = `${client.origin}${KEYS}`;
  return { keys: trust === undefined ? keySet(where, bytes) : trustByName(where, bytes, trust), own: !anchored };
}
