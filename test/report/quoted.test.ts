// Quoted means quoted: sites whose documents hold hostile names and values anywhere, and packs that do, put nothing of it raw into a verdict or a report.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Answer, Assertion, Probes, Report, Rule } from '../../src/contract/generated/types.ts';
import { openPack } from '../../src/pack/compiled/open-pack.ts';
import { github } from '../../src/report/github.ts';
import { prose } from '../../src/report/html/prose.ts';
import { junit } from '../../src/report/junit.ts';
import { markdown } from '../../src/report/markdown.ts';
import { packPage } from '../../src/report/pack-page.ts';
import { prompt } from '../../src/report/prompt.ts';
import { sarif } from '../../src/report/sarif.ts';
import { tap } from '../../src/report/tap.ts';
import { terminal } from '../../src/report/terminal.ts';
import { json, ORIGIN, pack as packOf, rule, type Table, text, world } from '../engine/world.ts';
import { graded, grades } from '../truth/runs.ts';

/** By Unicode's own properties, not by the quoter's table: what is invisible, reorders text or acts on a terminal. */
const RAW = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Zl}|\p{Zp}|\p{Variation_Selector}|[\u3164\u115f\u1160\uffa0]/u;
/** A reason is the longest text of a verdict. */
const LONGEST = 2000;

const HOSTILE = [
  '\u001b[2J\u001b]8;;https://evil.example\u0007',
  'a\u0000b\r\nc\u0085d\u2028e\u2029',
  '\u202egpj.exe\u202c \u2066x\u2069 \u061c',
  'z\u200bw\u200dn\u2060j\ufeff',
  '\ufe0f\u{e0100}\u{e0041}\u3164\u115f\u{1d173}',
  '`code` ```',
  `${'x'.repeat(300_000)}\u202e`,
];

const texts = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value === null || typeof value !== 'object'
      ? []
      : Object.entries(value).flatMap(([key, inner]) => [key, ...texts(inner)]);

/** Texts that hold what they may not. */
const faults = (value: unknown): string[] => texts(value).filter((one) => RAW.test(one) || one.length > LONGEST);

/** Documents of every kind with a hostile string at every place that a target names. h: the next one. */
function site(h: () => string): Table {
  const schema = (name: string) => ({
    type: 'object',
    required: [name],
    properties: { [h()]: { type: 'string' }, v: { type: [h(), 'integer'] } },
  });
  const operation = () => {
    const name = h();
    return {
      operationId: h(),
      summary: h(),
      tags: [h()],
      parameters: [{ name: h(), in: 'query', schema: { type: 'string', enum: [h()] } }],
      responses: {
        200: {
          description: h(),
          headers: { 'x-b': { required: true, schema: { type: 'integer' } } },
          content: { 'application/json': { schema: schema(name) }, [h()]: {} },
        },
      },
    };
  };
  const servers = [{ url: ORIGIN, description: h() }];
  const api = {
    openapi: '3.1.0',
    info: { title: h(), version: h() },
    servers,
    paths: { '/a': { get: operation() }, '/b': { get: operation() }, [`/${h()}`]: { get: operation() } },
  };
  const links = [`</a>; rel="item"; title="t"`, '<https://t.example/b>; rel="x y"'].join(', ');
  const home = `<!doctype html><title>${h()}</title><h1>${h()}</h1><a href="/a?${encodeURI('q')}=${h()}">${h()}</a><meta name="${h()}" content="${h()}">`;
  return {
    '/': { ...text(home, 'text/html; charset=utf-8'), headers: { 'content-type': 'text/html; charset=utf-8', link: links, 'x-h': 'a`b' } },
    '/openapi.json': json(api),
    '/a': json({ [h()]: h(), v: h() }),
    '/b': json([h(), { [h()]: h() }]),
    '/doc.json': json({ name: h(), [h()]: { [h()]: [h(), h()] }, list: [h(), h(), { name: h() }] }),
    '/llms.txt': text(`# ${h()}\n\n> ${h()}\n\n## ${h()}\n\n- [${h()}](/a "${h()}"): ${h()}\n- [b](/${h()})\n`, 'text/markdown'),
    '/.well-known/api-catalog': json({ linkset: [{ anchor: ORIGIN, [h()]: [{ href: `/${h()}`, title: h(), type: h() }] }] }),
    '/rpc': json({ jsonrpc: '2.0', id: 1, result: { tools: [{ name: h(), description: h() }], [h()]: h() } }),
    '/problem': { ...json({ type: h(), title: h(), detail: h() }, 400), headers: { 'content-type': 'application/problem+json' } },
  };
}

