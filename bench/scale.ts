// What docs/scale.md predicts: a simulation of services, workers, their threads and cores. Before it predicts it reproduces what bench/census.ts measured (bench/scale.json):
// nothing but the rounds of a grade is fitted, to the one point where grades are made one at a time. Exits with 1 where a point is off by more than a fifth.
import { readFileSync } from 'node:fs';
import { rounded } from './parts/median.ts';
import { type Machine, simulate } from './parts/simulate.ts';

interface Measured {
  /** What the service got of two cores, while it had enough to do: others used the machine too. */
  cores: number;
  /** Milliseconds of CPU for a grade. */
  cpuMs: { serving: number; judging: number; probing: number; helpers: number };
  sentKiB: number;
  storedKiB: number;
  points: { grades: number; sideBySide: number; waitMs: number; perSecond: number }[];
}

const measured = JSON.parse(readFileSync(new URL('./scale.json', import.meta.url), 'utf8')) as Measured;
const { serving, judging, probing, helpers } = measured.cpuMs;
const OFF = 0.2;
/** Milliseconds of PostgreSQL for a grade: three transactions. And what one primary gives, on eight cores, before its write-ahead log is the bottleneck. */
const DATABASE = { cpuMs: 8, cores: 8 };
/** Calls of runs that Restate takes on one busy core (tried: 350 a second on two). */
const ENGINE_CALLS = 175;

const one = (machine: Partial<Machine> & Pick<Machine, 'grades' | 'sideBySide' | 'waitMs'>, rounds: number): number =>
  simulate({ cores: measured.cores, judges: 2, cpuMs: { serving, judging, probing, helpers }, rounds, ...machine }).perSecond;

/** The rounds of a grade, from how long one takes by itself. */
function fitted(): number {
  const alone = measured.points.find(({ sideBySide }) => sideBySide === 1)!;
  const off = (rounds: number): number => Math.abs(one(alone, rounds) / alone.perSecond - 1);
  return Array.from({ length: 40 }, (_, i) => i + 1).reduce((best, rounds) => (off(rounds) < off(best) ? rounds : best), 1);
}

const rounds = fitted();
const points = measured.points.map((point) => {
  const simulated = one(point, rounds);
  return { ...point, simulated: rounded(simulated, 2), off: rounded(simulated / point.perSecond - 1, 2) };
});
const good = points.every(({ off }) => Math.abs(off) <= OFF);

/** A process of workers on two cores of its own, and as many grades as make the start of it nothing. */
const WORKER = { cores: 2, judges: 2, sideBySide: 64, grades: 600 } as const;
const perProcess = one({ ...WORKER, waitMs: 300 }, rounds);
const plans = [1, 100, 10_000].map((perSecond) => ({
  perSecond,
  // Two thirds of what it can do: the rest is for peaks and for machines that are away.
  workerProcesses: Math.ceil(perSecond / (perProcess * 0.67)),
  cores: Math.ceil((perSecond * (serving + judging + probing + helpers)) / 1000 / 0.67),
  sentMbitPerSecond: rounded((perSecond * measured.sentKiB * 8.192) / 1000, 1),
  storedGibPerDay: rounded((perSecond * measured.storedKiB * 86_400) / 1024 / 1024, 1),
  databasePrimaries: Math.ceil((perSecond * DATABASE.cpuMs) / 1000 / (DATABASE.cores * 0.67)),
  engineCores: Math.ceil(perSecond / (ENGINE_CALLS * 0.67)),
}));
console.log(JSON.stringify({ bench: 'scale', rounds, points, good, perProcess: rounded(perProcess, 1), plans }));
process.exitCode = good ? 0 : 1;
