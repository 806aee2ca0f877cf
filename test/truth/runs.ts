// Runs that several tests ask the same of: sites of the bench and cases of the packs, in process, with the hops that were really sent. It must not judge.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chance } from '../../bench/lies/chance.ts';
import {
  bears,
  honestSite,
  LIES,
  lyingSite,
  MARKS,
  markedSite,
  type Site,
  TWISTS,
  transportOf,
  twistedSite,
} from '../../bench/lies/sites.ts';
import type { VerificationReport } from '../../src/contract/generated/types.ts';
import type { Transport } from '../../src/contract/transport.ts';
import { bounds } from '../../src/pack/bounds.ts';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { Targets } from '../../src/run/cases/folders.ts';
import { fixtureOrigin } from '../../src/transport/fixture/routes.ts';
import { fixture } from '../../src/transport/fixture/transport.ts';
import { casesOf } from '../cases.ts';
import { packsBy, RULES } from '../packs.ts';
import { built } from '../service/built.ts';
import { ROOT } from '../sources.ts';
import { WHOLE } from '../whole.ts';

/** Of the built product, which compiled the checks of its packs: from the sources that would take as long as fifty runs, in each process. */
const { loadPack, run } = await built();

const BUNDLE = JSON.parse(readFileSync(join(ROOT, 'rules/bundle.json'), 'utf8')) as { default: string };

const packAt = packsBy(loadPack);

/** The pack by which sites are graded. */
export const grades = (): LoadedPack => packAt(join(RULES, BUNDLE.default));

/** Whether the n-th of many is run today: one in so many, by a draw that is the same everywhere. */
export const isDrawn = (n: number, stream = 0, oneIn = 30): boolean => WHOLE || chance(n * 31 + stream * 7919 + 5).below(oneIn) === 0;

export interface Job {
  name: string;
  pack: LoadedPack;
  target: string;
  seed: number;
  transport(): Transport;
}

export interface Done extends Job {
  report: VerificationReport;
  /** Hops that were sent, redirects and robots files among them. */
  hops: number;
  /** The most that the pack says it can cause. */
  bound: number;
}

export const AT = '2026-11-21T00:00:00.000Z';

export const graded = (
  pack: LoadedPack,
  target: string,
  transport: Transport,
  seed: number,
  recorded = false,
): Promise<VerificationReport> => run({ pack, target, seed, seedOrigin: 'caller', transport, now: () => AT, recorded });

/** The same transport, which counts what is sent. */
export function counted(inner: Transport): { transport: Transport; sent(): number } {
  let hops = 0;
  const transport: Transport = {
    registrable: (host) => inner.registrable(host),
    send(hop, signal) {
      hops += 1;
      return inner.send(hop, signal);
    },
    close: () => inner.close(),
  };
  return { transport, sent: () => hops };
}

export async function done(job: Job): Promise<Done> {
  const { transport, sent } = counted(job.transport());
  const report = await graded(job.pack, job.target, transport, job.seed);
  return { ...job, report, hops: sent(), bound: bounds(job.pack.document).requests };
}

export const siteJob = (name: string, site: Site, seed: number, pack = grades()): Job => ({
  name,
  pack,
  target: site.origin,
  seed,
  transport: () => transportOf(site),
});

const SIZE = 6;

/** Classes of lies, twists and marks of the bench, on the smallest contract; a sixth of them unless all are asked for. */
export function* benchJobs(): Generator<Job> {
  for (const [at, lie] of LIES.entries()) if (isDrawn(at, 4, 6)) yield siteJob(`lie ${lie.name}`, lyingSite(at, SIZE, lie).site, at);
  for (const [at, twist] of TWISTS.entries()) if (isDrawn(at, 5, 6)) yield siteJob(`twist ${twist.name}`, twistedSite(at, SIZE, twist), at);
  for (const [at, mark] of MARKS.entries()) yield siteJob(`mark ${mark.name}`, markedSite(at, SIZE, mark), at);
}

const GENERATED = 1000;
const SIZES = [6, 8, 12] as const;

/** Sites by seed: honest, lying, lying under a mark; one in thirty unless all are asked for. */
export function* generatedJobs(): Generator<Job> {
  for (let n = 0; n < GENERATED; n += 1) {
    if (!isDrawn(n)) continue;
    const draw = chance(n);
    const size = draw.pick(SIZES);
    const lie = draw.pick(LIES);
    const mark = draw.pick([undefined, ...MARKS.filter((one) => bears(lie, one))]);
    const site = n % 4 === 0 ? honestSite(n, size) : lyingSite(n, size, lie, mark).site;
    yield siteJob(n % 4 === 0 ? `honest ${n}` : `${lie.name} ${mark?.name ?? ''} ${n}`, site, n);
  }
}

const targets = join(ROOT, 'fixtures/targets');

/** The cases of every pack that has cases; one in six unless all are asked for, as each is judged by its rule elsewhere, and all that lie in an answer. */
export function* caseJobs(): Generator<Job> {
  let n = 0;
  for (const folder of readdirSync(join(ROOT, 'fixtures/cases')).sort()) {
    if (!existsSync(join(ROOT, 'rules', folder, 'pack.yaml'))) continue;
    const bases = new Targets(targets);
    const pack = packAt(join(RULES, folder));
    for (const { id } of pack.document.rules)
      for (const one of casesOf(id, join(ROOT, 'fixtures/cases', folder))) {
        n += 1;
        if (!isDrawn(n, 3, 6) && one.expect.reason !== 'nonconforming') continue;
        const target = bases.of(one);
        const job = { name: `${folder}/${id}: ${one.name}`, pack, target: fixtureOrigin(target), seed: one.seed ?? 1 };
        yield { ...job, transport: () => fixture(target) };
      }
  }
}
