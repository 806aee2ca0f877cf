// A line a view says of a real document: enough to see in a diff that a verdict changed, and how.
import type { Json } from '../../src/contract/json.ts';
import type { Reading } from '../../src/contract/view.ts';

// biome-ignore lint/suspicious/noExplicitAny: values of a known shape.
type Loose = any;

/** The views that a document of a kind is made for. */
export const FITTING: Readonly<Record<string, readonly string[]>> = {
  openapi: ['json', 'openapi', 'refs'],
  'openapi-site': ['json', 'yaml', 'openapi', 'refs'],
  'openapi-passfail': ['json', 'yaml', 'openapi'],
  'llms-txt': ['text', 'markdown', 'refs'],
  'agents-json': ['json', 'signed', 'refs'],
  'agent-card': ['json', 'signed', 'refs'],
  'ai-plugin': ['json', 'refs'],
  'mcp-card': ['json', 'refs'],
  'mcp-server-json': ['json', 'refs'],
  x402: ['json', 'offer', 'refs'],
};

/** Members by which documents at these places tell themselves apart. */
const TELLING = ['agentsJson', 'flows', 'interfaces', 'skills', 'supportedInterfaces', 'protocolVersion', 'capabilities', 'signatures'];
TELLING.push('schema_version', '$schema', 'packages', 'remotes', 'apis', 'accepts', 'x402Version', 'openapi', 'swagger');

const count = (list: readonly unknown[]): number => list.length;

/** `a×2 b`: how often each text occurs, in order of names. */
function tally(texts: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([text, n]) => (n === 1 ? text : `${text}×${n}`)).join(' ') || 'none';
}

function json(value: Loose): string {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return Array.isArray(value) ? `list of ${value.length}` : typeof value;
  const found = TELLING.filter((name) => Object.hasOwn(value, name));
  return `${count(Object.keys(value))} members${found.length > 0 ? `, ${found.join(' ')}` : ''}`;
}

function openapi(value: Loose): string {
  const operations: Loose[] = value.operations;
  const of = (name: string): number => count(operations.filter((operation) => operation[name]));
  const parts = [`${value.version} (${value.line})`, `${operations.length} operations`];
  parts.push(`${of('callable')} callable`, `${of('keyless')} keyless`, `${of('templated')} templated`);
  parts.push(`${count(value.servers)} servers`, `schemes: ${tally(value.schemes.map((s: Loose) => s.type))}`);
  return `${parts.join(', ')}; problems: ${tally(value.problems.map((p: Loose) => p.code))}`;
}

const DIGESTS: Readonly<Record<string, (value: Loose) => string>> = {
  json,
  yaml: json,
  openapi,
  text: (value) => `${value.lines} lines, ${value.charset}`,
  markdown: (value) =>
    `title ${value.title === undefined ? 'missing' : 'there'} (${value.titles}), summary ${value.summary === undefined ? 'missing' : 'there'}, ` +
    `${count(value.sections)} sections, ${count(value.links)} links, ${count(value.stray)} stray`,
  refs: (value) => `${count(value)} addresses`,
  offer: (value) => `${value.kinds.join(' ')}, ${count(value.offers)} offers; problems: ${tally(value.problems.map((p: Loose) => p.code))}`,
  signed: (value) =>
    `${tally(value.artefacts.map((a: Loose) => `${a.kind}/${a.alg ?? '-'}`))}; ${count(value.keyUrls)} key addresses, ${count(value.keys)} keys, ` +
    `${count(value.ladder)} rungs; problems: ${tally(value.problems.map((p: Loose) => p.code))}`,
};

export function digest(view: string, reading: Reading): string {
  if (!reading.ok) return `failed: ${reading.code}`;
  const open = reading.places?.length ? `; ${reading.places.length} open` : '';
  return `${DIGESTS[view]!(reading.value as Json)}${open}`;
}
