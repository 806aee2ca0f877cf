// Every way in which a report cannot be believed has its own code, and none of them passes.
import { expect } from 'chai';
import { toBase64 } from '../../src/attest/base64.ts';
import { CHECKS, type CheckName } from '../../src/attest/verify/checklist.ts';
import { type Verification, verifyReport } from '../../src/attest/verify/verify-report.ts';
import { ERRORS, type ErrorCode, EXIT } from '../../src/contract/errors.ts';
import type { Evidence, VerificationReport } from '../../src/contract/generated/types.ts';
import { jcs } from '../../src/contract/jcs.ts';
import { ENGINE } from '../../src/contract/limits.ts';
import { json } from '../../src/report/json.ts';
import { OTHER_ENGINES } from '../engines.ts';
import { evidence } from '../report/sample.ts';
import { bytesOf, clean, ISSUED, jwk, signedReport, unsigned, verdict, verify } from './signed.ts';

const OTHER = new Uint8Array(32).fill(9);
const outcome = (found: Verification, name: CheckName) => found.checks.find((one) => one.name === name)?.outcome;
const exchange = evidence.exchanges[0]!;
const two: Evidence = { ...evidence, exchanges: [exchange, { ...exchange, names: ['other'] }] };

/** Changes the text of a file. */
type Edit = (text: string) => string | Uint8Array;
const swap =
  (from: string | RegExp, to: string): Edit =>
  (text) => {
    const out = text.replace(from, () => to);
    expect(out, `nothing to replace for ${from}`).to.not.equal(text);
    return out;
  };

/** Writes a changed report again, with the digests that an editor would put right. */
const edited =
  (change: (report: VerificationReport) => VerificationReport): Edit =>
  (text) => {
    const { attestation, ...rest } = change(JSON.parse(text) as VerificationReport);
    const again = unsigned({ verdict: rest.verdict, evidence: rest.evidence, issued: rest.issued });
    return jcs({ ...again, attestation });
  };

const member = swap('"kind":', '"key":1,"kind":');
const ofEngine = (engine: string): Edit => swap(`"engine":"${ENGINE}"`, `"engine":"${engine}"`);

