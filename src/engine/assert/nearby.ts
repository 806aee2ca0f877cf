// The exchange that tells most of what a path did not find: the one that it looks into, else what was tried, else what would have led there.
import type { ParsedPath } from '../../pack/compiled/path-types.ts';
import type { Observation } from '../../record/observation.ts';
import type { JudgeContext } from './judged.ts';

/** Names of the probes at the root of a path. */
function rootsOf({ segments }: ParsedPath): string[] {
  const names = (at: number): string[] => (segments[at]?.selectors ?? []).flatMap((s) => (s.kind === 'name' ? [s.name] : []));
  const roots = names(0);
  return roots.length === 1 && roots[0] === 'tried' ? names(1) : roots;
}

const firstOf = (names: readonly string[], context: JudgeContext, list: 'observations' | 'tried'): Observation | undefined => {
  for (const name of names) {
    const found = context.scope.probe(name)?.[list][0];
    if (found) return found;
  }
  return undefined;
};

/** Undefined where nothing was asked at all. It leaves no trace in what a rule looked at. */
export function nearby(paths: readonly ParsedPath[], context: JudgeContext): Observation | undefined {
  let names = paths.flatMap(rootsOf);
  const known = new Set<string>();
  while (names.length > 0) {
    const found = firstOf(names, context, 'observations') ?? firstOf(names, context, 'tried');
    if (found) return found;
    for (const name of names) known.add(name);
    names = names.flatMap((name) => context.scope.uses?.(name) ?? []).filter((name) => !known.has(name));
  }
  return undefined;
}
