// The pack for specs: the default one with larger samples and a demand. Through the gate, honest contracts within its samples pass, liars among them
// never do, and of what is too large to be asked whole nobody is told that it was.
import { expect } from 'chai';
import type { OperationSpec, ResponseSpec, Schema } from '../../bench/lies/documents.ts';
import type { Route } from '../../bench/lies/site.ts';
import { honestSite, LIES, type Lie, lyingSite, type Operation, type Reply, type Site } from '../../bench/lies/sites.ts';
import { transportOf } from '../../bench/lies/transport.ts';
import { defaultPack, ROOT } from '../../bench/parts/setup.ts';
import { openSource } from '../../scripts/build/packs.ts';
import type { PinnedVerificationReport } from '../../src/contract/generated/types.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { admitHere } from '../../src/gate/admitted.ts';
import type { GateHost } from '../../src/gate/host.ts';
import { verifyPinned } from '../../src/gate/verify-pinned.ts';
import { allProbes, bounds } from '../../src/pack/bounds.ts';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { loadPackDocument } from '../../src/pack/load.ts';

const base = defaultPack();
const whole = openSource(ROOT, 'ax-whole');

function verified(pack: LoadedPack, site: Site, seed: number): Promise<PinnedVerificationReport> {
  const host: GateHost = {
    open: async () => ({ origin: site.origin, transport: transportOf(site), loopback: false }),
    packOf: async (digest) => (digest === pack.digest ? admitHere(pack) : undefined),
    admit: async () => admitHere(pack),
    freshSeed: () => seed,
    now: () => '2026-11-21T00:00:00.000Z',
  };
  return verifyPinned({ target: site.origin, expectedDigest: pack.digest }, host);
}

const honesty = ({ verdict }: PinnedVerificationReport) => verdict.checks.filter(({ coverage }) => coverage !== undefined);
const unseen = (report: PinnedVerificationReport) => honesty(report).map(({ id, verdict, reason }) => `${id}: ${verdict}, ${reason.code}`);

/** A lie that any one operation tells in its body, whatever it is asked. */
const lie = LIES.find(({ name }) => name === 'error-under-200') as Lie;

