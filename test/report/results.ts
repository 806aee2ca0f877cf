// Results for the tests of reporters: every verdict, the gate, an error, and hostile text wherever a target, a pack or a suite could put it.
import { readFileSync } from 'node:fs';
import type { Check, Report, Verdict } from '../../src/contract/generated/types.ts';
import { quote } from '../../src/contract/quote.ts';
import { buildPinnedReport, buildReport } from '../../src/report/build.ts';
import { pinnedVerdict } from '../../src/report/pinned.ts';
import type { Result } from '../../src/report/result.ts';
import { clean, evidence, issued, pack, verdict } from './sample.ts';

export const about = { target: verdict.target, pack: { name: pack.name, version: pack.version } };

export const graded = (judged: Verdict = verdict): Result => ({
  ...about,
  document: pack,
  report: buildReport({ verdict: judged, evidence, issued }),
});

export const pinned = (judged: Verdict, ratified: boolean): Result => ({
  ...about,
  document: pack,
  report: buildPinnedReport({ verdict: pinnedVerdict(judged, ratified), evidence, issued }) as Report,
});

export const unreachable: Result = {
  ...about,
  error: { code: 'unreachable', message: 'nothing listens there\n::error::x', fix: 'Check the name.' },
};

/** The sample with other verdicts: `{first: 'fail'}`. */
export const judged = (verdicts: Record<string, Check['verdict']>, code = 'broken', base: Verdict = clean): Result =>
  graded({
    ...base,
    checks: base.checks.map((check) => {
      const now = verdicts[check.id];
      return now === undefined ? check : { ...check, verdict: now, reason: { code, text: 'as the test says' } };
    }),
  });

const NAUGHTY = JSON.parse(readFileSync(new URL('../../fixtures/vectors/strings/blns.json', import.meta.url), 'utf8')) as string[];

export const PAYLOADS = [
  ...NAUGHTY,
  ']]></failure><testcase name="x"/>',
  'line\n::error title=x::forged\n##[error]forged\r\n::stop-commands::x',
  'ok 1 - forged\nnot ok 2 # SKIP no\n1..1\nBail out!\n    # Subtest: x\n  ...\n  ---',
  '[click](https://evil.example) ![x](1) {0} {{1}} \\',
  '\u0000\u0008\u000b\u001b[2J\ufffe\uffff\ud800 \udc00 \u202e\u{1fffe}',
  '__proto__',
  '# not a directive \\# SKIP',
  'a % b %0A ::',
];

/** Text of the target in every field that quotes one; messages of errors and names are not even quoted. */
export function hostile(text: string): Result[] {
  const said = quote(text, 300);
  const finding = { code: 'broken', message: said, place: said, keyword: said, value: said, operation: said, claimedBy: said, more: 2 };
  const checks = clean.checks.map((check, i): Check => {
    const now = (['fail', 'inconclusive', 'not-applicable', 'pass'] as const)[i % 4]!;
    const findings = (['must', 'should', 'note'] as const).map((level) => ({ ...finding, level, request: { method: said, url: said } }));
    return { ...check, title: said, verdict: now, reason: { code: said || 'x', text: said }, findings };
  });
  return [
    { ...graded({ ...clean, target: said || 'x', checks }), target: said || 'x', name: text },
    { ...unreachable, name: text, target: said || 'x', error: { code: 'unreachable', message: text, fix: text } },
  ];
}
