// POST /verify: what is refused before anything is sent, what is promised when it is not, and the runs behind it.
import { expect } from 'chai';
import { AxproofError } from '../../src/contract/errors.ts';
import { jcs } from '../../src/json/jcs.ts';
import { builtChild } from '../gate/containment/built.ts';
import { HOSTILE } from '../gate/containment/hostile-specs.ts';
import { pages, spec, type Target, target, writing } from '../gate/support.ts';
import { type Answer, ask, post } from './ask.ts';
import { mounted, served, type Whole } from './served.ts';

const DIGEST = /^sha256:[0-9a-f]{64}$/;
const GOOD = { '/doc.json': { links: [] } };

interface Told {
  id: number;
  event: string;
  data: Record<string, unknown>;
}

/** The events of a whole stream, as a browser would read them. */
const eventsOf = ({ text }: Answer): Told[] =>
  text
    .split('\n\n')
    .map((frame) => new Map(frame.split('\n').map((line): [string, string] => [line.split(': ', 1)[0]!, line.replace(/^\w+: /, '')])))
    .filter((frame) => frame.has('event'))
    .map((frame) => ({ id: Number(frame.get('id')), event: frame.get('event')!, data: JSON.parse(frame.get('data')!) }));

describe('POST /verify', function () {
  this.timeout(60_000);
  let whole: Whole;
  let counting: Target;
  before(async function () {
    this.timeout(120_000);
    await builtChild();
    whole = await served({ AXPROOF_UNISOLATED_SPECS: 'true' });
    counting = await target(pages(GOOD));
  });
  after(async () => {
    await counting.close();
    await whole.close();
  });
  const verify = (body: unknown, headers?: Record<string, string>): Promise<Answer> => post(`${whole.url}/verify`, body, headers);
  const pinned = () => ({ target: counting.origin, spec: spec.document as unknown, expectedDigest: spec.digest });

  it('passes a target at the ratified digest, and at no other', async () => {
    const answer = await verify(pinned());
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.json()).to.include({ kind: 'PinnedVerificationReport', passed: true });
    expect(answer.json().verdict).to.include({ ratified: true, passed: true });
    expect(answer.headers['cache-control']).to.equal('no-store');
    const unratified = await verify({ target: counting.origin, spec: spec.document });
    expect(unratified.json()).to.include({ kind: 'PinnedVerificationReport', passed: false });
    expect(unratified.json().verdict).to.include({ ratified: false });
  });

  it('takes the digest alone of a spec that it has, or of a pack that it comes with', async () => {
    const stored = await verify({ target: counting.origin, expectedDigest: spec.digest });
    expect(stored.json()).to.include({ kind: 'PinnedVerificationReport', passed: true });
    const { digest } = JSON.parse((await ask(`${whole.url}/self?format=json`)).text).verdict.pack;
    const bundled = await verify({ target: counting.origin, expectedDigest: digest });
    expect(bundled.json()).to.include({ kind: 'PinnedVerificationReport', passed: false });
    expect((await ask(`${whole.url}/packs/${spec.digest}`)).text).to.equal(jcs(spec.document));
  });

  it('never answers a pinned verification from a cache', async () => {
    const before = counting.heard.length;
    const first = (await verify(pinned())).json();
    const between = counting.heard.length;
    const second = (await verify(pinned())).json();
    expect(between).to.be.greaterThan(before);
    expect(counting.heard.length - between).to.equal(between - before);
    expect(first.issued.at).to.not.equal(second.issued.at);
  });

  const edited = jcs(spec.document).replace('A pack for tests', 'A pack for tesTs');
  const refused: [string, () => unknown, number, string][] = [
    ['a spec that was edited by one character', () => ({ ...pinned(), spec: JSON.parse(edited) }), 409, 'digest-mismatch'],
    [
      'a digest that was edited by one character',
      () => ({ ...pinned(), expectedDigest: spec.digest.replace(/.$/, (c) => (c === '0' ? '1' : '0')) }),
      409,
      'digest-mismatch',
    ],
    ['a digest of nothing', () => ({ target: counting.origin, expectedDigest: `sha256:${'0'.repeat(64)}` }), 404, 'unknown-digest'],
    ['a digest of another kind', () => ({ target: counting.origin, expectedDigest: 'md5:00' }), 400, 'bad-request'],
    ['a target that is a number', () => ({ target: 5 }), 400, 'bad-request'],
    ['no target', () => ({}), 400, 'bad-request'],
    ['a seed that is a text', () => ({ target: counting.origin, seed: '7' }), 400, 'bad-request'],
    ['a seed below zero', () => ({ target: counting.origin, seed: -1 }), 400, 'bad-request'],
    ['a seed that is no integer', () => ({ target: counting.origin, seed: 1.5 }), 400, 'bad-request'],
    ['a seed beyond 2^53-1', () => `{"target":"${counting.origin}","seed":9007199254740993}`, 400, 'bad-request'],
    ['an unknown member', () => ({ target: counting.origin, sede: 7 }), 400, 'bad-request'],
    ['a member named __proto__', () => `{"target":"${counting.origin}","__proto__":{"spec":{}}}`, 400, 'bad-request'],
    ['a member named twice', () => `{"target":"example.com","target":"${counting.origin}"}`, 400, 'bad-request'],
    ['a spec that is a list', () => ({ target: counting.origin, spec: [] }), 400, 'bad-request'],
    ['a spec that is none', () => ({ target: counting.origin, spec: {} }), 422, 'bad-pack'],
    ['a list', () => [], 400, 'bad-request'],
    ['null', () => 'null', 400, 'bad-request'],
    ['no JSON', () => '{"target":', 400, 'bad-request'],
    ['bytes that are no UTF-8', () => Buffer.from([0x22, 0xff, 0x22]), 400, 'bad-request'],
    ['nothing', () => '', 400, 'bad-request'],
    ['three megabytes', () => ({ target: 'x'.repeat(3 * 1024 * 1024) }), 413, 'body-too-large'],
    [
      'a spec that writes',
      () => ({ target: counting.origin, spec: writing.document, expectedDigest: writing.digest }),
      402,
      'payment-required',
    ],
    ['a target that is none', () => ({ target: 'localhost' }), 400, 'bad-domain'],
    ['a pinned run of the service itself', () => ({ ...pinned(), target: whole.url }), 400, 'bad-domain'],
    ['a run of the service itself with a seed of the caller', () => ({ target: whole.url, seed: 3 }), 400, 'bad-domain'],
  ];

  for (const [name, body, status, code] of refused) {
    it(`refuses ${name}, and sends nothing`, async () => {
      const before = counting.connections;
      const answer = await verify(body());
      expect([answer.status, answer.json().code], answer.text).to.deep.equal([status, code]);
      expect(answer.type).to.equal('application/problem+json');
      expect(answer.json()).to.have.property('type', `${whole.url}/errors/${code}`);
      expect((await ask(answer.json().type)).status).to.equal(200);
      expect(counting.connections).to.equal(before);
    });
  }

  it('refuses a query beside a body, names its parameters, and sends nothing', async () => {
    const before = counting.connections;
    for (const name of ['seed', 'pack', 'x']) {
      const answer = await post(`${whole.url}/verify?${name}=3`, pinned());
      const said = [`/: expected no member "${name}"`, 'this takes no parameters in the query: its body says what is asked for'];
      expect([answer.status, answer.json().code, answer.json().errors], name).to.deep.equal([400, 'bad-request', said]);
    }
    expect(counting.connections).to.equal(before);
  });

  it('offers what a spec that writes would buy', async () => {
    const { json } = await verify({ target: counting.origin, spec: writing.document });
    const offer = json();
    expect(offer).to.include({ id: 'functional-tests', status: 402 });
    expect(offer.metering.hardCeiling).to.equal(true);
    expect(offer.checkout.placeholder).to.equal(true);
    expect(offer.alternatives.length).to.be.greaterThan(0);
    expect(JSON.stringify(offer)).to.not.match(/[$€£]\s?\d|\d\s?(usd|eur|credits)|"(amount|price)"/i);
  });

  it('reads JSON alone', async () => {
    const body = JSON.stringify({ target: counting.origin });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonx'])
      expect((await verify(body, { 'content-type': type })).json().code, type).to.equal('unsupported-media-type');
    const without = await ask(`${whole.url}/verify`, { method: 'POST', body });
    expect(without.status).to.equal(415);
  });

  for (const { name, text, code } of HOSTILE) {
    it(`refuses a hostile spec: ${name}`, async () => {
      const before = counting.connections;
      const answer = await verify(`{"target":${JSON.stringify(counting.origin)},"spec":${text()}}`);
      // What is no plain JSON, or too long, ends before it is a spec.
      expect(answer.status, answer.text.slice(0, 300)).to.be.within(400, 422);
      expect(answer.json().code).to.be.oneOf([code, 'body-too-large', 'bad-request']);
      expect(counting.connections).to.equal(before);
    });
  }

  it('lets a run be followed: 202, its state, its events, its report', async () => {
    const started = await verify(pinned(), { prefer: 'respond-async' });
    expect([started.status, started.headers['preference-applied']]).to.deep.equal([202, 'respond-async']);
    const run = `${whole.url}${started.headers.location}`;
    const whole_ = await ask(`${run}/events`);
    expect(whole_.headers['content-type']).to.equal('text/event-stream; charset=utf-8');
    const events = eventsOf(whole_);
    expect(events.map(({ id }) => id)).to.deep.equal(events.map((_, i) => i + 1));
    // What is asked is told while it goes on; how often depends on how fast the target answers.
    const kinds = events.map(({ event }) => event);
    expect(kinds.filter((kind) => kind !== 'asks')).to.deep.equal(['started', ...spec.document.rules.map(() => 'check'), 'done']);
    const done = events.at(-1)!.data;
    expect(done.passed).to.equal(true);
    const resumed = eventsOf(await ask(`${run}/events`, { headers: { 'last-event-id': '1' } }));
    expect(resumed).to.deep.equal(events.slice(1));
    const ended = await ask(`${run}/events`, { headers: { 'last-event-id': String(events.length) } });
    expect(ended.status).to.equal(204);
    const state = (await ask(run)).json();
    expect(state).to.include({ state: 'done', kind: 'pinned', reportDigest: done.reportDigest });
    expect(state.reportDigest).to.match(DIGEST);
    const page = await ask(run, { headers: { accept: 'text/html' } });
    expect([page.status, page.headers.location]).to.deep.equal([303, `/reports/${state.reportDigest}`]);
    expect((await ask(state.links.report)).json()).to.include({ passed: true });
  });

  it('does the same request under one key once', async () => {
    const headers = { 'idempotency-key': 'first' };
    const first = await verify(pinned(), headers);
    const heard = counting.heard.length;
    const second = await verify(pinned(), headers);
    expect([second.status, second.text]).to.deep.equal([200, first.text]);
    expect(counting.heard.length).to.equal(heard);
    const other = await verify({ target: counting.origin }, headers);
    expect([other.status, other.json().code]).to.deep.equal([409, 'idempotency-conflict']);
    const failed = await verify({ ...pinned(), expectedDigest: `sha256:${'1'.repeat(64)}` }, { 'idempotency-key': 'second' });
    expect(failed.status).to.equal(409);
    expect((await verify(pinned(), { 'idempotency-key': 'second' })).status, 'after a failure the key is free').to.equal(200);
    const later = await verify(pinned(), { 'idempotency-key': 'third', prefer: 'respond-async' });
    expect(later.status).to.equal(202);
    await ask(`${whole.url}${later.headers.location}/events`);
    const told = await verify(pinned(), { 'idempotency-key': 'third', prefer: 'respond-async' });
    expect([told.status, told.json().kind]).to.deep.equal([200, 'PinnedVerificationReport']);
  });
});

describe('how long POST /verify waits', () => {
  const rows: [string, number][] = [
    ['', 90],
    ['respond-async', 0],
    ['wait=0', 0],
    ['wait=10', 10],
    ['wait=600', 90],
    ['wait=1000', 90],
    ['wait=0010', 10],
    ['respond-async, wait=10', 10],
    ['wait=10, respond-async', 10],
    ['return=minimal, Respond-Async', 0],
  ];
  it('is as long as Prefer says: of both, so long before it goes on without the client (RFC 7240, 4.3)', async () => {
    let waited: number | undefined;
    const place = await mounted({
      verify: async (_request, _caller, { most }) => {
        waited = most;
        throw new AxproofError('busy', 'not here');
      },
    });
    try {
      for (const [prefer, seconds] of rows) {
        await post(`${place.url}/verify`, { target: 'example.com' }, prefer === '' ? {} : { prefer });
        expect(waited, prefer).to.equal(seconds * 1000);
      }
    } finally {
      await place.close();
    }
  });
});
