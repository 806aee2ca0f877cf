// How urgent each probe is: the longest chain of probes that wait for it. Six connections bind, so what others wait for goes first.
import type { ProbeNode } from '../pack/loaded-pack.ts';

/** nodes: sorted so that a probe stands behind all that it uses. first: the probe that everything waits for. */
export function urgencies(nodes: readonly ProbeNode[], first: string): ReadonlyMap<string, number> {
  const out = new Map<string, number>(nodes.map((n) => [n.name, 0]));
  for (const node of [...nodes].reverse()) {
    const own = out.get(node.name) ?? 0;
    for (const used of node.uses) out.set(used, Math.max(out.get(used) ?? 0, own + 1));
  }
  out.set(first, nodes.length);
  return out;
}
