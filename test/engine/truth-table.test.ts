// The truth table of assertions (docs/language.md): every cell, through whole runs.
import { expect } from 'chai';
import type { Assertion } from '../../src/contract/generated/types.ts';
import { check, failure, json, rule, type Table } from './world.ts';

const probes = {
  doc: { get: '/doc.json' },
  agree: { get: '/agree.json' },
  other: { get: '/other.json' },
  dim: { get: '/dim.json' },
  late: { get: '/late.json' },
};
const table: Table = {
  '/agree.json': json({
    same: [{ id: 1, a: [1, 2] }, { id: 1, a: [2, 1], c: 1 }, { id: 2, a: [] }, 5],
    other: [
      { id: 1, a: 1, b: 1 },
      { id: 1, a: 1, b: 2 },
    ],
    later: [{ id: 1 }, { id: 1, a: 5 }, { id: 1, b: 1 }, { id: 1, a: 7 }],
  }),
  '/doc.json': json({ a: [1, 2, 3], twice: [1, 1], s: 'x', none: [], big: 1, price: 19.99 }),
  '/other.json': json({ all: [1, 2, 3, 4], some: [1], x: 'x', y: 'y' }),
  '/dim.json': json({ a: [1, 9], x: 'x' }, 503),
  '/late.json': failure('timed-out'),
};
const A = '$.doc.json.a[*]';
const DIM = '$.dim.json.a[*]';
const LATE = '$.late.json.a[*]';
const NONE = '$.doc.json.none[*]';
const number = { type: 'number' };
const two = { maximum: 2 };

