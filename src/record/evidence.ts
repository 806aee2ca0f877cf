// The evidence bundle of a run: every exchange and everything that was not sent, in the pack's order and in no order of arrival.
import { isUntouched } from '../contract/exchange-key.ts';
import type { Claim, Evidence, Exchange, Unsent } from '../contract/generated/types.ts';
import { FORMAT } from '../contract/limits.ts';
import type { Entry, Use } from './exchange.ts';
import { byOrder } from './exchange-recorder.ts';
import type { Record } from './record.ts';
import type { Site } from './site.ts';

/** An exchange that the run's end left unsent has this failure. */
const isUnsent = (entry: Entry): boolean => entry.record?.answer.failure?.code === 'not-recorded' && entry.hops.length === 0;

function claims(uses: readonly Use[]): Claim[] {
  const known = new Set<string>();
  return uses
    .flatMap((u) => (u.claim ? [u.claim] : []))
    .filter((c) => {
      const key = JSON.stringify([c.probe, c.url, c.place]);
      return !known.has(key) && known.add(key);
    });
}

/** An entry with its uses in the pack's order. */
interface Used {
  entry: Entry;
  uses: Use[];
}

const used = (entry: Entry): Used => ({ entry, uses: entry.uses.length > 1 ? [...entry.uses].sort(byOrder) : entry.uses });

/** The caps of an exchange: of all that it served where they did not touch it, whoever came first. */
const capsOf = (entry: Entry, uses: readonly Use[], record: Record): { bytes: number; follow: number } => {
  const by = isUntouched(record) ? uses : [entry.ask];
  return { bytes: Math.max(...by.map(({ bytes }) => bytes)), follow: Math.max(...by.map(({ follow }) => follow)) };
};

function exchange({ entry, uses }: Used, record: Record): Exchange {
  const out: Exchange = {
    names: [...new Set(uses.map((u) => u.name))],
    request: record.request,
    ...capsOf(entry, uses, record),
    redirects: record.redirects.map((r) => ({ url: r.url, answer: r.answer })),
    url: record.url,
    answer: record.answer,
  };
  if (entry.ask.fresh !== undefined) out.fresh = entry.ask.fresh;
  if (record.stopped) out.stopped = record.stopped;
  const claimedBy = claims(uses);
  if (claimedBy.length > 0) out.claimedBy = claimedBy;
  return out;
}

const byName = (a: Unsent, b: Unsent): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

const byFirstUse = (a: Used, b: Used): number => byOrder(a.uses[0] as Use, b.uses[0] as Use);

/** What the run was given beside its pack, target and seed. */
export type Given = Pick<Evidence, 'env' | 'row' | 'consent'>;

export function bundle(site: Site, all: Iterable<Entry>, unsent: readonly Unsent[], { env, row, consent }: Given = {}): Evidence {
  const entries = Array.from(all, used).sort(byFirstUse);
  const late = entries
    .filter((e) => isUnsent(e.entry))
    .flatMap((e) => e.entry.uses.map((u): Unsent => ({ name: u.name, code: 'deadline', url: u.request.url })));
  return {
    format: FORMAT,
    target: site.origin,
    sites: site.asked(),
    ...(env ? { env } : {}),
    ...(row ? { row } : {}),
    ...(consent ? { consent } : {}),
    exchanges: entries.flatMap((e) => (e.entry.record && !isUnsent(e.entry) ? [exchange(e, e.entry.record)] : [])),
    unsent: [...unsent, ...late].sort(byName),
  };
}
