// Every way in which a signed report is forged, as edits of its file: what our own reader and every recipe of docs/verify.md refuse. It is no test.
import { expect } from 'chai';
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { Evidence, VerificationReport } from '../../src/contract/generated/types.ts';
import { ENGINE } from '../../src/contract/limits.ts';
import { toBase64 } from '../../src/json/base64.ts';
import { jcs } from '../../src/json/jcs.ts';
import { json } from '../../src/report/json.ts';
import { OTHER_ENGINES } from '../engines.ts';
import { evidence } from '../report/sample.ts';
import { clean, jwk, unsigned } from './signed.ts';

const OTHER = new Uint8Array(32).fill(9);
const exchange = evidence.exchanges[0]!;
/** What the forged report holds: an exchange more than the sample. */
export const two: Evidence = { ...evidence, exchanges: [exchange, { ...exchange, names: ['other'] }] };

/** Changes the text of a file. */
export type Edit = (text: string) => string | Uint8Array;
/** A name, what is done, and the code by which our own reader refuses it. */
export type Forgery = [name: string, edit: Edit, code: ErrorCode];
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

export const FILES: Forgery[] = [
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
  ...OTHER_ENGINES.map(
    (engine): Forgery => [
      `a report with a member too many, of engine ${engine},`,
      (text) => ofEngine(engine)(String(member(text))),
      'engine-mismatch',
    ],
  ),
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

export const EDITS: Forgery[] = [
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
  ...OTHER_ENGINES.map((engine): Forgery => [`engine ${engine}`, ofEngine(engine), 'statement-mismatch']),
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

export const ENVELOPES: Forgery[] = [
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
  [
    'another payload type of the same length',
    envelope((e) => ({ ...e, payloadType: e.payloadType.replace('json', 'jsom') })),
    'wrong-payload-type',
  ],
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

const doubled = (name: string, value: string) => `"${name}":${value},`;
const grade = '{"grade":"A+","checks":[]}';

/** What a reader falls for who cuts at a bracket, or keeps one of two members of a name. */
export const AROUND: Forgery[] = [
  ['a verdict before the attestation', swap(/^\{/, `{${doubled('verdict', grade)}`), 'duplicate-key'],
  ['passed with a list before the attestation', swap(/^\{/, '{"a":[1],"passed":true,'), 'not-canonical'],
  ['a list before the attestation that ends as it does', swap(/^\{/, `{"attestation":{"a":[]},`), 'duplicate-key'],
  ['a verdict behind the attestation', swap('"evidence":', `${doubled('verdict', grade)}"evidence":`), 'duplicate-key'],
  ['the attestation twice', (text) => text.replace(/^\{("attestation":.*?\]\},)/, (whole, one) => `${whole}${one}`), 'duplicate-key'],
  ['a verdict at the end', swap(/\}$/, `,"verdict":${grade}}`), 'duplicate-key'],
  ['an unknown member before the attestation', swap(/^\{/, '{"a":1,'), 'not-a-report'],
  ['an unknown member behind the attestation', swap('"evidence":', '"b":1,"evidence":'), 'not-a-report'],
  ['an unknown member at the end', swap(/\}$/, ',"z":1}'), 'not-a-report'],
  ['an unknown member of the envelope', swap('"payloadType"', '"payloadType2":1,"payloadType"'), 'not-canonical'],
  ['a payload twice', swap('"payloadType"', '"payload":"e30=","payloadType"'), 'duplicate-key'],
  ['a keyid twice', swap('"keyid"', `"keyid":"${jwk(OTHER).kid}","keyid"`), 'duplicate-key'],
  ['a space before it', (text) => ` ${text}`, 'not-canonical'],
  ['a second document', (text) => `${text}{}`, 'not-a-report'],
  ['itself once more', (text) => `${text}\n${text}`, 'not-a-report'],
  ['a zero byte at the end', (text) => `${text}\0`, 'not-a-report'],
  ['UTF-16', (text) => Buffer.from(text, 'utf16le'), 'not-a-report'],
];
