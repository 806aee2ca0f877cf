// The xml view: an XML document with namespaces as a tree that paths can walk. Bounded; it must not read a document type, and knows no entities
// but the five of XML itself.
import { SaxesParser, type SaxesTagNS } from 'saxes';
import type { Json, JsonObject } from '../contract/json.ts';
import { MiB } from '../contract/units.ts';
import type { OpenPlace, View } from '../contract/view.ts';
import { type TextSpan, touches } from '../json/spans.ts';
import { openMembers, redactedSpans } from './redacted-spans.ts';
import { Refused } from './refused.ts';

/** Characters of one document. */
const MOST_TEXT = 8 * MiB;
/** Elements and attributes. */
const MOST_NODES = 300_000;
const MOST_DEEP = 64;

interface Element {
  value: JsonObject;
  path: (string | number)[];
  text: string;
  /** Children by local name: those of the document's own namespace, and those of any other. */
  elements: Map<string, Json[]>;
  others: Map<string, Json[]>;
}

/** A child joins its parent when it begins, so that its place is known. */
function listOf(parent: Element, own: boolean, name: string): { list: Json[]; path: (string | number)[] } {
  const group = own ? 'elements' : 'others';
  const list = parent[group].get(name) ?? [];
  parent[group].set(name, list);
  return { list, path: [...parent.path, group, name, list.length] };
}

class Tree {
  readonly places: OpenPlace[] = [];
  root: JsonObject | undefined;
  readonly #parser = new SaxesParser({ xmlns: true });
  readonly #open: Element[] = [];
  #namespace = '';
  #line = 1;
  #nodes = 0;
  #read = 0;

  constructor(private readonly spans: readonly TextSpan[]) {
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw new Refused('syntax', error.message);
    });
    parser.on('doctype', () => {
      throw new Refused('shape', 'a document type is declared');
    });
    parser.on('opentagstart', () => {
      this.#line = parser.line;
    });
    parser.on('opentag', (tag) => this.#begin(tag));
    parser.on('closetag', () => this.#end());
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
    parser.on('comment', () => this.#masked());
    parser.on('processinginstruction', () => this.#masked());
  }

  read(text: string): void {
    this.#parser.write(text).close();
  }

  /** What was read since the last event belongs to the element at hand. */
  #masked(): void {
    const from = this.#read;
    this.#read = this.#parser.position;
    const at = this.#open.at(-1);
    if (at && this.spans.length > 0 && touches(this.spans, from, this.#read)) this.places.push({ path: at.path, why: 'redacted' });
  }

  #begin({ local, uri, attributes }: SaxesTagNS): void {
    const said = Object.values(attributes);
    this.#nodes += 1 + said.length;
    if (this.#nodes > MOST_NODES) throw new Refused('too-large');
    if (this.#open.length >= MOST_DEEP) throw new Refused('too-deep');
    const parent = this.#open.at(-1);
    if (!parent) this.#namespace = uri;
    const plain = said.filter((one) => one.prefix === '' && one.local !== 'xmlns');
    const value: JsonObject = { name: local, ...(uri === '' ? {} : { namespace: uri }), place: `L${this.#line}` };
    if (plain.length > 0) value.attributes = Object.fromEntries(plain.map((one) => [one.local, one.value]));
    const joined = parent && listOf(parent, uri === this.#namespace, local);
    if (joined) joined.list.push(value);
    else this.root = value;
    this.#open.push({ value, path: joined?.path ?? [], text: '', elements: new Map(), others: new Map() });
    this.#masked();
  }

  #end(): void {
    this.#masked();
    const { value, text, elements, others } = this.#open.pop() as Element;
    const own = text.trim();
    if (own !== '') value.text = own;
    if (elements.size > 0) value.elements = Object.fromEntries(elements);
    if (others.size > 0) value.others = Object.fromEntries(others);
  }

  #text(text: string): void {
    const at = this.#open.at(-1);
    if (at) at.text += text;
    this.#masked();
  }
}

export const xml: View = (answer) => {
  const { decoded } = answer;
  if (!decoded.ok) return decoded;
  if (answer.truncated) return { ok: false, code: 'cut' };
  if (decoded.text.length > MOST_TEXT) return { ok: false, code: 'too-large' };
  const tree = new Tree(redactedSpans(answer, decoded));
  tree.read(decoded.text);
  return { ok: true, value: tree.root as JsonObject, ...openMembers(tree.places) };
};
