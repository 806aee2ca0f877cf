// Every answer that a service may give to a pinned verification, honest or not, with the exit status and the words that it comes to.
import type { Report } from '../../src/contract/generated/types.ts';
import { reportDigest, reportText } from '../../src/report/build.ts';
import { type Answerer, graded, KID, pinned, problem, sends, signed, tells } from './stub-service.ts';
export const OTHER = `sha256:${'0'.repeat(64)}`;
export const honest = (): Promise<Report> => signed(pinned());
const failing = { checks: [{ ...pinned().verdict.checks[0]!, verdict: 'fail' as const, points: 0 }] };
const text = async (made: Parameters<typeof pinned>[0] = {}): Promise<string> => reportText(await signed(pinned(made)));

/** An answer whose signed text was edited afterwards. */
const edited =
  (edit: (text: string) => string): Answerer =>
  async (heard, response) =>
    sends(edit(await text()))(heard, response);

/** 202 first, then states of the run, then the report. */
function run(states: object[], report: () => Promise<Report>): Answerer {
  const queue = [...states];
  const id = 'a'.repeat(32);
  return async (heard, response) => {
    const json = { 'content-type': 'application/json', 'retry-after': '0' };
    if (heard.url === '/verify')
      return void sends(JSON.stringify({ id, state: 'queued' }), 202, { ...json, location: `/runs/${id}` })(heard, response);
    if (heard.url === `/runs/${id}`) return void sends(JSON.stringify({ id, ...queue.shift() }), 200, json)(heard, response);
    return void tells(report)(heard, response);
  };
}

interface Row {
  name: string;
  answer: Answerer;
  args?: string[];
  status: number;
  says: RegExp;
}

