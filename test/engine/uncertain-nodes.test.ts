// Comparisons of nodes that hold uncertain places: a number that cannot be held exactly, a place that was redacted.
import { expect } from 'chai';
import type { Answer, Assertion } from '../../src/contract/generated/types.ts';
import { check, failure, json, judged, pack, rule, type Table } from './world.ts';

const BIG = '9007199254740993';
const NEAR = '9007199254740992';
const ONE = `ghp_${'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'}`;
const TWO = `ghp_${'z9Y8x7W6v5U4t3S2r1Q0p9O8n7M6l5K4j3I2'}`;

const body = (text: string): Answer => ({ status: 200, headers: { 'content-type': 'application/json' }, body: { text } });

const inexact = { reason: 'inexact', verdict: 'inconclusive' };
const redacted = { reason: 'redacted', verdict: 'inconclusive' };
const pass = { reason: 'pass', verdict: 'pass' };
const fail = { reason: 'no', verdict: 'fail' };

const L = '$.doc.json.l[*]';
const A = '$.doc.json.a';
const B = '$.doc.json.b';
const agree = { by: ['id'], on: ['v', 'w'] };

const pair = (a: string, b: string): string => `{"a": ${a}, "b": ${b}, "l": [${a}, ${b}]}`;

const rows: [name: string, text: string, assertion: Assertion, expected: { verdict: string; reason: string }][] = [
  ['unique: alike but for inexact numbers', pair(`{"n": ${BIG}}`, `{"n": ${NEAR}}`), { select: L, unique: true }, inexact],
  ['unique: alike but for redacted places', pair(`{"t": "${ONE}"}`, `{"t": "${TWO}"}`), { select: L, unique: true }, redacted],
  ['unique: an inexact number and an exact one', pair(`{"n": ${BIG}}`, '{"n": 1}'), { select: L, unique: true }, inexact],
  ['unique: different elsewhere', pair(`{"n": ${BIG}, "x": 1}`, `{"n": ${BIG}, "x": 2}`), { select: L, unique: true }, pass],
  ['unique: another length', pair(`[${BIG}]`, `[${BIG}, 1]`), { select: L, unique: true }, pass],
  ['unique: an object and a list', pair(`{"0": ${BIG}}`, `[${BIG}]`), { select: L, unique: true }, pass],
  ['unique: a member that is missing', pair(`{"n": ${BIG}}`, '{}'), { select: L, unique: true }, pass],
  ['unique: two that are certain beside one that is not', `{"l": [{"n": ${BIG}}, 1, 1]}`, { select: L, unique: true }, fail],
  ['equal: alike but for inexact numbers', pair(`{"n": ${BIG}}`, `{"n": ${NEAR}}`), { select: A, equal: B }, inexact],
  ['equal: one of them is certain', pair('{"n": 5}', `{"n": ${BIG}}`), { select: A, equal: B }, inexact],
  ['equal: alike but for redacted places', pair(`{"t": "${ONE}"}`, `{"t": "${TWO}"}`), { select: A, equal: B }, redacted],
  ['equal: different elsewhere', pair(`{"n": ${BIG}, "x": 1}`, `{"n": ${BIG}, "x": 2}`), { select: A, equal: B }, fail],
  ['in: alike but for inexact numbers', pair(`{"n": ${BIG}}`, `{"n": ${NEAR}}`), { select: A, in: { of: [B] } }, inexact],
  ['in: certain, and the other is not', pair('{"n": 5}', `{"n": ${BIG}}`), { select: A, in: { of: [B] } }, inexact],
  ['in: different elsewhere', pair(`{"n": ${BIG}, "x": 1}`, `{"n": ${BIG}, "x": 2}`), { select: A, in: { of: [B] } }, fail],
  ['in: there for certain beside what is not', pair('{"n": 5}', `{"n": ${BIG}}`), { select: A, in: { of: [B, A] } }, pass],
  ['in, at least: alike but for inexact numbers', pair(`{"n": ${BIG}}`, `{"n": ${NEAR}}`), { select: A, in: { of: [B], min: 1 } }, inexact],
  ['agree: known by inexact numbers', `{"l": [{"id": ${BIG}, "v": 1}, {"id": ${NEAR}, "v": 2}]}`, { select: L, agree }, inexact],
  ['agree: the same whatever they are known by', `{"l": [{"id": ${BIG}, "v": 1}, {"id": ${NEAR}, "v": 1}]}`, { select: L, agree }, pass],
  ['agree: on inexact numbers', `{"l": [{"id": 1, "v": ${BIG}}, {"id": 1, "v": ${NEAR}}]}`, { select: L, agree }, inexact],
  ['agree: on inexact numbers of another thing', `{"l": [{"id": 1, "v": ${BIG}}, {"id": 2, "v": ${NEAR}}]}`, { select: L, agree }, pass],
  [
    'agree: inexact in a member that it does not name',
    `{"l": [{"id": 1, "v": 1, "x": ${BIG}}, {"id": 1, "v": 2}]}`,
    { select: L, agree },
    fail,
  ],
  [
    'agree: another beside what is inexact',
    `{"l": [{"id": 1, "v": ${BIG}, "w": 1}, {"id": 1, "v": 1, "w": 2}]}`,
    { select: L, agree },
    fail,
  ],
];

