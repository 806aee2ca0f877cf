// The evidence bundle of a run: every exchange and everything that was not sent, in the pack's order and in no order of arrival.
import type { Claim, Evidence, Exchange, Unsent } from '../contract/generated/types.ts';
import { FORMAT } from '../contract/limits.ts';
import type { Ask, Entry } from './entry.ts';
import { byOrder } from './ledger.ts';
import type { Record } from './record.ts';
import type { Site } from './site.ts';

/** An exchange that the run's end left unsent has this failure. */
const isUnsent = (entry: Entry): boolean => entry.record?.answer.failure?.code === 'not-recorded' && entry.hops.length === 0;

function claims(uses: readonly Ask[]): Claim[] {
  const known = new Set<string>();
  return uses
    .flatMap((u) => (u.claim ? [u.claim] : []))
    .filter((c) => {
      const key = JSON.stringify([c.probe, c.url, c.place]);
      return !known.has(key) && known.add(key);
    });
}

function exchange(entry: Entry, record: Record): Exchange {
  const uses = [...entry.uses].sort(byOrder);
  const claimedBy = claims(uses);
  return {
    names: [...new Set(uses.map((u) => u.name))],
    request: record.request,
    bytes: entry.ask.bytes,
    ...(entry.ask.fresh === undefined ? {} : { fresh: entry.ask.fresh }),
    redirects: record.redirects.map((r) => ({ url: r.url, answer: r.answer })),
    url: record.url,
    ...(record.stopped ? { stopped: record.stopped } : {}),
    answer: record.answer,
    ...(claimedBy.length > 0 ? { claimedBy } : {}),
  };
}

const byName = (a: Unsent, b: Unsent): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

const first = (entry: Entry): { order: number[] } => ({ order: [...entry.uses].sort(byOrder)[0]?.order ?? [] });

/** What the run was given beside its pack, target and seed. */
export type Given = Pick<Evidence, 'env' | 'row' | 'consent'>;

export function bundle(site: Site, all: Iterable<Entry>, unsent: readonly Unsent[], { env, row, consent }: Given = {}): Evidence {
  const entries = [...all].sort((a, b) => byOrder(first(a), first(b)));
  const late = entries.filter(isUnsent).flatMap((e) => e.uses.map((u): Unsent => ({ name: u.name, code: 'deadline', url: u.request.url })));
  return {
    format: FORMAT,
    target: site.origin,
    sites: site.asked(),
    ...(env ? { env } : {}),
    ...(row ? { row } : {}),
    ...(consent ? { consent } : {}),
    exchanges: entries.flatMap((e) => (e.record && !isUnsent(e) ? [exchange(e, e.record)] : [])),
    unsent: [...unsent, ...late].sort(byName),
  };
}
