// The node that each alias of a YAML document stands for: that of the last anchor of its name before it (YAML 1.2, 7.1).
// It must not copy anything: what an alias unfolds into is counted where it is read.
import { type Alias, isAlias, isMap, isPair, isScalar, isSeq, type Node } from 'yaml';
import { Refused } from './refused.ts';

export type Targets = ReadonlyMap<Alias, Node>;

class Resolver {
  readonly targets = new Map<Alias, Node>();
  private readonly anchors = new Map<string, Node>();
  /** Nodes around the one at hand: an alias for one of these would have no end. */
  private readonly around = new Set<unknown>();

  /** Recursion ends at the depth to which the composer goes. */
  visit(node: unknown): void {
    if (isAlias(node)) this.alias(node);
    else if (isPair(node)) {
      this.visit(node.key);
      this.visit(node.value);
    } else if (isScalar(node)) this.anchor(node);
    else if (isMap(node) || isSeq(node)) {
      this.anchor(node);
      this.around.add(node);
      for (const item of node.items) this.visit(item);
      this.around.delete(node);
    }
  }

  private anchor(node: Node & { anchor?: string | undefined }): void {
    if (node.anchor !== undefined) this.anchors.set(node.anchor, node);
  }

  private alias(alias: Alias): void {
    const target = this.anchors.get(alias.source);
    if (target === undefined) throw new Refused('syntax', 'a YAML alias has no anchor before it');
    if (this.around.has(target)) throw new Refused('cyclic', 'a YAML alias stands for what it is in');
    this.targets.set(alias, target);
  }
}

/** Throws Refused for an alias that stands for nothing, or for what it is itself a part of. */
export function aliasTargets(root: Node): Targets {
  const resolver = new Resolver();
  resolver.visit(root);
  return resolver.targets;
}