describe('engine/uncertain nodes', () => {
  for (const [name, text, assertion, expected] of rows) {
    it(name, async () => {
      const table: Table = { '/doc.json': body(text) };
      const one = rule('one', { assert: [{ ...assertion, else: 'no' }], reasons: { pass: 'good', no: 'bad' } });
      const { verdict, reason } = await check({ doc: { get: '/doc.json' } }, one, table);
      expect({ verdict, reason: reason.code }, reason.text).to.deep.equal(expected);
    });
  }
});

describe('engine/masked headers', () => {
  const headers = { 'x-key': ONE, 'set-cookie': `sid=${ONE}; Secure`, vary: 'accept' };
  const at = (name: string, pattern: string): Assertion => ({ select: `$.doc.headers['${name}']`, schema: { pattern } });
  const inWhole = (name: string, pattern: string): Assertion => {
    const inner = { type: 'object', required: [name], properties: { [name]: { pattern } } };
    return { select: '$.doc', schema: { type: 'object', required: ['headers'], properties: { headers: inner } } };
  };
  const cases: [name: string, assertion: Assertion, expected: { verdict: string; reason: string }][] = [
    ['what a masked one holds', at('x-key', ONE), redacted],
    ['what a masked one of the exchange holds', inWhole('x-key', ONE), redacted],
    ['what two of them hold', { select: "$.doc.headers['x-key']", equal: "$.other.headers['x-key']" }, redacted],
    ['that it is there', { select: "$.doc.headers['x-key']" }, pass],
    ['another header', at('vary', 'language'), fail],
    ['another header of the exchange', inWhole('vary', 'language'), fail],
    ['an attribute of a cookie', at('set-cookie', '; Secure'), pass],
    ['an attribute that a cookie lacks', at('set-cookie', '; HttpOnly'), fail],
  ];
  for (const [name, assertion, expected] of cases)
    it(name, async () => {
      const one = rule('one', { assert: [{ ...assertion, else: 'no' }], reasons: { pass: 'good', no: 'bad' } });
      const table = { '/doc': json({}, 200, headers), '/other': json({}, 200, { ...headers, 'x-key': TWO }) };
      const { verdict, reason } = await check({ doc: { get: '/doc' }, other: { get: '/other' } }, one, table);
      expect({ verdict, reason: reason.code }, reason.text).to.deep.equal(expected);
    });

  it('fill no template', async () => {
    const one = rule('one', { assert: [{ select: '$.next.status', else: 'no' }], reasons: { pass: 'good', no: 'bad' } });
    const next = { get: "/next/{{ $.doc.headers['x-key'] }}" };
    const { verdict, reason } = await check({ doc: { get: '/doc' }, next }, one, { '/doc': json({}, 200, headers) });
    expect({ verdict, reason: reason.code }, reason.text).to.deep.equal(redacted);
  });
});

