// Public keys of a log in the vkey form of C2SP signed notes: NAME+ID+KEY. Ed25519 alone, and only keys that signatures can rest on.
import { createHash } from 'node:crypto';
import { soundPoint } from '../../contract/ed25519.ts';
import { AxproofError } from '../../contract/errors.ts';
import { quote } from '../../contract/quote.ts';
import { fromBase64, toBase64 } from '../../json/base64.ts';

const ED25519 = 0x01;
const MOST_NAME = 255;

export interface LogKey {
  /** Also the origin of the checkpoints. */
  name: string;
  /** The first four bytes of a hash of name and key: a hint, not a proof. */
  id: Uint8Array;
  publicKey: Uint8Array;
}

/** No space, no plus and no control character: names stand between them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be refused.
export const isKeyName = (name: string): boolean => name.length <= MOST_NAME && /^[^\s+\x00-\x1f\x7f\x85]+$/u.test(name);

export function logKey(name: string, publicKey: Uint8Array): LogKey {
  const typed = Buffer.concat([Uint8Array.of(ED25519), publicKey]);
  const id = createHash('sha256').update(`${name}\n`, 'utf8').update(typed).digest().subarray(0, 4);
  return { name, id, publicKey };
}

export const vkeyOf = ({ name, id, publicKey }: LogKey): string =>
  `${name}+${Buffer.from(id).toString('hex')}+${toBase64(Buffer.concat([Uint8Array.of(ED25519), publicKey]))}`;

/** Throws bad-usage: the reader gave the key. */
export function readVkey(text: string): LogKey {
  const refuse = (why: string): never => {
    throw new AxproofError('bad-usage', `${quote(text, 120)} is no key of a log: ${why}`);
  };
  const [, name = '', id = '', key = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/su.exec(text) ?? [];
  if (name === '') return refuse('it is not of the form NAME+ID+KEY');
  if (!isKeyName(name)) return refuse('its name holds a space or a control character, or is too long');
  const typed = fromBase64(key);
  if (typed?.length !== 33 || typed[0] !== ED25519) return refuse('it is no Ed25519 key in canonical base64');
  const read = logKey(name, typed.subarray(1));
  if (!soundPoint(read.publicKey)) return refuse('it is of small order or not canonically encoded: signatures under it prove nothing');
  return Buffer.from(read.id).toString('hex') === id ? read : refuse('its ID does not fit its name and key');
}
