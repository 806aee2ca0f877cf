// C2SP signed notes: text, an empty line, and a line for each signature. What is not signed by the known key must not be looked at.
import { verifyEd25519 } from '../../contract/ed25519.ts';
import { AxproofError } from '../../contract/errors.ts';
import { MiB } from '../../contract/units.ts';
import { fromBase64, toBase64 } from '../../json/base64.ts';
import type { LogKey } from './log-key.ts';

const MOST_SIGNATURES = 64;
const MOST_LENGTH = MiB;
const ID_BYTES = 4;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be refused.
const CONTROLS = /[\x00-\x09\x0b-\x1f]/;
const SIGNATURE = /^\u2014 (\S+) (\S+)$/u;

const refuse = (why: string): never => {
  throw new AxproofError('bad-checkpoint', why);
};

/** The line that a signature of a key makes. */
export const signatureLine = ({ name, id }: LogKey, signature: Uint8Array): string =>
  `\u2014 ${name} ${toBase64(Buffer.concat([id, signature]))}\n`;

export const noteOf = (text: string, lines: readonly string[]): string => `${text}\n${lines.join('')}`;

/** The text of a note that the key signed; signatures of others are ignored. Throws bad-checkpoint. */
export function openNote(note: string, key: LogKey): string {
  if (note.length > MOST_LENGTH) return refuse('the note is too long');
  if (CONTROLS.test(note)) return refuse('the note holds control characters');
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return refuse('it is no signed note: text, an empty line, signatures');
  const text = note.slice(0, end + 1);
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MOST_SIGNATURES) return refuse(`the note has more than ${MOST_SIGNATURES} signatures`);
  let signed = false;
  for (const line of lines) {
    const [, name, coded = ''] = SIGNATURE.exec(line) ?? refuse('a line after the text is no signature');
    const bytes = fromBase64(coded);
    if (!bytes || bytes.length <= ID_BYTES) return refuse('a signature is not in canonical base64');
    if (name !== key.name || Buffer.compare(bytes.subarray(0, ID_BYTES), key.id) !== 0) continue;
    if (!verifyEd25519(key.publicKey, Buffer.from(text, 'utf8'), bytes.subarray(ID_BYTES)))
      return refuse(`the signature of ${key.name} does not verify`);
    signed = true;
  }
  return signed ? text : refuse(`it has no signature of ${key.name} under the given key`);
}
