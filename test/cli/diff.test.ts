// axproof diff from outside: what changed between two reports, and who changed it.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { FixtureRoutes } from '../../src/contract/generated/types.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import { overlay } from '../../src/transport/fixture/overlay.ts';
import { jwk, keySet } from '../attest/signed.ts';
import { axproof, type Ran } from './io.ts';
import { forged, PACK, packIn, report, saved, signed, written } from './reports.ts';

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
      await report(overlay(written('good'), { routes }), { ...(folder ? { pack: await packIn(folder) } : {}), seed }),
    );
  }

  const causes = ({ out }: Ran): [string, string[]][] =>
    (JSON.parse(out) as { id: string; causes: string[] }[]).map(({ id, causes: all }) => [id, all]);
  const packs = (a: string, b: string): string[] => ['--pack-a', a, '--pack-b', b];
  const TARGET = 'the target changed';
  const RULES = 'the rules changed';

  it('finds nothing between two reports of the same', async () => {
    const ran = await axproof('diff', await reported(), await reported());
    expect(ran).to.deep.equal({ status: 0, err: '', out: 'grade A+ (10 of 10) -> A+ (10 of 10); 0 checks changed\n' });
    expect((await axproof('diff', await reported(), await reported(), '--json')).out).to.equal('[]\n');
  });

  it('takes the pack of both reports once, and says how to give each its own', async () => {
    const mine = altered('mine', STRICTER);
    const files = [await reported({}, mine), await reported({}, mine)];
    const ran = await axproof('diff', ...files, '--pack', mine);
    expect([ran.status, ran.err]).to.deep.equal([0, '']);
    const beside = await axproof('diff', files[0]!, await reported(), '--pack', mine, '--json');
    expect([beside.status, causes(beside).flatMap(([, found]) => found)]).to.deep.equal([1, [RULES]]);
    expect((await axproof('diff', ...files)).err).to.match(/unknown-pack[\s\S]*--pack-a[\s\S]*--pack-b/);
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

  it('compares signed reports under a key set, and no unsigned ones', async () => {
    const keys = join(dir, 'keys.json');
    writeFileSync(keys, keySet(jwk()));
    const good = await report(written('good'));
    const file = saved(join(dir, 'signed.json'), await signed(good));
    expect((await axproof('diff', file, file, '--jwks', keys)).status).to.equal(0);
    const ran = await axproof('diff', file, await reported(), '--jwks', keys);
    expect([ran.status, ran.out, /axproof: unsigned/.test(ran.err)]).to.deep.equal([4, '', true]);
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
