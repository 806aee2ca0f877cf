// What a finding says of its request, its answer and its place, in a world of a few answers.
import { expect } from 'chai';
import type { Assertion, Check, Finding } from '../../src/contract/generated/types.ts';
import { listDetails } from '../../src/engine/assert/detail.ts';
import { sentence } from '../../src/report/finding-text.ts';
import { check, json, ORIGIN, rule, type Table, text } from './world.ts';

const YAML = 'name: x\nlist:\n  - id: 1\n  # words\n  - id: two\n';
const TABLE: Table = {
  '/doc': json({ a: { 'b/c': 'x' }, list: [1, 2], links: [{ href: '/gone' }] }),
  '/yaml': text(YAML, 'application/yaml'),
  '/llms.txt': text('# T\n\n## One\n\n- [a](/doc)\n- words\n', 'text/markdown'),
  '/lines.txt': text('Contact: me\nExpires: never\n', 'text/plain'),
  '/near': json([{ a: 1 }, { a: 'x', b: 5, c: true }, { a: 1, b: 2 }]),
  '/flow.yaml': text('{a: 1, b: 2, a: 3}', 'application/yaml'),
  '/twice.json': text('{\n "n": 3,\n "n": 3}', 'application/json'),
  '/comma.json': text('{\n "n": 3,\n}', 'application/json'),
  '/tab.json': text('{"n":3,"s":"a\tb"}', 'application/json'),
  '/half.json': text('{"n":3,"s":"\\ud83d"}', 'application/json'),
  '/short.json': text('{"n":3,\n"s":', 'application/json'),
  '/page.json': text('<!doctype html><title>x</title><p>no', 'text/html'),
  '/nested.yaml': text('a: 1\nb: c: d\ne: [f\n', 'text/plain'),
  '/lacks.json': json({}),
  '/set': json({ linkset: { no: 'list' } }, 200, { 'content-type': 'application/linkset+json' }),
};
const PROBES = {
  doc: { get: '/doc', accept: 'application/json' },
  yaml: { get: '/yaml' },
  llms: { get: '/llms.txt' },
  lines: { get: '/lines.txt' },
  set: { get: '/set' },
  flow: { get: '/flow.yaml' },
  twice: { get: '/twice.json' },
  comma: { get: '/comma.json' },
  tab: { get: '/tab.json' },
  half: { get: '/half.json' },
  short: { get: '/short.json' },
  page: { get: '/page.json' },
  nested: { get: '/nested.yaml' },
  lacks: { get: '/lacks.json' },
  absent: { get: '/absent.json' },
  near: { get: '/near' },
  none: { firstOf: [{ get: '/none' }, { get: '/none.md' }] },
  next: { select: '$.doc.json.links[*]', take: 1, get: '{{ $.item.href }}' },
  after: { select: '$.none.json.x', take: 1, get: '{{ $.item }}' },
} as const;

async function found(assertion: Assertion): Promise<Finding> {
  const one = rule('one', { assert: [{ else: 'bad', ...assertion } as Assertion], reasons: { bad: 'it is bad' } as never });
  const { findings }: Check = await check(PROBES as never, one, TABLE);
  return findings[0] as Finding;
}

