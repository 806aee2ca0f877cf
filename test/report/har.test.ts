// Evidence as HAR 1.2: held against the published JSON Schema of the format, and every fact against the evidence that it comes from.
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import { Ajv } from 'ajv';
import { expect } from 'chai';
import type { Answer, VerificationReport } from '../../src/contract/generated/types.ts';
import { type HarEntry, har } from '../../src/report/har.ts';
import { axproof } from '../cli/io.ts';
import { answered, exchange, HEADERS, reportOf } from './exchanges.ts';

const load = createRequire(import.meta.url);
const schemas = load('har-schema') as Record<string, { $id: string }>;

const ajv = new Ajv({ strict: false, logger: false });
ajv.addMetaSchema(load('ajv/dist/refs/json-schema-draft-06.json') as object);
ajv.addFormat('date-time', (text: string) => !Number.isNaN(Date.parse(text)));
ajv.addFormat('uri', (text: string) => URL.canParse(text));
ajv.addFormat('ipv4', (text: string) => isIP(text) === 4);
ajv.addFormat('ipv6', (text: string) => isIP(text) === 6);
ajv.addFormat('email', true);
for (const schema of Object.values(schemas)) ajv.addSchema(schema);

/** The entries, after the whole was found to be HAR as it would stand in a file. */
function entries(report: VerificationReport): HarEntry[] {
  const made = JSON.parse(JSON.stringify(har(report))) as ReturnType<typeof har>;
  const valid = ajv.validate('har.json#', made);
  expect(valid, ajv.errorsText(ajv.errors)).to.equal(true);
  return made.log.entries;
}

const one = (answer: Partial<Answer>): HarEntry => entries(reportOf(exchange({}, answered(answer))))[0]!;
const timing = { startedAt: '2026-11-21T00:00:00.500Z', firstByte: 12, total: 30 };

