// Secrets in bodies of wide characters: taken out where the charset is read, and no body where it is not.
import { expect } from 'chai';
import type { Answer } from '../../src/contract/generated/types.ts';
import { Vault } from '../../src/run/secrets/vault.ts';

const MARK = `secret-${'5'.repeat(32)}`;
const SECRET = 'hidden/ö+key';
const big = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const little = (text: string): Buffer => Buffer.from(text, 'utf16le');
const four = (text: string): Buffer => Buffer.concat([...text].map((char) => Buffer.from(Uint32Array.of(char.codePointAt(0)!).buffer)));

function taken(bytes: Buffer, type: string, more: Partial<Answer> = {}): Answer {
  const headers = { 'content-type': type };
  return new Vault({ [MARK]: SECRET }).takeOut({ hop: 0 }, { status: 200, headers, body: { base64: bytes.toString('base64') }, ...more });
}
const bytesOf = ({ body }: Answer): Buffer =>
  body?.base64 === undefined ? Buffer.from(body?.text ?? '') : Buffer.from(body.base64, 'base64');

describe('secrets in wide characters', () => {
  const text = `x ${SECRET} hidden/&#246;&#43;key`;
  const READ: [string, (text: string) => Buffer, string, string][] = [
    ['UTF-16 by its mark', little, '\ufeff', 'text/plain'],
    ['UTF-16, the other way round', big, '\ufeff', 'text/plain'],
    ['UTF-16 by its charset', little, '', 'text/plain; charset=utf-16'],
    ['UTF-16BE by its charset', big, '', 'application/xml; charset="UTF-16BE"'],
  ];
  for (const [name, encode, mark, type] of READ)
    it(`takes them out of ${name}`, () => {
      expect(bytesOf(taken(encode(mark + text), type)).equals(encode(`${mark}x ${MARK} ${MARK}`))).to.equal(true);
      const other = encode(`${mark}x hidden/key`);
      expect(bytesOf(taken(other, type)).equals(other)).to.equal(true);
      const cut = encode(`${mark}x hidden/ö`);
      expect(bytesOf(taken(Buffer.concat([cut, Buffer.from('+')]), type, { truncated: true })).equals(encode(`${mark}x `))).to.equal(true);
    });

  const NOT_KEPT: [string, Buffer, string][] = [
    ['UTF-32', four(`\ufeff${text}`), 'text/plain'],
    ['UTF-32 by its charset', four('nothing in it'), 'text/plain; charset=utf-32le'],
    ['UTF-16 that is none', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('a hidden/ö+key')]), 'text/plain'],
    ['half a character', Buffer.concat([little('\ufeffx'), Buffer.from('h')]), 'text/plain'],
  ];
  for (const [name, bytes, type] of NOT_KEPT)
    it(`keeps no body of ${name}`, () => {
      const out = taken(bytes, type);
      expect([out.body, out.failure?.code]).to.deep.equal([undefined, 'decoding-failed']);
    });

  it('keeps no body in which one stands in wide characters of which nothing says so', () => {
    const vault = new Vault({ [MARK]: 'hidden-key' });
    const said = (bytes: Buffer): Answer =>
      vault.takeOut({ hop: 0 }, { status: 200, headers: {}, body: { base64: bytes.toString('base64') } });
    for (const encode of [little, big, four]) {
      const out = said(Buffer.concat([Buffer.from([0x89]), encode('a hidden-key')]));
      expect([out.body, out.failure?.code]).to.deep.equal([undefined, 'decoding-failed']);
      const other = Buffer.concat([Buffer.from([0x89]), encode('a hidden key')]);
      expect(bytesOf(said(other)).equals(other)).to.equal(true);
    }
  });
});
