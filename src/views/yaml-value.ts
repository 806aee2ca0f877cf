// A composed YAML document as JSON: aliases stand for what they point to, merge keys for the members that they bring (YAML 1.1, merge).
// It must count what comes out and not what was written: a few aliases may unfold into more than any machine holds.
import { type Alias, isAlias, isMap, isPair, isScalar, isSeq, type Node, type Pair, Scalar, type YAMLMap } from 'yaml';
import type { Json, JsonObject } from '../contract/json.ts';
import { LIMITS } from '../contract/limits.ts';
import type { OpenPlace } from '../contract/view.ts';
import { holdsExactly } from '../json/exact-number.ts';
import { type TextSpan, touches } from '../json/spans.ts';
import { Refused } from './refused.ts';
import { checkCollectionTag, scalarValue } from './yaml-scalar.ts';

type Targets = ReadonlyMap<Alias, Node>;

/** Finds what each alias stands for: the node of the last anchor of its name before it (YAML 1.2, 7.1). It copies nothing. */
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

/** Values of one document once its aliases are unfolded, members that a merge brings in vain among them. */
const MOST_VALUES = 1_000_000;
/** Characters of all names and texts once aliases are unfolded: as many as a body may have. */
const MOST_CHARACTERS = LIMITS.bodyBytes;
const MOST_PLACES = 256;
const RADIX = /^[+-]?0[xo]/;
const MERGE_TAG = 'tag:yaml.org,2002:merge';

interface Member {
  key: Scalar | null;
  value: unknown;
}

const tooDeep = (): never => {
  throw new Refused('too-deep', 'YAML nested too deeply');
};

export class YamlValue {
  readonly places: OpenPlace[] = [];
  private readonly path: (string | number)[] = [];
  private values = 0;
  private characters = 0;

  constructor(
    private readonly spans: readonly TextSpan[],
    private readonly targets: Targets,
  ) {}

  /** Recursion ends at the cap of depth, within aliases too. */
  read(from: unknown): Json {
    this.count();
    const node = this.target(from);
    if (isScalar(node)) return this.scalar(node);
    if (this.path.length >= LIMITS.jsonDepth) tooDeep();
    if (isMap(node)) return this.mapping(node);
    if (!isSeq(node)) return null;
    checkCollectionTag(node.tag, 'seq');
    return node.items.map((item, i) => this.at(i, item));
  }

  private count(): void {
    if (++this.values > MOST_VALUES) throw new Refused('too-large', 'YAML that unfolds into too many values');
  }

  /** What stands for the node: itself, or what its alias points to. */
  private target(node: unknown): unknown {
    if (!isAlias(node)) return node;
    this.redacted(node);
    return this.targets.get(node);
  }

  private at(key: string | number, node: unknown): Json {
    this.path.push(key);
    const value = this.read(node);
    this.path.pop();
    return value;
  }

  private mapping(map: YAMLMap): JsonObject {
    const out: JsonObject = {};
    for (const [name, { key, value }] of this.members(map, 0)) {
      if (key) this.redactedName(name, key);
      const made = this.at(name, value);
      if (name === '__proto__') Object.defineProperty(out, name, { value: made, enumerable: true, configurable: true, writable: true });
      else out[name] = made;
    }
    return out;
  }

  /** The members of a mapping by name: its own, and those of merged mappings that it has not itself, of which the first counts. */
  private members(map: YAMLMap, merged: number): Map<string, Member> {
    checkCollectionTag(map.tag, 'map');
    if (merged > LIMITS.jsonDepth) tooDeep();
    const own = new Map<string, Member>();
    const sources: unknown[] = [];
    for (const { key, value } of map.items as Pair[]) {
      if (merged > 0) this.count();
      if (isMerge(key)) {
        sources.push(value);
        continue;
      }
      const member = { key: this.key(key), value };
      const name = this.name(member.key);
      if (own.has(name)) throw new Refused('duplicate-key', 'a YAML mapping has a key twice');
      own.set(name, member);
    }
    for (const source of sources) this.merge(own, source, merged + 1);
    return own;
  }

  /** A mapping, or a sequence of mappings. */
  private merge(into: Map<string, Member>, from: unknown, merged: number): void {
    const source = this.target(from);
    const each = isSeq(source) ? source.items : [source];
    for (const item of each) {
      this.count();
      const map = this.target(item);
      if (!isMap(map)) throw new Refused('syntax', 'a YAML merge key holds what is no mapping');
      for (const [name, member] of this.members(map, merged)) if (!into.has(name)) into.set(name, member);
    }
  }

  private key(from: unknown): Scalar | null {
    const key = this.target(from);
    if (isScalar(key)) return key;
    if (key === null) return null;
    throw new Refused('shape', 'a YAML key that is no scalar');
  }

  /** A key is a name as it is written: 200 and "200" are one. */
  private name(key: Scalar | null): string {
    return key === null ? '' : this.text(key.source ?? String(key.value ?? ''));
  }

  private redactedName(name: string, key: Scalar): void {
    this.path.push(name);
    this.redacted(key);
    this.path.pop();
  }

  private scalar(node: Scalar): Json {
    this.redacted(node);
    const value = scalarValue(node);
    if (typeof value === 'string') return this.text(value);
    return typeof value === 'number' ? this.number(value, node.source ?? '') : value;
  }

  private text(value: string): string {
    this.characters += value.length;
    if (this.characters > MOST_CHARACTERS) throw new Refused('too-large', 'YAML that unfolds into too much text');
    if (!value.isWellFormed()) throw new Refused('charset', 'a string holds half of a surrogate pair');
    return value;
  }

  private number(value: number, source: string): number | null {
    const exact = RADIX.test(source) ? Number.isSafeInteger(value) : holdsExactly(source.replace(/^\+/, ''));
    if (!exact) this.place('inexact');
    if (Number.isNaN(value)) return null;
    return Number.isFinite(value) ? value : Math.sign(value) * Number.MAX_VALUE;
  }

  private redacted(node: Node | Alias): void {
    const { range } = node;
    if (this.spans.length > 0 && range && touches(this.spans, range[0], range[1])) this.place('redacted');
  }

  private place(why: OpenPlace['why']): void {
    if (this.places[0]?.path.length === 0) return;
    if (this.places.length >= MOST_PLACES) this.places.splice(0, this.places.length, { path: [], why });
    else this.places.push({ path: [...this.path], why });
  }
}

function isMerge(key: unknown): boolean {
  if (!isScalar(key)) return false;
  return key.tag === MERGE_TAG || (key.tag === undefined && key.type === Scalar.PLAIN && key.source === '<<');
}
