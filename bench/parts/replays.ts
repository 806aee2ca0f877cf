// Replays a second: one recorded bundle judged again and again in one process, the report with its digests included.
// Run by replay.ts as one bundle, which is how the engine ships: tsx would wrap every inner function to keep its name, a sixth of the time.
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { fixture } from '../../src/transport/fixture/transport.ts';
import { replay } from '../../src/transport/replay.ts';
import { median, rounded } from './median.ts';
import { defaultPack, gradeOnce, targetFile } from './setup.ts';

const SECONDS = 1;
const ROUNDS = 5;
const pack = defaultPack();
const target = loadFixture(targetFile('good'));
const origin = new URL(target.target ?? 'https://fixture.example').origin;
const recorded = await gradeOnce(pack, origin, fixture(target));

async function replayOnce(): Promise<void> {
  const report = await gradeOnce(pack, origin, replay(recorded.evidence), true);
  if (report.verdictDigest !== recorded.verdictDigest) throw new Error('the replay gave another verdict');
}

for (let i = 0; i < 150; i += 1) await replayOnce();
async function perSecond(): Promise<number> {
  const started = performance.now();
  let replays = 0;
  for (; performance.now() - started < SECONDS * 1000; replays += 1) await replayOnce();
  return replays / ((performance.now() - started) / 1000);
}

const cpu = process.cpuUsage();
const rounds: number[] = [];
for (let i = 0; i < ROUNDS; i += 1) rounds.push(await perSecond());
const { user, system } = process.cpuUsage(cpu);
const replays = rounds.reduce((sum, each) => sum + each * SECONDS, 0);
console.log(
  JSON.stringify({
    bench: 'replay',
    exchanges: recorded.evidence.exchanges.length,
    perSecond: rounded(median(rounds), 0),
    // On a machine that others use too, the time that the replays themselves took says more.
    cpuMs: rounded((user + system) / 1000 / replays),
    target: 200,
  }),
);
