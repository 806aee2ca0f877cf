// The worst case of a pack, read off it before anything is sent: requests, bytes, methods, redirect hops.
import type { Method, Pack, Probe } from '../contract/generated/types.ts';
import { LIMITS } from '../contract/limits.ts';
import { itemsOf, METHOD_KEYS, methodOf, roundsOf, sourcesOf } from './probe-shape.ts';

export interface Bounds {
  /** Everything that can be sent: requests with all their redirect hops, robots.txt of every origin, and what the end of a run asks again. */
  requests: number;
  /** Decoded bytes of all bodies, those of redirects apart. */
  bytes: number;
  methods: Method[];
}

/** robots.txt of the target's own origin and of each further one of its site. */
export const ROBOTS = { requests: 1 + LIMITS.furtherOrigins, bytesEach: 512 * 1024 } as const;

/** The most exchanges that one probe can cause, redirect hops apart. */
function mostRequests(probe: Probe): number {
  const sources = sourcesOf(probe);
  const dealt = probe.eachOf !== undefined && probe.sample !== undefined ? probe.sample : undefined;
  if (dealt !== undefined) return dealt * Math.max(1, ...sources.map(roundsOf));
  return sources.reduce((sum, source) => sum + (itemsOf(source) ?? 1) * roundsOf(source), 0);
}

const hopsOf = (probe: Probe): number => 1 + (probe.redirects ?? LIMITS.defaultRedirects);

/** Whether requests of a probe are made from items of answers: they live in folders that the pack cannot know. */
const follows = (probe: Probe): boolean => sourcesOf(probe).some((source) => source.select !== undefined);

/** What the engine asks beside the probes: the control once more, what cannot exist in other folders, and what is asked a second time. */
function ofTheEngine(control: Probe, others: readonly Probe[]): Omit<Bounds, 'methods'> {
  const shapes = mostRequests(control) + 1;
  const folders = others.some(follows) ? 2 * LIMITS.prefixControls : 0;
  const again = Math.min(
    LIMITS.confirmations,
    others.reduce((sum, probe) => sum + mostRequests(probe), 0),
  );
  const most = Math.max(0, ...others.map(hopsOf));
  return {
    requests: (shapes + folders) * hopsOf(control) + again * most,
    bytes: (shapes + folders) * (control.bytes ?? LIMITS.defaultBodyBytes) + again * LIMITS.confirmationBytes,
  };
}

/** The worst case of a control and other probes, robots.txt included. A pack that writes is never asked twice. */
export function boundsOf(control: Probe, others: readonly Probe[], consent?: 'writes'): Bounds {
  const own = consent ? { requests: 0, bytes: 0 } : ofTheEngine(control, others);
  let requests = ROBOTS.requests * (1 + LIMITS.redirects) + own.requests;
  let bytes = ROBOTS.requests * ROBOTS.bytesEach + own.bytes;
  const methods = new Set<Method>(['GET']);
  for (const probe of [control, ...others]) {
    const most = mostRequests(probe);
    requests += most * hopsOf(probe);
    bytes += most * (probe.bytes ?? LIMITS.defaultBodyBytes);
    for (const source of sourcesOf(probe)) {
      const found = methodOf(source);
      if (found) methods.add(found.method);
    }
  }
  const order = METHOD_KEYS.map((key) => key.toUpperCase());
  return { requests, bytes, methods: [...methods].sort((a, b) => order.indexOf(a) - order.indexOf(b)) };
}

/** Probes by name, without those whose requests take places of another one's sample. */
export function countedApart(probes: readonly (readonly [name: string, probe: Probe])[]): Probe[] {
  const included = new Set(probes.map(([, probe]) => probe.including));
  return probes.flatMap(([name, probe]) => (included.has(name) ? [] : [probe]));
}

/** Every probe of a pack but the control: shared ones, and those of rules. */
const otherProbes = (pack: Pack): [string, Probe][] => [
  ...Object.entries(pack.probes),
  ...pack.rules.flatMap((rule) => Object.entries(rule.probes ?? {})),
];

/** Every probe of a pack: the control, shared ones, those of rules. */
export const allProbes = (pack: Pack): Probe[] => [pack.control, ...otherProbes(pack).map(([, probe]) => probe)];

export const bounds = (pack: Pack): Bounds => boundsOf(pack.control, countedApart(otherProbes(pack)), pack.consent);
