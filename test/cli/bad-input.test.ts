// Reports that nobody should believe, through the command line as it is built, and one of each kind as it is packed: each has its error code and exit status 4,
// and none passes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { Envelope, Exchange, PublicKey, VerificationReport } from '../../src/contract/generated/types.ts';
import { toBase64 } from '../../src/json/base64.ts';
import { jcs } from '../../src/json/jcs.ts';
import { reportText } from '../../src/report/build.ts';
import { json } from '../../src/report/json.ts';
import { overlay } from '../../src/transport/fixture/overlay.ts';
import { DAY, jwk, keySet, signer } from '../attest/signed.ts';
import { axproof, cli, held, type Ran } from './io.ts';
import { packed } from './packed.ts';
import { forged, report, signed, written } from './reports.ts';

/** Around the clock of the machine. */
const now = Math.floor(Date.now() / 1000);
const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();
const WINDOW = { nbf: now - 10 * DAY, exp: now + 10 * DAY };
const MINE = new Uint8Array(32).fill(42);
const OTHER = new Uint8Array(32).fill(9);
const key = (more: Partial<PublicKey> = {}, seed = MINE): PublicKey => jwk(seed, { ...WINDOW, ...more });
const mine = signer(MINE, WINDOW);

/** What the tests begin with: an honest report, the same signed, and an honest one of the same target at another time. */
interface Honest {
  plain: VerificationReport;
  signed: VerificationReport;
  other: VerificationReport;
  later: VerificationReport;
}

type Edit = (whole: VerificationReport, honest: Honest) => void;

function exchange(whole: VerificationReport, name: string): Exchange {
  const found = whole.evidence.exchanges.find((e) => e.names.includes(name));
  if (!found) throw new Error(`no exchange ${name}`);
  return found;
}

/** What a forger may change; every digest is put right afterwards. Under a signature the first code is given, without one the second. */
const EDITS: [string, Edit, ErrorCode, ErrorCode][] = [
  [
    'evidence of another time',
    (r, { later }) => Object.assign(r, { evidence: later.evidence }),
    'digest-mismatch-evidence',
    'verdict-mismatch',
  ],
  ['evidence of another target', (r) => Object.assign(r.evidence, { target: 'https://b.example' }), 'target-mismatch', 'target-mismatch'],
  ['all exchanges in another order', (r) => void r.evidence.exchanges.reverse(), 'exchange-order-mismatch', 'evidence-mismatch'],
  [
    'one exchange at another place',
    ({ evidence: { exchanges } }) => void exchanges.push(...exchanges.splice(3, 1)),
    'exchange-order-mismatch',
    'evidence-mismatch',
  ],
  ['the first exchange dropped', (r) => void r.evidence.exchanges.shift(), 'exchange-count-mismatch', 'verdict-mismatch'],
  [
    'an exchange dropped that no check looks at',
    ({ evidence }) => Object.assign(evidence, { exchanges: evidence.exchanges.filter((e) => !e.names.includes('mcpCard[3]')) }),
    'exchange-count-mismatch',
    'evidence-mismatch',
  ],
  [
    'an exchange too many',
    ({ evidence: { exchanges } }) => void exchanges.push({ ...exchanges[0]!, names: ['more'] }),
    'exchange-count-mismatch',
    'evidence-mismatch',
  ],
  ['a reason', (r) => Object.assign(r.verdict.checks[0]!.reason, { text: 'All is well.' }), 'digest-mismatch-verdict', 'verdict-mismatch'],
  ['a check dropped', (r) => void r.verdict.checks.pop(), 'digest-mismatch-verdict', 'verdict-mismatch'],
  ['the seed', (r) => Object.assign(r.verdict, { seed: 8 }), 'seed-mismatch', 'verdict-mismatch'],
  ['the grade', (r) => Object.assign(r.verdict, { grade: 'B' }), 'grade-mismatch', 'verdict-mismatch'],
  ['the score', (r) => Object.assign(r.verdict.score, { points: 9 }), 'grade-mismatch', 'verdict-mismatch'],
  ['conclusive', (r) => Object.assign(r.verdict, { conclusive: false }), 'grade-mismatch', 'verdict-mismatch'],
  ['a body', (r) => Object.assign(exchange(r, 'llms[0]').answer, { body: { text: '# X' } }), 'body-mismatch', 'verdict-mismatch'],
  ['a status', (r) => Object.assign(exchange(r, 'llms[0]').answer, { status: 404 }), 'digest-mismatch-evidence', 'verdict-mismatch'],
  [
    'a header of an answer',
    (r) => Object.assign(exchange(r, 'llms[0]').answer.headers!, { 'content-type': 'text/html' }),
    'digest-mismatch-evidence',
    'verdict-mismatch',
  ],
  [
    'a header of a request',
    (r) => Object.assign(exchange(r, 'llms[0]').request.headers, { accept: 'text/x' }),
    'digest-mismatch-evidence',
    'verdict-mismatch',
  ],
  ['the version of the pack', (r) => Object.assign(r.verdict.pack, { version: '9.9.9' }), 'pack-mismatch', 'verdict-mismatch'],
  ['the digest of the pack', (r) => Object.assign(r.verdict.pack, { digest: `sha256:${'0'.repeat(64)}` }), 'pack-mismatch', 'unknown-pack'],
  ['the engine', (r) => Object.assign(r.verdict, { engine: '99' }), 'statement-mismatch', 'engine-mismatch'],
  [
    'the target',
    (r) => void [r.verdict, r.evidence].map((part) => Object.assign(part, { target: 'https://b.example' })),
    'statement-mismatch',
    'verdict-mismatch',
  ],
  [
    'a target that is no origin',
    (r) => void [r.verdict, r.evidence].map((part) => Object.assign(part, { target: '../x.yaml' })),
    'statement-mismatch',
    'not-a-report',
  ],
  [
    'a target that could not be reached',
    (r) => Object.assign(exchange(r, 'robots'), { answer: { failure: { code: 'connection-refused' } } }),
    'digest-mismatch-evidence',
    'verdict-mismatch',
  ],
];

