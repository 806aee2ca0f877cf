// What can be read off a probe before anything is sent: its sources, their methods, and whether paths see a list. It follows no name.
import type { Method, Probe, Source } from '../contract/generated/types.ts';

/** The member of a source that names its method: the method in small letters. */
export const METHOD_KEYS = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'] as const satisfies Lowercase<Method>[];
export type MethodKey = (typeof METHOD_KEYS)[number];

/** The first method of a source with its URL template; undefined when it has none (such a source does not load). */
export function methodOf(source: Source): { key: MethodKey; method: Method; url: string } | undefined {
  for (const key of METHOD_KEYS) {
    const url = source[key];
    if (typeof url === 'string') return { key, method: key.toUpperCase() as Method, url };
  }
  return undefined;
}

/** The candidates of a probe; a probe of one request is its own source. */
export function sourcesOf(probe: Probe): Source[] {
  if (probe.firstOf) return probe.firstOf;
  if (probe.eachOf) return probe.eachOf;
  const { until: _, bytes: __, fresh: ___, cleanup: ____, secret: _____, redirects: ______, ...source } = probe;
  return [source];
}

/** Requests that a source may stand for, repetitions apart; undefined when nothing bounds them. */
export const itemsOf = (source: Source): number | undefined => (source.select === undefined ? 1 : (source.take ?? source.sample));

const several = (source: Source): boolean => source.repeat !== undefined || (itemsOf(source) ?? 2) > 1;
const repeats = (source: Source | null): boolean => source?.repeat !== undefined;

/** Requests that one item of a source may cause: the first, and its repetitions. */
export const roundsOf = (source: Source): number => source.repeat?.most ?? 1;

/** Whether $.name is an array of exchanges (eachOf, repeat, or a selection of several) and not one exchange. */
export function isList(probe: Probe): boolean {
  if (probe.eachOf) return true;
  if (probe.firstOf) return Array.isArray(probe.firstOf) && probe.firstOf.some(repeats);
  return several(probe);
}
