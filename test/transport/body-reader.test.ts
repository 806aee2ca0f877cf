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
      // After a member of gzip another may come, and this is none.
      if (name === 'gzip' && tail !== 'zeros') continue;
      it(`ends where ${tail} come behind ${name}`, async () =>
        expect(await readLate([coding], [Buffer.concat([code(Buffer.from(TEXT)), bytes])])).to.equal(TEXT));

      it(`ends where ${tail} come behind ${name}, within gzip`, async () =>
        expect(await readLate([coding, 'gzip'], [gzipSync(Buffer.concat([code(Buffer.from(TEXT)), bytes]))])).to.equal(TEXT));

      it(`ends where ${tail} come late behind ${name}`, async () =>
        expect(await readLate([coding], [code(Buffer.from(TEXT)), bytes])).to.equal(TEXT));
    }

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
