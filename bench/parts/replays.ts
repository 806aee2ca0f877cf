// Replays a second of forty exchanges: one recorded bundle judged again and again in one process, the report with its digests included.
// Run by replay.ts as one bundle, which is how the engine ships: tsx would wrap every inner function to keep its name, a sixth of the time.
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { fixture } from '../../src/transport/fixture/transport.ts';
import { replay } from '../../src/transport/replay.ts';
import { median, rounded } from './median.ts';
import { defaultPack, gradeOnce, targetFile } from './setup.ts';

/** The figure is told for a bundle of so many exchanges; the default pack sends some more, and each counts as its share. */
const EXCHANGES = 40;
const SECONDS = 1;
const ROUNDS = 5;
/** V8 has optimised what is hot after some hundreds: a process that replays much spends its time beyond that. */
const WARM = 1000;

const target = loadFixture(targetFile('good'));
const origin = new URL(target.target ?? 'https://fixture.example').origin;
const pack = defaultPack();
const recorded = await gradeOnce(pack, origin, fixture(target));
const exchanges = recorded.evidence.exchanges.length;

async function replayOnce(): Promise<void> {
  const report = await gradeOnce(pack, origin, replay(recorded.evidence), true);
  if (report.verdictDigest !== recorded.verdictDigest) throw new Error('the replay gave another verdict');
}

async function perSecond(): Promise<number> {
  const started = performance.now();
  let replays = 0;
  for (; performance.now() - started < SECONDS * 1000; replays += 1) await replayOnce();
  return ((replays * exchanges) / EXCHANGES) * (1000 / (performance.now() - started));
}

const cold = await perSecond();
for (let i = 0; i < WARM; i += 1) await replayOnce();
const cpu = process.cpuUsage();
const rounds: number[] = [];
for (let i = 0; i < ROUNDS; i += 1) rounds.push(await perSecond());
const { user, system } = process.cpuUsage(cpu);
const replays = rounds.reduce((sum, each) => sum + each * SECONDS, 0);
console.log(
  JSON.stringify({
    bench: 'replay',
    exchanges,
    perSecond: rounded(median(rounds), 0),
    inTheFirstSecond: rounded(cold, 0),
    // On a machine that others use too, the time that the replays themselves took says more.
    cpuMs: rounded((user + system) / 1000 / replays),
    target: 120,
  }),
);
