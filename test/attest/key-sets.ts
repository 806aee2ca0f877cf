// Key sets that are refused whole, by our own reader and by every recipe of docs/verify.md. It is no test.
import { thumbprint } from '../../src/attest/public-key.ts';
import { WEAK_POINTS } from '../contract/weak-points.ts';
import { jwk, keySet } from './signed.ts';

export const OTHER = new Uint8Array(32).fill(9);
const point = (hex: string) => {
  const x = Buffer.from(hex, 'hex').toString('base64url');
  return { ...jwk(), x, kid: thumbprint(x) };
};
const without = (name: string) => Object.fromEntries(Object.entries(jwk()).filter(([key]) => key !== name));

export const REFUSED: [string, string | Uint8Array][] = [
  ['no JSON', 'keys'],
  ['no set', '[]'],
  ['no list', '{"keys":{}}'],
  ['inherited keys', '{"__proto__":{"keys":[]}}'],
  ['a key that is no object', keySet(null)],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff])],
  ['too many keys', keySet(...Array.from({ length: 1001 }, () => 1))],
  ['a set that is too large', `{"keys":[],"x":"${'x'.repeat(1024 * 1024)}"}`],
  ['nesting that is too deep', `{"keys":${'['.repeat(100)}${']'.repeat(100)}}`],
  ['a name twice', keySet(jwk()).replace('"use":"sig"', '"use":"sig","use":"sig"')],
  ['two lists', keySet(jwk()).replace('"keys":', '"keys":[],"keys":')],
  ['a kid twice', keySet(jwk(), jwk(undefined, { nbf: 0 }))],
  ['a kid twice, once of another algorithm', keySet({ kty: 'RSA', kid: jwk().kid }, jwk())],
  ['a kid that is no thumbprint', keySet(jwk(undefined, { kid: jwk(OTHER).kid }))],
  ['a private key', keySet({ ...jwk(), d: jwk().x })],
  ['a private key of another algorithm', keySet(jwk(), { kty: 'RSA', kid: 'r', n: 'AQAB', e: 'AQAB', d: 'AQAB' })],
  ['a shared secret', keySet({ kty: 'oct', k: 'c2VjcmV0', kid: jwk().kid, alg: 'HS256' })],
  ['a kid that converts to nothing', keySet({ ...jwk(), kid: { toString: null, valueOf: null } })],
  ['a key for encryption', keySet(jwk(undefined, { use: 'enc' as 'sig' }))],
  ['an unknown status', keySet(jwk(undefined, { status: 'retired' as 'current' }))],
  ['a revoked key without its time', keySet(jwk(undefined, { status: 'revoked' }))],
  ['a time of revocation on a current key', keySet(jwk(undefined, { revoked_at: 1 }))],
  ['a window that ends before it begins', keySet(jwk(undefined, { nbf: 5, exp: 5 }))],
  ['a window in fractions', keySet(jwk(undefined, { nbf: 0.5 }))],
  ['a window beyond the year 9999', keySet(jwk(undefined, { exp: 253402300800 }))],
  ['a point that is too short', keySet(jwk(undefined, { x: jwk().x.slice(1) }))],
  ['a point with padding', keySet(jwk(undefined, { x: `${jwk().x}=` }))],
  ...['nbf', 'exp', 'status', 'kid', 'use', 'alg'].map((name): [string, string] => [`a key without ${name}`, keySet(without(name))]),
  ...WEAK_POINTS.map((hex): [string, string] => [`the point ${hex.slice(0, 4)}…${hex.slice(-2)}`, keySet(jwk(), point(hex))]),
];