/** Verdicts: pass T, fail F, inconclusive U; an N alone is an F of the list, so N rows stand beside a true assertion. */
const rows: [string, Assertion | Assertion[], string, string?][] = [
  ['exists: something', { select: A }, 'pass'],
  ['exists: nothing, closed', { select: NONE }, 'fail', 'no'],
  ['exists: nothing, open', { select: LATE }, 'inconclusive', 'timed-out'],
  ['exists: something beside something open', { select: [A, LATE] }, 'pass'],
  ['count.min reached', { select: A, count: { min: 3 } }, 'pass'],
  ['count.min missed, closed', { select: A, count: { min: 4 } }, 'fail', 'no'],
  ['count.min missed, open', { select: [A, LATE], count: { min: 4 } }, 'inconclusive'],
  ['count.max kept', { select: A, count: { max: 3 } }, 'pass'],
  ['count.max passed', { select: A, count: { max: 2 } }, 'fail', 'no'],
  ['count.max passed although open', { select: [A, LATE], count: { max: 2 } }, 'fail', 'no'],
  ['count.max kept, open', { select: [A, LATE], count: { max: 3 } }, 'inconclusive'],
  ['schema: all good', { select: A, schema: number }, 'pass'],
  ['schema: one bad', { select: A, schema: two }, 'fail', 'no'],
  ['schema: good, but open', { select: [A, LATE], schema: number }, 'inconclusive'],
  ['schema: one bad although open', { select: [A, LATE], schema: two }, 'fail', 'no'],
  ['schema: a node of an unclear exchange is never bad', { select: DIM, schema: two }, 'inconclusive', 'server-error'],
  ['schema: nothing selected', { select: NONE, schema: number }, 'fail', 'no'],
  ['schema: nothing selected, optional', [{ select: A }, { select: NONE, schema: number, optional: true }], 'pass'],
  ['schema: nothing but an optional nothing', { select: NONE, schema: number, optional: true, else: 'no' }, 'fail', 'no'],
  ['schema: a multiple as it is written', { select: '$.doc.json.price', schema: { type: 'number', multipleOf: 0.01 } }, 'pass'],
  ['schema: no multiple', { select: '$.doc.json.price', schema: { type: 'number', multipleOf: 0.1 } }, 'fail', 'no'],
  ['unique: no two equal', { select: A, unique: true }, 'pass'],
  ['unique: two equal', { select: '$.doc.json.twice[*]', unique: true }, 'fail', 'no'],
  ['unique: open', { select: [A, LATE], unique: true }, 'inconclusive'],
  ['agree: the same of the same', { select: '$.agree.json.same[*]', agree: { by: ['id'], on: ['a', 'b'] } }, 'pass'],
  ['agree: another of the same', { select: '$.agree.json.other[*]', agree: { by: ['id'], on: ['a', 'b'] } }, 'fail', 'no'],
  ['agree: another of another', { select: '$.agree.json.other[*]', agree: { by: ['id', 'b'], on: ['a'] } }, 'pass'],
  [
    'agree: another than one that is not the first',
    { select: '$.agree.json.later[*]', agree: { by: ['id'], on: ['a', 'b'] } },
    'fail',
    'no',
  ],
  ['agree: another although open', { select: ['$.agree.json.other[*]', LATE], agree: { by: ['id'], on: ['b'] } }, 'fail', 'no'],
  ['agree: nothing that has the members', { select: '$.agree.json.other[*]', agree: { by: ['none'], on: ['a'] } }, 'fail', 'no'],
  ['some: one of several is good', { select: A, some: { const: 2 } }, 'pass'],
  ['some: one good beside what is open', { select: [A, LATE], some: { const: 2 } }, 'pass'],
  ['some: none good, closed', { select: A, some: { const: 9 } }, 'fail', 'no'],
  ['some: none good, open', { select: [A, LATE], some: { const: 9 } }, 'inconclusive', 'timed-out'],
  ['some: good in an unclear exchange alone', { select: DIM, some: { const: 9 } }, 'inconclusive', 'server-error'],
  ['some: nothing selected', { select: NONE, some: number }, 'fail', 'no'],
  ['some: nothing selected, optional', [{ select: A }, { select: NONE, some: number, optional: true }], 'pass'],
  ['in: all in', { select: A, in: { of: ['$.other.json.all[*]'] } }, 'pass'],
  ['in: one missing', { select: A, in: { of: ['$.other.json.some[*]'] } }, 'fail', 'no'],
  ['in: one missing, right side open', { select: A, in: { of: ['$.other.json.some[*]', LATE] } }, 'inconclusive'],
  ['in: all in, left open', { select: [A, LATE], in: { of: ['$.other.json.all[*]'] } }, 'inconclusive'],
  ['in: at least min', { select: A, in: { of: ['$.other.json.some[*]'], min: 1 } }, 'pass'],
  ['in: fewer than min', { select: A, in: { of: ['$.other.json.some[*]'], min: 2 } }, 'fail', 'no'],
  ['in: fewer than min, open', { select: A, in: { of: ['$.other.json.some[*]', LATE], min: 2 } }, 'inconclusive'],
  ['in: one value twice is no two', { select: '$.doc.json.twice[*]', in: { of: ['$.other.json.some[*]'], min: 2 } }, 'fail', 'no'],
  ['equal', { select: '$.doc.json.s', equal: '$.other.json.x' }, 'pass'],
  ['equal: another value', { select: '$.doc.json.s', equal: '$.other.json.y' }, 'fail', 'no'],
  ['equal: with something unclear', { select: '$.doc.json.s', equal: '$.dim.json.x' }, 'inconclusive'],
  ['equal: with nothing', { select: '$.doc.json.s', equal: '$.doc.json.none[0]' }, 'fail', 'no'],
  ['all: T T', { all: [{ select: A }, { select: A }] }, 'pass'],
  ['all: T U', { all: [{ select: A }, { select: LATE }] }, 'inconclusive'],
  ['all: U F', { all: [{ select: LATE }, { select: NONE }] }, 'fail', 'no'],
  ['all: all N', { all: [{ select: NONE, schema: number, optional: true }], else: 'no' }, 'fail', 'no'],
  ['any: F T', { any: [{ select: NONE }, { select: A }] }, 'pass'],
  ['any: F U', { any: [{ select: NONE }, { select: LATE }] }, 'inconclusive'],
  ['any: F F', { any: [{ select: NONE }, { select: NONE }] }, 'fail', 'no'],
  ['any: U T', { any: [{ select: LATE }, { select: A }] }, 'pass'],
  ['any: none applies', { any: [{ select: A, when: [{ select: NONE }] }], else: 'no' }, 'fail', 'no'],
  ['not: F', { not: { select: NONE } }, 'pass'],
  ['not: T', { not: { select: A } }, 'fail', 'no'],
  ['not: U', { not: { select: LATE } }, 'inconclusive'],
  ['when: T goes on', { select: NONE, when: [{ select: A }] }, 'fail', 'no'],
  ['when: F does not apply', [{ select: A }, { select: NONE, when: [{ select: NONE }] }], 'pass'],
  ['when: U is unclear', [{ select: A }, { select: A, when: [{ select: LATE }] }], 'inconclusive'],
  ['should: a finding, no verdict', [{ select: A }, { select: NONE, level: 'should', else: 'advice' }], 'pass'],
  ['should: nothing but advice proves nothing', { select: A, level: 'should', else: 'advice' }, 'fail', 'advice'],
  ['one bad beside an unclear one is bad', [{ select: LATE }, { select: NONE }], 'fail', 'no'],
];