describe('har', () => {
  it('is held against a schema that refuses what is no HAR', () => {
    const bad = JSON.parse(JSON.stringify(har(reportOf(exchange())))) as { log: { entries: { response: { content?: unknown } }[] } };
    delete bad.log.entries[0]!.response.content;
    expect(ajv.validate('har.json#', bad)).to.equal(false);
  });

  it('is valid for the evidence of a whole run, an entry for every hop', async () => {
    for (const target of ['good', 'blocked']) {
      const ran = await axproof('grade', `fixtures/targets/${target}.yaml`, '--json', '--seed', '7');
      const report = JSON.parse(ran.out) as VerificationReport;
      const hops = report.evidence.exchanges.reduce((sum, { redirects }) => sum + 1 + redirects.length, 0);
      expect(entries(report)).to.have.length(hops);
      expect(har(report).log._unsent).to.deep.equal(report.evidence.unsent);
    }
  });

  it('names its maker, the target and the evidence', () => {
    const report = reportOf(exchange());
    const { log } = har(report);
    expect([log.version, log.creator, log._target, log._evidenceDigest]).to.deep.equal([
      '1.2',
      { name: 'axproof', version: '0.1.0' },
      'https://example.com',
      report.evidence.digest,
    ]);
  });

  it('carries the request with its fields in order, its query and its body', () => {
    const [entry] = entries(
      reportOf(
        exchange({
          method: 'POST',
          url: 'https://example.com/p?a=1&b=%20c&a=',
          headers: { 'content-type': 'text/plain', ...HEADERS },
          body: 'é',
        }),
      ),
    );
    expect(entry!.request).to.deep.include({
      method: 'POST',
      url: 'https://example.com/p?a=1&b=%20c&a=',
      queryString: [
        { name: 'a', value: '1' },
        { name: 'b', value: ' c' },
        { name: 'a', value: '' },
      ],
      postData: { mimeType: 'text/plain', text: 'é' },
      bodySize: 2,
    });
    expect(entry!.request.headers.map(({ name }) => name)).to.deep.equal(['content-type', 'accept', 'user-agent', 'accept-encoding']);
  });

  const bodies: [string, Partial<Answer>, object, object][] = [
    [
      'a text',
      { headers: { 'content-type': 'text/html' }, body: { text: 'é' }, wireBytes: 9 },
      { size: 2, mimeType: 'text/html', text: 'é' },
      { bodySize: 9 },
    ],
    ['bytes', { body: { base64: '//79' } }, { size: 3, mimeType: '', text: '//79', encoding: 'base64' }, { bodySize: -1 }],
    ['no body', {}, { size: 0, mimeType: '' }, { bodySize: -1 }],
    ['an empty body', { body: { text: '' }, wireBytes: 0 }, { size: 0, mimeType: '', text: '' }, { bodySize: 0 }],
  ];
  for (const [name, answer, content, response] of bodies) {
    it(`carries ${name}`, () => {
      const entry = one(answer);
      expect(entry.response.content).to.deep.equal(content);
      expect(entry.response).to.deep.include({ status: 200, statusText: '', ...response });
    });
  }

  it('says that a body was cut, and what was masked', () => {
    const entry = one({ body: { text: 'xx' }, truncated: true, redactions: [{ where: 'body', start: 0, end: 2, kind: 'token' }] });
    expect(entry.response._truncated).to.equal(true);
    expect(entry.response.content.comment).to.match(/65536 bytes/);
    expect(entry.response.comment).to.match(/places masked before the answer was judged or stored: 1/);
    expect(entry.response._redactions).to.have.length(1);
  });

  it('says that a stream was left, whole or not', () => {
    const said = (answer: object): string | undefined => one({ body: { text: 'x' }, ...answer }).response.content.comment;
    expect(said({ left: 'answered' })).to.equal('the verifier left a stream that stayed open (answered)');
    expect(said({ left: 'window', truncated: true })).to.equal('the verifier left a stream that stayed open (window)');
  });

  it('says why no response came, and shows it to a browser', () => {
    const [entry] = entries(
      reportOf(
        exchange(
          {},
          {
            answer: {
              failure: { code: 'timed-out', phase: 'headers', detail: 'no\nbyte' },
              timing: { startedAt: timing.startedAt, total: 30 },
            },
          },
        ),
      ),
    );
    expect(entry!.response).to.deep.include({ status: 0, httpVersion: '', _error: 'timed-out' });
    expect(entry!.response.comment).to.equal('no response: timed-out (headers): no\\u{a}byte');
    expect(entry!.timings).to.deep.include({ send: 0, wait: 30, receive: 0 });
  });

  it('says that a response is not whole', () => {
    const entry = one({ body: { text: 'par' }, failure: { code: 'connection-reset', phase: 'body' } });
    expect(entry.response.status).to.equal(200);
    expect(entry.response.comment).to.match(/^the response is not whole: connection-reset \(body\)/);
  });

  it('gives the times that were measured, and says which were not', () => {
    const entry = one({ timing });
    expect([entry.startedDateTime, entry.time, entry.timings.wait, entry.timings.receive]).to.deep.equal([timing.startedAt, 30, 12, 18]);
    expect(entry.timings.comment).to.match(/not measured apart/);
    for (const missing of [one({}), one({ timing: { startedAt: 'yesterday', total: 4 } })]) {
      expect([missing.startedDateTime, missing.time]).to.deep.equal(['2026-11-21T00:00:00.000Z', 0]);
      expect(missing.timings.comment).to.match(/no timing was recorded/);
    }
  });

  it('stands in order of time, and else in the order of the evidence', () => {
    const at = (name: string, startedAt: string) => exchange({}, { names: [name], ...answered({ timing: { startedAt, total: 1 } }) });
    const sorted = entries(
      reportOf(at('c', '2026-11-21T00:00:03.000Z'), at('a', '2026-11-21T00:00:01.000Z'), at('b', '2026-11-21T00:00:01.000Z')),
    );
    expect(sorted.map(({ _names }) => _names[0])).to.deep.equal(['a', 'b', 'c']);
  });

  it('gives every redirect an entry of its own, with the request that it led to', () => {
    const redirects = [
      { url: 'https://example.com/a', answer: { status: 303, headers: { location: '/b' } } },
      { url: 'https://example.com/b', answer: { status: 301, headers: { location: 'https://example.com/c' } } },
    ];
    const hops = entries(
      reportOf(
        exchange(
          { method: 'POST', url: 'https://example.com/a', body: '{}' },
          {
            redirects,
            url: 'https://example.com/c',
            stopped: 'elsewhere',
            answer: { status: 302, headers: { location: 'https://evil.example/' } },
          },
        ),
      ),
    );
    expect(
      hops.map(({ request, response, _hop, _stopped }) => [
        request.method,
        request.url,
        request.postData?.text,
        response.redirectURL,
        _hop,
        _stopped,
      ]),
    ).to.deep.equal([
      ['POST', 'https://example.com/a', '{}', '/b', 0, undefined],
      ['GET', 'https://example.com/b', undefined, 'https://example.com/c', 1, undefined],
      ['GET', 'https://example.com/c', undefined, 'https://evil.example/', 2, 'elsewhere'],
    ]);
    expect(hops[2]!.comment).to.match(/redirect 2; its redirect was not followed: elsewhere/);
  });

  it('names the peer only where it is an address', () => {
    expect([one({ address: '::1' }).serverIPAddress, one({ address: '127.0.0.1' }).serverIPAddress]).to.deep.equal(['::1', '127.0.0.1']);
    expect(one({ address: 'evil.example' })).to.not.have.property('serverIPAddress');
  });

  it('takes fields with the names of members of objects as data', () => {
    const headers = JSON.parse('{"__proto__": "a", "constructor": "b"}') as Record<string, string>;
    const entry = one({ headers, status: 301 });
    expect(entry.response.headers).to.deep.equal([
      { name: '__proto__', value: 'a' },
      { name: 'constructor', value: 'b' },
    ]);
    expect(entry.response.redirectURL).to.equal('');
  });

  it('takes a long way of redirects in its stride', () => {
    const redirects = Array.from({ length: 20_000 }, () => ({
      url: 'https://example.com/',
      answer: { status: 302, headers: { location: '/' } },
    }));
    expect(har(reportOf(exchange({}, { redirects }))).log.entries).to.have.length(20_001);
  });
});
