// All views of one answer: read once each, and none throws, whatever the bytes and headers are.
import { expect } from 'chai';
import fc from 'fast-check';
import { VIEW_NAMES, type ViewFailure } from '../../src/contract/view.ts';
import { AnswerReader } from '../../src/views/reader.ts';
import { sized } from '../whole.ts';
import { source } from './source.ts';

const FAILURES = Object.keys({
  empty: true,
  cut: true,
  charset: true,
  'charset-unknown': true,
  binary: true,
  syntax: true,
  'too-deep': true,
  'too-large': true,
  'duplicate-key': true,
  cyclic: true,
  shape: true,
  reference: true,
} satisfies Record<ViewFailure, true>);
const KINDS = ['html', 'json', 'yaml', 'markdown', 'text', 'xml', 'binary', 'none'];

const TYPES = [
  undefined,
  'text/html',
  'application/json',
  'application/yaml',
  'text/markdown',
  'text/plain; charset=utf-16',
  'text/plain; charset=latin1',
  'text/event-stream',
  'application/linkset',
  'application/linkset+json',
  'application/problem+json',
  ';;"',
];

const piece = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  'openapi',
  '3.1.0',
  'linkset',
  'href',
  'anchor',
  '<',
  '>',
  '<a href=x>',
  '# a\n',
  'User-agent: *\n',
  '<a>b</a>',
  '- [a](b)\n',
  'a: b\n',
  '  ',
  '\n',
  '&x',
  '*x',
  '__proto__',
  '1e999',
  'data: ',
  'jsonrpc',
  '"type":"OFFER"',
  'true',
  '\u0000',
  '\ufeff',
  '\u00e9',
  '😀',
);
const body = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.array(piece, { maxLength: 40 }).map((parts) => new Uint8Array(Buffer.from(parts.join('')))),
  fc.jsonValue().map((document) => new Uint8Array(Buffer.from(JSON.stringify(document)))),
);
const answer = fc.record({
  body,
  type: fc.constantFrom(...TYPES),
  link: fc.option(fc.oneof(fc.string(), fc.constant('<a>; rel=b')), { nil: undefined }),
  truncated: fc.boolean(),
  status: fc.constantFrom(200, 402, 404, 500),
  span: fc.option(fc.tuple(fc.nat(300), fc.nat(20)), { nil: undefined }),
});

describe('reader', () => {
  it('reads a view once', () => {
    const { read } = new AnswerReader(source('{"a":1}'));
    for (const name of VIEW_NAMES) expect(read(name)).to.equal(read(name));
  });

  for (const name of ['nothing', '__proto__', 'constructor', 'toString', '']) {
    it(`has no view ${JSON.stringify(name)}`, () =>
      expect(new AnswerReader(source('{}')).read(name)).to.include({ ok: false, code: 'shape' }));
  }

  it('throws for no answer, and names every failure', () => {
    fc.assert(
      fc.property(answer, ({ body, type, link, truncated, status, span }) => {
        const redactions = span ? [{ where: 'body' as const, start: span[0], end: span[0] + span[1], kind: 'token' as const }] : undefined;
        const one = new AnswerReader(
          source(body, {
            ...(type === undefined ? {} : { type }),
            headers: link === undefined ? {} : { link },
            truncated,
            status,
            ...(redactions ? { redactions } : {}),
          }),
        );
        expect(KINDS).to.include(one.kind);
        const { read } = one;
        for (const name of VIEW_NAMES) {
          const reading = read(name);
          if (reading.ok) JSON.stringify(reading.value);
          else expect(FAILURES).to.include(reading.code);
        }
      }),
      { numRuns: sized(3_000) },
    );
  });

  it('gives the same reading for the same answer', () => {
    fc.assert(
      fc.property(answer, ({ body, type, truncated }) => {
        const parts = { ...(type === undefined ? {} : { type }), truncated };
        const [first, second] = [new AnswerReader(source(body, parts)).read, new AnswerReader(source(body, parts)).read];
        for (const name of VIEW_NAMES) expect(first(name)).to.deep.equal(second(name));
      }),
      { numRuns: sized(300) },
    );
  });
});
