// axproof diff from outside: what changed between two reports, and who changed it.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { FixtureRoutes, FixtureTarget, VerificationReport } from '../../src/contract/generated/types.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { overlay } from '../../src/transport/fixture/overlay.ts';
import { serveFixture } from '../../src/transport/fixture/server.ts';
import { jwk, keySet } from '../attest/signed.ts';
import { packAt } from '../packs.ts';
import { ROOT } from '../sources.ts';
import { axproof, type Ran } from './io.ts';
import { forged, PACK, report, saved, signed, written } from './reports.ts';

/** One rule of the default pack, altered: where it is, what it says now. */
interface Altered {
  file: string;
  from: RegExp;
  to: string;
}

/** A first check of its own: the one altered here, in a rule that the good target passes. */
const FIRST = /^assert:\n/m;
const STRICTER: Altered = {
  file: 'llms-txt.yaml',
  from: FIRST,
  to: 'assert:\n  - {select: "$.llms.headers[\'content-language\']", else: missing}\n',
};
const ELSEWHERE: Altered = {
  file: 'llms-txt.yaml',
  from: FIRST,
  to: 'probes:\n  notes: {get: /notes.txt}\nassert:\n  - {select: $.notes.outcome, schema: {const: found}, else: missing}\n',
};
const WORTH: Altered = { file: 'llms-txt.yaml', from: /^points: 1$/m, to: 'points: 2' };

const WITHOUT_LLMS: FixtureRoutes = { '/llms.txt': null };
const WITHOUT_ICP: FixtureRoutes = { '/icp.json': null };