export const answers: Row[] = [
  {
    name: 'a signed acceptance',
    answer: tells(honest),
    status: 0,
    says: new RegExp(`PASSED[\\s\\S]*attested-remote by ${KID} at http://127`),
  },
  { name: 'a signed refusal', answer: tells(() => signed(pinned({ verdict: failing }))), status: 1, says: /NOT PASSED/ },
  {
    name: 'a run that was not conclusive',
    answer: tells(() =>
      signed(pinned({ verdict: { conclusive: false, checks: [{ ...pinned().verdict.checks[0]!, verdict: 'inconclusive', points: 0 }] } })),
    ),
    status: 3,
    says: /NOT PASSED/,
  },
  { name: 'a report without an attestation', answer: tells(() => pinned()), status: 4, says: /axproof: unsigned:/ },
  { name: 'one of a private run', answer: tells(() => pinned({ mode: 'advisory-local' })), status: 4, says: /axproof: unsigned:/ },
  {
    name: 'one of a private run, about a public target, where unsigned ones are taken',
    answer: tells(() => pinned({ mode: 'advisory-local' })),
    args: ['--allow-unsigned'],
    status: 4,
    says: /axproof: unsigned:/,
  },
  { name: 'another key', answer: tells(() => signed(pinned(), new Uint8Array(32).fill(7))), status: 4, says: /unknown-key/ },
  {
    name: 'a forged signature',
    answer: tells(async () => {
      const report = await honest();
      const [one] = report.attestation!.signatures;
      const sig = Buffer.from(one!.sig, 'base64');
      sig[3]! ^= 1;
      return { ...report, attestation: { ...report.attestation!, signatures: [{ ...one!, sig: sig.toString('base64') }] } };
    }),
    status: 4,
    says: /bad-signature/,
  },
  {
    name: 'the attestation of another report',
    answer: tells(async () => ({ ...pinned(), attestation: (await signed(pinned({ verdict: failing }))).attestation! })),
    status: 4,
    says: /axproof: (grade-mismatch|digest-mismatch|statement-mismatch)/,
  },
  {
    name: 'another target',
    answer: tells(() => signed(pinned({ target: 'https://other.example.com' }))),
    status: 4,
    says: /other-answer[\s\S]*its target/,
  },
  {
    name: 'another spec',
    answer: tells(() => signed(pinned({ pack: { ...pinned().verdict.pack, digest: OTHER } }))),
    status: 4,
    says: /other-answer[\s\S]*its spec/,
  },
  {
    name: 'a spec that was not ratified',
    answer: tells(() => signed(pinned({ ratified: false }))),
    status: 4,
    says: /other-answer[\s\S]*not ratified/,
  },
  { name: 'a grade', answer: tells(() => signed(graded())), status: 4, says: /other-answer[\s\S]*it is a grade/ },
  {
    name: 'a seed that somebody chose',
    answer: tells(() => signed(pinned({ seedOrigin: 'caller' }))),
    status: 4,
    says: /other-answer[\s\S]*its seed/,
  },
  {
    name: 'another seed than was asked for',
    answer: tells(() => signed(pinned({ seedOrigin: 'caller', seed: 8 }))),
    args: ['--seed', '7'],
    status: 4,
    says: /other-answer[\s\S]*its seed/,
  },
  {
    name: 'the seed that was asked for',
    answer: tells(() => signed(pinned({ seedOrigin: 'caller', seed: 7 }))),
    args: ['--seed', '7'],
    status: 0,
    says: /PASSED/,
  },
  {
    name: 'variables that nobody gave',
    answer: tells(() => signed(pinned({ evidence: { env: { A: 'b' } } }))),
    status: 4,
    says: /other-answer[\s\S]*variables/,
  },
  { name: 'an old report', answer: tells(() => signed(pinned({ at: '2026-11-20T23:54:00.000Z' }))), status: 4, says: /too-old/ },
  {
    name: 'a report of the future',
    answer: tells(() => signed(pinned({ at: '2026-11-21T00:06:00.000Z' }))),
    status: 4,
    says: /issued-in-future/,
  },
  {
    name: 'one that is older than asked for',
    answer: tells(() => signed(pinned({ at: '2026-11-20T23:58:00.000Z' }))),
    args: ['--max-age', '60'],
    status: 4,
    says: /too-old/,
  },
  {
    name: 'passed flipped',
    answer: async (heard, response) =>
      sends(reportText(await signed(pinned({ verdict: failing }))).replaceAll('"passed":false', '"passed":true'))(heard, response),
    status: 4,
    says: /not-a-report|mismatch/,
  },
  { name: 'a report that is cut short', answer: edited((whole) => whole.slice(0, -200)), status: 4, says: /truncated-report/ },
  { name: 'white space within', answer: edited((whole) => whole.replace(':', ': ')), status: 4, says: /not-canonical/ },
  {
    name: 'a member twice',
    answer: edited((whole) => whole.replace('{', '{"kind":"VerificationReport",')),
    status: 4,
    says: /duplicate-key/,
  },
  { name: 'JSON that is no report', answer: sends('{"ok":true}'), status: 4, says: /not-a-report/ },
  { name: 'a page', answer: sends('<html></html>', 200, { 'content-type': 'text/html' }), status: 3, says: /service-failed.*text\/html/ },
  {
    name: 'a coding that was not asked for',
    answer: sends('{}', 200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
    status: 3,
    says: /service-failed.*gzip/,
  },
  { name: 'nothing', answer: sends('', 204, {}), status: 3, says: /service-failed/ },
  {
    name: 'a body that ends early',
    answer: (_heard, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('{"attestation":', () => response.destroy());
    },
    status: 3,
    says: /service-failed/,
  },
  {
    name: 'more than any report has',
    answer: (_heard, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const block = Buffer.alloc(1024 * 1024, 0x20);
      const more = (): void => {
        while (!response.destroyed && response.write(block));
      };
      response.on('drain', more).on('error', () => response.destroy());
      more();
    },
    status: 3,
    says: /service-failed.*more than 67108864 bytes/,
  },
  { name: 'no answer in time', answer: () => {}, args: ['--timeout', '0.3'], status: 3, says: /service-failed.*within 0\.3 seconds/ },
  {
    name: 'a redirect to another origin',
    answer: sends('', 307, { location: 'http://127.0.0.2:9/verify' }),
    status: 3,
    says: /service-failed.*307.*not followed/,
  },
  { name: '409', answer: problem(409, 'digest-mismatch'), status: 4, says: /axproof: digest-mismatch: .* says: the detail/ },
  { name: '404', answer: problem(404, 'unknown-digest'), status: 4, says: /axproof: unknown-digest:/ },
  { name: '402', answer: problem(402, 'payment-required'), status: 2, says: /axproof: payment-required:/ },
  {
    name: '422',
    answer: problem(422, 'bad-pack', { errors: ['/rules/0: \u001b[31mred'] }),
    status: 2,
    says: /axproof: bad-pack:[\s\S]*\\u\{1b\}/,
  },
  {
    name: '429',
    answer: problem(429, 'too-many-runs', {}, { 'retry-after': '30' }),
    status: 3,
    says: /axproof: too-many-runs:[\s\S]*in 30 seconds/,
  },
  { name: '503', answer: problem(503, 'busy'), status: 3, says: /axproof: busy:/ },
  { name: '502', answer: problem(502, 'unreachable'), status: 3, says: /axproof: unreachable:/ },
  { name: '500', answer: problem(500, 'internal'), status: 3, says: /axproof: service-failed:.*internal/ },
  { name: 'a code that ends nothing here', answer: problem(400, 'interrupted'), status: 3, says: /axproof: service-failed:/ },
  { name: 'a code that nobody knows', answer: problem(400, 'no-such-code'), status: 3, says: /axproof: service-failed:/ },
  { name: 'a code of every object', answer: problem(400, 'constructor'), status: 3, says: /axproof: service-failed:/ },
  {
    name: 'a page of a proxy',
    answer: sends('<h1>Bad gateway</h1>', 502, { 'content-type': 'text/html' }),
    status: 3,
    says: /service-failed.*502/,
  },
  {
    name: 'a run that is followed',
    answer: run([{ state: 'queued' }, { state: 'running' }, { state: 'done', reportDigest: reportDigest(pinned()) }], honest),
    status: 0,
    says: /PASSED[\s\S]*the run goes on at/,
  },
  {
    name: 'a run that failed',
    answer: run([{ state: 'failed', error: { code: 'unreachable', message: 'gone' } }], honest),
    status: 3,
    says: /axproof: unreachable: .*gone/,
  },
  { name: 'a run that was cut off', answer: run([{ state: 'interrupted' }], honest), status: 3, says: /axproof: run-interrupted/ },
  { name: 'a run in no known state', answer: run([{ state: 'dancing' }], honest), status: 3, says: /service-failed/ },
  {
    name: 'a run that names no report',
    answer: run([{ state: 'done', reportDigest: '../../x' }], honest),
    status: 3,
    says: /service-failed/,
  },
  {
    name: 'a run elsewhere',
    answer: sends('{}', 202, { 'content-type': 'application/json', location: `http://127.0.0.2:9/runs/${'a'.repeat(32)}` }),
    status: 3,
    says: /service-failed.*202/,
  },
  {
    name: 'a run that never ends',
    answer: run(
      Array.from({ length: 100 }, () => ({ state: 'running' })),
      honest,
    ),
    args: ['--timeout', '0.5'],
    status: 3,
    says: /service-failed.*within/,
  },
];
