// How much a check showed, in every renderer: one line, in plain words, and inert whatever codes a pack uses.
import { expect } from 'chai';
import type { Check, CheckCoverage, Pack, Rule, Verdict } from '../../src/contract/generated/types.ts';
import { UNCLEAR } from '../../src/contract/unclear.ts';
import { UNEVALUATED } from '../../src/contract/unevaluated.ts';
import { buildReport } from '../../src/report/build.ts';
import { coverageText } from '../../src/report/coverage-text.ts';
import { reportPage } from '../../src/report/html/report-page.ts';
import { junit } from '../../src/report/junit.ts';
import { markdown } from '../../src/report/markdown.ts';
import { sarif } from '../../src/report/sarif.ts';
import { terminal } from '../../src/report/terminal.ts';
import { clean, evidence, HOSTILE, issued, pack } from './sample.ts';

const NOTHING: CheckCoverage = { claimed: 8, askable: 8, asked: 8, notAskable: {}, notEvaluated: {} };
const at = (id: string): Check => clean.checks.find((check) => check.id === id) as Check;
const check = (more: Partial<CheckCoverage>): Check => ({ ...at('honest'), coverage: { ...NOTHING, ...more } });
const rule = (reasons: Rule['reasons']): Rule => ({ ...(pack.rules[4] as Rule), reasons });

const LINES: [string, Partial<CheckCoverage>, string][] = [
  ['all', {}, 'asked 8 of 8'],
  ['a draw', { asked: 3 }, 'asked 3 of 8; 5 not drawn'],
  [
    'what cannot be asked',
    { askable: 6, asked: 6, notAskable: { 'needs-credentials': 1, declined: 1 } },
    'asked 6 of 8; 2 not askable: needs-credentials (1), robots.txt declines (1)',
  ],
  ['one reason', { askable: 6, asked: 6, notAskable: { 'rate-limited': 2 } }, 'asked 6 of 8; 2 not askable: answered 429'],
  ['what is not evaluated', { notEvaluated: { 'remote-ref': 2 } }, 'asked 8 of 8; 2 not evaluated: a reference to another document'],
  [
    'reasons that come to the same words',
    { askable: 5, asked: 5, notAskable: { 'robots-timed-out': 2, 'robots-server-error': 1 } },
    'asked 5 of 8; 3 not askable: robots.txt could not be read',
  ],
];

describe('coverage in words', () => {
  for (const [name, coverage, line] of LINES)
    it(`tells ${name}`, () => expect(coverageText(check(coverage), rule({ pass: 'good' }))).to.equal(line));

  it('says nothing where nothing is claimed or nothing is counted', () => {
    expect(coverageText(check({ claimed: 0, askable: 0, asked: 0 }), undefined)).to.equal(undefined);
    expect(coverageText(at('honest'), undefined)).to.equal(undefined);
  });

  it('has words for every reason of the engine', () => {
    for (const code of [...Object.keys(UNCLEAR), ...Object.keys(UNEVALUATED)]) {
      const told = coverageText(check({ askable: 7, asked: 7, notAskable: { [code]: 1 } }), undefined);
      expect(told, code).to.match(/^asked 7 of 8; 1 not askable: [A-Za-z0-9 .]+$/);
      if (code.includes('-')) expect(told).to.not.include(code);
    }
  });

  it("takes the pack's own words for its codes, quoted", () => {
    const coverage = { askable: 7, asked: 7, notAskable: { keyed: 1 } };
    expect(coverageText(check(coverage), rule({ keyed: 'it needs a key.' }))).to.equal('asked 7 of 8; 1 not askable: it needs a key');
    const two = { askable: 6, asked: 6, notAskable: { keyed: 1, named: 1 } };
    expect(coverageText(check(two), rule({ keyed: 'It needs a key.', named: 'Nothing is published for it.' }))).to.equal(
      'asked 6 of 8; 2 not askable: it needs a key (1), nothing is published for it (1)',
    );
    const hostile = coverageText(check(coverage), rule({ keyed: '`\u001b[31m\u202e' }));
    expect(hostile).to.equal('asked 7 of 8; 1 not askable: \\u{60}\\u{1b}[31m\\u{202e}');
    expect(coverageText(check({ ...coverage, notAskable: { 'a\u001bb': 1 } }), undefined)).to.include('a\\u{1b}b');
  });

  describe('in reports', () => {
    const coverage = { ...NOTHING, askable: 7, asked: 6, notAskable: { keyed: 1 }, notEvaluated: { 'remote-ref': 1 } };
    const line = 'asked 6 of 8; 1 not drawn; 1 not askable: it needs a key; 1 not evaluated: a reference to another document';
    const told = (words: string): { report: ReturnType<typeof buildReport>; document: Pack } => {
      const checks = clean.checks.map((one) => (one.id === 'honest' ? { ...one, coverage } : one));
      const verdict: Verdict = { ...clean, checks };
      const rules = pack.rules.map((one) => (one.id === 'honest' ? { ...one, reasons: { ...one.reasons, keyed: words } } : one));
      return { report: buildReport({ verdict, evidence, issued }), document: { ...pack, rules } };
    };
    const url = 'https://verifier.example/example.com';
    const rendered = (words: string): { [form: string]: string } => {
      const { report, document } = told(words);
      const results = [{ target: 'https://example.com', pack: { name: pack.name, version: pack.version }, report, document }];
      return {
        terminal: terminal(report, document, { color: false, width: 120 }),
        markdown: markdown(report, document),
        html: reportPage(report, document, { url, reportUrl: '/reports/x', evidenceUrl: '/evidence/x', packUrl: '/packs/x' }),
        junit: junit(results),
        sarif: sarif(results, '0.0.0'),
      };
    };

    it('stands once, whatever the form', () => {
      for (const [form, text] of Object.entries(rendered('it needs a key')))
        expect(text.replace(/\s+/g, ' ').split(line), form).to.have.length(2);
    });

    it('is inert, whatever a pack says', () => {
      const forms = HOSTILE.map(rendered);
      for (const { html, markdown: md, terminal: lines } of forms) {
        expect(html).to.not.match(/<script>alert|<img src=x/);
        expect(md?.split('\n').find((one) => one.startsWith('- honest: '))).to.match(/^- honest: (`[^`]+`|[^`*_<>[\]#|]+)$/);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this test is about
        expect(lines).to.not.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      }
    });
  });
});
