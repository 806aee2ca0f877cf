// Which parts of an answer a probe keeps secret: its paths, read. It looks at no answer.
import { parsePath } from '../pack/path.ts';
import type { Segment } from '../pack/path-types.ts';

export interface SecretPlaces {
  /** Names of headers whose whole value is secret. */
  headers: ReadonlySet<string>;
  /** The whole body is. */
  text: boolean;
  /** Whether a scalar at this path of the JSON body, or one below it, is. */
  json(path: readonly (string | number)[]): boolean;
  /** Whether any path leads into the JSON body. */
  hasJson: boolean;
}

const fits = (segment: Segment, key: string | number): boolean =>
  segment.selectors.some((s) => s.kind === 'wild' || (s.kind === 'name' && s.name === key) || (s.kind === 'index' && s.index === key));

const name = (segment: Segment | undefined): string | undefined => {
  const only = segment?.selectors[0];
  return only?.kind === 'name' ? only.name : undefined;
};

/** paths: as the loader lets them through (src/pack/check-secrets.ts). */
export function secretPlaces(paths: readonly string[]): SecretPlaces {
  const headers = new Set<string>();
  const bodies: Segment[][] = [];
  let text = false;
  for (const path of paths) {
    const [, member, ...rest] = parsePath(path).segments;
    const view = name(member);
    if (view === 'json') bodies.push(rest);
    else if (view === 'text') text = true;
    else if (view === 'headers') for (const s of rest[0]?.selectors ?? []) if (s.kind === 'name') headers.add(s.name);
  }
  const json = (at: readonly (string | number)[]): boolean =>
    bodies.some((segments) => segments.length <= at.length && segments.every((s, i) => fits(s, at[i] as string | number)));
  return { headers, text, json, hasJson: bodies.length > 0 };
}
