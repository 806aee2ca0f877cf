// Sets values in the text of a YAML file and leaves every other character as it stands, comments too. It reads and writes no file.
import { type Document, isAlias, isCollection, isMap, isScalar, isSeq, type Node, type Pair, parseDocument } from 'yaml';
import { AxproofError } from '../../contract/errors.ts';
import { isObject } from '../../contract/json.ts';
import { jcs } from '../../json/jcs.ts';
import { tokensOf } from '../../json/pointer.ts';
import { readDocument } from '../read/read-document.ts';
import { setAt } from './place.ts';

export interface Edit {
  /** JSON pointer into the value of the file. */
  place: string;
  value: unknown;
}

const WORD = /^[a-z][a-z]*(?:-[a-z]+)*$/;
/** Words that YAML readers of any age take for something else. */
const TAKEN = new Set(['true', 'false', 'null', 'yes', 'no', 'on', 'off', 'y', 'n']);

/** A value on one line, which stands in block and flow style alike. */
function flow(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (isObject(value))
    return `{${Object.entries(value)
      .map(([name, one]) => `${flow(name)}: ${flow(one)}`)
      .join(', ')}}`;
  return typeof value === 'string' && WORD.test(value) && !TAKEN.has(value) ? value : JSON.stringify(value);
}

const pairOf = (map: { items: Pair[] }, name: string): Pair | undefined => map.items.find(({ key }) => isScalar(key) && key.value === name);

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
function spliced(text: string, { place, value }: Edit): string | undefined {
  const document = parseDocument(text);
  const found = find(document, place);
  if (!found?.node.range) return undefined;
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

/** What the file says after the edits, however it is written. */
function wanted(text: string, file: string, edits: readonly Edit[]): string {
  const { value } = readDocument(text, file);
  const copy = JSON.parse(jcs(value)) as unknown;
  for (const edit of edits) setAt(copy, edit.place, edit.value);
  return jcs(copy);
}

const says = (text: string, file: string): string | undefined => {
  const { value, findings } = readDocument(text, file);
  return findings.length === 0 ? jcs(value) : undefined;
};

/** The file written anew, comments kept; undefined where a place is not to be reached. */
function rewritten(text: string, edits: readonly Edit[]): string | undefined {
  const document = parseDocument(text);
  for (const { place, value } of edits) {
    const path = tokensOf(place).map((token) => (/^\d+$/.test(token) ? Number(token) : token));
    if (path.length > 1 && !isCollection(document.getIn(path.slice(0, -1), true))) return undefined;
    document.setIn(path, value);
  }
  return document.toString({ lineWidth: 0 });
}

/** Throws bad-file where the text cannot be edited so that it says what was wanted. */
export function editYaml(text: string, file: string, edits: readonly Edit[]): string {
  const goal = wanted(text, file, edits);
  const cut = edits.reduce<string | undefined>((now, edit) => now && spliced(now, edit), text);
  if (cut !== undefined && says(cut, file) === goal) return cut;
  const whole = rewritten(text, edits);
  if (whole !== undefined && says(whole, file) === goal) return whole;
  throw new AxproofError('bad-file', `${file} cannot be edited in place`, ['write the pack as one document instead: --out FILE.json']);
}