const ROWS: [string, Assertion, Partial<Finding>, string][] = [
  [
    'nothing to compare with',
    { select: '$.doc.json.list[0]', equal: '$.doc.json.none' },
    { keyword: 'equal', value: '1' },
    `GET ${ORIGIN}/doc (Accept: application/json) answers 200 as application/json, at /list/0: expected the same as another value, of which there is none, found 1.`,
  ],
  [
    'a pointer into JSON, and the header that was sent',
    { select: '$.doc.json.a', schema: { type: 'object', required: ['b/c'], properties: { 'b/c': { type: 'integer' } } } },
    { place: `${ORIGIN}/doc#/a/b~1c`, keyword: 'type', value: '"x"' },
    `GET ${ORIGIN}/doc (Accept: application/json) answers 200 as application/json, at /a/b~1c: expected an integer, found "x".`,
  ],
  [
    'the node that comes nearest, where one of several was to fit',
    {
      select: '$.near.json[*]',
      some: {
        type: 'object',
        required: ['a', 'b', 'c'],
        properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'boolean' } },
      },
    },
    { place: `${ORIGIN}/near#/1/b`, keyword: 'type', value: '5' },
    `GET ${ORIGIN}/near (Accept: */*) answers 200 as application/json, at /1/b: expected text, found 5.`,
  ],
  [
    'a line of YAML',
    { select: '$.yaml.yaml.list[*].id', schema: { type: 'integer' } },
    { place: `${ORIGIN}/yaml#/list/1/id`, line: 5 },
    `GET ${ORIGIN}/yaml (Accept: */*) answers 200 as application/yaml, at /list/1/id (line 5): expected an integer, found "two".`,
  ],
  [
    'a line of text that reads as YAML, which has no pointers for its owner',
    { select: '$.lines.yaml.Expires', schema: { type: 'string', pattern: '^[0-9]' }, expected: 'a time' },
    { place: `${ORIGIN}/lines.txt`, line: 2, value: 'never' },
    `GET ${ORIGIN}/lines.txt (Accept: */*) answers 200 as text/plain, at line 2: expected a time, found never.`,
  ],
  [
    'several lines as one that can be read',
    { select: '$.lines.text.text', schema: { type: 'string', pattern: '^Contact: mailto:' }, expected: 'an address' },
    { place: `${ORIGIN}/lines.txt`, value: 'Contact: me ⏎ Expires: never' },
    `GET ${ORIGIN}/lines.txt (Accept: */*) answers 200 as text/plain: expected an address, found Contact: me ⏎ Expires: never.`,
  ],
  [
    'a line of Markdown',
    { select: '$.llms.markdown.stray[*]', schema: { not: { type: 'string' } }, expected: 'a link' },
    { place: `${ORIGIN}/llms.txt`, line: 6 },
    `GET ${ORIGIN}/llms.txt (Accept: */*) answers 200 as text/markdown, at line 6: expected a link.`,
  ],
  [
    'the sentence of a view, at the place that it read',
    { select: '$.set.linkset.problems[*].code', schema: { not: { const: 'not-array' } } },
    { place: `${ORIGIN}/set#/linkset`, message: 'linkset must be an array of contexts' },
    `GET ${ORIGIN}/set (Accept: */*) answers 200 as application/linkset+json, at /linkset: linkset must be an array of contexts.`,
  ],
  [
    'the document that claims an address',
    { select: '$.next.outcome', schema: { const: 'found' }, expected: 'a page' },
    { place: `${ORIGIN}/doc#/links/0`, part: 'outcome' },
    `GET ${ORIGIN}/gone (Accept: */*) answers 404: expected a page; it is claimed by ${ORIGIN}/doc at /links/0.`,
  ],
  [
    'what was tried first, where nothing was found',
    { select: '$.none', expected: 'a page' },
    { exchange: 'none[0]' },
    `GET ${ORIGIN}/none (Accept: */*) answers 404: expected a page.`,
  ],
  [
    'what would have led there, where nothing was asked',
    { select: '$.after[*]', expected: 'a page' },
    { exchange: 'none[0]' },
    `GET ${ORIGIN}/none (Accept: */*) answers 404: expected a page.`,
  ],
  [
    'what would have been right',
    { select: '$.doc.json.a.*', in: { of: ['$.doc.json.list[*]'] } },
    { keyword: 'in' },
    `GET ${ORIGIN}/doc (Accept: application/json) answers 200 as application/json, at /a/b~1c: expected one of 1, 2, found x.`,
  ],
  [
    "the rule's words with what would have been right",
    { select: '$.doc.json.a.*', in: { of: ['$.doc.json.list[*]'] }, expected: 'a number of the list' },
    {},
    `GET ${ORIGIN}/doc (Accept: application/json) answers 200 as application/json, at /a/b~1c: expected a number of the list (1, 2), found x.`,
  ],
];

describe('findings', () => {
  for (const [name, assertion, parts, text_] of ROWS)
    it(`name ${name}`, async () => {
      const finding = await found(assertion);
      expect(finding).to.deep.include(parts);
      expect(sentence(finding)).to.equal(text_);
    });

  it('take the words of an assertion around them, unless they have a code of their own', async () => {
    const inner = { select: '$.doc.json.a', schema: { type: 'string' } } as Assertion;
    expect((await found({ all: [inner], expected: 'words of the list' })).message).to.equal('expected words of the list');
    const own = { ...inner, else: 'bad' } as Assertion;
    expect((await found({ all: [own], expected: 'words of the list' })).message).to.equal('expected text');
  });

  it('tell a text from what is written alike', async () => {
    const table: Table = { '/doc': json({ five: 5, text: '5', none: null, word: 'null' }) };
    const message = async (select: string, equal: string): Promise<string | undefined> => {
      const one = rule('one', { assert: [{ select, equal, else: 'bad' }], reasons: { pass: 'good', bad: 'bad' } });
      return (await check({ doc: { get: '/doc' } }, one, table)).findings[0]?.message;
    };
    expect(await message('$.doc.json.five', '$.doc.json.text')).to.equal('expected 5 as text');
    expect(await message('$.doc.json.text', '$.doc.json.five')).to.equal('expected 5, and not as text');
    expect(await message('$.doc.json.word', '$.doc.json.none')).to.equal('expected null, and not as text');
    expect(await message('$.doc.json.five', '$.doc.json.word')).to.equal('expected null');
  });

  it('are told of what not forbids only in words of the rule', async () => {
    const not = { select: '$.doc.json.a', schema: { type: 'object' } } as Assertion;
    expect((await found({ not, expected: 'no object' })).message).to.equal('expected no object');
    expect(await found({ not })).to.equal(undefined);
  });

  it('are put into words where they are listed, and nowhere else', () => {
    let told = 0;
    const tellings = Array.from({ length: 100_000 }, () => ({
      exchange: 'doc',
      tell: () => ({ code: 'bad', level: 'must', message: `${++told}` }) as const,
    }));
    const last = { code: 'bad', level: 'must', message: '5', selected: 100_000, failed: 100_000, more: 99_995 };
    expect([listDetails(tellings, 100_000).at(-1), told]).to.deep.equal([last, 5]);
  });
});

