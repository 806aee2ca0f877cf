// Sets values in the text of a YAML file and leaves every other character as it stands, comments too. It reads and writes no file.
import { type Document, isAlias, isCollection, isMap, isScalar, isSeq, type Node, type Pair, parseDocument } from 'yaml';
import { AxproofError } from '../../contract/errors.ts';
import { isObject } from '../../contract/json.ts';
import { jcs } from '../../json/jcs.ts';
import { parentOf, setAt, tokensOf } from '../../json/pointer.ts';
import { readDocument } from '../read/read-document.ts';

export interface YamlEdit {
  /** JSON pointer into the value of the file. */
  place: string;
  /** undefined takes the member out. */
  value: unknown;
}

/** A text as its reader takes it: its nodes with their ranges, and what it says. */
export interface Yaml {
  document: Document.Parsed;
  value: unknown;
}
/** undefined for what cannot be read. */
export type ReadYaml = (text: string) => Yaml | undefined;

const WORD = /^[a-z][a-z]*(?:-[a-z]+)*$/;
/** Words that YAML readers of any age take for something else. */
const TAKEN = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);

/** A value on one line, which stands in block and flow style alike. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  const members = isObject(value) ? Object.entries(value).map(([name, one]) => `${flow(name)}: ${flow(one)}`) : undefined;
  if (members) return `{${members.join(', ')}}`;
  return typeof value === 'string' && WORD.test(value) && !TAKEN.has(value) ? value : JSON.stringify(value);
}

const pairOf = (map: { items: Pair[] }, name: string): Pair | undefined =>
  map.items.find(({ key }) => isScalar(key) && (key.source ?? String(key.value)) === name);

interface Found {
  node: Node;
  /** Where the key of the value ends, in a map. */
  key?: number;
}

function find(document: Document.Parsed, place: string): Found | undefined {
  let found: Found | undefined = document.contents ? { node: document.contents } : undefined;
  for (const token of tokensOf(place)) {
    const { node }: { node: unknown } = found ?? { node: undefined };
    const outer = isAlias(node) ? node.resolve(document) : node;
    const pair = isMap(outer) ? pairOf(outer as { items: Pair[] }, token) : undefined;
    const next = pair ? pair.value : isSeq(outer) ? outer.items[Number(token)] : undefined;
    if (!next) return undefined;
    const key = (pair?.key as Node | undefined)?.range?.[1];
    found = { node: next as Node, ...(key === undefined ? {} : { key }) };
  }
  return found;
}

/** The text with one value in place of another, or undefined where the place is written in a way that cannot be cut out. */
function spliced(text: string, document: Document.Parsed, { place, value }: YamlEdit): string | undefined {
  if (value === undefined) return undefined;
  const found = find(document, place);
  if (!found?.node.range) return inserted(text, document, place, value);
  const node = isAlias(found.node) ? (found.node.resolve(document) as Node | undefined) : found.node;
  if (!node?.range) return undefined;
  const [start, end] = node.range;
  const length = text.slice(start, end).trimEnd().length;
  const block = isCollection(node) && !node.flow;
  // A block may stand no deeper than its key, where a value on one line would not be read as belonging to it.
  if (block && (found.key === undefined || node !== found.node)) return undefined;
  const from = block ? (found.key as number) : start;
  const anchor = block && node.anchor !== undefined ? `&${node.anchor} ` : '';
  return `${text.slice(0, from)}${block ? ': ' : ''}${anchor}${flow(value)}${text.slice(start + length)}`;
}

/** The text with a member more after the others: in a block on a line of its own. */
function inserted(text: string, document: Document.Parsed, place: string, value: unknown): string | undefined {
  const map = find(document, parentOf(place))?.node;
  if (!isMap(map) || !map.range) return undefined;
  const member = `${flow(tokensOf(place).at(-1))}: ${flow(value)}`;
  if (map.flow) {
    const end = text.slice(0, map.range[1] - 1).trimEnd().length;
    return `${text.slice(0, end)}${map.items.length > 0 ? ', ' : ''}${member}${text.slice(end)}`;
  }
  const last = map.items.at(-1) as Pair<Node, Node | null> | undefined;
  const [start, keyEnd] = last?.key.range ?? [];
  if (start === undefined) return undefined;
  const end = text.slice(0, last?.value?.range?.[1] ?? keyEnd).trimEnd().length;
  const line = end + (/\r?$/m.exec(text.slice(end))?.index ?? 0);
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start).replace(/[^ ]/g, ' ');
  return `${text.slice(0, line)}${text.includes('\r\n') ? '\r\n' : '\n'}${indent}${member}${text.slice(line)}`;
}

/** What is said after the edits, however it is written. */
function edited(value: unknown, edits: readonly YamlEdit[]): unknown {
  const copy = JSON.parse(jcs(value)) as unknown;
  for (const edit of edits) setAt(copy, edit.place, edit.value);
  return copy;
}

/** The file written anew, comments kept; undefined where a place is not to be reached. */
function applyEdits(document: Document.Parsed, edits: readonly YamlEdit[]): string | undefined {
  for (const { place, value } of edits) {
    const path = tokensOf(place).map((token) => (/^\d+$/.test(token) ? Number(token) : token));
    if (path.length > 1 && !isCollection(document.getIn(path.slice(0, -1), true))) return undefined;
    if (value === undefined) document.deleteIn(path);
    else document.setIn(path, value);
  }
  return document.toString({ lineWidth: 0 });
}

/** The text after the edits, or undefined where it cannot be edited so that it says what was wanted. */
export function editedYaml(text: string, edits: readonly YamlEdit[], read: ReadYaml): string | undefined {
  const before = read(text);
  if (!before) return undefined;
  const goal = jcs(edited(before.value, edits));
  const says = (made: Yaml | undefined): boolean => made !== undefined && jcs(made.value) === goal;
  let cut: string | undefined = text;
  let now: Yaml | undefined = before;
  for (const edit of edits) {
    cut = now && spliced(cut as string, now.document, edit);
    now = cut === undefined ? undefined : read(cut);
  }
  if (says(now)) return cut;
  const whole = applyEdits(before.document, edits);
  return whole !== undefined && says(read(whole)) ? whole : undefined;
}

/** Throws bad-file where the text cannot be edited so that it says what was wanted. */
export function editYaml(text: string, file: string, edits: readonly YamlEdit[]): string {
  const read = (from: string): Yaml | undefined => {
    const { value, findings } = readDocument(from, file);
    return findings.length === 0 ? { document: parseDocument(from), value } : undefined;
  };
  const made = editedYaml(text, edits, read);
  if (made !== undefined) return made;
  throw new AxproofError('bad-file', `${file} cannot be edited in place`, ['write the pack as one document instead: --out FILE.json']);
}
