// Reads an entitlement that somebody shows, and holds it against trusted keys and a time. It never throws, and does not know what was used up or revoked.
import { readBase64Url } from '../../json/base64.ts';
import { type Entitlement, entitlementHeader } from '../entitlement.ts';
import { within } from '../instant.ts';
import type { TrustedKeys } from './trust.ts';

/** Characters of a token: more are not read, nor issued. */
export const LONGEST_TOKEN = 4096;

export type EntitlementCheck = { ok: true; entitlement: Entitlement } | { ok: false; detail: string };

const no = (detail: string): EntitlementCheck => ({ ok: false, detail });

function kidOf(header: string): string | undefined {
  try {
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as { kid?: unknown };
    return typeof kid === 'string' && entitlementHeader(kid) === header ? kid : undefined;
  } catch {
    return undefined;
  }
}

/** `now`: milliseconds since 1970. What a trusted key has signed is taken to have the shape that the issuer gave it. */
export function verifyEntitlement(token: string, trust: TrustedKeys, now: number): EntitlementCheck {
  const [header = '', payload = '', tail = '', ...more] = token.length > LONGEST_TOKEN ? [] : token.split('.');
  const kid = kidOf(header);
  const [body, signature] = [readBase64Url(payload), readBase64Url(tail)];
  if (kid === undefined || !body || !signature || more.length > 0) return no('it is no entitlement of this service');
  const key = trust.find(kid);
  if (key === undefined || key === 'other') return no('it names a key that is not of this service');
  if (key.jwk.status === 'revoked') return no('the key that signed it was revoked');
  if (!key.verifies(Buffer.from(`${header}.${payload}`, 'latin1'), signature)) return no('its signature does not fit');
  const entitlement = JSON.parse(Buffer.from(body).toString('utf8')) as Entitlement;
  if (!within(key.jwk, entitlement.iat * 1000)) return no('it was issued outside of the window of its key');
  if (now >= entitlement.exp * 1000) return no('its time is over');
  return { ok: true, entitlement };
}