const withElse = (a: Assertion): Assertion => (a.else || a.level ? a : { ...a, else: 'no' });

describe('engine/truth table', () => {
  for (const [name, assertion, verdict, reason] of rows) {
    it(name, async () => {
      const assert = (Array.isArray(assertion) ? assertion : [assertion]).map(withElse);
      const got = await check(probes, rule('one', { assert, reasons: { pass: 'good', no: 'bad', advice: 'better' } }), table);
      expect(got.verdict, got.reason.text).to.equal(verdict);
      if (reason) expect(got.reason.code).to.equal(reason);
    });
  }
});

describe('engine/uncertain places', () => {
  const big: Table = {
    '/doc.json': {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: { text: '{"n": 12345678901234567890, "ok": 1, "o": {"x": 1e999}}' },
    },
  };
  const one = (schema: object): Assertion => ({ select: '$.doc.json', schema: { type: 'object', ...schema } as never, else: 'no' });
  const cases: [string, object, string][] = [
    ['a fault at an inexact number is no fault', { required: ['n'], properties: { n: { maximum: 5 } } }, 'inconclusive'],
    ['a fault elsewhere is one', { required: ['ok'], properties: { ok: { const: 2 } } }, 'fail'],
    ['a missing member is one', { required: ['gone'] }, 'fail'],
    [
      'a combined fault above an inexact number is no fault',
      { anyOf: [{ required: ['n'], properties: { n: { const: 5 } } }] },
      'inconclusive',
    ],
    [
      'a combined fault that looks at no inexact number is one',
      { anyOf: [{ required: ['gone'] }, { required: ['o'], properties: { o: { required: ['gone'] } } }] },
      'fail',
    ],
    ['a combined fault that looks at every member is none', { anyOf: [{ additionalProperties: { const: 1 } }] }, 'inconclusive'],
    ['a combined fault that compares the whole is none', { anyOf: [{ properties: { o: { enum: [{ x: 1 }] } } }] }, 'inconclusive'],
    ['a condition that looks at no inexact number holds', { not: { required: ['ok'], properties: { ok: { const: 1 } } } }, 'fail'],
    ['what holds, holds', { required: ['ok'], properties: { ok: { const: 1 } } }, 'pass'],
  ];
  for (const [name, schema, verdict] of cases) {
    it(name, async () => {
      const got = await check(
        { doc: { get: '/doc.json' } },
        rule('one', { assert: [one(schema)], reasons: { pass: 'good', no: 'bad' } }),
        big,
      );
      expect(got.verdict, got.reason.text).to.equal(verdict);
    });
  }
});
