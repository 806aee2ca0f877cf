// An example made out for one target: what it claims of addresses that the target does not serve is left out. It adds no claim.
import type { Report } from '../contract/generated/types.ts';
import { isObject, type Json, parsedJson } from '../contract/json.ts';

const CALL = /^(?:GET|HEAD) (\/\S*)$/;

/** Addresses that answered a GET with success in this run. */
function served({ evidence }: Report): Set<string> {
  const found = evidence.exchanges.filter(
    ({ request, answer }) => request.method === 'GET' && answer?.status !== undefined && answer.status >= 200 && answer.status < 300,
  );
  return new Set(found.flatMap(({ request, url }) => (url === undefined ? [request.url] : [request.url, url])));
}

interface Site {
  target: string;
  served: ReadonlySet<string>;
}

function isTrue(text: string, { target, served: known }: Site): boolean {
  const path = CALL.exec(text)?.[1];
  if (path !== undefined) return known.has(`${target}${path}`);
  return !(text === target || text.startsWith(`${target}/`)) || known.has(text) || known.has(`${text}/`);
}

/** undefined where nothing is left. A thing with an address that is not served goes as a whole. */
function left(value: Json, site: Site): Json | undefined {
  if (typeof value === 'string') return isTrue(value, site) ? value : undefined;
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => left(item, site) ?? []);
    return items.length === 0 && value.length > 0 ? undefined : items;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value as { [key: string]: Json }).map(([key, inner]) => [key, left(inner, site)] as const);
  if (members.some(([key, inner]) => (key === 'url' || key === 'href') && inner === undefined)) return undefined;
  const kept = members.filter(([, inner]) => inner !== undefined);
  return kept.length === 0 && members.length > 0 ? undefined : (Object.fromEntries(kept) as Json);
}

const URLS = /https?:\/\/[^\s)\]>"']+/g;

/** Lines that claim nothing else, and headings that still have something below them. */
function lines(text: string, site: Site): string {
  const kept = text.split('\n').filter((line) => (line.match(URLS) ?? []).every((url) => isTrue(url, site)));
  const full = kept.filter((line, i) => {
    if (!line.startsWith('## ')) return true;
    const next = kept.slice(i + 1).find((one) => one.trim() !== '');
    return next !== undefined && !next.startsWith('## ');
  });
  return full
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd();
}

/** The example as this target could serve it today. */
export function fitExample(example: string, report: Report): string {
  const site = { target: report.verdict.target, served: served(report) };
  const json = parsedJson(example);
  if (json === undefined) return lines(example, site);
  const kept = left(json, site);
  return kept === undefined || JSON.stringify(kept) === JSON.stringify(json) ? example : JSON.stringify(kept, null, 2);
}
