// Mutants of assertions, probes, rules and bands. Each is one edit of the resolved pack.
import type { Grade, Pack, Rule } from '../../contract/generated/types.ts';
import { GRADES } from '../../contract/grades.ts';
import { isObject, type Json, listOf, type Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { kindOf } from '../../pack/assertion-kinds.ts';
import type { MutantEdit } from './mutant.ts';
import { ofCount, ofPaths, ofSchema } from './of-schema.ts';

const membersOf = (value: unknown): Members[] => listOf(value).filter(isObject);

interface Where {
  /** Codes that the rule has sentences for; none in probes. */
  codes: readonly string[];
  /** It decides the verdict: members of when and until have no level. */
  leveled: boolean;
  /** False and empty come to the same here: the only condition of a list, or one way beside another that is true or false. */
  emptyIsFalse?: boolean;
  /** True and empty come to the same here: one of several conditions, or of all, beside another that is true or false. */
  emptyIsTrue?: boolean;
  /** Paths that select something wherever it is asked: conditions say so. */
  selected?: readonly string[];
}

/** Whether it comes to something whatever is selected. */
const neverEmpty = (assertion: Members): boolean =>
  !['all', 'any', 'not'].includes(kindOf(assertion)) && ['optional', 'none', 'when'].every((name) => assertion[name] === undefined);

/** Paths that select something where all of these conditions hold. */
const selectedBy = (conditions: unknown): string[] =>
  membersOf(conditions).flatMap((one) =>
    neverEmpty(one) && one.count === undefined && typeof one.select === 'string' ? [one.select] : [],
  );

/** What selects something, selects it below each path that it begins with. */
const selectsSomething = (path: unknown, selected: readonly string[] = []): boolean =>
  typeof path === 'string' &&
  selected.some((other) => other === path || (other.startsWith(path) && '.['.includes(other[path.length] as string)));

/** The opposite, with what stands beside the kind. */
function opposite(assertion: Members): Json {
  const { when, else: code, then, level, expected, not, ...rest } = assertion;
  const beside = Object.fromEntries(Object.entries({ when, else: code, then, level, expected }).filter(([, value]) => value !== undefined));
  return (not === undefined ? { ...beside, not: rest } : { ...(not as Members), ...beside }) as Json;
}

/** Of the operations that exchanges are held against, and of what is said of single statuses and exchanges. */
function ofHeldAgainst(against: Members, pointer: string): MutantEdit[] {
  const out = ofPaths(against.operations, below(pointer, 'operations'));
  if (against.where !== undefined) out.push(...ofSchema(against.where, below(pointer, 'where')));
  for (const name of ['undeclared', 'except']) {
    const entries = membersOf(against[name]);
    for (const [i, entry] of entries.entries()) {
      const at = below(pointer, name, i);
      out.push({ pointer: entries.length > 1 ? at : below(pointer, name), operator: 'drop', detail: '' });
      for (const part of ['exchange', 'where']) if (entry[part] !== undefined) out.push(...ofSchema(entry[part], below(at, part)));
    }
  }
  return out;
}

function ofKind(assertion: Members, pointer: string, where: Where): MutantEdit[] {
  const kind = kindOf(assertion);
  const inner = { ...where, leveled: false, emptyIsFalse: false, emptyIsTrue: false };
  const out = ofPaths(assertion.select, below(pointer, 'select'));
  const isLeaf = !['all', 'any', 'not'].includes(kind) && assertion.optional === undefined && assertion.none === undefined;
  if (isLeaf && !where.emptyIsFalse && !selectsSomething(assertion.select, where.selected))
    out.push({ pointer: below(pointer, 'optional'), operator: 'loosen', value: true, detail: 'optional' });
  if (kind === 'schema' || kind === 'some') out.push(...ofSchema(assertion[kind], below(pointer, kind)));
  if (isObject(assertion.count)) for (const name of ['min', 'max']) out.push(...ofCount(assertion.count, name, below(pointer, 'count')));
  if (isObject(assertion.in))
    out.push(...ofPaths(assertion.in.of, below(pointer, 'in', 'of')), ...ofCount(assertion.in, 'min', below(pointer, 'in')));
  if (isObject(assertion.conforms)) out.push(...ofHeldAgainst(assertion.conforms, below(pointer, 'conforms')));
  for (const name of ['all', 'any'])
    if (assertion[name] !== undefined) out.push(...ofAssertions(assertion[name], below(pointer, name), inner));
  if (isObject(assertion.not))
    out.push(...ofKind(assertion.not, below(pointer, 'not'), { ...inner, emptyIsFalse: where.emptyIsTrue === true }));
  return out;
}

function ofAssertion(assertion: Members, pointer: string, where: Where): MutantEdit[] {
  const selected = [...(where.selected ?? []), ...selectedBy(assertion.when)];
  const out: MutantEdit[] = [
    { pointer, operator: 'negate', value: opposite(assertion), detail: '' },
    ...ofKind(assertion, pointer, { ...where, selected }),
  ];
  if (assertion.when !== undefined) out.push(...ofAssertions(assertion.when, below(pointer, 'when'), { ...where, leveled: false }));
  if (where.leveled) {
    const level = assertion.level === undefined ? { value: 'should', detail: 'should' } : { detail: 'must' };
    out.push({ pointer: below(pointer, 'level'), operator: 'level', ...level });
  }
  const others = where.codes.filter((code) => code !== assertion.else);
  const next = others[where.codes.indexOf(String(assertion.else)) % Math.max(1, others.length)];
  if (assertion.else !== undefined && next !== undefined)
    out.push({ pointer: below(pointer, 'else'), operator: 'code', value: next, detail: `${next} for ${assertion.else}` });
  return out;
}

/** A list of one, where it is no rule's own, goes as a whole. */
function ofAssertions(value: unknown, pointer: string, where: Where): MutantEdit[] {
  const list = membersOf(value);
  const alone = list.length === 1 && /\/(?:when|until)$/.test(pointer);
  const dropped: MutantEdit[] = list.length > 1 ? list.map((_, i) => ({ pointer: below(pointer, i), operator: 'drop', detail: '' })) : [];
  if (alone) dropped.push({ pointer, operator: 'drop', detail: '' });
  const ways = /\/any$/.test(pointer);
  const together = /\/(?:when|all)$/.test(pointer);
  return [
    ...dropped,
    ...list.flatMap((one, i) => {
      const besideOne = list.some((other) => other !== one && neverEmpty(other));
      const emptyIsFalse = ways ? besideOne : alone;
      const emptyIsTrue = together && besideOne && one.when === undefined && one.then === undefined;
      return ofAssertion(one, below(pointer, i), { ...where, emptyIsFalse, emptyIsTrue });
    }),
  ];
}

const IN_PROBES: Where = { codes: [], leveled: false };

function ofSource(source: Members, pointer: string): MutantEdit[] {
  const out = [...ofPaths(source.select, below(pointer, 'select')), ...ofAssertions(source.when, below(pointer, 'when'), IN_PROBES)];
  if (source.where !== undefined)
    out.push(
      { pointer: below(pointer, 'where'), operator: 'loosen', detail: 'without where' },
      ...ofSchema(source.where, below(pointer, 'where')),
    );
  if (source.derive !== undefined) out.push({ pointer: below(pointer, 'derive'), operator: 'loosen', detail: 'without derive' });
  for (const name of ['take', 'sample']) out.push(...ofCount(source, name, pointer));
  if (isObject(source.repeat)) out.push(...ofCount(source.repeat, 'most', below(pointer, 'repeat')));
  return out;
}

export function ofProbe(probe: Members, pointer: string): MutantEdit[] {
  const out = probe.firstOf === undefined && probe.eachOf === undefined ? ofSource(probe, pointer) : ofCount(probe, 'sample', pointer);
  for (const key of ['firstOf', 'eachOf']) {
    const list = membersOf(probe[key]);
    for (const [i, source] of list.entries()) {
      const here = below(pointer, key, i);
      if (list.length > 1) out.push({ pointer: here, operator: 'source', detail: '' });
      out.push(...ofSource(source, here));
    }
  }
  return [...out, ...ofAssertions(probe.until, below(pointer, 'until'), IN_PROBES)];
}

export function ofRule(rule: Members, pointer: string): MutantEdit[] {
  const codes = Object.keys(isObject(rule.reasons) ? rule.reasons : {}).filter((code) => code !== 'pass' && code !== 'whole');
  const out = [
    ...ofAssertions(rule.when, below(pointer, 'when'), { codes, leveled: false }),
    ...ofAssertions(rule.assert, below(pointer, 'assert'), { codes, leveled: true, selected: selectedBy(rule.when) }),
    ...ofCount(rule, 'points', pointer, 'points'),
  ];
  const grade = GRADES.indexOf(rule.cap as Grade);
  if (grade >= 0) {
    const other = GRADES[grade === GRADES.length - 1 ? grade - 1 : grade + 1] as string;
    out.push({ pointer: below(pointer, 'cap'), operator: 'cap', value: other, detail: other });
  }
  for (const [name, probe] of Object.entries(isObject(rule.probes) ? rule.probes : {}))
    if (isObject(probe)) out.push(...ofProbe(probe, below(pointer, 'probes', name)));
  return out;
}

/** Every percentage that rules can earn. Where only what applies is scored, each rule may also be left out of the sum. */
function percentages(rules: readonly Rule[], applicable: boolean): number[] {
  let sums = new Map<string, [number, number]>([['0/0', [0, 0]]]);
  for (const { points = 0 } of rules.filter((rule) => (rule.points ?? 0) > 0)) {
    const next = new Map(applicable ? sums : []);
    for (const [earned, all] of sums.values())
      for (const got of [0, points]) next.set(`${earned + got}/${all + points}`, [earned + got, all + points]);
    sums = next;
  }
  const found = [...sums.values()].map(([earned, all]) => (all === 0 ? 0 : (100 * earned) / all));
  return [...new Set(found)].sort((a, b) => a - b);
}

/** Beyond it, where points are many, edges are not worked out. */
const MOST_RULES = 64;

/** Of the bands that some score can tell: a percentage that no sum of points comes to is no edge that a case could stand on. */
export function ofBands({ bands, rules, score }: Pack): MutantEdit[] {
  const reached = rules.length > MOST_RULES ? [] : percentages(rules, score?.of === 'applicable');
  return bands.flatMap(([from, grade], i): MutantEdit[] => {
    const here = below('/bands', i);
    const above = bands[i - 1]?.[0] ?? Number.POSITIVE_INFINITY;
    const first = reached.find((percent) => percent >= from && percent < above);
    const next = bands[i + 1];
    if (first === undefined || next === undefined) return [];
    const out: MutantEdit[] = [{ pointer: here, operator: 'band', detail: `without ${grade}` }];
    const move = (value: number): void =>
      void out.push({ pointer: below(here, 0), operator: 'band', value, detail: `${grade} from ${value}` });
    if (above <= 100) move((first + above) / 2);
    const lower = reached.filter((percent) => percent < from).at(-1);
    if (lower !== undefined && lower > next[0]) move(lower);
    return out;
  });
}
