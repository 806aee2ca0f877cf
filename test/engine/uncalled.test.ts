// Claims that were asked by what is no call of them: a demand of coverage is not met by it, and nobody is told that all was asked.
import { expect } from 'chai';
import type { Answer, Probes, Rule } from '../../src/contract/generated/types.ts';
import { json, judged, pack, rule, type Table, text } from './world.ts';

const OPERATIONS = '$.api.openapi.operations[*]';

const id = { name: 'id', in: 'path', required: true, example: 'b', schema: { type: 'string' } };
const of = (content: object, more: object = {}): object => ({ get: { ...more, responses: { 200: { description: 'Some.', ...content } } } });
const ofJson = { content: { 'application/json': { schema: { type: 'integer' } } } };
const plain = of(ofJson);

/** What the document declares beside /a, which is called as it says. */
const documentOf = (paths: object): Answer =>
  json({ openapi: '3.1.0', info: { title: 'T', version: '1' }, servers: [{ url: '/' }], paths: { '/a': plain, ...paths } });

const api: Probes = { api: { get: '/openapi.json' } };
const asked: Probes = { ...api, asked: { select: OPERATIONS, take: 9, get: '{{ $.item.url }}' } };
/** One of two is asked by the probe that the rule looks at. */
const drawn: Probes = { ...api, asked: { select: OPERATIONS, take: 1, get: '{{ $.item.url }}' } };

const held: Partial<Rule> = { assert: [{ select: '$.exchanges[*]', conforms: { operations: OPERATIONS }, else: 'no' }] };
const foundOne: Partial<Rule> = { assert: [{ select: '$.asked.outcome', schema: { const: 'found' }, else: 'no' }] };
const found: Partial<Rule> = { assert: [{ select: '$.asked[*].outcome', schema: { const: 'found' }, else: 'no' }] };

const whole = ['pass', 'whole', 2, {}];
const [unshown, unasked] = [
  ['inconclusive', 'coverage', 2, { unshown: 1 }],
  ['inconclusive', 'coverage', 1, {}],
];

const rows: [name: string, parts: Partial<Rule>, probes: Probes, paths: object, expected: unknown[], more?: Table][] = [
  ['both are called', held, asked, { '/b': plain }, whole],
  ['an address is written otherwise than it is sent', held, asked, { '/ü b': plain }, whole, { '/%C3%BC%20b': json(1) }],
  ['both are there', found, asked, { '/b': plain }, whole],
  [
    'two templates may be meant, of two methods',
    held,
    asked,
    { '/x/{id}': of(ofJson, { parameters: [id] }), '/{name}/b': { post: {} } },
    ['pass', 'pass', 2, {}],
    { '/x/b': json(1) },
  ],
  [
    'two templates may be meant',
    held,
    asked,
    {
      '/x/{id}': of(ofJson, { parameters: [id] }),
      '/{name}/b': of(ofJson, { 'x-no-example': true, parameters: [{ ...id, name: 'name', example: undefined }] }),
    },
    unshown,
    { '/x/b': json('no integer') },
  ],
  ['its example is another operation', held, asked, { '/{id}': of(ofJson, { parameters: [{ ...id, example: 'a' }] }) }, unshown],
  ['a form that nobody named came, and another is declared', held, asked, { '/b': plain }, unshown, { '/b': text('x') }],
  [
    'a form of which only a failure says something',
    held,
    asked,
    { '/b': { get: { responses: { 200: { description: 'Some.' }, 400: { description: 'None.', ...ofJson } } } } },
    whole,
    { '/b': text('x') },
  ],
  ['a status that is not declared', held, asked, { '/b': plain }, unshown, { '/b': json({}, 400) }],
  ['a status that is not declared, though there is something', held, asked, { '/b': plain }, unshown, { '/b': json({}, 300) }],
  ['it declares no answers', held, asked, { '/b': { get: {} } }, whole],
  ['one was asked by HEAD', held, { ...drawn, other: { select: OPERATIONS, take: 2, head: '{{ $.item.url }}' } }, { '/b': plain }, unasked],
  [
    'one was asked by HEAD, of what is there',
    foundOne,
    { ...drawn, other: { select: OPERATIONS, take: 2, head: '{{ $.item.url }}' } },
    { '/b': plain },
    unasked,
  ],
  [
    'one was asked by OPTIONS',
    foundOne,
    { ...drawn, other: { select: OPERATIONS, take: 2, options: '{{ $.item.url }}' } },
    { '/b': plain },
    unasked,
  ],
  ['another address was asked', foundOne, { ...drawn, other: { select: OPERATIONS, take: 2, get: '/health' } }, { '/b': plain }, unasked],
  [
    'another probe asked it',
    foundOne,
    { ...drawn, other: { select: OPERATIONS, take: 2, get: '{{ $.item.url }}' } },
    { '/b': plain },
    whole,
  ],
  ['the rule is about HEAD', found, { ...api, asked: { select: OPERATIONS, take: 2, head: '{{ $.item.url }}' } }, { '/b': plain }, whole],
];

describe('engine/claims that were not called', () => {
  for (const [name, parts, probes, paths, expected, more = {}] of rows)
    it(name, async () => {
      const callable = { type: 'object', required: ['callable'], properties: { callable: { const: false } } };
      const coverage = [{ select: OPERATIONS, notAskable: [{ where: callable, because: 'no-example' }] }];
      const reasons = { pass: 'good', whole: 'all', no: 'bad', 'no-example': 'none' };
      const one = rule('one', { assert: [], coverage, reasons, ...parts });
      const table: Table = { '/openapi.json': documentOf(paths), '/a': json(1), '/b': json(1), '/health': json({}), ...more };
      const { verdict } = await judged(pack(probes, [one], { coverage: { one: { askable: 100 } } }), table);
      const { coverage: counts, verdict: is, reason } = verdict.checks[0]!;
      expect([is, reason.code, counts?.asked, counts?.notEvaluated], reason.text).to.deep.equal(expected);
    });
});
