// Larger samples of a pack that extends another one (extends.samples): only the number that a probe draws changes, and it only grows.
import { isObject, type Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import type { Report } from '../finding.ts';
import { meant } from '../nearest.ts';

/** A probe of the base as it stands in the resolved pack. */
export interface Sampler {
  probe: Members;
  pointer: string;
  /** Puts a probe in its place; the one of the base stays as it is. */
  put(probe: Members): void;
}

/** A request for a larger sample that can be met: where it is written, and where it stands then. */
export interface Enlarged {
  name: string;
  pointer: string;
}

/** Changes what is asked for, and reports at pointers of pack.yaml what cannot be. */
export function enlarge(samples: Members, samplers: ReadonlyMap<string, Sampler>, report: Report): Enlarged[] {
  const drawing = [...samplers].filter(([, { probe }]) => typeof probe.sample === 'number').map(([name]) => name);
  return Object.entries(samples).flatMap(([name, wanted]): Enlarged[] => {
    const at = below('/extends/samples', name);
    const sampler = samplers.get(name);
    const before = sampler?.probe.sample;
    if (!sampler || typeof before !== 'number') {
      const text = sampler ? `the probe ${name} draws no sample as a whole` : `the pack that this extends has no probe ${name}`;
      report(at, 'bad-sample', `${text}${sampler ? '' : meant(name, drawing)}`, { part: 'key' });
      return [];
    }
    // The shape of the file is judged elsewhere; a sample that shrinks would keep the sentences of the base and show less.
    if (typeof wanted !== 'number') return [];
    if (wanted <= before) {
      report(at, 'bad-sample', `expected more than ${before}, the sample of the pack that this extends`, { value: String(wanted) });
      return [];
    }
    sampler.put({ ...sampler.probe, sample: wanted });
    return [{ name, pointer: `${sampler.pointer}/sample` }];
  });
}

/** Named probes of a list of them, each with how to put another one in its place. */
export function samplersOf(probes: unknown, pointer: string, put: (name: string, probe: Members) => void): [string, Sampler][] {
  if (!isObject(probes)) return [];
  return Object.entries(probes).flatMap(([name, probe]): [string, Sampler][] =>
    isObject(probe) ? [[name, { probe, pointer: below(pointer, name), put: (other) => put(name, other) }]] : [],
  );
}
