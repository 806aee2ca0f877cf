// JCS: the published vectors, and a refusal for everything that it cannot carry.
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { sha256 } from '../../src/contract/digest.ts';
import { AxproofError } from '../../src/contract/errors.ts';
import { isObject } from '../../src/contract/json.ts';
import { jcs } from '../../src/json/jcs.ts';

const folder = new URL('../../fixtures/vectors/jcs/', import.meta.url);
const nested = (depth: number): unknown => {
  let value: unknown = [];
  for (let i = 1; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};
const cycle: { self?: unknown } = {};
cycle.self = [cycle];
const accident = Object.assign(Object.create(null) as object, { a: 1 });

const REFUSED: [string, unknown][] = [
  ['undefined', undefined],
  ['undefined as a member', { a: undefined }],
  ['undefined as an element', [undefined]],
  ['a function', { a: () => 1 }],
  ['toJSON', { toJSON: () => 1 }],
  ['a symbol', [Symbol('a')]],
  ['a symbol name', { [Symbol('a')]: 1 }],
  ['a bigint', { a: 1n }],
  ['NaN', NaN],
  ['Infinity', [Infinity]],
  ['-Infinity', [-Infinity]],
  ['a lone high surrogate', '\ud800'],
  ['a lone low surrogate', ['a\udc00b']],
  ['a lone surrogate in a name', { '\ud800x': 1 }],
  ['a date', new Date(0)],
  ['a map', { a: new Map() }],
  ['a buffer', Buffer.from('a')],
  ['a boxed string', Object('a')],
  ['a class', new (class A {})()],
  ['an array class', new (class B extends Array {})()],
  ['a hole', Object.assign([1], { length: 2 })],
  ['a named member of an array', Object.assign([1], { a: 1 })],
  ['a hidden member', Object.defineProperty({}, 'a', { value: 1, enumerable: false })],
  ['a cycle', cycle],
  ['depth 65', nested(65)],
  ['depth 100000', nested(100_000)],
];

describe('jcs', () => {
  const names = readdirSync(new URL('input/', folder));
  it('has all vectors', () => expect(names).to.have.length(6));
  for (const name of names) {
    it(`gives the bytes of ${name}`, () => {
      const text = jcs(JSON.parse(readFileSync(new URL(`input/${name}`, folder), 'utf8')));
      const hex = readFileSync(new URL(`outhex/${name.replace('.json', '.txt')}`, folder), 'utf8').replace(/\s+/g, '');
      expect(Buffer.from(text, 'utf8').toString('hex')).to.equal(hex);
      expect(text).to.equal(readFileSync(new URL(`output/${name}`, folder), 'utf8').trimEnd());
    });
  }

  for (const [name, value] of REFUSED) {
    it(`refuses ${name}`, () => {
      expect(() => jcs(value))
        .to.throw(AxproofError)
        .with.property('code', 'not-plain-json');
    });
  }

  const CARRIED: [string, unknown, string][] = [
    ['integer-like names in code unit order', { 9: 1, 10: 1, a: 1 }, '{"10":1,"9":1,"a":1}'],
    ['an own __proto__', JSON.parse('{"b":1,"__proto__":{"z":1,"a":2}}'), '{"__proto__":{"a":2,"z":1},"b":1}'],
    ['an own toJSON that is data', { toJSON: 'x' }, '{"toJSON":"x"}'],
    ['objects without prototype', accident, '{"a":1}'],
    ['minus zero', [-0, 1e30, 1e-27, 333333333.3333333], '[0,1e+30,1e-27,333333333.3333333]'],
    ['a shared part twice', ((part) => [part, part])({ a: [] }), '[{"a":[]},{"a":[]}]'],
    ['names outside the BMP by code unit', { '\u{1f600}': 1, '\ufb33': 2 }, '{"\u{1f600}":1,"\ufb33":2}'],
  ];
  for (const [name, value, text] of CARRIED) it(`carries ${name}`, () => expect(jcs(value)).to.equal(text));

  it('counts depth as containers within each other, up to the parameter', () => {
    expect(jcs(nested(64))).to.have.length.above(64);
    expect(jcs(nested(70), 70)).to.have.length.above(70);
    expect(() => jcs([[1]], 1)).to.throw(AxproofError);
    const shared = [1];
    expect(() => jcs([shared, [[shared]]], 3)).to.throw(AxproofError);
    expect(() => jcs(nested(100_000), 1_000_000)).to.throw(AxproofError);
  });

  it('refuses a small graph that unfolds without end', () => {
    let value: unknown = [];
    for (let i = 0; i < 60; i++) value = [value, value];
    expect(() => jcs(value)).to.throw(AxproofError, 'too many values');
  });

  it('is a fixed point, reads back as the same value, and does not depend on order', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (source) => {
        const value: unknown = JSON.parse(source);
        const text = jcs(value);
        expect(jcs(JSON.parse(text))).to.equal(text);
        expect(JSON.stringify(JSON.parse(text)).length).to.equal(text.length);
      }),
    );
  });
});