/** By the probe: the words of a finding about a body that could not be read, and its line. */
const NOT_READ: [string, string, number | undefined][] = [
  ['twice', 'the body is no JSON that can be read: an object names the member n twice', 3],
  ['comma', 'the body is no JSON that can be read: } cannot stand there', 3],
  ['tab', 'the body is no JSON that can be read: "a\\u{9}b"} cannot stand there', 1],
  ['half', 'the body cannot be read: a string holds half of a surrogate pair', undefined],
  ['short', 'the body is no JSON that can be read: it ends before its JSON does', 2],
  ['page', 'the body is no JSON', undefined],
];

describe('findings of a body that cannot be read', () => {
  for (const [name, why, line] of NOT_READ)
    it(`${name}: says why, and where`, async () => {
      const path = `$.${name}.json.n`;
      for (const [kind, expected] of [
        [{ schema: { type: 'integer' } }, 'expected at least one'],
        [{}, 'expected at least one'],
        [{ some: { type: 'integer' } }, 'expected at least one'],
        [{ count: { min: 2 } }, 'expected at least 2'],
        [{ schema: { type: 'integer' }, expected: 'a number' }, 'expected a number'],
      ] as const) {
        const { message, line: at, place } = await found({ select: path, ...kind } as Assertion);
        expect([message, at, place]).to.deep.equal([`${expected}, but ${why}`, line, `${ORIGIN}/${name}.json`]);
      }
    });

  it('says of YAML in its flow style what is wrong with it as YAML', async () =>
    expect((await found({ select: '$.flow.yaml.n', schema: { type: 'integer' } })).message).to.equal(
      'expected at least one, but an object of the body names a member twice',
    ));

  it('says of YAML where it stops being that', async () => {
    const why = 'the body is no YAML that can be read: Nested mappings are not allowed in compact mappings, at line 2';
    expect((await found({ select: '$.nested.yaml.a', schema: { type: 'integer' } })).message).to.equal(`expected at least one, but ${why}`);
    const whole = { select: '$.nested', schema: { type: 'object', properties: { is: { const: 'yaml' } } }, expected: 'YAML' } as Assertion;
    expect((await found(whole)).message).to.equal(`expected YAML, but ${why}`);
  });

  it('of an answer as a whole says why its body is not what it is sent as', async () => {
    const told: [string, string][] = [
      ['comma', 'expected a list, but the body is no JSON that can be read: } cannot stand there, at line 3'],
      ['twice', 'expected a list, but the body is no JSON that can be read: an object names the member n twice, at line 3'],
      ['page', 'expected a list'],
      ['lacks', 'expected a list'],
      ['yaml', 'expected a list'],
      ['absent', 'expected a list'],
    ];
    for (const [name, message] of told)
      expect(
        (await found({ select: `$.tried.${name}[*]`, schema: { required: ['list'] }, expected: 'a list' } as Assertion)).message,
        name,
      ).to.equal(message);
  });

  it('of a body that was read, and of an address without a document, says that nothing was found', async () => {
    for (const path of ['$.lacks.json.n', '$.absent.json.n'])
      expect((await found({ select: path, schema: { type: 'integer' } })).message).to.equal('expected at least one, found none');
  });

  it('says so of several answers only where none of them could be read', async () => {
    const both = await found({ select: ['$.twice.json.n', '$.lacks.json.n'], schema: { type: 'integer' } } as never);
    expect(both.message).to.equal('expected at least one, found none');
    const neither = await found({ select: ['$.comma.json.n', '$.twice.json.n'], schema: { type: 'integer' } } as never);
    expect(neither.place).to.equal(`${ORIGIN}/comma.json`);
  });
});
