// Which variables a rule hangs on that nobody gave: those that it names itself, and those of the probes that lead to what it looks at. Names only, never a value.
import { isObject, type Json } from '../contract/json.ts';
import { quote } from '../contract/quote.ts';
import type { CompiledRule, LoadedPack } from '../pack/compiled/loaded-pack.ts';
import type { Scope } from './select/scope.ts';

const NAMED = /\$\.(env|row)(?:\.([A-Za-z_]\w*)|\[(?:'([^'\\]+)'|\\"([^"\\]+)\\")\])/g;
const LONGEST = 200;

/** Everything that a rule may have looked at or was led by, as it is written. */
function writtenFor({ rule, uses }: CompiledRule, pack: LoadedPack): string[] {
  const probes = new Map(pack.probes.map((node) => [node.name, node]));
  const names = new Set(uses);
  for (const name of names) for (const further of probes.get(name)?.uses ?? []) names.add(further);
  return [JSON.stringify([rule.when, rule.assert]), ...[...names].map((name) => JSON.stringify(probes.get(name)?.probe ?? null))];
}

const isGiven = (values: Json | undefined, name: string): boolean => isObject(values) && Object.hasOwn(values, name);

export function namesNotGiven(node: CompiledRule, pack: LoadedPack, scope: Pick<Scope, 'env' | 'row'>): string {
  const named = new Set<string>();
  for (const text of writtenFor(node, pack))
    for (const [, root, plain, single, double] of text.matchAll(NAMED)) {
      const name = (plain ?? single ?? double) as string;
      if (!isGiven(scope[root as 'env' | 'row'], name)) named.add(`$.${root}.${name}`);
    }
  return quote([...named].sort().join(', '), LONGEST);
}
