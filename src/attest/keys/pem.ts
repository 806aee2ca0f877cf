// Private keys as PKCS#8 PEM (RFC 8410). It reads exactly one unencrypted Ed25519 key; messages never quote what a file holds.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import { AxproofError } from '../../contract/errors.ts';
import { fromBase64Url32 } from '../../json/base64.ts';

/** DER of everything before the 32 bytes of the private key. */
const PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

const refuse = (where: string, what: string): never => {
  throw new AxproofError('bad-keys', `${where} ${what}`);
};

function parse(pem: string, where: string): KeyObject {
  try {
    return createPrivateKey({ key: pem, format: 'pem' });
  } catch {
    return refuse(where, 'holds no PKCS#8 private key that can be read without a passphrase');
  }
}

/** The 32 bytes of the private key. `where` names the file in messages. */
export function readPrivatePem(pem: string, where: string): Uint8Array {
  const labels = [...pem.matchAll(/-----BEGIN ([^-]*)-----/g)].map((block) => block[1]);
  if (labels.length !== 1 || labels[0] !== 'PRIVATE KEY') refuse(where, 'does not hold exactly one PKCS#8 block');
  const key = parse(pem, where);
  if (key.asymmetricKeyType !== 'ed25519') refuse(where, `holds a key of type ${key.asymmetricKeyType}; only Ed25519 signs reports`);
  return fromBase64Url32(key.export({ format: 'jwk' }).d ?? '') ?? refuse(where, 'holds a key that is not of 32 bytes');
}

export function privatePem(seed: Uint8Array): string {
  const der = Buffer.concat([PREFIX, seed]);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'pem', type: 'pkcs8' }) as string;
}
