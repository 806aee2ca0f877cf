// The report of fixtures/vectors/attest: small, and with whatever canonical form, digests and encodings could stumble over.
import type { Evidence, Verdict, VerificationReport } from '../../src/contract/generated/types.ts';
import { buildReport } from '../../src/report/build.ts';

const verdict: Verdict = {
  target: 'https://example.com',
  seed: 9007199254740991,
  engine: '1',
  pack: { name: 'example/pack', version: '1.0.0', digest: `sha256:${'0123456789abcdef'.repeat(4)}` },
  grade: 'B',
  score: { points: 1, outOf: 2 },
  conclusive: false,
  caps: [],
  checks: [
    {
      id: 'first',
      title: 'Größe 名前 😀 " \\',
      verdict: 'pass',
      points: 1,
      outOf: 1,
      reason: { code: 'pass', text: 'it holds' },
      findings: [],
      evidence: ['a'],
    },
    {
      id: 'second',
      title: 'The second',
      verdict: 'inconclusive',
      points: 0,
      outOf: 1,
      reason: { code: 'timed-out', text: 'no answer came in time' },
      findings: [{ code: 'late', level: 'note', message: 'an answer', value: '\\u{7f}' }],
      evidence: ['b'],
    },
  ],
  next: { grade: 'A', fix: ['second'] },
};

const evidence: Evidence = {
  format: 1,
  target: 'https://example.com',
  sites: { 'example.com': 'example.com', localhost: null },
  exchanges: [
    {
      names: ['a'],
      request: { method: 'GET', url: 'https://example.com/a', headers: { accept: '*/*' } },
      bytes: 1024,
      redirects: [],
      url: 'https://example.com/a',
      answer: {
        status: 200,
        // Integer-like names and names beyond the BMP: sorted by UTF-16 code units, not as numbers and not as code points.
        headers: { '9': 'nine', '10': 'ten', 'x-\u{1f600}': 'a', 'x-\ufb33': 'b', 'content-type': 'text/plain' },
        body: { text: 'tab\t, line\n, \u0001, DEL\u007f, e\u0301, \u2028, </script>, \u{1f600}' },
        timing: { startedAt: '2026-11-21T00:00:00.000Z', firstByte: 0.0000001, total: 1e21 },
      },
    },
    {
      names: ['b'],
      request: { method: 'POST', url: 'https://example.com/b', headers: {}, body: '{"a":1}' },
      bytes: 1024,
      redirects: [],
      url: 'https://example.com/b',
      answer: { body: { base64: '/+8=' }, failure: { code: 'timed-out', phase: 'body' } },
    },
  ],
  unsent: [{ name: 'c', code: 'declined' }],
};

export const vectorReport: VerificationReport = buildReport({
  verdict,
  evidence,
  issued: { at: '2026-11-21T00:00:00.000Z', by: 'axproof', version: '0.1.0', mode: 'attested-remote', seedOrigin: 'caller' },
});
