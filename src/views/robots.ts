// The robots view: groups, rules, signals and sitemaps of robots.txt (RFC 9309). The one reader of its lines; record/robots decides which paths may be asked.
import type { Json, JsonObject } from '../contract/json.ts';
import type { OpenPlace, View } from '../contract/view.ts';
import { touches } from '../json/spans.ts';
import { absoluteUrl } from './absolute-url.ts';
import { openMembers, redactedSpans } from './redacted-spans.ts';

const MOST_LINES = 20_000;
/** Fields of a group that say for what its content may be used: `ai-train=no, search=yes`, of a path where one stands first. */
const SIGNALS: ReadonlySet<string> = new Set(['content-signal', 'content-usage']);
const KNOWN: ReadonlySet<string> = new Set(['user-agent', 'allow', 'disallow', 'sitemap', 'crawl-delay', 'host', ...SIGNALS]);

export interface RobotsLine {
  field: string;
  value: string;
  /** From 1. */
  line: number;
  start: number;
  end: number;
}

/** Lines that have a field, without comments; what has none means nothing. */
function* robotsLines(text: string): Generator<RobotsLine> {
  let start = 0;
  for (const [i, raw] of text.split(/(?<=\r\n|\n|\r(?!\n))/).entries()) {
    const [said = ''] = raw.split('#', 1);
    const colon = said.indexOf(':');
    const end = start + raw.length;
    if (colon > 0) yield { field: said.slice(0, colon).trim().toLowerCase(), value: said.slice(colon + 1).trim(), line: i + 1, start, end };
    start = end;
  }
}

/** A product token as groups name it: without case, and without a version. */
const agentName = (value: string): string => (value.split('/', 1)[0] as string).trim().toLowerCase();

const PAIR = /(?:^|,)([^,=]+)=([^,]*)/g;

/** `/path ai-train=no, search=yes`; a pair that is none is left out. */
function signal({ field, value, line }: RobotsLine): JsonObject {
  const path = /^\/\S*/.exec(value)?.[0];
  const pairs = [...value.slice(path?.length ?? 0).matchAll(PAIR)].map((pair) => pair.slice(1).map((part) => part.trim().toLowerCase()));
  return { field, ...(path === undefined ? {} : { path }), values: Object.fromEntries(pairs), place: `L${line}` };
}

export type RobotsRule = { allow: boolean; path: string };

type Group = { agents: string[]; rules: (RobotsRule & { place: string })[]; signals: JsonObject[]; place: string };

class Robots {
  readonly groups: Group[] = [];
  readonly sitemaps: Json[] = [];
  /** What each line was read into, with the line. */
  readonly made: [RobotsLine, (string | number)[]][] = [];
  known = 0;
  #naming = false;

  constructor(private readonly base: string) {}

  read(line: RobotsLine): void {
    const { field } = line;
    if (KNOWN.has(field)) this.known++;
    if (field === 'user-agent') this.#agent(line);
    else if (field === 'sitemap') this.#sitemap(line);
    else if (field === 'allow' || field === 'disallow')
      this.#add(line, 'rules')?.push({ allow: field === 'allow', path: line.value, place: `L${line.line}` });
    else if (SIGNALS.has(field)) this.#add(line, 'signals')?.push(signal(line));
    // A sitemap is of no group, and ends none (2.2.4).
    if (field !== 'sitemap') this.#naming = field === 'user-agent';
  }

  #agent(line: RobotsLine): void {
    if (!this.#naming) this.groups.push({ agents: [], rules: [], signals: [], place: `L${line.line}` });
    const at = this.groups.length - 1;
    const { agents } = this.groups[at]!;
    if (line.value === '') return;
    this.made.push([line, ['groups', at, 'agents', agents.length]]);
    agents.push(agentName(line.value));
  }

  /** The list of the group that the line belongs to. What stands before every group governs nobody. */
  #add<N extends 'rules' | 'signals'>(line: RobotsLine, name: N): Group[N] | undefined {
    const at = this.groups.length - 1;
    const list = this.groups[at]?.[name];
    if (list) this.made.push([line, ['groups', at, name, list.length]]);
    return list;
  }

  #sitemap(line: RobotsLine): void {
    const href = line.value === '' ? undefined : absoluteUrl(line.value, this.base);
    if (href === undefined) return;
    this.made.push([line, ['sitemaps', this.sitemaps.length]]);
    this.sitemaps.push({ href, absolute: URL.canParse(line.value), place: `L${line.line}` });
  }
}

/** The groups of a whole robots.txt: the names of their agents, as agentName gives them, and their rules in order. */
export function robotsGroups(text: string): readonly { agents: readonly string[]; rules: readonly RobotsRule[] }[] {
  const found = new Robots('');
  for (const line of robotsLines(text)) if (line.field !== 'sitemap') found.read(line);
  return found.groups;
}

export const robots: View = (answer) => {
  const { decoded } = answer;
  if (!decoded.ok) return decoded;
  if (answer.kind !== 'text' && answer.kind !== 'markdown' && answer.kind !== 'yaml') return { ok: false, code: 'syntax' };
  const found = new Robots(answer.url);
  let lines = 0;
  for (const line of robotsLines(decoded.text)) {
    if (++lines > MOST_LINES) return { ok: false, code: 'too-large' };
    // The last line of a cut body may be half of one.
    if (!answer.truncated || line.end < decoded.text.length) found.read(line);
  }
  if (found.known === 0 && !answer.truncated) return { ok: false, code: 'shape', message: 'no line has a field of robots.txt' };
  const spans = redactedSpans(answer, decoded);
  const places: OpenPlace[] = found.made
    .filter(([{ start, end }]) => spans.length > 0 && touches(spans, start, end))
    .map(([, path]) => ({ path, why: 'redacted' }));
  const last = found.groups.length - 1;
  const ends = [['groups'], ['sitemaps'], ...(last < 0 ? [] : ['agents', 'rules', 'signals'].map((name) => ['groups', last, name]))];
  return {
    ok: true,
    value: { groups: found.groups, sitemaps: found.sitemaps },
    ...openMembers(places),
    ends: answer.truncated ? ends : [],
  };
};
