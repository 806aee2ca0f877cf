// Which variables a rule hangs on that nobody gave: those that it names itself, and those of the probes that lead to what it looks at. Names only, never a value.
import { isObject, type Json } from '../contract/json.ts';
import { quote } from '../contract/quote.ts';
import type { CallerName } from '../pack/compiled/graph.ts';
import type { CompiledRule, LoadedPack } from '../pack/compiled/loaded-pack.ts';
import type { Scope } from './select/scope.ts';

const LONGEST = 200;

/** Everything that a rule may have looked at or was led by. */
function namedFor({ given, uses }: CompiledRule, pack: LoadedPack): CallerName[] {
  const probes = new Map(pack.probes.map((node) => [node.name, node]));
  const names = new Set(uses);
  for (const name of names) for (const further of probes.get(name)?.uses ?? []) names.add(further);
  return [...given, ...[...names].flatMap((name) => probes.get(name)?.given ?? [])];
}

const isGiven = (values: Json | undefined, name: string): boolean => isObject(values) && Object.hasOwn(values, name);

export function namesNotGiven(node: CompiledRule, pack: LoadedPack, scope: Pick<Scope, 'env' | 'row'>): string {
  const missing = namedFor(node, pack).filter(({ root, name }) => !isGiven(scope[root], name));
  const named = new Set(missing.map(({ root, name }) => `$.${root}.${name}`));
  return quote([...named].sort().join(', '), LONGEST);
}
