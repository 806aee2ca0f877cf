// The probe graph: which probe needs the answers of which, from the names that their paths and templates use. It judges no name.
import type { Pack, Probe, Rule } from '../../contract/generated/types.ts';
import type { Members } from '../../contract/json.ts';
import { CONTROL, type ProbeUse, probesOf, type VisitContext, type Visitor, visitAssertions, visitCoverage, visitProbe } from '../visit.ts';
import { namesOf } from './path.ts';
import type { ParsedPath } from './path-types.ts';
import { ParsedTexts } from './template.ts';

/** A variable that whoever asks gives by name. */
export interface CallerName {
  readonly root: 'env' | 'row';
  readonly name: string;
}

export interface ProbeNode {
  readonly name: string;
  /** Id of the rule that carries it; null for a shared probe. */
  readonly owner: string | null;
  readonly probe: Probe;
  /** Names of the probes whose exchanges it needs. */
  readonly uses: readonly string[];
  /** Variables of the caller that it names, as root and name. */
  readonly given: readonly CallerName[];
  /** Longest way up to a probe that needs nothing (0). */
  readonly height: number;
  /** Position in pack order: shared probes first, then rules by order. */
  readonly position: number;
}

export interface RuleNode {
  readonly rule: Rule;
  /** Names of the probes that it looks at. */
  readonly uses: readonly string[];
  /** Variables of the caller that its assertions name. */
  readonly given: readonly CallerName[];
  /** It can be judged only when all has settled: it looks at everything, or what honesty checks find may take its point away. */
  readonly waitsForAll: boolean;
}

/** Names at the root of a path that are no probes; a probe may not be called so. robots is the engine's own. */
export const RESERVED: ReadonlySet<string> = new Set(
  'run item self each value env row tried exchanges coverage documents robots finding'.split(' '),
);

/** Names of the probes that a path goes through: $.name, $.tried.name, and unions of names. */
export function probeNames({ segments }: ParsedPath): string[] {
  const roots = namesOf(segments[0]);
  const out = roots.filter((name) => !RESERVED.has(name));
  return roots.includes('tried') ? [...out, ...namesOf(segments[1])] : out;
}

/** Variables of the caller that a path names, not those that a wildcard may stand for. */
const givenIn = ({ segments: [root, below] }: ParsedPath): CallerName[] =>
  namesOf(root).flatMap((one) => (one === 'env' || one === 'row' ? namesOf(below).map((name): CallerName => ({ root: one, name })) : []));

/** Collects names; what cannot be parsed is named elsewhere, by the checks of paths and templates. */
function collector(names: Set<string>, texts: ParsedTexts, given: CallerName[] = []): Visitor {
  const quietly = (read: () => ParsedPath[]): void => {
    try {
      for (const path of read()) {
        for (const name of probeNames(path)) names.add(name);
        given.push(...givenIn(path));
      }
    } catch {
      // A path that cannot be read uses nothing.
    }
  };
  return {
    path: (text) => quietly(() => [texts.path(text)]),
    template: (text) => quietly(() => texts.template(text).flatMap((part) => ('path' in part ? [part.path] : []))),
  };
}

const ANYWHERE: VisitContext = { owner: null, probe: null, item: true, self: true, each: true };

/** Names of the probes that a probe needs, in code-unit order. given: hears of what it names of the caller's. */
export function namesOfProbe(use: ProbeUse, texts = new ParsedTexts(), given: CallerName[] = []): string[] {
  const names = new Set<string>();
  visitProbe(use.probe, use.pointer, use.owner, use.name, collector(names, texts, given));
  return [...names].sort();
}

/** The same of a part of a probe: of a source, or of what stands beside its sources. */
export const namesOfPart = (probe: object, texts: ParsedTexts): string[] =>
  namesOfProbe({ name: '', owner: null, probe: probe as Members, pointer: '' }, texts);

/** What a rule's own assertions look at: probes and variables by name, and whether they look at every exchange of the run. */
function looksAt(rule: Rule, texts: ParsedTexts): { names: readonly string[]; given: readonly CallerName[]; all: boolean } {
  const names = new Set<string>();
  const given: CallerName[] = [];
  let all = rule.coverage !== undefined;
  const { path, template } = collector(names, texts, given);
  const visitor: Visitor = {
    template,
    path: (text, ...rest) => {
      path?.(text, ...rest);
      all ||= namesOf(texts.path(text).segments[0]).includes('exchanges');
    },
  };
  for (const list of [rule.when, rule.assert]) visitAssertions(list, '', ANYWHERE, visitor);
  visitCoverage(rule.coverage, '', ANYWHERE, visitor);
  return { names: [...names], given, all };
}