const FILES: [string, Edit, ErrorCode][] = [
  ['nothing', () => '', 'truncated-report'],
  ['half of it', (text) => text.slice(0, text.length >> 1), 'truncated-report'],
  ['all but the last byte', (text) => text.slice(0, -1), 'truncated-report'],
  ['a cut character', () => Buffer.from('{"kind":"é').subarray(0, -1), 'truncated-report'],
  ['no JSON', () => 'hello', 'not-a-report'],
  ['bytes that are no UTF-8', () => Buffer.from([0x7b, 0xff, 0x7d]), 'not-a-report'],
  ['a byte-order mark', (text) => `\ufeff${text}`, 'not-a-report'],
  ['other JSON', () => '{"a":1}', 'not-a-report'],
  ['a list', () => '[]', 'not-a-report'],
  ['JSON that is nested too deep', () => '['.repeat(100) + ']'.repeat(100), 'not-a-report'],
  ['a report without its verdict', swap(/"verdict":\{.*?\},"verdictDigest"/, '"verdictDigest"'), 'not-a-report'],
  ['a report with a member too many', member, 'not-a-report'],
  // Its shape is one that this version need not know.
  ...OTHER_ENGINES.map((engine): [string, Edit, ErrorCode] => [
    `a report with a member too many, of engine ${engine},`,
    (text) => ofEngine(engine)(String(member(text))),
    'engine-mismatch',
  ]),
  ['a report with a member too many, of an engine that is no number,', (text) => ofEngine('two')(String(member(text))), 'not-a-report'],
  ['a number that no double holds', swap('"seed":42', '"seed":1e999'), 'not-canonical'],
  ['a report whose evidence has no digest', swap(/"evidence":\{"digest":"[^"]*",/, '"evidence":{'), 'not-a-report'],
  ['another kind', swap('"kind":"VerificationReport"', '"kind":"PinnedVerificationReport"'), 'not-a-report'],
  ['a kind of the future', swap('"kind":"VerificationReport"', '"kind":"FutureReport"'), 'unknown-format'],
  ['another format', swap('"format":1,"issued"', '"format":2,"issued"'), 'unknown-format'],
  ['evidence of another format', swap('"format":1,"sites"', '"format":3,"sites"'), 'unknown-format'],
  ['a line feed at the end', (text) => `${text}\n`, 'not-canonical'],
  ['the indented form', (text) => json(JSON.parse(text) as VerificationReport), 'not-canonical'],
  ['a space', swap(':', ': '), 'not-canonical'],
  ['an escape that is not needed', swap('"kind"', '"\\u006bind"'), 'not-canonical'],
  ['a number spelled otherwise', swap('"seed":42', '"seed":4.2e1'), 'not-canonical'],
  [
    'members in another order',
    (text) =>
      JSON.stringify({ ...JSON.parse(text), evidence: JSON.parse(text).evidence, attestation: JSON.parse(text).attestation }, order),
    'not-canonical',
  ],
  ['a member twice', swap('"kind":"VerificationReport"', '"kind":"VerificationReport","kind":"VerificationReport"'), 'duplicate-key'],
  ['an inner member twice', swap('"seed":42', '"seed":41,"seed":42'), 'duplicate-key'],
  ['a member twice by an escape', swap('"seed":42', '"s\\u0065ed":41,"seed":42'), 'duplicate-key'],
];

/** Puts kind first, as no canonical form does. */
function order(this: unknown, name: string, value: unknown): unknown {
  if (name !== '') return value;
  const { kind, ...rest } = value as { kind: string };
  return { kind, ...rest };
}

const EDITS: [string, Edit, ErrorCode][] = [
  ['a reason', swap('it works', 'it worked'), 'digest-mismatch-verdict'],
  [
    'a reason, digests put right',
    edited((r) => ({ ...r, verdict: { ...r.verdict, checks: r.verdict.checks.slice(1) } })),
    'digest-mismatch-verdict',
  ],
  ['the seed', swap('"seed":42', '"seed":43'), 'seed-mismatch'],
  ['the seed, digests put right', edited((r) => ({ ...r, verdict: { ...r.verdict, seed: 43 } })), 'seed-mismatch'],
  ['the grade', swap('"grade":"F","next"', '"grade":"B","next"'), 'grade-mismatch'],
  ['the grade, digests put right', edited((r) => ({ ...r, verdict: clean })), 'grade-mismatch'],
  ['the score', swap('"points":1},"seed"', '"points":4},"seed"'), 'grade-mismatch'],
  ['conclusive', swap('"conclusive":false', '"conclusive":true'), 'grade-mismatch'],
  ['the pack', swap('"version":"1.2.3"', '"version":"1.2.4"'), 'pack-mismatch'],
  ...OTHER_ENGINES.map((engine): [string, Edit, ErrorCode] => [`engine ${engine}`, ofEngine(engine), 'statement-mismatch']),
  [
    'the target',
    edited((r) => ({
      ...r,
      verdict: { ...r.verdict, target: 'https://b.example' },
      evidence: { ...r.evidence, target: 'https://b.example' },
    })),
    'statement-mismatch',
  ],
  ['who issued it', swap('"by":"axproof"', '"by":"axproofs"'), 'statement-mismatch'],
  ['when it was issued', swap('"at":"2026-11-21', '"at":"2026-11-22'), 'statement-mismatch'],
  ['how the seed was chosen', swap('"seedOrigin":"fresh"', '"seedOrigin":"caller"'), 'statement-mismatch'],
  ['the mode', swap('"mode":"attested-remote"', '"mode":"advisory-local"'), 'statement-mismatch'],
  ['a body', swap('evil.example/p.png', 'evil.example/q.png'), 'body-mismatch'],
  [
    'a body, digests put right',
    edited((r) => ({
      ...r,
      evidence: {
        ...r.evidence,
        exchanges: [{ ...exchange, answer: { ...exchange.answer, body: { text: 'x' } } }, r.evidence.exchanges[1]!],
      },
    })),
    'body-mismatch',
  ],
  [
    'the order of exchanges',
    edited((r) => ({ ...r, evidence: { ...r.evidence, exchanges: [...r.evidence.exchanges].reverse() } })),
    'exchange-order-mismatch',
  ],
  [
    'a dropped exchange',
    edited((r) => ({ ...r, evidence: { ...r.evidence, exchanges: r.evidence.exchanges.slice(1) } })),
    'exchange-count-mismatch',
  ],
  ['evidence of another run', edited((r) => ({ ...r, evidence: { ...two, sites: { 'example.com': null } } })), 'digest-mismatch-evidence'],
  ['evidence of another target', edited((r) => ({ ...r, evidence: { ...two, target: 'https://b.example' } })), 'target-mismatch'],
  [
    'the digest of the verdict',
    swap(/"verdictDigest":"sha256:../, '"verdictDigest":"sha256:__'.replace('__', 'ff')),
    'digest-mismatch-verdict',
  ],
];

const envelope =
  (change: (e: NonNullable<VerificationReport['attestation']>) => unknown): Edit =>
  (text) => {
    const report = JSON.parse(text) as VerificationReport;
    return jcs({ ...report, attestation: change(report.attestation!) });
  };
const sig = (change: (sig: string) => string): Edit =>
  envelope((e) => ({ ...e, signatures: [{ ...e.signatures[0]!, sig: change(e.signatures[0]!.sig) }] }));

const ENVELOPES: [string, Edit, ErrorCode][] = [
  ['no attestation', () => jcs(unsigned({ evidence: two })), 'unsigned'],
  ['null', envelope(() => null), 'bad-envelope'],
  ['text', envelope(() => 'signed, honestly'), 'bad-envelope'],
  ['no signature', envelope((e) => ({ ...e, signatures: [] })), 'bad-envelope'],
  ['two signatures', envelope((e) => ({ ...e, signatures: [...e.signatures, ...e.signatures] })), 'bad-envelope'],
  ['a member too many', envelope((e) => ({ ...e, note: 'hello' })), 'bad-envelope'],
  ['a keyid that is no thumbprint', envelope((e) => ({ ...e, signatures: [{ ...e.signatures[0]!, keyid: 'key-1' }] })), 'bad-envelope'],
  ['no keyid', envelope((e) => ({ ...e, signatures: [{ sig: e.signatures[0]!.sig }] })), 'bad-envelope'],
  ['a payload without padding', envelope((e) => ({ ...e, payload: toBase64(Buffer.from('{}')).replace(/=+$/, '') })), 'bad-envelope'],
  [
    'a payload with a line break',
    envelope((e) => ({ ...e, payload: `${e.payload.slice(0, 76)}\n${e.payload.slice(76)}` })),
    'bad-envelope',
  ],
  ['a signature in base64url', sig(() => `${'_-'.repeat(43)}==`), 'bad-envelope'],
  ['a signature with stray bits', sig((s) => `${s.slice(0, -3)}${s.at(-3) === 'B' ? 'C' : 'B'}==`), 'bad-envelope'],
  ['another payload type', envelope((e) => ({ ...e, payloadType: 'application/json' })), 'wrong-payload-type'],
  ['a signature of HMAC length', sig(() => toBase64(Buffer.alloc(32, 1))), 'wrong-algorithm'],
  ['a signature of RSA length', sig(() => toBase64(Buffer.alloc(256, 1))), 'wrong-algorithm'],
  ['alg none', envelope((e) => ({ ...e, signatures: [{ ...e.signatures[0]!, alg: 'none' }] })), 'wrong-algorithm'],
  ['alg HS256 on the envelope', envelope((e) => ({ ...e, alg: 'HS256' })), 'wrong-algorithm'],
  ['another signature', sig(() => toBase64(Buffer.alloc(64, 1))), 'bad-signature'],
  [
    'a payload with one more space',
    envelope((e) => ({ ...e, payload: toBase64(Buffer.concat([Buffer.from(e.payload, 'base64'), Buffer.from(' ')])) })),
    'bad-signature',
  ],
  ['a keyid of another key', envelope((e) => ({ ...e, signatures: [{ ...e.signatures[0]!, keyid: jwk(OTHER).kid }] })), 'unknown-key'],
];

describe('verifyReport', () => {
  let text: string;
  const judge = (edit: Edit): Verification => {
    const file = edit(text);
    return verify(typeof file === 'string' ? Buffer.from(file, 'utf8') : file);
  };
  before(async () => {
    text = jcs(await signedReport(unsigned({ evidence: two })));
  });

  it('believes a signed report, and lists every check', () => {
    const found = judge((t) => t);
    expect(found).to.include({ ok: true, signed: true, kid: jwk().kid });
    expect(found).to.not.have.any.keys('code', 'detail');
    expect(found.checks.map(({ name }) => name)).to.deep.equal(Object.keys(CHECKS));
    expect(found.checks.filter((c) => c.outcome !== 'ok').map((c) => c.name)).to.deep.equal(['age']);
    expect(found.report!.verdict).to.deep.equal(verdict);
  });

  for (const [group, table] of Object.entries({ file: FILES, report: EDITS, envelope: ENVELOPES })) {
    for (const [name, edit, code] of table) {
      it(`${group}: ${name} is ${code}`, () => {
        const found = judge(edit);
        expect(found.checks.filter((c) => c.outcome === 'failed').map((c) => `${c.name}: ${c.code}: ${c.detail}`)).to.not.deep.equal([]);
        expect({ code: found.code, ok: found.ok }, found.detail).to.deep.equal({ code, ok: false });
        expect(ERRORS[code].exit).to.equal(EXIT.forged);
      });
    }
  }

  it('calls an edited report edited before it calls it unsigned', () => {
    const file = jcs({ ...unsigned(), verdict: { ...verdict, grade: 'A' } });
    const found = verify(Buffer.from(file));
    expect(found.code).to.equal('digest-mismatch-verdict');
    expect(found.checks.filter((c) => c.code).map((c) => c.code)).to.include('unsigned');
  });

  it('says of a reformatted report that only its form is wrong', () => {
    const found = verify(Buffer.from(`${text}\n`));
    expect(found.checks.filter((c) => c.outcome === 'failed').map((c) => c.code)).to.deep.equal(['not-canonical']);
  });

  it('judges digests without a key set', () => {
    const found = verifyReport(bytesOf(unsigned()), undefined, { now: ISSUED });
    expect(found).to.include({ ok: false, code: 'unsigned', signed: false });
    expect(['verdict', 'evidence', 'signature'].map((name) => outcome(found, name as CheckName))).to.deep.equal(['ok', 'ok', 'skipped']);
    expect(verifyReport(Buffer.from(text), undefined, { now: ISSUED }).code).to.equal('unknown-key');
  });
});
