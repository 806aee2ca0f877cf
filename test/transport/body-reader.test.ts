// A body ends with its sender, though what it was coded by may have ended before: a run must not wait for what cannot come again.
import { setTimeout as after } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { BodyReader, type Coding, codingsOf } from '../../src/transport/body-reader.ts';

const TEXT = 'what there is to read';
const CODERS: [name: string, coding: Coding, code: (bytes: Uint8Array) => Buffer][] = [
  ['gzip', 'gzip', gzipSync],
  ['deflate', 'deflate', deflateSync],
  ['bare deflate', 'deflate', deflateRawSync],
  ['br', 'br', brotliCompressSync],
];
const TAILS: [name: string, bytes: Buffer][] = [
  ['a line break', Buffer.from('\r\n')],
  ['one byte', Buffer.from('\n')],
  ['words', Buffer.from('<!-- made in 12 ms -->')],
  ['zeros', Buffer.alloc(64)],
];

/** What is read of a body whose last bytes come a moment before its end; undefined where reading does not end. */
async function readLate(codings: readonly Coding[], chunks: readonly Buffer[]): Promise<string | undefined> {
  const reader = new BodyReader({ codings, cap: 10_000, full: () => {} });
  for (const chunk of chunks) {
    reader.write(chunk);
    await after(20);
  }
  return Promise.race([reader.end().then(({ bytes }) => bytes.toString()), after(2000, undefined)]);
}

describe('a body that is coded', () => {
  for (const [name, coding, code] of CODERS)
    for (const [tail, bytes] of TAILS) {
      it(`ends where ${tail} come behind ${name}`, async () =>
        expect(await readLate([coding], [Buffer.concat([code(Buffer.from(TEXT)), bytes])])).to.equal(TEXT));

      // Within another coding nothing of a gzip is kept, and what stands behind it is taken for the next of its members.
      if (name !== 'gzip' || tail === 'zeros')
        it(`ends where ${tail} come behind ${name}, within gzip`, async () =>
          expect(await readLate([coding, 'gzip'], [gzipSync(Buffer.concat([code(Buffer.from(TEXT)), bytes]))])).to.equal(TEXT));

      it(`ends where ${tail} come late behind ${name}`, async () =>
        expect(await readLate([coding], [code(Buffer.from(TEXT)), bytes])).to.equal(TEXT));
    }

  const NAMED = Buffer.concat([
    Buffer.from('1f8b081c00000000000302006162', 'hex'),
    Buffer.from('name\0comment\0'),
    gzipSync(TEXT).subarray(10),
  ]);
  const DAMAGED = Buffer.concat([gzipSync(TEXT).subarray(0, -8), Buffer.alloc(8, 7)]);
  const ENDS: [name: string, bytes: Buffer[], text: string | undefined][] = [
    ['several members', [gzipSync(TEXT), gzipSync('!'), gzipSync('')], `${TEXT}!`],
    ['a member with a name, a comment and more', [NAMED], TEXT],
    ['a member with a wrong checksum', [DAMAGED], undefined],
    ['a member that is cut', [gzipSync(TEXT).subarray(0, -9)], undefined],
    ['a second member that is damaged', [gzipSync(TEXT), DAMAGED], undefined],
    ['the beginning of a second member', [gzipSync(TEXT), gzipSync(TEXT).subarray(0, 15)], undefined],
    ['more members than anybody sends', Array<Buffer>(20).fill(gzipSync('!')), undefined],
    ['more than is read', [gzipSync(Buffer.alloc(11_000))], undefined],
  ];
  for (const [name, bytes, text] of ENDS)
    it(`${text === undefined ? 'is not read' : 'ends'} where words come behind ${name}`, async () => {
      const reader = new BodyReader({ codings: ['gzip'], cap: 10_000, full: () => {} });
      reader.write(Buffer.concat([...bytes, Buffer.from(' words')]));
      const { bytes: read, failure, truncated } = await reader.end();
      expect([failure?.code, truncated]).to.deep.equal([text === undefined ? 'decoding-failed' : undefined, false]);
      if (text !== undefined) expect(read.toString()).to.equal(text);
    });

  it('is read by its members, where gzip has several that come one by one', async () =>
    expect(await readLate(['gzip'], [gzipSync(TEXT), gzipSync(' and more')])).to.equal(`${TEXT} and more`));

  for (const [field, codings] of [
    [undefined, []],
    ['identity', []],
    ['utf-8, aws-chunked', []],
    ['X-GZIP', ['gzip']],
    ['br, gzip', ['br', 'gzip']],
    ['gzip, gzip, gzip', null],
    ['compress', null],
  ] as const)
    it(`has ${codings?.length ?? 'unread'} codings by ${field}`, () => expect(codingsOf(field, 'gzip, br')).to.deep.equal(codings));
});