type File = string | VerificationReport | Promise<VerificationReport>;
interface Row {
  line: string;
  make(honest: Honest): File;
  code: ErrorCode;
  keys?: unknown[];
}

const changed =
  (change: (text: string) => string): Row['make'] =>
  ({ signed: whole }) =>
    change(reportText(whole));
const swap = (from: string | RegExp, to: string) => changed((text) => text.replace(from, () => to));

/** One file that is bad as it stands, whoever signed it. */
const FILES: Row[] = [
  { line: 'nothing', make: () => '', code: 'truncated-report' },
  { line: 'no JSON', make: () => 'hello', code: 'not-a-report' },
  { line: 'other JSON', make: () => '{"a":1}', code: 'not-a-report' },
  { line: 'a report of another kind', make: swap(/"kind":"\w+"/, '"kind":"Other"'), code: 'unknown-format' },
  { line: 'a report of another format', make: swap('"format":1,"issued"', '"format":2,"issued"'), code: 'unknown-format' },
  { line: 'half a report', make: changed((text) => text.slice(0, text.length >> 1)), code: 'truncated-report' },
  { line: 'all but the last byte', make: changed((text) => text.slice(0, -1)), code: 'truncated-report' },
  { line: 'an indented report', make: ({ signed: whole }) => json(whole), code: 'not-canonical' },
  { line: 'a line feed at the end', make: changed((text) => `${text}\n`), code: 'not-canonical' },
  { line: 'a number spelled otherwise', make: swap('"seed":7,', '"seed":7.0,'), code: 'not-canonical' },
  { line: 'a member twice', make: swap('"seed":7,', '"seed":8,"seed":7,'), code: 'duplicate-key' },
  { line: 'a member twice, spelled otherwise', make: swap('"seed":7,', '"s\\u0065ed":8,"seed":7,'), code: 'duplicate-key' },
  {
    line: 'an edited reason, digests as they were',
    make: swap(/"reason":\{"code":"pass"/, '"reason":{"code":"good"'),
    code: 'digest-mismatch-verdict',
  },
  { line: 'an edited body, digests as they were', make: swap('Look up, compare', 'Look at, compare'), code: 'body-mismatch' },
];

const envelope =
  (change: (envelope: Envelope) => object): Row['make'] =>
  ({ signed: whole }) => ({ ...whole, attestation: { ...whole.attestation, ...change(whole.attestation!) } as Envelope });
const signature = (change: (signature: Envelope['signatures'][0]) => object) =>
  envelope(({ signatures: [one] }) => ({ signatures: [{ ...one, ...change(one!) }] }));
const again =
  (by = mine, at = now - DAY): Row['make'] =>
  ({ plain }) =>
    signed({ ...plain, issued: { ...plain.issued, at: instant(at) } }, by, at * 1000);

const SIGNATURES: Row[] = [
  { line: 'no signature', make: ({ plain }) => plain, code: 'unsigned' },
  { line: 'signed again by another key', make: again(signer(OTHER, WINDOW)), code: 'unknown-key' },
  {
    line: 'signed again by another key, under the name of the trusted one',
    make: again({ ...signer(OTHER, WINDOW), kid: mine.kid }),
    code: 'bad-signature',
  },
  {
    line: 'the signature of another report',
    make: ({ signed: { attestation }, other }) => ({
      ...other,
      issued: { ...other.issued, mode: 'attested-remote' },
      ...(attestation && { attestation }),
    }),
    code: 'grade-mismatch',
  },
  { line: 'a kid that is not in the key set', make: signature(() => ({ keyid: key({}, OTHER).kid })), code: 'unknown-key' },
  { line: 'a kid that was revoked', make: again(), code: 'revoked-key', keys: [key({ status: 'revoked', revoked_at: now - DAY / 2 })] },
  { line: 'an algorithm of none', make: signature(() => ({ alg: 'none', sig: '' })), code: 'wrong-algorithm' },
  { line: 'an algorithm with a shared secret', make: signature(() => ({ alg: 'HS256' })), code: 'wrong-algorithm' },
  {
    line: 'a signature of another length',
    make: signature(() => ({ sig: toBase64(new Uint8Array(32).fill(1)) })),
    code: 'wrong-algorithm',
  },
  {
    line: 'a key of another algorithm',
    make: again(),
    code: 'wrong-algorithm',
    keys: [{ kty: 'RSA', kid: mine.kid, n: 'AQAB', e: 'AQAB' }],
  },
  { line: 'a payload of another type', make: envelope(() => ({ payloadType: 'application/json' })), code: 'wrong-payload-type' },
  { line: 'an empty envelope', make: envelope(() => ({ signatures: [] })), code: 'bad-envelope' },
  {
    line: 'base64 with a line break',
    make: signature(({ sig }) => ({ sig: `${sig.slice(0, 8)}\n${sig.slice(8)}` })),
    code: 'bad-envelope',
  },
  {
    line: 'a changed signature',
    make: signature(({ sig }) => ({ sig: `${sig.startsWith('A') ? 'B' : 'A'}${sig.slice(1)}` })),
    code: 'bad-signature',
  },
  { line: 'an issue time before the window of its key', make: again(), code: 'issued-outside-window', keys: [key({ nbf: now - DAY + 1 })] },
  { line: 'an issue time after the window of its key', make: again(), code: 'issued-outside-window', keys: [key({ exp: now - DAY })] },
  { line: 'an issue time in the future', make: again(mine, now + DAY / 24), code: 'issued-in-future' },
];

/** The command line by the clock of the machine. */
async function today(...args: string[]): Promise<Ran> {
  const { io, ran } = held({ now: () => new Date().toISOString() });
  const status = await cli(args, io);
  return { status, ...ran() };
}

describe('bad input', function () {
  this.timeout(180_000);
  let dir: string;
  let honest: Honest;

  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-bad-'));
    const plain = await report(written('good'), { at: instant(now - DAY) });
    const other = await report(overlay(written('good'), { routes: { '/llms.txt': null } }), { at: instant(now - DAY) });
    // The same was asked in the same order, and one answer is another.
    const links = ['/openapi.json', '/.well-known/agents.json', '/icp.json', '/docs'].map((path) => `- [A page](${path})\n`);
    const llms = { type: 'text/markdown; charset=utf-8', body: `# Widgets\n\n## Pages\n\n${links.join('')}` };
    const later = await report(overlay(written('good'), { routes: { '/llms.txt': llms } }));
    const names = ({ evidence }: VerificationReport): string[][] => evidence.exchanges.map((e) => e.names);
    expect(names(later)).to.deep.equal(names(plain));
    honest = { plain, other, later, signed: await signed(plain, mine) };
    expect(other.verdict.target).to.equal(plain.verdict.target);
  });
  after(() => rmSync(dir, { recursive: true }));

  async function argumentsFor(made: File, keys?: unknown[]): Promise<string[]> {
    const file = join(dir, 'report.json');
    const whole = await made;
    writeFileSync(file, typeof whole === 'string' ? whole : jcs(whole));
    if (!keys) return ['replay', file];
    writeFileSync(join(dir, 'keys.json'), keySet(...keys));
    return ['replay', file, '--jwks', join(dir, 'keys.json')];
  }
  const replay = async (made: File, keys?: unknown[]): Promise<Ran> => today(...(await argumentsFor(made, keys)));

  function expectRefusal({ status, out, err }: Ran, code: ErrorCode): void {
    expect({ status, out, code: /^axproof: ([a-z-]+): /.exec(err)?.[1] }, err).to.deep.equal({ status: 4, out: '', code });
  }
  const refused = async (made: File, code: ErrorCode, keys?: unknown[]): Promise<void> => expectRefusal(await replay(made, keys), code);
  /** By a clock that stands before the reports: what has to be refused by any clock. */
  const refusedEarlier = async (made: File, code: ErrorCode): Promise<void> =>
    expectRefusal(await axproof(...(await argumentsFor(made))), code);

  it('believes the honest reports that the bad ones are made of', async () => {
    expect(await replay(honest.plain)).to.include({ status: 0, err: '' });
    expect(await replay(honest.signed, [key()])).to.include({ status: 0, err: '' });
    expect((await replay(honest.signed, [key()])).out).to.match(/signed by the trusted key/);
  });

  it('is told by the packed command line in the same way', async () => {
    const command = packed();
    try {
      const edited = forged(honest.signed, (copy) => EDITS[0]![1](copy, honest));
      const made: [File, ErrorCode][] = [
        [FILES[0]!.make(honest), FILES[0]!.code],
        [SIGNATURES[0]!.make(honest), SIGNATURES[0]!.code],
        [edited, EDITS[0]![2]],
      ];
      const keys = [key(), key({}, new Uint8Array(32).fill(8))];
      for (const [file, code] of made) expectRefusal(command.axproof(...(await argumentsFor(file, keys))), code);
      expect(command.axproof(...(await argumentsFor(honest.signed, keys)))).to.include({ status: 0 });
    } finally {
      command.remove();
    }
  });

  for (const { line, make, code } of FILES) {
    it(`${line} is ${code}, with a key set and without`, async () => {
      await refused(make(honest), code, [key()]);
      await refusedEarlier(make(honest), code);
    });
  }

  for (const { line, make, code, keys } of SIGNATURES)
    it(`under a key set, ${line} is ${code}`, () => refused(make(honest), code, keys ?? [key(), key({}, new Uint8Array(32).fill(8))]));

  for (const [line, edit, signedCode, plainCode] of EDITS) {
    const by = (whole: VerificationReport): VerificationReport => forged(whole, (copy) => edit(copy, honest));
    it(`edited under a signature, ${line} is ${signedCode}`, () => refused(by(honest.signed), signedCode, [key()]));
    it(`edited under a signature that nobody checks, ${line} is ${signedCode}`, () => refusedEarlier(by(honest.signed), signedCode));
    it(`edited without a signature, ${line} is ${plainCode}`, () => refused(by(honest.plain), plainCode));
  }
});
