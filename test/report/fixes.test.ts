// What is to be pasted arrives as the pack wrote it, byte for byte: out of Markdown, HTML, a terminal, SARIF and the prompt for an agent.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import type { Check, Pack, Report } from '../../src/contract/generated/types.ts';
import { verdict as engineVerdict } from '../../src/engine/verdict.ts';
import { buildReport } from '../../src/report/build.ts';
import { EXAMPLE, fixFor } from '../../src/report/fix.ts';
import { reportPage } from '../../src/report/html/report-page.ts';
import { markdown } from '../../src/report/markdown.ts';
import { diffLines } from '../../src/report/mend.ts';
import { outcomes } from '../../src/report/outcomes.ts';
import { prompt } from '../../src/report/prompt.ts';
import { prose } from '../../src/report/prose.ts';
import { fitExample } from '../../src/report/published.ts';
import { sarif } from '../../src/report/sarif.ts';
import { terminal } from '../../src/report/terminal.ts';
import { packAt } from '../packs.ts';
import { evidence, issued, verdict } from './sample.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TARGET = 'https://shop.example';
const BLOCK = /^```[^\n]*\n([\s\S]*?)\n```$/gm;

const PAGE = { url: TARGET, reportUrl: '/r', evidenceUrl: '/e', proofUrl: '/p', packUrl: '/k' };

type Node = DefaultTreeAdapterMap['node'];

function codeOf(node: Node): string[] {
  const text = (one: Node): string => ('value' in one ? one.value : 'childNodes' in one ? one.childNodes.map(text).join('') : '');
  if ('tagName' in node && node.tagName === 'code') return [text(node)];
  return 'childNodes' in node ? node.childNodes.flatMap(codeOf) : [];
}

/** Every fix of a rule by the code that it is for. */
const fixesOf = (pack: Pack): { id: string; code: string; text: string }[] =>
  pack.rules.flatMap(({ id, fix, reasons }) =>
    (typeof fix === 'string' ? ['default'] : Object.keys(fix)).map((name) => {
      const code =
        name === 'default' ? (Object.keys(reasons).find((one) => typeof fix === 'string' || !Object.hasOwn(fix, one)) as string) : name;
      return { id, code, text: (typeof fix === 'string' ? fix : (fix[name] as string)).trim().replaceAll(EXAMPLE, TARGET) };
    }),
  );

/** A report in which one check fails with a code. */
function failing({ rules }: Pack, id: string, code: string): Report {
  const rule = rules.find((one) => one.id === id);
  const check = { id, title: rule?.title ?? '', verdict: 'fail', reason: { code, text: 'It fails.' }, findings: [], evidence: [] } as Check;
  return buildReport({ verdict: { ...verdict, target: TARGET, checks: [check], next: null }, evidence, issued });
}

const WAYS: Record<string, (report: Report, pack: Pack) => string[]> = {
  Markdown: (report, pack) => [markdown(report, pack)],
  'the prompt': (report, pack) => [prompt(report, pack)],
  'a terminal': (report, pack) => [terminal(report, pack, { color: false })],
  HTML: (report, pack) => codeOf(parse(reportPage(report, pack, PAGE))),
  SARIF: (report, document) => [sarifRun(report, document).results[0].properties.fix],
};

const sarifRun = (report: Report, document: Pack) =>
  JSON.parse(sarif([{ target: TARGET, pack: report.verdict.pack, report, document }], '1.0.0')).runs[0];

