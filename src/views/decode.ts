// Bytes and headers to text. It is strict: a byte that its charset does not have makes the text unreadable, never a replacement character.
import { isUtf8 } from 'node:buffer';
import type { Charset, Decoded, ViewSource } from '../contract/view.ts';
import { byMark, charsetOf, type Declared, decodeWindows1252 } from './charset.ts';

const BLANK = /^\s*$/;
/** Bytes that no text holds (as the MIME Sniffing standard has it). */
const isBinaryByte = (byte: number): boolean =>
  byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f);

const MARK = '\ufeff';

function utf8({ bytes, text, truncated }: ViewSource): string {
  if (text?.isWellFormed()) return text.startsWith(MARK) ? text.slice(MARK.length) : text;
  // In a stream the beginning of a last character, of which the rest was cut off, is left out. Such a text takes two bytes a character.
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: truncated && !isUtf8(bytes) });
}

function utf16(bytes: Uint8Array, cut: boolean, bigEndian: boolean): string {
  const whole = cut ? bytes.subarray(0, bytes.length & ~1) : bytes;
  const little = bigEndian && whole.length % 2 === 0 ? Buffer.from(whole).swap16() : whole;
  return new TextDecoder('utf-16le', { fatal: true }).decode(little, { stream: cut });
}

function ascii(bytes: Uint8Array): string {
  if (bytes.some((byte) => byte >= 0x80)) throw new RangeError('not ASCII');
  return decodeWindows1252(bytes);
}

function textIn(charset: Charset | 'ascii', source: ViewSource): string {
  const { bytes, truncated } = source;
  if (charset === 'utf-8') return utf8(source);
  if (charset === 'ascii') return ascii(bytes);
  return charset === 'windows-1252' ? decodeWindows1252(bytes) : utf16(bytes, truncated, charset === 'utf-16be');
}

const isWide = (charset: Declared): boolean => charset === 'utf-16le' || charset === 'utf-16be';

/**
 * Control characters are those of a picture or an archive, except in UTF-16, where such bytes are parts of letters, and in charsets of which
 * nothing is known. Letters of a charset that is known by its ASCII part alone are not wrong: we do not read them.
 */
function undecodable(bytes: Uint8Array, charset: Declared): 'binary' | 'charset' | 'charset-unknown' {
  if (charset === null) return 'charset-unknown';
  if (!isWide(charset) && bytes.some(isBinaryByte)) return 'binary';
  return charset === 'ascii' ? 'charset-unknown' : 'charset';
}

/** The text of a body without its byte order mark. */
export function decode(source: ViewSource): Decoded {
  const { bytes } = source;
  if (bytes.length === 0) return { ok: false, code: 'empty' };
  const charset = charsetOf(source);
  if (bytes.includes(0) && charset !== null && !isWide(charset)) return { ok: false, code: 'binary' };
  let text: string | undefined;
  if (charset !== null) {
    try {
      text = textIn(charset, source);
    } catch {
      text = undefined;
    }
  }
  if (text === undefined || charset === null) return { ok: false, code: undecodable(bytes, charset) };
  if (text.includes('\0')) return { ok: false, code: 'binary' };
  if (BLANK.test(text)) return { ok: false, code: source.truncated ? 'cut' : 'empty' };
  return { ok: true, text, charset: charset === 'ascii' ? 'windows-1252' : charset };
}

/** Bytes of the mark before the text. */
export function markLength(bytes: Uint8Array, charset: Charset): number {
  if (byMark(bytes) !== charset) return 0;
  return charset === 'utf-8' ? 3 : 2;
}
