// Parts of URLs that are read once say what the URL Standard says, whatever was asked before.
import { expect } from 'chai';
import fc from 'fast-check';
import { location } from '../../src/record/location.ts';

const PARTS = ['href', 'origin', 'protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search'] as const;

const partsOf = (read: () => URL | ReturnType<typeof location>): unknown => {
  try {
    const url = read();
    return PARTS.map((part) => url[part]);
  } catch (error) {
    return (error as Error).name;
  }
};

/** Few pieces, so that texts and bases meet each other again in every way; a URL drops line feeds. */
const text = fc
  .array(fc.constantFrom('https://a.example', 'http://b.example:81', '/', '//', '\n', 'x', '?q', '#f', 'u:p@', '..', ' '), { maxLength: 4 })
  .map((parts) => parts.join(''));
const base = fc.option(fc.constantFrom('https://a.example', 'https://a.example/x', 'http://b.example:81/'), { nil: undefined });

describe('location', () => {
  it('is what URL reads', () => {
    fc.assert(
      fc.property(text, base, (reference, from) => {
        expect(partsOf(() => location(reference, from))).to.deep.equal(partsOf(() => new URL(reference, from)));
      }),
      { numRuns: 3000 },
    );
  });
});