describe('engine/uncertain items', () => {
  const small = { type: 'object', required: ['n'], properties: { n: { type: 'integer', maximum: 9007199254740991 } } };
  const some = { type: 'object', required: ['t'], properties: { t: { type: 'string', pattern: 'a1B2' } } };
  const other = { type: 'object', required: ['x'], properties: { x: { const: 2 } } };
  const answers: Table = {
    '/doc.json': body(
      `{"l": [{"n": ${BIG}, "x": 1, "u": "/a"}], "both": [{"n": ${BIG}, "u": "/a"}, {"n": 1, "u": "/a"}], "r": [{"t": "${ONE}", "u": "/a"}]}`,
    ),
    '/a': body('1'),
  };
  const status = '$.asked[*].status';
  const at = (list: string, where: object): object => ({ select: `$.doc.json.${list}[*]`, where, take: 2, get: '{{ $.item.u }}' });
  const whole = at('l', { type: 'object' });
  const of = (properties: object): never =>
    ({ required: ['item'], properties: { item: { required: Object.keys(properties), properties } } }) as never;
  const cases: [name: string, asked: object, assertion: Assertion, expected: { verdict: string; reason: string }][] = [
    ['an inexact number that decides', at('l', small), { select: status }, inexact],
    ['a redacted place that decides', at('r', some), { select: status }, redacted],
    ['what is never more than that many', at('l', small), { select: status, count: { max: 0 } }, inexact],
    ['one that decides beside one that is certain', at('both', small), { select: status, schema: { const: 200 } }, inexact],
    ['one that is certain is enough', at('both', small), { select: status }, pass],
    ['one that another member decides', at('l', other), { select: status }, fail],
    ['an exchange whose item holds it', whole, { select: '$.asked[*]', schema: of({ n: { maximum: 5 } }) }, inexact],
    ['an exchange whose item fails elsewhere', whole, { select: '$.asked[*]', schema: of({ x: { const: 2 } }) }, fail],
    [
      'an exchange whose item holds a redacted place',
      at('r', { type: 'object' }),
      { select: '$.asked[*]', schema: of({ t: { const: ONE } }) },
      redacted,
    ],
  ];
  for (const [name, asked, assertion, expected] of cases)
    it(`selects items: ${name}`, async () => {
      const one = rule('one', { assert: [{ ...assertion, else: 'no' }], reasons: { pass: 'good', no: 'bad' } });
      const { verdict, reason } = await check({ doc: { get: '/doc.json' }, asked: asked as never }, one, answers);
      expect({ verdict, reason: reason.code }, reason.text).to.deep.equal(expected);
    });

  it('counts what may be a claim as not evaluated', async () => {
    const one = rule('one', {
      assert: [{ select: '$.doc.status', else: 'no' }],
      coverage: [{ select: '$.doc.json.both[*]', where: small }],
      reasons: { pass: 'good', no: 'bad' },
    });
    const asked = { select: '$.doc.json.both[1]', take: 1, get: '{{ $.item.u }}' };
    const { coverage, verdict } = await check({ doc: { get: '/doc.json' }, asked }, one, answers);
    expect([verdict, coverage?.claimed, coverage?.notEvaluated]).to.deep.equal(['pass', 1, { inexact: 1 }]);
  });

  // Two claims that were asked and shown, and two items of which nobody can tell whether they are claims.
  const half: Table = {
    ...answers,
    '/doc.json': body(`{"l": [{"n": ${BIG}}, {"n": 1, "u": "/a"}, {"n": ${BIG}}, {"n": 2, "u": "/b"}]}`),
    '/b': body('2'),
  };
  for (const [name, demand, expected] of [
    ['half of what may be claimed is shown', { all: 50 }, 'pass'],
    ['half of what may be asked is shown', { askable: 50 }, 'pass'],
    ['no more than half is shown of what may be claimed', { all: 51 }, 'inconclusive'],
    ['no more than half is shown of what may be asked', { askable: 51 }, 'inconclusive'],
  ] as const)
    it(`takes nothing for it from what was shown of others: ${name}`, async () => {
      const one = rule('one', {
        assert: [{ select: '$.doc.status', else: 'no' }],
        coverage: [{ select: '$.doc.json.l[*]', where: small }],
        reasons: { pass: 'good', no: 'bad' },
      });
      const asked = {
        eachOf: [
          { select: '$.doc.json.l[1]', get: '{{ $.item.u }}' },
          { select: '$.doc.json.l[3]', get: '{{ $.item.u }}' },
        ],
      };
      const document = pack({ doc: { get: '/doc.json' }, asked }, [one], { coverage: { one: demand } });
      expect((await judged(document, half)).verdict.checks[0]?.verdict).to.equal(expected);
    });
});

describe('engine/coverage of what is held against operations', () => {
  const response = (schema: object) => ({ 200: { description: 'd', content: { 'application/json': { schema } } } });
  const parameters = [{ name: 'q', in: 'query', required: true, schema: { type: 'string' } }];
  const document = {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    servers: [{ url: '/' }],
    paths: {
      '/a': { get: { responses: response({ type: 'integer' }) } },
      '/b': { get: { parameters, responses: response({ $ref: 'x.json' }) } },
    },
  };
  const table: Table = { '/openapi.json': json(document), '/a': json(1), '/b?q=1': json(1) };
  const one = rule('one', {
    assert: [{ select: '$.exchanges[*]', conforms: { operations: '$.api.openapi.operations[*]' }, else: 'no' }],
    coverage: [
      {
        select: '$.api.openapi.operations[*]',
        notAskable: [{ where: { type: 'object', required: ['callable'], properties: { callable: { const: false } } }, because: 'closed' }],
      },
    ],
    reasons: { pass: 'good', no: 'bad', closed: 'closed' },
  });
  const probes = {
    api: { get: '/openapi.json' },
    asked: { select: '$.api.openapi.operations[*]', take: 1, get: '{{ $.item.url }}' },
    link: { get: '/b?q=1' },
  };

  it('takes nothing from what was shown for an answer to what nobody could ask', async () => {
    const { verdict } = await judged(pack(probes, [one], { coverage: { one: { askable: 100 } } }), table);
    const { coverage, verdict: is } = verdict.checks[0]!;
    expect([is, coverage?.asked, coverage?.askable, coverage?.notEvaluated]).to.deep.equal(['pass', 1, 1, { 'remote-ref': 1 }]);
  });
  it('holds nobody to an operation of a document that came with an error', async () => {
    const held = rule('one', {
      assert: [{ select: '$.a', conforms: '$.api.openapi.operations[0]', else: 'no' }],
      reasons: { pass: 'good', no: 'bad' },
    });
    const other: Table = { '/openapi.json': json(document, 503), '/a': json('none') };
    const { verdict, reason } = await check({ api: probes.api, a: { get: '/a' } }, held, other);
    expect([verdict, reason.code], reason.text).to.deep.equal(['inconclusive', 'server-error']);
  });
  it('counts the answer to what was asked as nothing shown', async () => {
    const all = { ...probes, asked: { get: '/b?q=1' }, link: { select: '$.api.openapi.operations[1]', take: 1, get: '/b?q=1' } };
    const { verdict } = await judged(pack({ ...all, a: probes.asked }, [one], { coverage: { one: { askable: 100 } } }), table);
    const { coverage, verdict: is } = verdict.checks[0]!;
    expect([is, coverage?.asked, coverage?.askable, coverage?.notEvaluated]).to.deep.equal(['inconclusive', 2, 2, { 'remote-ref': 1 }]);
  });
});