const PROBES: Probes = {
  home: { get: '/' },
  api: { get: '/openapi.json', bytes: 8_388_608 },
  doc: { get: '/doc.json', bytes: 8_388_608 },
  llms: { get: '/llms.txt', bytes: 8_388_608 },
  catalog: { get: '/.well-known/api-catalog', bytes: 8_388_608 },
  rpc: { get: '/rpc', bytes: 8_388_608 },
  problem: { get: '/problem', bytes: 8_388_608 },
  calls: { select: '$.api.openapi.operations[*]', take: 4, get: '{{ $.item.url }}' },
  links: {
    select: ['$.llms.markdown.links[*].href', '$.catalog.linkset.links[*].href', '$.home.refs[*].href'],
    take: 6,
    get: '{{ $.item }}',
  },
};
const SAYS = ['value', 'place', 'message', 'operation', 'claimedBy', 'request'].map((name) => `{{ $.finding.${name} }}`).join(' ');
const VIEWS = [
  '$.home.html..*',
  '$.home.linkset..*',
  '$.home.refs[*].href',
  '$.api.openapi..*',
  '$.doc.json..*',
  '$.llms.markdown..*',
  '$.catalog.linkset..*',
  '$.rpc.jsonrpc..*',
  '$.problem.problem..*',
  '$.problem.json..*',
  "$['home','problem'].headers.*",
];
const judging = (id: string, assert: Assertion): Rule =>
  rule(id, { assert: [{ ...assert, else: 'no' }], reasons: { pass: 'good', no: `it says ${SAYS}` } });
const RULES: Rule[] = [
  ...VIEWS.map((select, i) => judging(`const-${i}`, { select, schema: { const: 'never' } })),
  ...VIEWS.map((select, i) =>
    judging(`closed-${i}`, { select, schema: { type: 'object', required: ['never'], properties: {}, additionalProperties: false } }),
  ),
  judging('in', { select: '$.doc.json.list[*]', in: { of: ['$.doc.json.name'] } }),
  judging('equal', { select: '$.doc.json.list[*]', equal: '$.rpc.jsonrpc.result.tools[0].name' }),
  judging('conforms', { select: '$.calls[*]', conforms: '$.each.item' }),
  judging('found', { select: '$.links[*].status', schema: { const: 418 } }),
];

const hostile = openPack(packOf(PROBES, RULES));
const rendered = (report: Report, pack: typeof hostile): string[] => {
  const result = { target: report.verdict.target, pack: report.verdict.pack, document: pack.document, report };
  return [
    markdown(report, pack.document),
    terminal(report, pack.document, { width: 80, color: false }),
    junit([result]),
    tap([result]),
    github([result]),
    sarif([result], '0'),
  ];
};

describe('report: quoted', function () {
  this.timeout(60_000);
  const anywhere = fc.array(fc.constantFrom(...HOSTILE.slice(0, -1)), { minLength: 1, maxLength: 7 });

  it('puts no raw text of a hostile site into a verdict or into what is made of it', async () => {
    const failed = new Set<string>();
    let quoted = 0;
    const holds = async (strings: readonly string[]): Promise<void> => {
      let n = 0;
      const transport = world(site(() => `${strings[n++ % strings.length]}${n}`));
      const report = await graded(hostile, ORIGIN, transport, 7);
      expect(faults(report.verdict)).to.deep.equal([]);
      for (const one of rendered(report, hostile)) expect(one.split('\n').filter((line) => RAW.test(line))).to.deep.equal([]);
      for (const { id, verdict } of report.verdict.checks) if (verdict === 'fail') failed.add(id);
      quoted += texts(report.verdict).filter((one) => one.includes('\\u{')).length;
    };
    await holds(HOSTILE);
    await fc.assert(fc.asyncProperty(anywhere, holds), { numRuns: 8, seed: 11 });
    expect([...failed].sort()).to.deep.equal(RULES.map(({ id }) => id).sort());
    expect(quoted).to.be.greaterThan(300);
  });

  it('puts none into a grade', async () => {
    for (const strings of [HOSTILE, ...HOSTILE.slice(0, 4).map((one) => [one])]) {
      let n = 0;
      const report = await graded(grades(), ORIGIN, world(site(() => `${strings[n++ % strings.length]}${n}`)), 7);
      expect(faults(report.verdict)).to.deep.equal([]);
      for (const one of rendered(report, grades())) expect(one.split('\n').filter((line) => RAW.test(line))).to.deep.equal([]);
    }
  });

  it('quotes what a pack says in its title, reasons, why and fix, and shows no agent what people do not see', async () => {
    const own: Partial<Rule> = {
      title: 'A \u202erule of `x`',
      reasons: { pass: 'good\u2028', no: 'bad \u001b[2J `x`' },
      why: 'It mat\u{e0041}\u{e0042}ters \u2066to\u2069 all\u0085.',
      fix: 'Serve \u200bit.\n\n- as \u202eJSON\n\n```json\n{"a": "\ufeff"}\n```\n',
    };
    const assert: Assertion[] = [{ select: '$.a.status', schema: { const: 201 }, else: 'no' }];
    const made = openPack(packOf({ a: { get: '/a' } }, [rule('one', { assert, ...own })]));
    const answer: Answer = json({});
    const report = await graded(made, ORIGIN, world({ '/a': answer }), 1);
    const { verdict } = report;
    expect(faults(verdict)).to.deep.equal([]);
    expect(verdict.checks[0]?.reason.text).to.equal('bad \\u{1b}[2J `x`');
    expect(verdict.checks[0]?.title).to.equal('A \\u{202e}rule of `x`');
    const page = [own.why, own.fix].map((text) => String(prose(String(text), 'one')));
    for (const one of [...rendered(report, made), prompt(report, made.document), packPage(made), ...page])
      expect(one.split('\n').filter((line) => RAW.test(line))).to.deep.equal([]);
    expect(prompt(report, made.document)).to.include('Serve `\\u{200b}it`');
  });
});
