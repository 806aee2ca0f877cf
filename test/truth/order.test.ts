// The order of grades: over all subsets of ten surfaces, a site that lies about one of them never comes out above the same site without it.
// AXPROOF_TESTS=whole runs all 1,024 with every liar; else one in thirty of the subsets.
import { expect } from 'chai';
import { transportOf } from '../../bench/lies/sites.ts';
import { pinnedVerdict } from '../../src/report/pinned.ts';
import { WHOLE } from '../whole.ts';
import { graded, grades, isDrawn } from './runs.ts';
import { LIES, type Lie, SURFACES, type Surface, siteOf } from './surfaces.ts';

const ORDER = ['F', 'D', 'C', 'B', 'A', 'A+'];
const ALL = 2 ** SURFACES.length - 1;
const SEED = 3;

interface Standing {
  grade: number;
  points: number;
  passed: number;
  failing: string;
}

const chosen = (mask: number): Set<Surface> => new Set(SURFACES.filter((_, bit) => mask & (1 << bit)));
const bitOf = (surface: Surface): number => 1 << SURFACES.indexOf(surface);

async function standing(mask: number, lie?: Lie): Promise<Standing> {
  const site = siteOf(chosen(mask));
  lie?.tell(site);
  const { verdict } = await graded(grades(), site.origin, transportOf(site), SEED);
  const failing = verdict.checks.filter((check) => check.verdict !== 'pass').map((check) => `${check.id} ${check.verdict}`);
  return {
    grade: ORDER.indexOf(verdict.grade),
    points: verdict.score.points,
    passed: Number(pinnedVerdict(verdict, true).passed),
    failing: failing.join(', '),
  };
}

/** Each twin is one of the subsets, and is judged once. */
const known = new Map<number, Promise<Standing>>();

function honest(mask: number): Promise<Standing> {
  const at = known.get(mask) ?? standing(mask);
  known.set(mask, at);
  return at;
}

/** Liars of a subset: those whose surfaces are there. Not all of them each time, unless everything is run. */
function liars(mask: number): Lie[] {
  const told = LIES.filter((lie) => [lie.of, ...(lie.with ?? [])].every((surface) => mask & bitOf(surface)));
  const most = WHOLE ? 6 : 2;
  return told.length <= most
    ? told
    : Array.from({ length: most }, (_, n) => told[(mask * 7 + n * Math.ceil(told.length / most)) % told.length]!);
}

const show = (mask: number, lie: Lie, liar: Standing, twin: Standing): string =>
  `${[...chosen(mask)].join(' ')} | ${lie.name}: ${ORDER[liar.grade]} ${liar.points} [${liar.failing}], and without it ${ORDER[twin.grade]} ${twin.points} [${twin.failing}]`;

describe('the order of grades', function () {
  this.timeout(WHOLE ? 10_800_000 : 240_000);

  it('gives the site with all ten every point, and the one with none of them none', async () => {
    expect(await honest(ALL)).to.deep.include({ grade: ORDER.indexOf('A+'), points: 10, passed: 1 });
    expect(await honest(0)).to.deep.include({ grade: 0, points: 0, passed: 0 });
  });

  it('puts each liar among all ten strictly below its missing twin, where that one grades above C', async () => {
    const wrong: string[] = [];
    for (const lie of LIES) {
      const [liar, twin] = [await standing(ALL, lie), await honest(ALL & ~bitOf(lie.of))];
      const below = lie.capped === false ? liar.points <= twin.points : liar.grade < twin.grade;
      if (!(twin.grade > ORDER.indexOf('C')) || !below) wrong.push(show(ALL, lie, liar, twin));
    }
    expect(wrong.join('\n')).to.equal('');
  });

  it('puts no liar above its missing twin: grade, points and passed, over the subsets', async () => {
    const wrong: string[] = [];
    let compared = 0;
    for (let mask = 1; mask <= ALL; mask += 1) {
      if (!isDrawn(mask, 2)) continue;
      for (const lie of liars(mask)) {
        const [liar, twin] = [await standing(mask, lie), await honest(mask & ~bitOf(lie.of))];
        compared += 1;
        if (liar.grade > twin.grade || liar.points > twin.points || liar.passed > twin.passed) wrong.push(show(mask, lie, liar, twin));
      }
    }
    expect(wrong.join('\n')).to.equal('');
    expect(compared).to.be.greaterThan(WHOLE ? 3 * 1000 : 30);
  });
});
