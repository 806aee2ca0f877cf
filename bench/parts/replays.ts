// Replays a second: one recorded bundle judged again and again in one process, the report with its digests included.
// Run by replay.ts as one bundle, which is how the engine ships: tsx would wrap every inner function to keep its name, a sixth of the time.
import type { Rule } from '../../src/contract/generated/types.ts';
import { loadPackDocument } from '../../src/pack/load.ts';
import type { LoadedPack } from '../../src/pack/loaded-pack.ts';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { fixture } from '../../src/transport/fixture/transport.ts';
import { replay } from '../../src/transport/replay.ts';
import { VIEW_NAMES } from '../../src/views/registry.ts';
import { median, rounded } from './median.ts';
import { defaultPack, gradeOnce, targetFile } from './setup.ts';

const EXCHANGES = 40;
/** So many places of the larger sample the target's claims take. */
const CLAIMS = 11;
const SECONDS = 1;
const ROUNDS = 5;
/** V8 has optimised what is hot after some hundreds: a process that replays much spends its time beyond that. */
const WARM = 1000;

/** The default pack and one check more, whose requests make up the number. */
function packOf(requests: number): LoadedPack {
  const { document } = defaultPack();
  const first = document.rules[0] as Rule;
  const more: Rule = {
    ...first,
    id: 'bench',
    order: 1000,
    points: 1,
    probes: { bench: { eachOf: Array.from({ length: requests }, (_, i) => ({ get: `/widgets?page=${i}` })) } },
    assert: [{ select: '$.bench[*].json', schema: { type: 'object' }, else: 'other' }],
    reasons: { pass: 'All pages are JSON.', other: 'A page is no JSON.' },
  };
  delete more.when;
  delete more.cap;
  const copy = structuredClone({ ...document, rules: [...document.rules, more] });
  // The pack's bound leaves room for two: what the target's own claims do not use of their sample makes room for the others.
  for (const { probes } of copy.rules)
    for (const probe of Object.values(probes ?? {})) if ((probe.sample ?? 0) > CLAIMS) probe.sample = CLAIMS;
  return loadPackDocument(copy, { views: [...VIEW_NAMES] });
}

const plain = defaultPack();
const target = loadFixture(targetFile('good'));
const origin = new URL(target.target ?? 'https://fixture.example').origin;
const { evidence } = await gradeOnce(plain, origin, fixture(target));
const pack = packOf(EXCHANGES - evidence.exchanges.length);
const recorded = await gradeOnce(pack, origin, fixture(target));
if (recorded.evidence.exchanges.length !== EXCHANGES) throw new Error(`${recorded.evidence.exchanges.length} exchanges`);

async function replayOnce(): Promise<void> {
  const report = await gradeOnce(pack, origin, replay(recorded.evidence), true);
  if (report.verdictDigest !== recorded.verdictDigest) throw new Error('the replay gave another verdict');
}

async function perSecond(): Promise<number> {
  const started = performance.now();
  let replays = 0;
  for (; performance.now() - started < SECONDS * 1000; replays += 1) await replayOnce();
  return replays / ((performance.now() - started) / 1000);
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
    exchanges: recorded.evidence.exchanges.length,
    perSecond: rounded(median(rounds), 0),
    inTheFirstSecond: rounded(cold, 0),
    // On a machine that others use too, the time that the replays themselves took says more.
    cpuMs: rounded((user + system) / 1000 / replays),
    target: 200,
  }),
);
