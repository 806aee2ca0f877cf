// Equal answers are one object, and no two that differ ever are: a reading of one would be taken for a reading of the other.
import { expect } from 'chai';
import type { ViewSource } from '../../src/contract/view.ts';
import { readAnswer } from '../../src/views/interned.ts';

const answer = (more: Partial<ViewSource> = {}): ViewSource => ({
  url: 'https://interned.example/a',
  status: 200,
  headers: { 'content-type': 'application/json', vary: 'accept' },
  bytes: Buffer.from('{"a":1}'),
  truncated: false,
  ...more,
});

const redaction = { place: 'body', kind: 'email' } as unknown as NonNullable<ViewSource['redactions']>[number];

const OTHERS: { [what: string]: Partial<ViewSource> } = {
  'another body of the same length': { bytes: Buffer.from('{"a":2}') },
  'a longer body': { bytes: Buffer.from('{"a":1} ') },
  'another URL': { url: 'https://interned.example/b' },
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

describe('interned answers', () => {
  it('are one object when they are equal', () => {
    expect(readAnswer(answer())).to.equal(readAnswer(answer({ bytes: new Uint8Array(Buffer.from('{"a":1}')) })));
    expect(readAnswer(answer({ redactions: [redaction] }))).to.equal(readAnswer(answer({ redactions: [{ ...redaction }] })));
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
