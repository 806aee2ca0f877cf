// The worst case of a pack, read off it before anything is sent: requests, bytes, methods, redirect hops.
import type { Method, Pack, Probe } from '../contract/generated/types.ts';
import { LIMITS } from '../contract/limits.ts';
import { itemsOf, METHOD_KEYS, methodOf, roundsOf, sourcesOf } from './probe-shape.ts';

export interface Bounds {
  /** Requests, robots.txt of every origin included, redirect hops not. */
  requests: number;
  /** Decoded bytes of all bodies. */
  bytes: number;
  methods: Method[];
  /** Redirect hops, at most this many in all. */
  hops: number;
}

/** robots.txt of the target's own origin and of each further one of its site. */
export const ROBOTS = { requests: 1 + LIMITS.furtherOrigins, bytesEach: 512 * 1024 } as const;

/** The most requests that one probe can cause. */
export function mostRequests(probe: Probe): number {
  const sources = sourcesOf(probe);
  const dealt = probe.eachOf !== undefined && probe.sample !== undefined ? probe.sample : undefined;
  if (dealt !== undefined) return dealt * Math.max(1, ...sources.map(roundsOf));
  return sources.reduce((sum, source) => sum + (itemsOf(source) ?? 1) * roundsOf(source), 0);
}

/** The worst case of some probes, robots.txt included. */
export function boundsOf(probes: readonly Probe[]): Bounds {
  let requests: number = ROBOTS.requests;
  let bytes = ROBOTS.requests * ROBOTS.bytesEach;
  const methods = new Set<Method>(['GET']);
  for (const probe of probes) {
    const most = mostRequests(probe);
    requests += most;
    bytes += most * (probe.bytes ?? LIMITS.defaultBodyBytes);
    for (const source of sourcesOf(probe)) {
      const found = methodOf(source);
      if (found) methods.add(found.method);
    }
  }
  const order = METHOD_KEYS.map((key) => key.toUpperCase());
  return { requests, bytes, methods: [...methods].sort((a, b) => order.indexOf(a) - order.indexOf(b)), hops: requests * LIMITS.redirects };
}

/** Every probe of a pack: the control, shared ones, those of rules. */
export const allProbes = (pack: Pack): Probe[] => [
  pack.control,
  ...Object.values(pack.probes),
  ...pack.rules.flatMap((rule) => Object.values(rule.probes ?? {})),
];

/** The worst case of a pack. */
export const bounds = (pack: Pack): Bounds => boundsOf(allProbes(pack));
