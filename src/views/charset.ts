// Which charset a body is in: its byte order mark, else its Content-Type, else (HTML) its meta element, else UTF-8.
// It must not look further into the text to guess one. The one charset that is decoded here is windows-1252.
import { isUtf8 } from 'node:buffer';
import { mediaType } from '../contract/media-type.ts';
import type { Charset, ViewSource } from '../contract/view.ts';

/** A charset that is read; ascii: one that is not, but agrees with ASCII; null: one that is not known. */
export type Declared = Charset | 'ascii' | null;

/** What each charset is called. */
const NAMES: { readonly [charset in Charset]: string } = {
  'utf-8': 'utf-8 utf8 unicode-1-1-utf-8',
  'utf-16le': 'utf-16 utf-16le',
  'utf-16be': 'utf-16be',
  'windows-1252': 'windows-1252 x-cp1252 cp1252 iso-8859-1 iso8859-1 iso_8859-1 latin1 l1 us-ascii ascii',
};
const LABELS = new Map(Object.entries(NAMES).flatMap(([charset, names]) => names.split(' ').map((name) => [name, charset as Charset])));

const EXTENDS_ASCII = /^(?:iso-8859-\d{1,2}|windows-\d{3,4}|gb2312|gbk|gb18030|big5|euc-(?:jp|kr)|shift_jis|koi8-[ru]|macintosh)$/;

const JSON_TYPE = /^application\/(?:[a-z0-9.+-]+[+])?json$/;

/** HTML looks for its meta element in so many bytes. */
const META_BYTES = 1024;
const META = /<meta\s[^>]{0,256}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]{1,40})/i;

function byLabel(label: string): Declared {
  const name = label.trim().toLowerCase();
  return LABELS.get(name) ?? (EXTENDS_ASCII.test(name) ? 'ascii' : null);
}

/** By the byte order mark. */
export function byMark(bytes: Uint8Array): Charset | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

function byMeta(bytes: Uint8Array): Declared | undefined {
  const head = Buffer.from(bytes.subarray(0, META_BYTES)).toString('latin1');
  const label = META.exec(head)?.[1];
  if (label === undefined) return undefined;
  const charset = byLabel(label);
  // A meta element that can be read as ASCII cannot stand in UTF-16; the HTML standard takes such a one for UTF-8.
  return charset === 'utf-16le' || charset === 'utf-16be' ? 'utf-8' : charset;
}

export function charsetOf(source: ViewSource): Declared {
  const mark = byMark(source.bytes);
  if (mark) return mark;
  const type = mediaType(source.headers['content-type']);
  // RFC 8259 8.1: JSON is UTF-8, and a charset beside its media type has no effect on who reads it.
  if (type && JSON_TYPE.test(type.essence) && isUtf8(source.bytes)) return 'utf-8';
  if (type?.params.charset !== undefined) return byLabel(type.params.charset);
  const html = type === undefined || type.essence === 'text/html' || type.essence === 'application/xhtml+xml';
  return (html ? byMeta(source.bytes) : undefined) ?? 'utf-8';
}

/** Code points of the bytes 80 to 9F; every other byte is its own code point. */
const UPPER_CONTROLS = [
  0x20ac, 0x81, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8d, 0x017d, 0x8f, 0x90, 0x2018,
  0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x9d, 0x017e, 0x0178,
];

/** One character a byte; every byte stands for one. Not TextDecoder: Node 20 and Node 24 read the bytes 80 to 9F in two ways. */
export function decodeWindows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return text.replace(/[\u0080-\u009f]/g, (char) => String.fromCharCode(UPPER_CONTROLS[char.charCodeAt(0) - 0x80]!));
}
