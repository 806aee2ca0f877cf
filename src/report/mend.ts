// What puts a reason right, made out for one target from what it serves: a file, a document before and after, or headers. It judges nothing.
import type { Exchange, Finding, HeaderMap, Mend, Report, Rule } from '../contract/generated/types.ts';
import type { Json } from '../contract/json.ts';
import { mergePatch } from '../json/merge-patch.ts';
import { tokensOf } from '../json/pointer.ts';
import { firstBlock } from '../pack/fix-text.ts';
import { diffLines } from './diff-lines.ts';
import { EXAMPLE, fixFor } from './fix.ts';
import { published } from './published.ts';

export interface Replacement {
  /** Address of what is to be served otherwise. */
  url: string;
  /** What is to be sent with it. */
  headers: HeaderMap;
  /** The whole document as it should be; absent where only headers change. */
  body?: string;
  /** It is a file to be served, and no change of one. */
  file?: true;
  /** A unified hunk, where the document exists already. */
  diff?: string;
}

type Found = Pick<Finding, 'exchange' | 'place' | 'request'>;

const filled = (json: Json, target: string): Json => JSON.parse(JSON.stringify(json).replaceAll(EXAMPLE, target)) as Json;

const written = (json: Json): string => `${JSON.stringify(json, null, 2)}\n`;

const named = (report: Report, { exchange }: Found): Exchange | undefined =>
  report.evidence.exchanges.find(({ names }) => exchange !== undefined && names.includes(exchange));

/** Only a text that came whole can be changed. */
function textOf(exchange: Exchange | undefined): string | undefined {
  const { answer } = exchange ?? {};
  return answer?.status === 200 && !answer.truncated ? answer.body?.text : undefined;
}

function parsed(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    // YAML and everything else: the fix says in words what to do.
    return undefined;
  }
}

/** The value with a patch merged in at a place. */
function patchedAt(root: Json, [key, ...rest]: readonly string[], patch: Json): Json | undefined {
  if (key === undefined) return mergePatch(root, patch);
  if (root === null || typeof root !== 'object' || !Object.hasOwn(root, key)) return undefined;
  const inner = patchedAt((root as { [key: string]: Json })[key] as Json, rest, patch);
  if (inner === undefined) return undefined;
  if (Array.isArray(root)) return root.map((item, i) => (String(i) === key ? inner : item));
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, name === key ? inner : value]));
}

function merged({ merge, document }: Mend, found: Found, { verdict, evidence }: Report): Replacement | undefined {
  const { target } = verdict;
  const url = document === undefined ? found.place?.split('#', 1)[0] : `${target}${document}`;
  const place = document === undefined ? (found.place?.slice((url?.length ?? 0) + 1) ?? '') : '';
  if (url === undefined || (place !== '' && !place.startsWith('/'))) return undefined;
  const root = evidence.exchanges
    .map((one) => ((one.url ?? one.request.url) === url ? parsed(textOf(one)) : undefined))
    .find((json) => json !== undefined);
  if (root === undefined) return undefined;
  const now = patchedAt(root, tokensOf(place), filled(merge as Json, target));
  if (now === undefined) return undefined;
  const diff = diffLines(written(root), written(now));
  return diff === undefined ? undefined : { url, headers: {}, body: written(now), diff };
}

function prepended(prepend: string, found: Found, report: Report): Replacement | undefined {
  const text = textOf(named(report, found));
  if (text === undefined || found.request === undefined) return undefined;
  const body = prepend + text;
  const diff = diffLines(text, body);
  return { url: found.request.url, headers: {}, body, ...(diff === undefined ? {} : { diff }) };
}

/** Undefined where it cannot be known, or the target serves nothing that it could be made from. */
export function replacement(rule: Rule, code: string, found: Found, report: Report): Replacement | undefined {
  const mend = rule.mends && Object.hasOwn(rule.mends, code) ? rule.mends[code] : undefined;
  if (!mend) return undefined;
  const { target } = report.verdict;
  if (mend.merge) return merged(mend, found, report);
  if (mend.prepend !== undefined) return prepended(mend.prepend, found, report);
  if (mend.headers) {
    const headers = Object.entries(mend.headers).map(([name, value]) => [name, value.replaceAll(EXAMPLE, target)]);
    return found.request && { url: found.request.url, headers: Object.fromEntries(headers) as HeaderMap };
  }
  const example = firstBlock(fixFor(rule.fix, code, target));
  if (example === undefined) return undefined;
  const body = published(example, report);
  return { url: `${target}${mend.serve}`, headers: { 'content-type': mend.type ?? '' }, body: `${body}\n`, file: true };
}