describe('axproof diff', function () {
  this.timeout(60_000);
  let dir: string;
  before(() => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-diff-'));
  });
  after(() => rmSync(dir, { recursive: true }));

  function altered(name: string, ...rules: Altered[]): string {
    const folder = join(dir, name);
    cpSync(PACK, folder, { recursive: true });
    // The pack carries as much as a grade may: a rule that asks for more needs more.
    const about = join(folder, 'pack.yaml');
    writeFileSync(about, readFileSync(about, 'utf8').replace(/requests: \d+/, `requests: ${LIMITS.requests}`));
    for (const { file, from, to } of rules) {
      const text = readFileSync(join(folder, file), 'utf8');
      expect(text).to.match(from);
      writeFileSync(join(folder, file), text.replace(from, to));
    }
    return folder;
  }

  let count = 0;
  /** The report of the good target, changed, under a pack; and its file. */
  async function reported(routes: FixtureRoutes = {}, folder?: string, seed = 7): Promise<string> {
    count += 1;
    return saved(
      join(dir, `${count}.json`),
      await report(overlay(written('good'), { routes }), { ...(folder ? { pack: packAt(folder) } : {}), seed }),
    );
  }

  const causes = ({ out }: Ran): [string, string[]][] =>
    (JSON.parse(out) as { id: string; causes: string[] }[]).map(({ id, causes: all }) => [id, all]);
  const packs = (a: string, b: string): string[] => ['--pack-a', a, '--pack-b', b];
  const TARGET = 'the target changed';
  const RULES = 'the rules changed';
  const SAMPLE = 'the sample differs';
  const VERIFIER = 'the verifier changed';

  it('finds nothing between two reports of the same', async () => {
    const ran = await axproof('diff', await reported(), await reported());
    expect(ran).to.deep.equal({ status: 0, err: '', out: 'grade A+ (10 of 10) -> A+ (10 of 10); 0 checks changed\n' });
    expect((await axproof('diff', await reported(), await reported(), '--json')).out).to.equal('[]\n');
  });

  it('says that the target changed', async () => {
    const files = [await reported(), await reported(WITHOUT_LLMS)];
    const ran = await axproof('diff', ...files);
    expect([ran.status, ran.err]).to.deep.equal([1, '']);
    expect(ran.out).to.match(/^llms-txt: the target changed\n {2}was pass, 1 of 1 \(pass\): .+\n {2}is {2}fail, 0 of 1 \(missing\): .+\n/);
    // The card links what is gone: whatever rests on the card goes with it.
    expect(ran.out).to.match(/\ngrade A\+ \(10 of 10\) -> C \(7 of 10\); 4 checks changed\n$/);
    const json = await axproof('diff', ...files, '--json');
    expect(causes(json)[0]).to.deep.equal(['llms-txt', [TARGET]]);
    for (const [, found] of causes(json)) expect(found).to.deep.equal([TARGET]);
  });

  const rules: [string, Altered, string][] = [
    ['a stricter rule', STRICTER, 'fail'],
    ['a rule that asks at another place', ELSEWHERE, 'fail'],
    ['a rule that is worth more', WORTH, 'pass'],
  ];
  for (const [name, rule, verdict] of rules) {
    it(`says that the rules changed: ${name}`, async () => {
      const folder = altered(name, rule);
      for (const backwards of [false, true]) {
        const sides = [PACK, folder];
        if (backwards) sides.reverse();
        const files = [await reported({}, sides[0]), await reported({}, sides[1])] as const;
        const ran = await axproof('diff', ...files, ...packs(sides[0]!, sides[1]!), '--json');
        expect([ran.status, ran.err, causes(ran)]).to.deep.equal([1, '', [['llms-txt', [RULES]]]]);
        expect(JSON.parse(ran.out)[0][backwards ? 'before' : 'after'].verdict).to.equal(verdict);
      }
    });
  }

  it('tells the two apart where both changed', async () => {
    const folder = altered('both', STRICTER);
    const apart = [await reported({}, PACK), await reported(WITHOUT_ICP, folder)] as const;
    const found = new Map(causes(await axproof('diff', ...apart, ...packs(PACK, folder), '--json')));
    // llms.txt links what is gone now, and loses its point for that too.
    expect([found.get('llms-txt'), found.get('icp-json')]).to.deep.equal([[TARGET, RULES], [TARGET]]);
    const together = [await reported({}, PACK), await reported(WITHOUT_LLMS, folder)] as const;
    const ran = await axproof('diff', ...together, ...packs(PACK, folder));
    expect(ran.out).to.match(/^llms-txt: the target changed, and the rules changed\n/);
  });

  it('does not blame a target that the old rules cannot see any more', async () => {
    // The new rule does not ask for what the old one asked: its evidence says nothing of /notes.txt.
    const [old, folder] = [altered('old', ELSEWHERE), altered('new', STRICTER)];
    const notes: FixtureRoutes = { '/notes.txt': { type: 'text/plain', body: 'Notes of widgets.' } };
    const files = [await reported(notes, old), await reported(notes, folder)] as const;
    expect(causes(await axproof('diff', ...files, ...packs(old, folder), '--json'))).to.deep.equal([['llms-txt', [RULES]]]);
  });

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
    const ran = await axproof('diff', await reported({}, undefined, 7), await reported({}, undefined, 8));
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

  const useless: [string, (file: string) => string[], RegExp][] = [
    ['a seed for two reports', (file) => [file, file, '--seed', '7'], /^axproof: bad-usage: --seed is for targets/],
    [
      'keys for targets',
      () => ['127.0.0.1:1', '127.0.0.1:2', '--jwks', 'keys.json'],
      /^axproof: bad-usage: --jwks, --trust and --max-age are for/,
    ],
    ['too long a run', () => ['127.0.0.1:1', '127.0.0.1:2', '--timeout', '90'], /^axproof: bad-usage: --timeout of a run here/],
    ['a report that is not there', (file) => [file, 'nowhere.json'], /^axproof: bad-file: nowhere\.json/],
  ];
  for (const [name, args, err] of useless) {
    it(`refuses ${name}`, async () => {
      const ran = await axproof('diff', ...args(await reported()));
      expect([ran.status, ran.out, err.test(ran.err)], ran.err).to.deep.equal([2, '', true]);
    });
  }

  it('compares signed reports under a key set, and no unsigned ones', async () => {
    const keys = join(dir, 'keys.json');
    writeFileSync(keys, keySet(jwk()));
    const good = await report(written('good'));
    const file = saved(join(dir, 'signed.json'), await signed(good));
    expect((await axproof('diff', file, file, '--jwks', keys)).status).to.equal(0);
    const ran = await axproof('diff', file, await reported(), '--jwks', keys);
    expect([ran.status, ran.out, /axproof: unsigned/.test(ran.err)]).to.deep.equal([4, '', true]);
  });

  it('says that two targets differ where the reports are of two', async () => {
    const files = [await reported(), saved(join(dir, 'empty.json'), await report(written('empty')))] as const;
    const ran = await axproof('diff', ...files);
    expect(ran.status).to.equal(1);
    expect(ran.out).to.match(/^llms-txt: the targets differ\n/m);
    expect(ran.out).to.match(/\nhttps:\/\/widgets\.example -> https:\/\/\S+: grade A\+ \(10 of 10\) -> F/);
  });

  it('refuses a report that does not follow from its evidence', async () => {
    const good = await report(written('good'));
    const file = saved(join(dir, 'good.json'), good);
    const bad: [string, string, RegExp][] = [
      [
        file,
        saved(
          join(dir, 'graded.json'),
          forged(good, (r) => Object.assign(r.verdict, { grade: 'F' })),
        ),
        /^axproof: verdict-mismatch: /,
      ],
      [
        saved(
          join(dir, 'engine.json'),
          forged(good, (r) => Object.assign(r.verdict, { engine: '0' })),
        ),
        file,
        /^axproof: engine-mismatch: /,
      ],
    ];
    for (const [a, b, err] of bad) {
      const ran = await axproof('diff', a, b);
      expect(ran.err).to.match(err);
      expect([ran.status, ran.out]).to.deep.equal([4, '']);
    }
  });
});