/** The rules of a pack, with what each has to wait for. */
export function ruleNodes({ rules }: Pack, texts: ParsedTexts): RuleNode[] {
  const honest = rules.some(({ cap }) => cap !== undefined);
  return rules.map((rule) => {
    const { names, given, all } = looksAt(rule, texts);
    return { rule, uses: names, given, waitsForAll: all || (rule.cap === undefined && honest) };
  });
}

export interface Graph {
  /** By height, then position; probes on a cycle, or above one, are left out. */
  nodes: ProbeNode[];
  /** Each cycle once, as the names on its way, the first one repeated at the end. */
  cycles: string[][];
}

/** Shared probes before those of rules; names in code-unit order, since members of an object have none of their own. */
function inPackOrder(pack: Members): ProbeUse[] {
  const uses = probesOf(pack);
  const owners = new Map<string | null, ProbeUse[]>();
  for (const use of uses) owners.set(use.owner, [...(owners.get(use.owner) ?? []), use]);
  const control = (u: ProbeUse): number => (u.name === CONTROL ? 0 : 1);
  return [...owners.values()].flatMap((list) =>
    list.sort((a, b) => control(a) - control(b) || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
  );
}

/** Heights by taking away, again and again, what needs nothing that is left. */
function heights(uses: ReadonlyMap<string, readonly string[]>): Map<string, number> {
  const out = new Map<string, number>();
  const waiting = new Map<string, number>();
  const needed = new Map<string, string[]>();
  for (const [name, list] of uses) {
    waiting.set(name, list.length);
    for (const other of list) needed.set(other, [...(needed.get(other) ?? []), name]);
  }
  const ready = [...uses.keys()].filter((name) => waiting.get(name) === 0);
  for (const name of ready) out.set(name, 0);
  for (let name = ready.shift(); name !== undefined; name = ready.shift()) {
    for (const user of needed.get(name) ?? []) {
      out.set(user, Math.max(out.get(user) ?? 0, (out.get(name) ?? 0) + 1));
      const left = (waiting.get(user) ?? 0) - 1;
      waiting.set(user, left);
      if (left === 0) ready.push(user);
    }
  }
  for (const [name, left] of waiting) if (left > 0) out.delete(name);
  return out;
}

/** Follows the first unsettled need until a name comes back; every cycle that is reached so is given once. */
function cyclesOf(uses: ReadonlyMap<string, readonly string[]>, settled: ReadonlyMap<string, number>): string[][] {
  const out: string[][] = [];
  const done = new Set<string>(settled.keys());
  for (const start of uses.keys()) {
    const way: string[] = [];
    let at: string | undefined = start;
    while (at !== undefined && !done.has(at) && !way.includes(at)) {
      way.push(at);
      at = uses.get(at)?.find((name) => !settled.has(name));
    }
    if (at !== undefined && way.includes(at)) out.push([...way.slice(way.indexOf(at)), at]);
    for (const name of way) done.add(name);
  }
  return out;
}

/** The graph of a pack. Names that no probe has are left out of uses. */
export function probeGraph(pack: object, texts = new ParsedTexts()): Graph {
  const list = inPackOrder(pack as Members);
  const known = new Set(list.map((use) => use.name));
  const given = new Map<string, CallerName[]>(list.map((use) => [use.name, []]));
  const uses = new Map(
    list.map((use) => [use.name, namesOfProbe(use, texts, given.get(use.name)).filter((name) => known.has(name))] as const),
  );
  const height = heights(uses);
  const nodes = list.flatMap((use, position): ProbeNode[] => {
    const at = height.get(use.name);
    if (at === undefined) return [];
    const [probe, needs] = [use.probe as ProbeNode['probe'], uses.get(use.name) ?? []];
    return [{ name: use.name, owner: use.owner, probe, uses: needs, given: given.get(use.name) ?? [], height: at, position }];
  });
  nodes.sort((a, b) => a.height - b.height || a.position - b.position);
  return { nodes, cycles: cyclesOf(uses, height) };
}
