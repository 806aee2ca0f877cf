// One liar among the operations of a pinned target: no call of the gate lets it pass, whatever the seed; one that lies now and then is never passed, and never blamed.
import { expect } from 'chai';
import { chance } from '../../bench/lies/chance.ts';
import { alter, type Operation, type Reply } from '../../bench/lies/site.ts';
import { honestSite, LIES, lyingSite, type Site, transportOf } from '../../bench/lies/sites.ts';
import type { PinnedVerificationReport } from '../../src/contract/generated/types.ts';
import { admitHere } from '../../src/gate/admitted.ts';
import type { GateHost } from '../../src/gate/host.ts';
import { verifyPinned } from '../../src/gate/verify-pinned.ts';
import { freshSeed } from '../../src/run/fresh-seed.ts';
import { WHOLE } from '../whole.ts';
import { AT, grades } from './runs.ts';

/** The gate without a seed: it takes a fresh one, as for any caller. */
function asked(site: Site, seed?: number): Promise<PinnedVerificationReport> {
  const pack = grades();
  const by: GateHost = {
    open: async () => ({ origin: site.origin, transport: transportOf(site), loopback: true }),
    packOf: async () => undefined,
    admit: async () => admitHere(pack),
    freshSeed,
    now: () => AT,
  };
  return verifyPinned(
    { target: site.origin, spec: pack.document, expectedDigest: pack.digest, ...(seed === undefined ? {} : { seed }) },
    by,
  );
}

const CALLS = WHOLE ? 8 : 3;
const SIZE = 6;
const told = ({ verdict }: PinnedVerificationReport): string =>
  `${verdict.seed}: ${verdict.checks.filter((c) => c.verdict !== 'pass').map((c) => `${c.id} ${c.verdict} ${c.reason.text}`)}`;

type Change = (reply: Reply) => Reply;

/** What an answer that contradicts looks like; the honest one follows, or comes before. */
const CHANGES: { [name: string]: Change } = {
  'another shape': () => ({ json: { number: 3 } }),
  'not found': () => ({ status: 404, json: { error: 'not found' } }),
  'a login': () => ({ status: 401, json: { error: 'key' } }),
  'a page': () => ({ type: 'text/html', body: '<!doctype html><title>Deploying</title><p>One moment.' }),
};

/** A site on which one operation answers falsely to every other request of a client, beginning with the first or with the second. */
function flickering(n: number, name: string, lieAt: 0 | 1): Site {
  const site = honestSite(n, SIZE, { keyless: 'each', paid: false });
  const pool = site.operations.filter(({ kind }) => kind !== 'item' && kind !== 'by-state');
  const operation = chance(n).pick(pool) as Operation;
  const counts = new Map<string, number>();
  alter(site, operation, (own, { headers: { accept = '' } }) => {
    const before = counts.get(accept) ?? 0;
    counts.set(accept, before + 1);
    return before % 2 === lieAt ? CHANGES[name]!(own) : own;
  });
  return site;
}

describe('one liar of six', function () {
  this.timeout(120_000);

  it('lets an honest target of the same kind pass, so that there is something to lose', async () => {
    const report = await asked(honestSite(3, SIZE));
    expect(report.passed, told(report)).to.equal(true);
  });

  for (const name of ['missing-member', 'second-item', 'gone-404', 'soft-404-token', 'closed'])
    it(`is not passed on any of ${CALLS} calls without a seed: ${name}`, async () => {
      const lie = LIES.find((one) => one.name === name)!;
      const { site } = lyingSite(17, SIZE, lie);
      const seeds = new Set<number>();
      for (let call = 0; call < CALLS; call += 1) {
        const report = await asked(site);
        seeds.add(report.verdict.seed);
        expect([report.passed, report.verdict.conclusive], told(report)).to.deep.equal([false, true]);
      }
      expect(seeds.size).to.equal(CALLS);
    });
});

describe('a target that lies on one answer and is honest on the next', function () {
  this.timeout(300_000);
  const SITES = WHOLE ? 60 : 2;

  for (const name of Object.keys(CHANGES))
    it(`is never capped, and never passed where its lie was heard: ${name}`, async () => {
      let heard = 0;
      for (let n = 0; n < SITES; n += 1)
        for (const lieAt of [0, 1] as const) {
          const site = flickering(n, name, lieAt);
          const report = await asked(site, n * 1000 + lieAt);
          const lied = report.evidence.exchanges.some(
            ({ request: { url, headers }, answer }) =>
              headers.accept?.includes('json') && isLie(site, url, answer.status ?? 0, answer.body?.text),
          );
          expect(report.verdict.caps, told(report)).to.deep.equal([]);
          if (!lied) continue;
          heard += 1;
          expect(report.passed, told(report)).to.equal(false);
        }
      expect(heard).to.be.at.least(SITES / 2);
    });
});

/** Whether an answer is one of those above, on an address of the contract. */
function isLie(site: Site, url: string, status: number, body = ''): boolean {
  const path = new URL(url).pathname;
  if (!site.operations.some(({ key }) => key === `GET ${path}`)) return false;
  const { status: is, json, body: text } = { status: 200, ...lieOf(body) };
  return is === status && body === (text ?? JSON.stringify(json));
}

const lieOf = (body: string): Reply =>
  Object.values(CHANGES)
    .map((change) => change({}))
    .find(({ json, body: text }) => body === (text ?? JSON.stringify(json))) ?? { json: null };