describe('engine/requests that are not sent', () => {
  const rows: [name: string, document: string, get: string, expected: object][] = [
    [
      'an inexact number',
      `{"v": ${BIG}}`,
      '/things/{{ $.doc.json.v }}',
      { code: 'unresolved', detail: '$.doc.json.v selects a number that cannot be held exactly' },
    ],
    [
      'a redacted place',
      `{"v": "${ONE}"}`,
      '/things/{{ $.doc.json.v }}',
      { code: 'unresolved', detail: '$.doc.json.v selects a value that was redacted' },
    ],
    [
      "the target's own host with user information",
      '{"v": "https://admin:secret@t.example/c"}',
      '{{ $.doc.json.v }}',
      { code: 'refused-url', detail: 'an address with user information is never asked', url: 'https://t.example/c' },
    ],
    [
      'another host with user information',
      '{"v": "https://admin@elsewhere.example.org/c"}',
      '{{ $.doc.json.v }}',
      { code: 'off-site', url: 'https://admin@elsewhere.example.org/c' },
    ],
  ];
  for (const [name, document, get, expected] of rows)
    it(name, async () => {
      const one = rule('one', { assert: [{ select: '$.asked.status', else: 'no' }], reasons: { pass: 'good', no: 'bad' } });
      const { recording } = await judged(pack({ doc: { get: '/doc.json' }, asked: { get } }, [one]), { '/doc.json': body(document) });
      const unsent = (await recording.result()).evidence.unsent?.find((entry) => entry.name === 'asked');
      expect(unsent).to.deep.include(expected);
    });
});

describe('engine/where the doubt lies', () => {
  const probes = { doc: { get: '/doc.json' }, big: { get: '/big.json' }, late: { get: '/late.json' } };
  const table: Table = {
    '/doc.json': json({ n: 1, o: { id: 1, v: 1 } }),
    '/big.json': body(`{"n": ${BIG}, "o": {"id": 1, "v": ${BIG}}}`),
    '/late.json': failure('timed-out'),
  };
  const N = '$.doc.json.n';
  const rows: [name: string, assertion: Assertion, path: string][] = [
    ['equal: nothing came on the other side', { select: N, equal: '$.late.json.n' }, '/late.json'],
    ['equal: the other number is inexact', { select: N, equal: '$.big.json.n' }, '/big.json'],
    ['in: nothing came on the right side', { select: N, in: { of: ['$.late.json.n'] } }, '/late.json'],
    ['in: a number there is inexact', { select: N, in: { of: ['$.big.json.n'] } }, '/big.json'],
    ['in, at least: nothing came on the right side', { select: N, in: { of: ['$.late.json.n'], min: 1 } }, '/late.json'],
    ['in, at least: the node itself is inexact', { select: '$.big.json.n', in: { of: [N], min: 1 } }, '/big.json'],
    ['unique: the one before is inexact', { select: ['$.big.json.n', N], unique: true }, '/big.json'],
    ['agree: the one before is inexact', { select: ['$.big.json.o', '$.doc.json.o'], agree: { by: ['id'], on: ['v'] } }, '/big.json'],
  ];
  for (const [name, assertion, path] of rows)
    it(name, async () => {
      const one = rule('one', { assert: [{ ...assertion, else: 'no' }], reasons: { pass: 'good', no: 'bad' } });
      const { verdict, reason } = await check(probes, one, table);
      expect([verdict, reason.text.slice(reason.text.indexOf('GET'))]).to.deep.equal(['inconclusive', `GET https://t.example${path}.`]);
    });
});
