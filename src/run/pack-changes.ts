// Two packs, member by member: which rules were added, removed or changed, which others rest on a changed probe or schema, and what else differs. It judges no target.
import { sha256 } from '../contract/digest.ts';
import type { Pack, Rule } from '../contract/generated/types.ts';
import { isObject } from '../contract/json.ts';
import { jcs } from '../json/jcs.ts';
import { below } from '../json/pointer.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { schemaNamesIn } from '../pack/visit.ts';

export interface PackDifference {
  /** JSON pointer, below the rule or below the pack. */
  place: string;
  /** undefined: there is nothing on that side. */
  was?: unknown;
  is?: unknown;
}

export interface RuleChange {
  id: string;
  kind: 'added' | 'removed' | 'changed' | 'rests-on';
  /** Of the rule alone. */
  was?: string;
  is?: string;
  differences: PackDifference[];
  /** Shared parts that it rests on and that differ: probes/NAME, schemas/NAME, coverage/ID, and what judges every answer. */
  restsOn: string[];
}

export interface PackChanges {
  /** Of all but the rules. */
  differences: PackDifference[];
  rules: RuleChange[];
}

/** Characters of a value that are shown whole. */
export const SHOWN = 160;

const isWords = (list: readonly unknown[]): boolean =>
  list.every((one) => typeof one !== 'object' || one === null) && jcs(list).length <= SHOWN;

/** Where two lists differ: what they begin and end with alike is left out, and what is left is compared by its place. */
function listDifferences(was: readonly unknown[], is: readonly unknown[], place: string): PackDifference[] {
  const [a, b] = [was.map((one) => jcs(one)), is.map((one) => jcs(one))];
  const shorter = Math.min(a.length, b.length);
  let begin = 0;
  while (begin < shorter && a[begin] === b[begin]) begin++;
  let end = 0;
  while (end < shorter - begin && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [old, now] = [was, is].map((list) => list.slice(begin, list.length - end)) as [unknown[], unknown[]];
  return Array.from({ length: Math.max(old.length, now.length) }, (_, i) => differences(old[i], now[i], below(place, begin + i))).flat();
}

/** Where two values differ, as deep as both have members of the same name, or lists. */
function differences(was: unknown, is: unknown, place = ''): PackDifference[] {
  if (was === undefined || is === undefined) return was === is ? [] : [{ place, ...(was === undefined ? { is } : { was }) }];
  if (jcs(was) === jcs(is)) return [];
  if (Array.isArray(was) && Array.isArray(is)) {
    // Names of which there are more or fewer are read best beside each other.
    const whole = was.length !== is.length && isWords(was) && isWords(is);
    return whole ? [{ place, was, is }] : listDifferences(was, is, place);
  }
  if (!isObject(was) || !isObject(is)) return [{ place, was, is }];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].flatMap((key) => differences(was[key], is[key], below(place, key)));
}

const ofAll: readonly (keyof Pack)[] = ['control', 'challenges', 'unrouted', 'operations', 'documents', 'engine'];

/** Names of the shared parts that a rule rests on. */
function foundations({ document, rules, probes }: LoadedPack, rule: Rule): Set<string> {
  const out = new Set<string>();
  const follow = (value: unknown): void => {
    for (const name of schemaNamesIn(value, document.schemas)) out.add(`schemas/${name}`);
  };
  const needed = new Set(rules.find((one) => one.rule.id === rule.id)?.uses);
  // A probe that is needed comes behind those that it needs.
  for (const { name, owner, probe, uses } of [...probes].reverse()) {
    if (!needed.has(name) && owner !== rule.id) continue;
    for (const used of uses) needed.add(used);
    if (owner === null) out.add(`probes/${name}`);
    follow(probe);
  }
  follow(rule);
  for (const part of ofAll) out.add(part);
  return out.add(`coverage/${rule.id}`);
}

export function packChanges(a: LoadedPack, b: LoadedPack): PackChanges {
  const [{ rules: was, ...before }, { rules: is, ...after }] = [a.document, b.document];
  const parts = differences(before, after);
  const changed = new Set(parts.flatMap(({ place }) => [place.split('/')[1] ?? '', place.split('/').slice(1, 3).join('/')]));
  const rules = [...new Set([...was, ...is].map(({ id }) => id))].map((id): RuleChange => {
    const [old, now] = [was, is].map((list) => list.find((one) => one.id === id));
    const found = old && now ? differences(old, now) : [];
    const restsOn = old && now ? [...new Set([...foundations(a, old), ...foundations(b, now)])].filter((part) => changed.has(part)) : [];
    const kind = !old ? 'added' : !now ? 'removed' : found.length > 0 ? 'changed' : 'rests-on';
    const digests = { ...(old ? { was: sha256(jcs(old)) } : {}), ...(now ? { is: sha256(jcs(now)) } : {}) };
    return { id, kind, ...digests, differences: found, restsOn };
  });
  return { differences: parts, rules: rules.filter(({ kind, restsOn }) => kind !== 'rests-on' || restsOn.length > 0) };
}
