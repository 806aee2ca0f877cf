// A report with one check of every verdict and hostile text of a target in every field that quotes it.
import type { Check, Evidence, Issued, Pack, Rule, Verdict } from '../../src/contract/generated/types.ts';
import { quote } from '../../src/contract/quote.ts';

export const HOSTILE = [
  '[click](https://evil.example) ![x](https://evil.example/p.png)',
  '# heading\n## heading\n- item\n> quote',
  '</td><script>alert(1)</script><img src=x onerror=alert(1)>',
  '```\n``` `code` ~~~',
  '| cell | cell |\\|\n|---|---|',
  '\u001b[31mred\u001b[0m \u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007 \u009b2J',
  'user\u202egpj.exe \u2066x\u2069 z\u200bw \ufeff \u3164 \ufe0f \u{e0041} \ud800',
  'www.evil.example https://evil.example bob@evil.example @everyone #123 &copy; :tada: $x$',
  '<https://evil.example> <bob@evil.example> [a]: https://evil.example',
  '名前が広い字 and e\u0301 accents',
];

const hostile = (i: number): string => quote(HOSTILE[i % HOSTILE.length]!);

const rule = (id: string, order: number, more: Partial<Rule>): Rule => ({
  id,
  order,
  title: `The ${id} works`,
  why: 'Agents read this first. Without it they guess, and a guess costs a request.',
  fix: 'Serve `/thing.json` as application/json. Then check it with any client:\n\n```json\n{"name": "example", "url": "https://example.com"}\n```\n\n1. Publish it.\n2. Link it from /llms.txt.',
  refs: ['https://www.rfc-editor.org/rfc/rfc9264', 'https://llmstxt.org/'],
  assert: [{ select: '$.thing' }],
  reasons: { pass: 'it works', broken: 'it is broken' },
  ...more,
});

export const pack: Pack = {
  format: 1,
  name: 'test/sample',
  version: '1.2.3',
  title: 'A sample',
  engine: '1',
  limits: { requests: 8, bytes: 65_536 },
  control: { get: '/nothing' },
  bands: [
    [100, 'A+'],
    [90, 'A'],
    [70, 'B'],
    [50, 'C'],
    [30, 'D'],
    [0, 'F'],
  ],
  probes: { thing: { get: '/thing' } },
  rules: [
    rule('first', 10, { points: 1 }),
    rule('second', 20, { points: 1 }),
    rule('third', 30, { points: 1 }),
    rule('fourth', 40, { points: 1 }),
    rule('honest', 50, { cap: 'C' }),
    rule('truthful', 60, { cap: 'C' }),
  ],
};

const check = (id: string, more: Partial<Check>): Check => ({
  id,
  title: `The ${id} works`,
  verdict: 'pass',
  reason: { code: 'pass', text: 'it works' },
  findings: [],
  evidence: ['thing'],
  ...more,
});

const scored = (id: string, more: Partial<Check>): Check => check(id, { points: 0, outOf: 1, ...more });

const checks: Check[] = [
  scored('first', {
    points: 1,
    findings: [
      { code: 'no-vary', level: 'should', message: 'an answer lacks Vary', request: { method: 'GET', url: 'https://example.com/' } },
    ],
  }),
  scored('second', {
    verdict: 'fail',
    reason: { code: 'broken', text: `it is broken: ${hostile(0)}` },
    findings: HOSTILE.map((_, i) => ({
      code: 'broken',
      level: 'must',
      message: 'a string that matches the format uri',
      place: `api#/servers/${i}`,
      keyword: 'format',
      value: hostile(i),
      request: { method: 'GET', url: hostile(i + 1) },
      operation: hostile(i + 2),
      claimedBy: hostile(i + 3),
      more: i + 1,
    })),
  }),
  scored('third', { verdict: 'inconclusive', reason: { code: 'rate-limited', text: 'the target asked for fewer requests' } }),
  scored('fourth', { verdict: 'not-applicable', reason: { code: 'free', text: 'the target declares that it is free' } }),
  check('honest', { verdict: 'fail', cap: 'C', reason: { code: 'dead', text: hostile(7) } }),
  check('truthful', { verdict: 'inconclusive', cap: 'C', reason: { code: 'timed-out', text: 'no answer came in time' } }),
];

export const verdict: Verdict = {
  target: 'https://example.com',
  seed: 42,
  engine: '1',
  pack: { name: pack.name, version: pack.version, digest: `sha256:${'ab'.repeat(32)}` },
  grade: 'F',
  score: { points: 1, outOf: 4 },
  conclusive: false,
  caps: [{ check: 'honest', grade: 'C' }],
  checks,
  next: { grade: 'C', fix: ['second'] },
};

export const evidence: Evidence = {
  format: 1,
  target: 'https://example.com',
  sites: { 'example.com': 'example.com' },
  exchanges: [
    {
      names: ['thing'],
      request: { method: 'GET', url: 'https://example.com/thing', headers: { accept: '*/*' } },
      bytes: 65_536,
      redirects: [],
      url: 'https://example.com/thing',
      answer: { status: 200, headers: { 'content-type': 'text/plain' }, body: { text: HOSTILE.slice(0, 5).join('\n') } },
    },
  ],
  unsent: [],
};

export const issued: Issued = {
  at: '2026-11-21T00:00:00.000Z',
  by: 'axproof',
  version: '0.1.0',
  mode: 'advisory-local',
  seedOrigin: 'fresh',
};

/** The same target after everything was fixed. */
export const clean: Verdict = {
  ...verdict,
  grade: 'A+',
  score: { points: 4, outOf: 4 },
  conclusive: true,
  caps: [],
  next: null,
  checks: checks.map(({ findings: _, ...rest }) => ({
    ...rest,
    verdict: 'pass' as const,
    findings: [],
    reason: { code: 'pass', text: 'it works' },
    ...(rest.outOf === undefined ? {} : { points: 1 }),
  })),
};