describe('jcs of hostile values', () => {
  /** By the words of RFC 8785; undefined where a value is not plain JSON. */
  const expected = (value: unknown, room: number): string | undefined => {
    if (value === null || typeof value === 'boolean') return String(value);
    if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
    if (typeof value === 'string') return /[\ud800-\udfff]/u.test(value) ? undefined : JSON.stringify(value);
    if (typeof value !== 'object' || room === 0) return undefined;
    const prototype = Object.getPrototypeOf(value) as unknown;
    const descriptors = Reflect.ownKeys(value).length - Object.keys(value).length;
    if (Array.isArray(value)) {
      const parts = Array.from(value, (inner) => expected(inner, room - 1));
      const plain = prototype === Array.prototype && descriptors === 1 && Object.keys(value).length === value.length;
      return plain && !parts.includes(undefined) ? `[${parts.join(',')}]` : undefined;
    }
    if ((prototype !== Object.prototype && prototype !== null) || descriptors > 0 || !isObject(value)) return undefined;
    const members = Object.keys(value)
      .sort()
      .map((name) => [expected(name, 1), expected(value[name], room - 1)]);
    return members.flat().includes(undefined) ? undefined : `{${members.map((m) => m.join(':')).join(',')}}`;
  };
  const outcome = (value: unknown, depth: number): string | undefined => {
    try {
      return jcs(value, depth);
    } catch (error) {
      expect(error).to.be.instanceOf(AxproofError).with.property('code', 'not-plain-json');
      return undefined;
    }
  };
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({
      unit: fc.constantFrom('a', '"', '\\', '\n', '\0', '\x7f', '\x80', '\u2028', '\ud800', '\udc00', '\u{1f600}', ' '),
      maxLength: 60,
    }),
    fc.constantFrom('__proto__', 'toJSON', 'constructor', '10', '9', ''),
  );
  const odd = fc.constantFrom<unknown>(
    undefined,
    NaN,
    Infinity,
    1n,
    Symbol('s'),
    () => 1,
    new Date(0),
    new Map(),
    Object('boxed'),
    ...REFUSED.map(([, v]) => v),
  );
  const shared = { a: [1, { b: 'x' }] };
  const hostile = fc.letrec<{ any: unknown }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 6 },
      { weight: 4, arbitrary: fc.oneof(text, fc.double(), fc.integer(), fc.boolean(), fc.constant(null)) },
      { weight: 1, arbitrary: fc.oneof(odd, fc.constant(shared)) },
      { weight: 3, arbitrary: fc.array(tie('any'), { maxLength: 5 }) },
      { weight: 3, arbitrary: fc.dictionary(text, tie('any'), { maxKeys: 40 }) },
      { weight: 3, arbitrary: fc.dictionary(text, fc.oneof(text, fc.double()), { maxKeys: 40, noNullPrototype: false }) },
    ),
  })).any;

  it('is what the standard says, and refused where anything would be lost', () => {
    fc.assert(
      fc.property(hostile, fc.constantFrom(3, 64), (value, depth) => {
        expect(outcome(value, depth)).to.equal(expected(value, depth));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('sha256', () => {
  it('names the algorithm and hashes text as UTF-8', () => {
    expect(sha256('')).to.equal('sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256('ä')).to.equal(sha256(new Uint8Array([0xc3, 0xa4])));
  });
});
