// The kind of a site, by what it publishes, and the checks that are worth most to it (rules/kinds.json). It changes no verdict and no score.
import table from '../../rules/kinds.json' with { type: 'json' };
import { bodyBytes } from '../contract/answer-body.ts';
import { probeOf } from '../contract/exchange-name.ts';
import type { Check, KindSign, Pack, Report, SiteKind, SiteKinds } from '../contract/generated/types.ts';
import { mediaType } from '../contract/media-type.ts';
import { type IsMarked, markedBy } from '../pack/compiled/marks.ts';

const { pack: named, surfaces, kinds } = table as SiteKinds;

export interface Kinds {
  /** With their articles. */
  titles: string[];
  /** Ids of checks, the one that is worth most first. */
  worth: string[];
  aside: string[];
}

/** What checks are about, in words, of those that stand for a surface. */
export const surfacesOf = (ids: readonly string[]): string[] =>
  ids.flatMap((id) => (Object.hasOwn(surfaces, id) ? (surfaces[id] as string) : []));

/** What marks challenges tells answers by what they send: the same serves here. */
const fits = kinds.map(({ signs }) => signs.map(({ answer }) => (answer ? markedBy([answer]) : undefined)));

function holds({ check: id, unless = [], probes = [] }: KindSign, isAnswer: IsMarked | undefined, { verdict, evidence }: Report): boolean {
  if (id !== undefined)
    return verdict.checks.some((check) => check.id === id && /^(pass|fail)$/.test(check.verdict) && !unless.includes(check.reason.code));
  return evidence.exchanges.some(({ names, answer }) => {
    const { status, headers = {} } = answer;
    if (status === undefined || !names.some((name) => probes.includes(probeOf(name)))) return false;
    const type = mediaType(headers['content-type'])?.essence;
    return isAnswer?.({ status, headers, type, bytes: bodyBytes(answer) }) ?? false;
  });
}

function kindsOf(report: Report): SiteKind[] {
  const found = kinds.filter(({ signs }, i) => signs.some((sign, j) => holds(sign, fits[i]?.[j], report)));
  const others = found.filter(({ alone }) => !alone);
  return others.length > 0 ? others : found;
}

/** In turn, so that what is worth most to any of them comes before what is worth less to one. */
function merged(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return [...new Set(Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list[i] ?? [])).flat())];
}

/** undefined for other packs, and where nothing tells. */
export function siteKinds(report: Report, { name }: Pick<Pack, 'name'>): Kinds | undefined {
  const found = name === named ? kindsOf(report) : [];
  if (found.length === 0) return undefined;
  const worth = merged(found.map((kind) => kind.worth));
  const [first = [], ...others] = found.map(({ aside }) => aside);
  return {
    titles: found.map(({ title }) => title),
    worth,
    aside: first.filter((id) => !worth.includes(id) && others.every((list) => list.includes(id))),
  };
}

/** Checks by what they are worth to the kinds: those that are named, all others in their order, those aside. */
export function byWorth(checks: readonly Check[], { worth, aside }: Pick<Kinds, 'worth' | 'aside'>): Check[] {
  const rank = ({ id }: Check): number => {
    const at = worth.indexOf(id);
    return at >= 0 ? at : worth.length + (aside.includes(id) ? 1 : 0);
  };
  return [...checks].sort((a, b) => rank(a) - rank(b));
}
