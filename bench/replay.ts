// Replays a second: one recorded bundle judged again and again in this process, the report with its digests included.
import { loadFixture } from '../src/transport/fixture/load.ts';
import { fixture } from '../src/transport/fixture/transport.ts';
import { replay } from '../src/transport/replay.ts';
import { rounded } from './parts/median.ts';
import { defaultPack, gradeOnce, targetFile } from './parts/setup.ts';

const SECONDS = 3;
const pack = defaultPack();
const target = loadFixture(targetFile('good'));
const origin = new URL(target.target ?? 'https://fixture.example').origin;
const recorded = await gradeOnce(pack, origin, fixture(target));

async function replayOnce(): Promise<void> {
  const report = await gradeOnce(pack, origin, replay(recorded.evidence), true);
  if (report.verdictDigest !== recorded.verdictDigest) throw new Error('the replay gave another verdict');
}

for (let i = 0; i < 50; i += 1) await replayOnce();
const started = performance.now();
let replays = 0;
while (performance.now() - started < SECONDS * 1000) {
  await replayOnce();
  replays += 1;
}
const perSecond = replays / ((performance.now() - started) / 1000);
console.log(
  JSON.stringify({ bench: 'replay', exchanges: recorded.evidence.exchanges.length, perSecond: rounded(perSecond, 0), target: 200 }),
);
