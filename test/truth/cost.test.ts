// What a grade costs and that it is the same whoever runs it: requests and round trips of two targets; two runs, a replay and answers in any order on liars too.
import { join } from 'node:path';
import { expect } from 'chai';
import { chance } from '../../bench/lies/chance.ts';
import { honestSite, LIES, lyingSite, type Site, TWISTS, transportOf, twistedSite } from '../../bench/lies/sites.ts';
import { LIMITS } from '../../src/contract/limits.ts';
import type { Transport } from '../../src/contract/transport.ts';
import { jcs } from '../../src/json/jcs.ts';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { fixtureOrigin } from '../../src/transport/fixture/routes.ts';
import { fixture } from '../../src/transport/fixture/transport.ts';
import { replay } from '../../src/transport/replay.ts';
import { ROOT } from '../sources.ts';
import { WHOLE } from '../whole.ts';
import { counted, graded, grades } from './runs.ts';

/** Turns of the loop in which whatever wants to be sent has been sent. */
const QUIET = 20;

/** All that waits goes out together, as many at once as there are connections, and comes back together: one round trip. */
function inStep(inner: Transport): { transport: Transport; rounds(): number } {
  const waiting: (() => void)[] = [];
  let rounds = 0;
  let still = 0;
  let ticking = false;
  function tick(): void {
    still += 1;
    if (waiting.length > 0 && still >= QUIET) {
      rounds += 1;
      still = 0;
      for (const go of waiting.splice(0, LIMITS.connections)) go();
    }
    ticking = waiting.length > 0;
    if (ticking) setImmediate(tick);
  }
  const transport: Transport = {
    registrable: (host) => inner.registrable(host),
    close: () => inner.close(),
    async send(hop, signal) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        still = 0;
        if (!ticking) {
          ticking = true;
          setImmediate(tick);
        }
      });
      return inner.send(hop, signal);
    },
  };
  return { transport, rounds: () => rounds };
}

describe('what a grade costs', function () {
  this.timeout(60_000);
  // Requests at most, and round trips at most: robots.txt is the first of them, and the last control, which nothing may follow, the last.
  for (const [name, most, trips] of [
    ['good', 48, 9],
    ['empty', 28, 6],
  ] as const)
    it(`${name}: at most ${most} requests in ${trips} round trips`, async () => {
      const target = loadFixture(join(ROOT, 'fixtures/targets', `${name}.yaml`));
      for (const seed of [1, 7, 99]) {
        const { transport, sent } = counted(fixture(target));
        const steps = inStep(transport);
        await graded(grades(), fixtureOrigin(target), steps.transport, seed);
        expect(sent()).to.be.within(10, most);
        expect(steps.rounds()).to.be.within(2, trips);
      }
    });
});

/** Answers come back in another order than they were asked for. */
function shuffled(inner: Transport, seed: number): Transport {
  const draw = chance(seed);
  const waiting: (() => void)[] = [];
  return {
    registrable: (host) => inner.registrable(host),
    close: () => inner.close(),
    async send(hop, signal) {
      const answer = await inner.send(hop, signal);
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        setImmediate(() => waiting.splice(draw.below(waiting.length), 1)[0]?.());
      });
      return answer;
    },
  };
}

const lie = (name: string) => (): Site => lyingSite(8, 6, LIES.find((one) => one.name === name)!).site;
const twist = (name: string) => (): Site => twistedSite(8, 6, TWISTS.find((one) => one.name === name)!);

const SITES: [string, () => Site][] = [
  ['an honest site', () => honestSite(8, 6)],
  ['an honest site of forty operations', () => honestSite(8, 40)],
  ...[
    'missing-member',
    'gone-404',
    'soft-404-json',
    'soft-404-page',
    'gateway',
    'closed',
    'mcp-dead',
    'phantom-tool',
    'price',
    'server',
  ].map((name): [string, () => Site] => [`the lie ${name}`, lie(name)]),
  ...['thin-envelope', 'catch-all-page', 'deploy-404', 'deploy-html', 'one-429', 'wall-nginx', 'redirect-home', 'api-host'].map(
    (name): [string, () => Site] => [`the twist ${name}`, twist(name)],
  ),
];

describe('the same verdict', function () {
  this.timeout(60_000);
  for (const [name, made] of SITES)
    it(`byte for byte, run twice, replayed, and answered in another order: ${name}`, async () => {
      const pack = grades();
      const site = made();
      const report = await graded(pack, site.origin, transportOf(site), 21);
      const first = jcs(report.verdict);
      expect(jcs((await graded(pack, site.origin, transportOf(made()), 21)).verdict), 'again').to.equal(first);
      const recorded = JSON.parse(JSON.stringify(report.evidence));
      const replayed = await graded(pack, site.origin, replay(recorded), 21, true);
      expect(jcs(replayed.verdict), 'replayed').to.equal(first);
      expect(replayed.evidence.digest).to.equal(report.evidence.digest);
      for (let n = 0; n < (WHOLE ? 5 : 2); n += 1)
        expect(jcs((await graded(pack, site.origin, shuffled(transportOf(made()), n), 21)).verdict), `shuffled ${n}`).to.equal(first);
    });
});
