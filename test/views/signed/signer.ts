// Signs documents with fixed keys, for the tests of the signed view.
import { createECDH, createHash, createPrivateKey, createPublicKey, type KeyObject, sign as signWith } from 'node:crypto';
import { generateKeyPairFromSeed, type KeyPair, sign } from '@stablelib/ed25519';
import type { Json } from '../../../src/contract/json.ts';
import { pae } from '../../../src/contract/pae.ts';
import { jcs } from '../../../src/json/jcs.ts';

export const b64url = (data: string | Uint8Array): string => Buffer.from(data as Uint8Array).toString('base64url');
export const b64 = (data: string | Uint8Array): string => Buffer.from(data as Uint8Array).toString('base64');

const pairs = new Map<number, KeyPair>();
function pair(seed: number): KeyPair {
  const known = pairs.get(seed) ?? generateKeyPairFromSeed(createHash('sha256').update(String(seed)).digest());
  pairs.set(seed, known);
  return known;
}
export const key = (seed = 1, more: object = { kid: `k${seed}` }): { [name: string]: Json } => ({
  kty: 'OKP',
  crv: 'Ed25519',
  x: b64url(pair(seed).publicKey),
  ...more,
});

/** Base64url of the signature. */
export const signature = (message: string | Uint8Array, seed = 1): string =>
  b64url(sign(pair(seed).secretKey, Buffer.from(message as Uint8Array)));

export const header = (more: object = {}): string => b64url(JSON.stringify({ alg: 'EdDSA', kid: 'k1', ...more }));

export function compact(payload: unknown, more: object = {}, seed = 1): string {
  const input = `${header(more)}.${b64url(JSON.stringify(payload))}`;
  return `${input}.${signature(input, seed)}`;
}

export function flattened(payload: unknown, more: object = {}, seed = 1): { protected: string; payload: string; signature: string } {
  const [head, body, sig] = compact(payload, more, seed).split('.') as [string, string, string];
  return { protected: head, payload: body, signature: sig };
}

export function dsse(
  payload: string,
  seed = 1,
  keyid: string | undefined = 'k1',
): { payload: string; payloadType: string; signatures: { keyid?: string; sig: string }[] } {
  const payloadType = 'application/vnd.in-toto+json';
  const sig = Buffer.from(signature(pae(payloadType, Buffer.from(payload)), seed), 'base64url').toString('base64');
  return { payload: b64(payload), payloadType, signatures: [{ ...(keyid === undefined ? {} : { keyid }), sig }] };
}

/** An envelope whose signature is by ECDSA. */
export function ecdsaDsse(payload: string, seed = 1, dsaEncoding: 'ieee-p1363' | 'der' = 'der'): object {
  const payloadType = 'application/vnd.in-toto+json';
  const bytes = pae(payloadType, Buffer.from(payload));
  const sig = b64(signWith('sha256', bytes, { key: p256Pair(seed).privateKey, dsaEncoding }));
  return { payload: b64(payload), payloadType, signatures: [{ keyid: `p${seed}`, sig }] };
}

/** A card with one signature over what `signed` makes of it, or over that very text. */
export function card(document: object, signed: object | string = document, more: object = {}, seed = 1): object {
  const head = header({ typ: 'JOSE', ...more });
  const text = typeof signed === 'string' ? signed : jcs(signed as Json);
  return { ...document, signatures: [{ protected: head, signature: signature(`${head}.${b64url(text)}`, seed) }] };
}

/** A card with a signature of `card` beside it. */
export function countersigned(document: object, first: object, second: object): object {
  const signatures = [first, second].flatMap((signed) => (signed as { signatures: object[] }).signatures);
  return { ...document, signatures };
}

interface P256Pair {
  privateKey: KeyObject;
  publicKey: KeyObject;
  /** Public members. */
  jwk: { kty: string; crv: string; x: string; y: string };
}

/** A fixed key of P-256. */
export function p256Pair(seed: number): P256Pair {
  const ecdh = createECDH('prime256v1');
  const d = createHash('sha256').update(`p256 ${seed}`).digest();
  ecdh.setPrivateKey(d);
  const point = ecdh.getPublicKey();
  const jwk = { kty: 'EC', crv: 'P-256', x: b64url(point.subarray(1, 33)), y: b64url(point.subarray(33)) };
  return {
    jwk,
    privateKey: createPrivateKey({ key: { ...jwk, d: b64url(d) }, format: 'jwk' }),
    publicKey: createPublicKey({ key: jwk, format: 'jwk' }),
  };
}

export const p256Key = (seed = 1, more: object = { kid: `p${seed}` }): { [name: string]: Json } => ({ ...p256Pair(seed).jwk, ...more });

/** A compact JWS under ES256. */
export function es256(payload: unknown, more: object = {}, seed = 1, dsaEncoding: 'ieee-p1363' | 'der' = 'ieee-p1363'): string {
  const input = `${header({ alg: 'ES256', kid: `p${seed}`, ...more })}.${b64url(JSON.stringify(payload))}`;
  return `${input}.${b64url(signWith('sha256', Buffer.from(input), { key: p256Pair(seed).privateKey, dsaEncoding }))}`;
}

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const length =
    body.length < 0x80 ? [body.length] : body.length < 0x100 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};

/** A certificate (X.509, RFC 5280) of the key in base64, as `x5c` holds it: signed by nobody, since nobody judges its chain. */
export function certificate(jwk: { [name: string]: Json }): string {
  const spki = createPublicKey({ key: jwk, format: 'jwk' } as never).export({ format: 'der', type: 'spki' });
  const algorithm = der(0x30, der(0x06, Buffer.from('2b6570', 'hex')));
  const name = der(0x30);
  const validity = der(0x30, der(0x17, Buffer.from('260101000000Z')), der(0x17, Buffer.from('360101000000Z')));
  const body = der(0x30, der(0x02, Buffer.from([1])), algorithm, name, validity, name, spki);
  return b64(der(0x30, body, algorithm, der(0x03, Buffer.alloc(65))));
}

/** A bundle of Sigstore: the envelope beside the certificate of whoever signed it, by itself or first of its chain. */
export const bundle = (envelope: object, rawBytes: string, chained = false): object => ({
  mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
  verificationMaterial: chained ? { x509CertificateChain: { certificates: [{ rawBytes }] } } : { certificate: { rawBytes } },
  dsseEnvelope: envelope,
});