describe('fixes', () => {
  for (const name of ['agent-ready', 'ax', 'auth', 'llms-txt', 'mcp']) {
    const { document } = packAt(join(root, 'rules', name));
    const fixes = fixesOf(document);
    for (const [way, render] of Object.entries(WAYS))
      it(`of ${name} come out of ${way} as they stand in the pack`, () => {
        for (const { id, code, text } of fixes) {
          const shown = render(failing(document, id, code), document);
          for (const [, block] of text.matchAll(BLOCK))
            expect(
              shown.some((one) => one.includes(block as string)),
              `${id} ${code}:\n${block}`,
            ).to.equal(true);
        }
      });
    it(`of ${name} stand in the help of SARIF as in the pack, in text and in Markdown`, () => {
      const { rules } = sarifRun(failing(document, document.rules[0]!.id, 'pass'), document).tool.driver;
      for (const [i, { id, fix }] of document.rules.entries())
        for (const form of ['text', 'markdown']) expect(rules[i].help[form], `${id} ${form}`).to.equal(fixFor(fix, '').trim());
    });
    it(`of ${name} are Markdown that needs no escaping, so nothing comes to stand within what is pasted`, () => {
      for (const { id, code, text } of fixes) expect(prose(text), `${id} ${code}`).to.equal(text);
    });
  }

  it('are those of their reason, with the default for all others', () => {
    const fix = { default: `Serve ${EXAMPLE}/a.`, broken: 'Mend it well.' };
    expect(fixFor(fix, 'broken', TARGET)).to.equal('Mend it well.');
    expect(fixFor(fix, 'missing', TARGET)).to.equal(`Serve ${TARGET}/a.`);
    expect(fixFor(fix, 'toString', TARGET)).to.equal(`Serve ${TARGET}/a.`);
    expect(fixFor('All the same.', 'broken')).to.equal('All the same.');
  });

  const golden = (name: string): Report => JSON.parse(readFileSync(join(root, `fixtures/golden/reports/${name}.json`), 'utf8')) as Report;
  const ax = packAt(join(root, 'rules/ax')).document;

  it('send somebody to the check that contradicts, where a check fails by that alone', () => {
    const report = golden('liar-claims');
    expect(report.verdict.checks.find(({ id }) => id === 'llms-txt')?.reason.code).to.equal('contradicted');
    const ways = { ...WAYS, HTML: (one: Report, pack: Pack) => [reportPage(one, pack, PAGE)] };
    for (const [way, render] of Object.entries(ways)) {
      const shown = render(report, ax).join('\n').replace(/\s+/g, ' ');
      expect(shown, way).to.match(/Put right what .?(<code>)?claims-exist.* found untrue/);
      expect(shown, way).not.to.match(/Serve this at .{1,6}\/llms\.txt/);
    }
  });

  it('lead by what contradicts, and not by what falls with it', () => {
    const report = golden('empty');
    const checks = report.verdict.checks.map((check): Check => {
      if (check.id === 'claims-exist') return { ...check, verdict: 'fail' };
      return check.verdict === 'fail' ? { ...check, reason: { code: 'contradicted', text: 'untrue' } } : check;
    });
    const { target, seed } = report.verdict;
    const told = { ...report, verdict: engineVerdict(packAt(join(root, 'rules/ax')), { target, seed }, checks) } as Report;
    // All of them count again once the one lie is put right.
    expect(told.verdict.next).to.deep.equal({ grade: 'A+', fix: ['claims-exist'] });
    expect(terminal(told, ax, { color: false })).to.include('\nThe shortest way to A+: claims-exist.\n');
  });

  it('are not told of what could not be seen', () => {
    const report = golden('liar-claims');
    const [first, ...rest] = report.verdict.checks;
    const unseen = { ...first, verdict: 'inconclusive', reason: { code: 'rate-limited', text: 'unseen' } } as Check;
    const checks = [unseen, ...rest.map((check): Check => ({ ...check, verdict: 'pass' }))];
    const [line] = outcomes({
      target: TARGET,
      pack: ax,
      document: ax,
      report: { ...report, verdict: { ...report.verdict, checks } } as Report,
    });
    expect(line?.verdict).to.equal('inconclusive');
    expect(line?.fix).to.equal(undefined);
  });

  it('end with the command by which they were asked for, and with no replay', () => {
    const text = prompt(golden('liar-claims'), ax, { target: 'site.yaml', pack: './mine', replay: 'old.json' });
    expect(text).to.include('axproof grade site.yaml --pack ./mine --seed');
  });

  const texts: [string, string, string | undefined][] = [
    ['a\nb\nc\n', 'a\nB\nc\n', '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c'],
    ['a\n', 'x\na\n', '@@ -1,1 +1,2 @@\n+x\n a'],
    ['1\n2\n3\n4\n5\n6\n', '1\n2\n3\n4\n5\n6\n7\n', '@@ -4,3 +4,4 @@\n 4\n 5\n 6\n+7'],
    ['a\na\n', 'a\n', '@@ -1,2 +1,1 @@\n a\n-a'],
    ['same\n', 'same\n', undefined],
  ];
  for (const [before, after, hunk] of texts)
    it(`show ${JSON.stringify(before)} to ${JSON.stringify(after)} as one hunk`, () => expect(diffLines(before, after)).to.equal(hunk));

  it('claim no address that the target does not serve', () => {
    const served = { names: ['x'], request: { method: 'GET', url: `${TARGET}/here`, headers: {} }, answer: { status: 200 }, redirects: [] };
    const report = buildReport({
      verdict: { ...verdict, target: TARGET },
      evidence: { ...evidence, exchanges: [served] } as never,
      issued,
    });
    const json = {
      a: `${TARGET}/here`,
      b: `${TARGET}/gone`,
      c: [{ url: `${TARGET}/gone`, name: 'n' }],
      d: 'GET /gone',
      e: 'words',
      f: 'https://else.example/',
    };
    expect(JSON.parse(fitExample(JSON.stringify(json), report))).to.deep.equal({ a: json.a, e: 'words', f: json.f });
    const text = `# A\n\n## One\n\n- [x](${TARGET}/here): y\n- [x](${TARGET}/gone)\n\n## Two\n\n- [z](${TARGET}/gone)\n`;
    expect(fitExample(text, report)).to.equal(`# A\n\n## One\n\n- [x](${TARGET}/here): y`);
  });
});