describe('the pack for specs, through the gate', function () {
  this.timeout(60_000);

  it('is the default pack but for its names, three samples, its limits and what it demands', () => {
    const { name: _, title: __, limits: ___, coverage, ...rest } = structuredClone(whole.document);
    const { name: _b, title: _t, limits: _l, coverage: own, ...expected } = structuredClone(base.document);
    expect(own).to.equal(undefined);
    const honest = base.document.rules.filter(({ cap }) => cap !== undefined).map(({ id }) => id);
    expect(coverage).to.deep.equal(Object.fromEntries(honest.map((id) => [id, { askable: 100 }])));
    const [samples, before] = [rest, expected].map((document) =>
      allProbes(document as typeof whole.document).flatMap((probe) => {
        const { sample } = probe;
        delete probe.sample;
        return sample === undefined ? [] : [sample];
      }),
    );
    expect(rest).to.deep.equal(expected);
    expect(samples).to.have.length(before!.length);
    expect(samples!.filter((n, i) => n > before![i]!)).to.have.length(3);
  });

  it('sends at worst what a pinned run may, and the default pack what a grade may', () => {
    expect(bounds(whole.document).requests).to.be.within(LIMITS.gradeRequests + 1, LIMITS.requests);
    expect(bounds(whole.document).bytes).to.be.at.most(LIMITS.runBytes);
    expect(bounds(base.document).requests).to.be.at.most(LIMITS.gradeRequests);
    expect(bounds(base.document).bytes).to.be.at.most(LIMITS.gradeBytes);
  });

  for (const size of [6, 12, 40]) {
    it(`accepts an honest site of ${size} operations, all of which it asked`, async () => {
      for (const seed of [1, 2, 3]) {
        const report = await verified(whole, honestSite(seed, size), seed);
        expect(report.passed, String(seed)).to.equal(true);
        for (const { coverage } of honesty(report)) expect(coverage?.asked).to.equal(coverage?.askable);
        expect(honesty(report)[0]?.coverage?.asked).to.equal(size);
      }
    });
    it(`never accepts a liar of ${size} operations, at any seed`, async () => {
      for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
        const report = await verified(whole, lyingSite(3, size, lie).site, seed);
        expect([report.passed, unseen(report)[0]], String(seed)).to.deep.equal([false, 'schema-conformance: fail, nonconforming']);
      }
    });
  }

  it('accepts nobody whose 200 operations it cannot ask whole, and blames nobody for that', async () => {
    const report = await verified(whole, honestSite(1, 200), 1);
    expect(report.passed).to.equal(false);
    expect(unseen(report)).to.deep.equal(['schema-conformance: inconclusive, coverage', 'claims-exist: inconclusive, coverage']);
    expect(report.verdict.caps).to.deep.equal([]);
    expect(honesty(report)[0]?.coverage).to.include({ askable: 200 });
    expect(honesty(report)[0]?.coverage?.asked).to.be.within(100, 110);
  });

  it('accepts them by a spec of their own, which says how much is enough', async () => {
    const coverage = { 'schema-conformance': { askable: 40 }, 'claims-exist': { askable: 40 } };
    const less = loadPackDocument({ ...whole.document, name: 'example/large', coverage });
    const report = await verified(less, honestSite(1, 200), 1);
    expect([report.passed, unseen(report)]).to.deep.equal([true, ['schema-conformance: pass, pass', 'claims-exist: pass, pass']]);
  });

  it('accepts nobody of whose answers the document says nothing', async () => {
    const site = honestSite(2, 6);
    for (const { spec } of site.operations) spec.responses = { default: { description: 'Whatever comes.' } };
    const report = await verified(whole, site, 1);
    expect([report.passed, unseen(report)[0]]).to.deep.equal([false, 'schema-conformance: inconclusive, unshown']);
  });

  it('accepts nobody who leaves a schema where it is not evaluated', async () => {
    const site = honestSite(2, 6);
    const answer = site.operations[0]!.spec.responses['200']!;
    for (const media of Object.values(answer.content ?? {})) media.schema = { $ref: './elsewhere.json' };
    const report = await verified(whole, site, 1);
    expect([report.passed, unseen(report)[0]]).to.deep.equal([false, 'schema-conformance: inconclusive, coverage']);
    expect(honesty(report)[0]?.coverage).to.deep.include({ asked: 6, notEvaluated: { 'remote-ref': 1 } });
  });

  /** A site of six, the first of whose operations, which is asked in two ways, declares these answers, and gives this one. */
  const answering = (responses: OperationSpec['responses'], reply: Route): Site => {
    const site = honestSite(2, 6);
    const first = site.operations[0] as Operation;
    first.spec.responses = responses;
    site.routes.set(first.key, reply);
    return site;
  };
  const ofSchema = (schema: Schema): ResponseSpec => ({ description: 'Some.', content: { 'application/json': { schema } } });
  const thing = ofSchema({ type: 'object', required: ['status'] });
  const both: ResponseSpec = { ...thing, content: { ...thing.content, 'text/csv': {} } };
  const empty: ResponseSpec = { description: 'None.' };
  const none: Reply = { status: 204 };
  const csv: Reply = { type: 'text/csv', body: 'status' };
  const forms: [string, boolean, OperationSpec['responses'], Route][] = [
    ['an answer without content, where another success has a schema', false, { 200: thing, 204: empty }, none],
    ['a form without a schema, where another one has some', false, { 200: both }, csv],
    [
      'a form that is given to those who ask for any, where another is given by its name',
      true,
      { 200: both },
      ({ headers }) => (headers.accept === '*/*' ? csv : { json: { status: 'ok' } }),
    ],
    ['a declared redirect', true, { 200: thing, 302: empty }, { status: 302, headers: { location: '/' } }],
    ['an answer without content, where that is all that is declared', true, { 204: empty }, none],
    ['the one form of success, where a failure has a schema', true, { 200: { ...empty, content: { 'text/csv': {} } }, 400: thing }, csv],
    [
      'an answer without content, where the other schema refuses nothing',
      true,
      { 200: ofSchema({ description: 'Any.' }), 204: empty },
      none,
    ],
    ['an answer without content, where a schema says that there may be none', true, { 200: ofSchema({ not: {} }), 204: empty }, none],
    ['the one form that is declared', true, { 200: { ...empty, content: { 'text/csv': {} } } }, csv],
    ['a body of which its schema says nothing', true, { 200: ofSchema({ properties: { other: { type: 'string' } } }) }, { json: {} }],
  ];
  for (const [name, accepted, responses, reply] of forms)
    it(`${accepted ? 'takes' : 'does not take'} for shown ${name}`, async () => {
      const report = await verified(whole, answering(responses, reply), 1);
      const told = [report.passed, unseen(report)[0], honesty(report)[0]?.coverage?.notEvaluated];
      const [verdict, left] = accepted ? ['pass, pass', {}] : ['inconclusive, coverage', { unshown: 1 }];
      expect(told).to.deep.equal([accepted, `schema-conformance: ${verdict}`, left]);
    });

  it('accepts nobody whose robots.txt keeps a part of what is claimed from being asked', async () => {
    const site = honestSite(2, 6);
    const path = (site.operations.at(-1) as Operation).key.replace('GET ', '');
    site.routes.set('GET /robots.txt', { type: 'text/plain', body: `User-agent: *\nDisallow: ${path}\n` });
    const report = await verified(whole, site, 1);
    expect([report.passed, unseen(report)]).to.deep.equal([
      false,
      ['schema-conformance: inconclusive, coverage', 'claims-exist: inconclusive, coverage'],
    ]);
    expect(report.verdict.caps).to.deep.equal([]);
    expect(honesty(report)[0]?.coverage).to.deep.include({ asked: 5, notAskable: { declined: 1, 'other-method': 1 } });
    const coverage = { 'schema-conformance': { askable: 80 }, 'claims-exist': { askable: 80 } };
    const less = loadPackDocument({ ...whole.document, name: 'example/less', coverage });
    expect((await verified(less, site, 1)).passed).to.equal(true);
  });
});
