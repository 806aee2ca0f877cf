// Takes or draws from the requests of sources: take keeps document order, sample draws with the probe's own streams.
import { jcs } from '../../json/jcs.ts';
import { shuffled, streamKey, words } from './chance.ts';
import type { RequestDraft } from './expand.ts';

export interface RandomStream {
  seed: number;
  probe: string;
  source: number;
}

/** Sorted by the UTF-16 code units of their JCS form, then shuffled: the order in the document does not matter. */
function inDrawnOrder(drafts: readonly RequestDraft[], stream: RandomStream): RequestDraft[] {
  if (drafts.length < 2) return [...drafts];
  const keyed = drafts.map((draft) => ({ draft, key: jcs(draft.item?.value ?? draft.request.url) }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const next = words(streamKey(stream.seed, stream.probe, stream.source));
  return shuffled(
    keyed.map((k) => k.draft),
    next,
  );
}

/** The drafts of one source that are asked. */
export function choose(drafts: readonly RequestDraft[], source: { take?: number; sample?: number }, stream: RandomStream): RequestDraft[] {
  if (source.sample !== undefined) return inDrawnOrder(drafts, stream).slice(0, source.sample);
  return source.take === undefined ? [...drafts] : drafts.slice(0, source.take);
}

/** Deals places round the sources, one each in turn, until they or the places are spent. */
export function deal(sources: readonly (readonly RequestDraft[])[], places: number, seed: number, probe: string): RequestDraft[] {
  const queues = sources.map((drafts, source) => inDrawnOrder(drafts, { seed, probe, source }));
  const out: RequestDraft[] = [];
  for (let round = 0; out.length < places; round++) {
    const turn = queues.filter((q) => q.length > round);
    if (turn.length === 0) break;
    for (const queue of turn) if (out.length < places) out.push(queue[round] as RequestDraft);
  }
  return out;
}
