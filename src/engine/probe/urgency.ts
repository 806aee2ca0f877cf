// How urgent each probe is: the longest chain of probes that wait for it. Six connections bind, so what others wait for goes first.
import type { ProbeNode } from '../../pack/compiled/loaded-pack.ts';

const known = new WeakMap<readonly ProbeNode[], ReadonlyMap<string, number>>();

/** nodes: of a pack, sorted so that a probe stands behind all that it uses. first: the probe that everything waits for, the same for all packs. */
export function urgencies(nodes: readonly ProbeNode[], first: string): ReadonlyMap<string, number> {
  let found = known.get(nodes);
  if (!found) {
    found = counted(nodes, first);
    known.set(nodes, found);
  }
  return found;
}

function counted(nodes: readonly ProbeNode[], first: string): ReadonlyMap<string, number> {
  const out = new Map<string, number>(nodes.map((n) => [n.name, 0]));
  for (const node of [...nodes].reverse()) {
    const own = out.get(node.name) ?? 0;
    for (const used of node.uses) out.set(used, Math.max(out.get(used) ?? 0, own + 1));
  }
  out.set(first, nodes.length);
  return out;
}
