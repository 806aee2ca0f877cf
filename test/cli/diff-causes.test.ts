// axproof diff from outside, what sets its causes apart: samples of one target, verifiers, and targets that are graded side by side.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { FixtureRoutes, FixtureTarget, VerificationReport } from '../../src/contract/generated/types.ts';
import { overlay } from '../../src/transport/fixture/overlay.ts';
import { serveFixture } from '../../src/transport/fixture/server.ts';
import { ROOT } from '../sources.ts';
import { axproof, type Ran } from './io.ts';
import { forged, report, saved, written } from './reports.ts';

const TARGET = 'the target changed';
const RULES = 'the rules changed';
const SAMPLE = 'the sample differs';
const VERIFIER = 'the verifier changed';
const WITHOUT_ICP: FixtureRoutes = { '/icp.json': null };

const causes = ({ out }: Ran): [string, string[]][] =>
  (JSON.parse(out) as { id: string; causes: string[] }[]).map(({ id, causes: all }) => [id, all]);

describe('the causes of axproof diff', function () {
  this.timeout(60_000);
  let dir: string;
  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-causes-'));
  });
  after(() => rmSync(dir, { recursive: true }));

  let count = 0;
  /** The report of the good target, changed, as a file. */
  const reported = async (routes: FixtureRoutes = {}, seed = 7): Promise<string> =>
    saved(join(dir, `${++count}.json`), await report(overlay(written('good'), { routes }), { seed }));

  describe('of one target that cannot change', () => {
    /** So many operations that a sample leaves most of them out; one of them lies. */
    function manyThings(lie: unknown = { id: 'one' }): FixtureTarget {
      const names = Array.from({ length: 60 }, (_, i) => `/things/${i}`);
      const schema = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
      const responses = { 200: { description: 'The thing.', content: { 'application/json': { schema } } } };
      const paths = Object.fromEntries(names.map((name, i) => [name, { get: { operationId: `thing${i}`, responses } }]));
      const document = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, paths };
      const routes = Object.fromEntries(names.map((name, i) => [name, { json: { id: i } }]));
      return overlay(written('good'), { routes: { ...routes, '/things/17': { json: lie } as never, '/openapi.json': { json: document } } });
    }

    let sides: { lied: string; honest: string; seeds: [number, number] };
    before(async () => {
      const found: Partial<Record<'lied' | 'honest', [string, number]>> = {};
      for (let seed = 1; seed < 40 && !(found.lied && found.honest); seed++) {
        const made = await report(manyThings(), { seed });
        const side = made.verdict.checks.some(({ id, verdict }) => id === 'schema-conformance' && verdict === 'fail') ? 'lied' : 'honest';
        found[side] ??= [saved(join(dir, `${side}.json`), made), seed];
      }
      const { lied, honest } = found;
      if (!lied || !honest) throw new Error('every seed sees the same');
      sides = { lied: lied[0], honest: honest[0], seeds: [honest[1], lied[1]] };
    });

    it('says that the sample differs, and ends with 0', async () => {
      const ran = await axproof('diff', sides.honest, sides.lied);
      expect([ran.status, ran.err]).to.deep.equal([0, '']);
      expect(ran.out).to.match(/^schema-conformance: the sample differs\n {2}was pass, .*\n {2}is {2}fail, /m);
      expect(ran.out).to.include(`; another sample (seeds ${sides.seeds.join(' and ')}); `);
      for (const [, found] of causes(await axproof('diff', sides.lied, sides.honest, '--json'))) expect(found).to.deep.equal([SAMPLE]);
    });

    it('tells the target from the sample where both changed', async () => {
      const gone = overlay(manyThings(), { routes: { '/icp.json': null } });
      const file = saved(join(dir, 'gone.json'), await report(gone, { seed: sides.seeds[1] }));
      const ran = await axproof('diff', sides.honest, file, '--json');
      const found = new Map(causes(ran));
      expect([ran.status, found.get('icp-json'), found.get('schema-conformance')]).to.deep.equal([1, [TARGET], [SAMPLE]]);
    });

    it('blames a target that was mended, whatever the sample', async () => {
      const mended = saved(join(dir, 'mended.json'), await report(manyThings({ id: 17 }), { seed: sides.seeds[1] }));
      expect(new Map(causes(await axproof('diff', sides.lied, mended, '--json'))).get('schema-conformance')).to.deep.equal([TARGET]);
    });
  });

  it('says that another sample was asked where nothing came of it', async () => {
    const ran = await axproof('diff', await reported({}, 7), await reported({}, 8));
    expect([ran.status, ran.err, /; another sample \(seeds 7 and 8\); 0 checks changed\n$/.test(ran.out)]).to.deep.equal([0, '', true]);
  });

  it('says that the verifier changed, where a report of another engine says what this one does not', async () => {
    const old = (change: (r: VerificationReport) => unknown) => async () =>
      saved(
        join(dir, `old${++count}.json`),
        forged(await report(written('good')), (r) => {
          Object.assign(r.verdict, { engine: '1' });
          change(r);
        }),
      );
    const otherwise = old((r) => Object.assign(r.verdict.checks[0]!, { verdict: 'fail', points: 0 }));
    for (const files of [
      [await otherwise(), await reported()],
      [await reported(), await otherwise()],
    ] as const) {
      const ran = await axproof('diff', ...files, '--json');
      expect([ran.status, causes(ran)]).to.deep.equal([1, [['llms-txt', [VERIFIER]]]]);
      expect(ran.err).to.match(/^axproof: \S+ stands as it says: the report was judged by engine 1; /);
    }
    // What both of them say of other answers is the target's.
    const both = await axproof('diff', await otherwise(), await reported(WITHOUT_ICP), '--json');
    const found = new Map(causes(both));
    expect([found.get('llms-txt'), found.get('icp-json')]).to.deep.equal([[TARGET, VERIFIER], [TARGET]]);
    // By a pack that only the other engine loads, rules and verifier cannot be told apart.
    const theirs = old((r) => {
      Object.assign(r.verdict.pack, { digest: `sha256:${'1'.repeat(64)}` });
      Object.assign(r.verdict.checks[0]!, { verdict: 'fail', points: 0 });
    });
    expect(causes(await axproof('diff', await theirs(), await reported(), '--json'))).to.deep.equal([['llms-txt', [RULES, VERIFIER]]]);
  });

  it('compares two targets by one seed, and a report with a target by the seed and pack of the report', async () => {
    const [staging, production] = [
      await serveFixture(written('good')),
      await serveFixture(overlay(written('good'), { routes: WITHOUT_ICP })),
    ];
    try {
      const ran = await axproof('diff', staging.origin, production.origin);
      expect([ran.status, ran.err]).to.deep.equal([1, '']);
      expect(ran.out).to.match(/^icp-json: the targets differ\n/m);
      expect(ran.out).to.include(`${staging.origin} -> ${production.origin}: grade A+ (10 of 10) -> `).and.to.not.include('another sample');
      expect(new Set(causes(await axproof('diff', staging.origin, production.origin, '--json')).flat(2))).to.not.include(SAMPLE);

      const file = join(dir, 'staging.json');
      await axproof('grade', staging.origin, '--seed', '5', '--pack', 'auth', '--record', file, '--quiet');
      const same = await axproof('diff', file, staging.origin);
      expect([same.status, same.out.split(';').at(-1)]).to.deep.equal([0, ' 0 checks changed\n']);
      const fixture = await axproof('diff', join(ROOT, 'fixtures/targets/good.yaml'), staging.origin);
      expect([fixture.status, fixture.out.startsWith('https://widgets.example -> ')]).to.deep.equal([0, true]);
    } finally {
      await Promise.all([staging.close(), production.close()]);
    }
  });

  const useless: [string, (file: string) => string[], RegExp, number?][] = [
    ['a seed for two reports', (file) => [file, file, '--seed', '7'], /^axproof: bad-usage: --seed is for targets/],
    [
      'keys for targets',
      () => ['127.0.0.1:1', '127.0.0.1:2', '--jwks', 'keys.json'],
      /^axproof: bad-usage: --jwks, --trust and --max-age are for/,
    ],
    ['too long a run', () => ['127.0.0.1:1', '127.0.0.1:2', '--timeout', '90'], /^axproof: bad-usage: --timeout of a run here/],
    ['a report that is not there', (file) => [file, 'nowhere.json'], /^axproof: bad-file: nowhere\.json/],
    [
      'a file that is no report, by its name',
      (file) => [file, join(ROOT, 'tsconfig.json')],
      /^axproof: not-a-report: \S+\/tsconfig\.json: it names no kind and no format of a report\n/,
      4,
    ],
  ];
  for (const [name, args, err, status = 2] of useless) {
    it(`refuses ${name}`, async () => {
      const ran = await axproof('diff', ...args(await reported()));
      expect([ran.status, ran.out, err.test(ran.err)], ran.err).to.deep.equal([status, '', true]);
    });
  }

  it('says that two targets differ where the reports are of two', async () => {
    const files = [await reported(), saved(join(dir, 'empty.json'), await report(written('empty')))] as const;
    const ran = await axproof('diff', ...files);
    expect(ran.status).to.equal(1);
    expect(ran.out).to.match(/^llms-txt: the targets differ\n/m);
    expect(ran.out).to.match(/\nhttps:\/\/widgets\.example -> https:\/\/\S+: grade A\+ \(10 of 10\) -> F/);
  });
});
