// Equal answers are one object, and no two that differ ever are: a reading of one would be taken for a reading of the other.
import { expect } from 'chai';
import type { Redaction } from '../../src/contract/generated/types.ts';
import type { ViewSource } from '../../src/contract/view.ts';
import { readAnswer } from '../../src/views/answer-cache.ts';

const answer = (more: Partial<ViewSource> = {}): ViewSource => ({
  url: 'https://cached.example/a',
  status: 200,
  headers: { 'content-type': 'application/json', vary: 'accept' },
  bytes: Buffer.from('{"a":1}'),
  truncated: false,
  ...more,
});

const redaction: Redaction = { where: 'body', start: 0, end: 1, kind: 'email' };

const OTHERS: { [what: string]: Partial<ViewSource> } = {
  'another body of the same length': { bytes: Buffer.from('{"a":2}') },
  'a longer body': { bytes: Buffer.from('{"a":1} ') },
  'another URL': { url: 'https://cached.example/b' },
  'another status': { status: 201 },
  'a cut': { truncated: true },
  'another media type': { headers: { 'content-type': 'text/plain', vary: 'accept' } },
  'another field': { headers: { 'content-type': 'application/json', vary: 'origin' } },
  'another name of a field': { headers: { 'content-type': 'application/json', allow: 'accept' } },
  'one field more': { headers: { 'content-type': 'application/json', vary: 'accept', allow: 'GET' } },
  'one field less': { headers: { 'content-type': 'application/json' } },
  'fields in another order': { headers: { vary: 'accept', 'content-type': 'application/json' } },
  'a redaction': { redactions: [redaction] },
};

const plain = ({ url, status, headers, bytes, truncated, redactions }: ViewSource): ViewSource => ({
  url,
  status,
  headers,
  bytes,
  truncated,
  ...(redactions ? { redactions } : {}),
});

describe('the cache of answers', () => {
  it('are one object when they are equal', () => {
    expect(readAnswer(answer())).to.equal(readAnswer(answer({ bytes: new Uint8Array(Buffer.from('{"a":1}')) })));
    expect(readAnswer(answer({ redactions: [redaction] }))).to.equal(readAnswer(answer({ redactions: [{ ...redaction }] })));
  });

  it('are two where the body is so large that it would push out others', () => {
    const sized = (bytes: number): ViewSource => answer({ bytes: Buffer.alloc(bytes, ' ') });
    expect(readAnswer(sized(2 ** 20))).to.equal(readAnswer(sized(2 ** 20)));
    expect(readAnswer(sized(2 ** 20 + 1))).not.to.equal(readAnswer(sized(2 ** 20 + 1)));
  });

  it('are let go when others were asked for since', () => {
    const first = readAnswer(answer());
    for (let i = 0; i < 256; i++) readAnswer(answer({ url: `https://cached.example/${i}` }));
    expect(readAnswer(answer())).not.to.equal(first);
  });

  for (const [what, more] of Object.entries(OTHERS)) {
    it(`are two with ${what}, whichever came first`, () => {
      expect(readAnswer(answer({ ...more }))).not.to.equal(readAnswer(answer()));
      const other = answer(more);
      expect(plain(readAnswer(other))).to.deep.equal(other);
      expect(plain(readAnswer(answer()))).to.deep.equal(answer());
    });
  }
});
