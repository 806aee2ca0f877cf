// Runs of the bench: which lies, marks and twists meet which sites, and what came of each. It must not print.
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { BLIND } from './blind.ts';
import { LIES } from './classes/all.ts';
import { chanceToMeet } from './expectation.ts';
import { grade, type Outcome } from './grade.ts';
import { honestSite } from './honest.ts';
import { bears, DRAWN, type Lie, lyingSite, type Mark, markedSite } from './lie.ts';
import { MARKS } from './marks.ts';
import type { Site } from './site.ts';
import { TWISTS, twistedSite } from './twists/all.ts';

export interface Plan {
  classes: readonly string[] | null;
  twists: readonly string[] | null;
  marks: readonly string[] | null;
  sizes: readonly number[];
  seeds: number;
  /** Every class under every mark; else each under some, by turns. */
  whole: boolean;
}

export interface Run {
  of: 'lie' | 'blind' | 'twist' | 'mark';
  name: string;
  mark: string;
  size: number;
  seed: number;
  /** The share of draws that can meet the lie: 1 where the contract is asked whole, 0 for the honest and for what no run sees. */
  expected: number;
  caught: boolean;
  inconclusive: boolean;
  /** Whether the whole run says that it saw all that it judges. */
  conclusive: boolean;
  /** Whether there was nothing to see. */
  hidden: boolean;
  grade: string;
  reasons: string[];
}

/** What is to be shown of a run, where somebody wants to see it. */
export type Seen = (run: Run, outcome: Outcome) => void;

/** The smallest contract bears the marks. */
const MARKED = 6;
/** Marks that each class bears in a run that is not whole. */
const BY_TURNS = 2;

interface Job {
  run: Pick<Run, 'of' | 'name' | 'mark' | 'size' | 'seed' | 'expected' | 'hidden'>;
  site(): Site;
}

const named = <T extends { name: string }>(all: readonly T[], names: readonly string[] | null): T[] =>
  names === null ? [...all] : all.filter(({ name }) => names.includes(name));

/** A seed of its own for each class, so that classes do not all meet the same sites. */
const seedOf = (name: string, turn: number): number => [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) + turn * 101;

function lieJob(lie: Lie, mark: Mark | undefined, size: number, turn: number): Job {
  const seed = seedOf(lie.name, turn);
  const { liars } = lyingSite(seed, size, lie, mark);
  const expected = lie.at === 'site' ? 1 : chanceToMeet(size, liars.length, DRAWN);
  const run = { of: 'lie' as const, name: lie.name, mark: mark?.name ?? 'plain', size, seed, expected, hidden: false };
  return { run, site: () => lyingSite(seed, size, lie, mark).site };
}

function* lieJobs(plan: Plan): Generator<Job> {
  const marks = named(MARKS, plan.marks);
  for (const [at, lie] of named(LIES, plan.classes).entries()) {
    for (const size of plan.sizes) for (let turn = 0; turn < plan.seeds; turn += 1) yield lieJob(lie, undefined, size, turn);
    const borne = marks.filter((mark) => bears(lie, mark));
    const chosen =
      plan.whole || plan.marks ? borne : borne.filter((_, i) => (i - at * BY_TURNS + borne.length * at) % borne.length < BY_TURNS);
    const sizes = plan.whole ? plan.sizes : [MARKED];
    for (const mark of chosen) for (const size of sizes) yield lieJob(lie, mark, size, 0);
  }
}

function* blindJobs(plan: Plan): Generator<Job> {
  for (const spot of named(BLIND, plan.classes))
    for (const size of plan.sizes)
      for (let turn = 0; turn < plan.seeds; turn += 1) {
        // A small contract may have no operation of the kind.
        const { operations } = honestSite(seedOf(spot.name, turn), size);
        if (spot.kinds && !operations.some(({ kind }) => spot.kinds?.includes(kind))) continue;
        const { run, site } = lieJob(spot, undefined, size, turn);
        yield { run: { ...run, of: 'blind', expected: 0 }, site };
      }
}

function* honestJobs(plan: Plan): Generator<Job> {
  const sizes = plan.whole ? plan.sizes : plan.sizes.slice(0, 1);
  const turns = Array.from({ length: plan.seeds }, (_, turn) => turn);
  for (const size of sizes)
    for (const turn of turns) {
      for (const twist of named(TWISTS, plan.twists)) {
        const { name, hidden = false } = twist;
        const seed = seedOf(name, turn);
        yield { run: { of: 'twist', name, mark: 'plain', size, seed, expected: 0, hidden }, site: () => twistedSite(seed, size, twist) };
      }
      for (const mark of named(MARKS, plan.twists)) {
        const { name } = mark;
        const seed = seedOf(name, turn);
        yield { run: { of: 'mark', name, mark: name, size, seed, expected: 0, hidden: false }, site: () => markedSite(seed, size, mark) };
      }
    }
}

export async function runAll(pack: LoadedPack, plan: Plan, seen: Seen): Promise<Run[]> {
  const out: Run[] = [];
  const only = plan.classes !== null || plan.twists !== null;
  const jobs = [
    ...(only && !plan.classes ? [] : [...lieJobs(plan), ...blindJobs(plan)]),
    ...(only && !plan.twists ? [] : honestJobs(plan)),
  ];
  for (const { run, site } of jobs) {
    const outcome = await grade(pack, site(), run.seed);
    const reasons = [...outcome.blames, ...outcome.open].map(({ id, reason }) => `${id}: ${reason.text}`);
    const done: Run = {
      ...run,
      caught: outcome.blames.length > 0,
      inconclusive: outcome.open.length > 0,
      conclusive: outcome.conclusive,
      grade: outcome.grade,
      reasons,
    };
    out.push(done);
    seen(done, outcome);
  }
  return out;
}
