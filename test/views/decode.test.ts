// Bytes to text: charsets, and the named failures of what is no text.
import { expect } from 'chai';
import { mediaType } from '../../src/contract/media-type.ts';
import { decode } from '../../src/views/decode.ts';
import { type SourceParts, source, value } from './source.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const utf16be = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'utf16le').swap16());
const charset = (name: string): SourceParts => ({ type: `text/plain; charset=${name}` });

describe('decode', () => {
  const read: [string, string | Uint8Array, SourceParts, string, string][] = [
    ['UTF-8 without a word of it', 'é', {}, 'é', 'utf-8'],
    ['UTF-8 with its mark', '\ufeffé', {}, 'é', 'utf-8'],
    ['a mark against the declared charset', '\ufeffé', charset('iso-8859-1'), 'é', 'utf-8'],
    ['UTF-16LE by its mark', bytes(0xff, 0xfe, 0x41, 0), {}, 'A', 'utf-16le'],
    ['UTF-16BE by its mark', bytes(0xfe, 0xff, 0, 0x41), {}, 'A', 'utf-16be'],
    ['UTF-16BE as declared', utf16be('aé😀'), charset('UTF-16BE'), 'aé😀', 'utf-16be'],
    ['Latin-1 is windows-1252', bytes(0x80, 0x93, 0xe9), charset('"ISO-8859-1"'), '€“é', 'windows-1252'],
    [
      'the five bytes without a letter',
      bytes(0x81, 0x8d, 0x8f, 0x90, 0x9d),
      charset('latin1'),
      '\u0081\u008d\u008f\u0090\u009d',
      'windows-1252',
    ],
    ['ASCII in a charset that extends it', 'plain', charset('Shift_JIS'), 'plain', 'windows-1252'],
    [
      'a meta element',
      bytes(...Buffer.from('<meta charset=latin1>'), 0xe9),
      { type: 'text/html' },
      '<meta charset=latin1>é',
      'windows-1252',
    ],
    ['a meta element below the header', '<meta charset=latin1>é', { type: 'text/html; charset=utf-8' }, '<meta charset=latin1>é', 'utf-8'],
    ['a cut character is left out', bytes(0x61, 0xe2, 0x82), { truncated: true }, 'a', 'utf-8'],
    ['a cut UTF-16 character is left out', bytes(0xff, 0xfe, 0x61, 0, 0x3d, 0xd8), { truncated: true }, 'a', 'utf-16le'],
  ];
  for (const [title, body, parts, text, name] of read) {
    it(`reads ${title}`, () => {
      expect(decode(source(body, parts))).to.deep.equal({ ok: true, text, charset: name });
    });
  }

  const failures: [string, string | Uint8Array, SourceParts, string][] = [
    ['no bytes', '', {}, 'empty'],
    ['white space alone', ' \r\n\t ', {}, 'empty'],
    ['a mark alone', '\ufeff', {}, 'empty'],
    ['white space before the cut', '    ', { truncated: true }, 'cut'],
    ['bytes that are not UTF-8', bytes(0x61, 0xe9, 0x62), {}, 'charset'],
    ['an overlong form', bytes(0xc0, 0xaf), {}, 'charset'],
    ['a surrogate in UTF-8', bytes(0xed, 0xa0, 0x80), {}, 'charset'],
    ['half a pair in UTF-16', bytes(0xff, 0xfe, 0, 0xd8, 0x61, 0), {}, 'charset'],
    ['an unknown charset', 'plain', charset('klingon'), 'charset-unknown'],
    ['letters of a charset that is not read', bytes(0x83, 0x65), charset('shift_jis'), 'charset-unknown'],
    ['UTF-32, which holds NULs', bytes(0, 0, 0, 0x61), charset('utf-32be'), 'charset-unknown'],
    ['a picture in a charset that extends ASCII', bytes(0x89, 0x50, 0x4e, 0x47, 0), charset('shift_jis'), 'binary'],
    ['a character that is cut by the target itself', bytes(0x61, 0xe2, 0x82), {}, 'charset'],
    ['NUL in a text', 'a\0b', {}, 'binary'],
    ['a picture', bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0), {}, 'binary'],
    ['a compressed body', bytes(0x1f, 0x8b, 8, 0, 0, 0xff), {}, 'binary'],
    ['a label out of a prototype', 'plain', charset('constructor'), 'charset-unknown'],
  ];
  for (const [title, body, parts, code] of failures) {
    it(`names ${title}: ${code}`, () => {
      expect(decode(source(body, parts))).to.include({ ok: false, code });
    });
  }
});

describe('media type', () => {
  const table: [string | undefined, string | undefined, Record<string, string>][] = [
    [undefined, undefined, {}],
    ['', undefined, {}],
    ['html', undefined, {}],
    ['Text/HTML', 'text/html', {}],
    ['text/html;charset=UTF-8', 'text/html', { charset: 'UTF-8' }],
    ['text/html ; charset="utf-8; x" ; a', 'text/html', { charset: 'utf-8; x' }],
    ['text/html;charset=a;charset=b', 'text/html', { charset: 'a' }],
    ['text/html, text/plain; charset=x', 'text/plain', { charset: 'x' }],
    ['text/plain, */*', 'text/plain', {}],
    ['application/linkset+json; profile="https://a.example/p, q"', 'application/linkset+json', { profile: 'https://a.example/p, q' }],
    ['a/b; __proto__=x', 'a/b', Object.defineProperty({}, '__proto__', { value: 'x', enumerable: true }) as Record<string, string>],
  ];
  for (const [field, essence, params] of table) {
    it(`of ${JSON.stringify(field)} is ${essence ?? 'none'}`, () => {
      const type = mediaType(field);
      expect(type?.essence).to.equal(essence);
      expect(Object.entries(type?.params ?? {})).to.deep.equal(Object.entries(params));
    });
  }
});

describe('text view', () => {
  const lines: [string, number][] = [
    ['a', 1],
    ['a\n', 1],
    ['a\r\nb\rc\n\n', 4],
  ];
  for (const [text, n] of lines) {
    it(`counts ${n} lines in ${JSON.stringify(text)}`, () => {
      expect(value('text', text)).to.deep.equal({ text, lines: n, charset: 'utf-8' });
    });
  }
});
