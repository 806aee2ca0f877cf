// Which operations of a site's documents an exchange is a call of. In doubt it is none: what is held against an operation must be
// an answer to it. It must not judge the answer, and sends nothing.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { percentDecoded } from '../../contract/percent.ts';
import type { ReadOther } from '../../contract/view.ts';
import { at } from '../../json/pointer.ts';
import { entries, list, member, text } from '../members.ts';
import { basesOf } from './bases.ts';
import { literal } from './call-url.ts';
import { openApiDocument } from './document.ts';
import { parseMediaType } from './media-type.ts';
import { follow, ownUri } from './reference.ts';
import { produces } from './responses.ts';
import { type DeclaredPlace, fits as fitsDeclared } from './sent-value.ts';

// Whether one list of media ranges, such as an Accept field, names a type. It must not weigh what it prefers.
const MOST = 100;

/** Whether a range covers a name: the same, or `type/*`; `*` alone only where anything counts. */
function covers(range: string, name: string, anything: boolean): boolean {
  if (range === '*/*') return anything;
  return range === name || (range.endsWith('/*') && name.startsWith(range.slice(0, -1)));
}

/** Whether the field names the type, or one that a range covers. `*` names nothing, unless anything is to count. */
function names(field: string, type: string, anything = false): boolean {
  const wanted = parseMediaType(type)?.name;
  if (wanted === undefined) return false;
  return field.split(',', MOST).some((part) => {
    const range = parseMediaType(part);
    if (range === null || Number(range.parameters.get('q') ?? 1) === 0) return false;
    // A declared range is named by what falls under it.
    return covers(range.name, wanted, anything) || (range.name !== '*/*' && covers(wanted, range.name, true));
  });
}

export interface CallOperation {
  /** An item of `openapi.operations`. */
  item: JsonObject;
  document: string;
  read: ReadOther;
}

export interface SentCall {
  method: string;
  /** As sent, absolute. */
  url: string;
  /** As sent. */
  headers: { readonly [name: string]: string };
  carried?: boolean;
  /** Media type (without parameters) of the final answer. */
  type?: string;
  /** Operations that the URL was built from, as `document#place`. */
  builtFrom: ReadonlySet<string>;
}

/** More parameters are not listed, so which queries are declared is not known. */
const MOST_PARAMETERS = 100;
/** OpenAPI gives these no meaning as parameters. */
const NOT_PARAMETERS = new Set(['accept', 'content-type']);

/** Of more values in a query nobody looks whether they may be. */
const MOST_VALUES = 20;

interface Address {
  /** Without query and fragment. */
  place: string;
  /** Values by their names, as sent. */
  query: Map<string, string[]>;
  url: string;
}

const decoded = (name: string): string => percentDecoded(name.replaceAll('+', ' ')) ?? name;

function addressOf(url: string): Address | null {
  if (!URL.canParse(url)) return null;
  const parsed = new URL(url);
  const query = new Map<string, string[]>();
  for (const pair of parsed.search.slice(1).match(/[^&]+/g) ?? []) {
    const name = pair.split('=', 1)[0]!;
    append(query, decoded(name), decoded(pair.slice(name.length + 1)));
  }
  return {
    place: parsed.origin + parsed.pathname,
    query,
    url: parsed.href.split('#', 1)[0]!,
  };
}

/** Trailing slashes apart, an address of one document that two operations have belongs to neither. */
const keyOf = (document: string, method: string, place: string): string => `${method} ${place.replace(/\/+$/, '')} ${document}`;

/** Whether a path as sent is what a template makes: each parameter fills some text within one segment. */
function fits(template: string, path: string): boolean {
  const theirs = template.split('/');
  const ours = path.split('/');
  return theirs.length === ours.length && theirs.every((segment, index) => fitsSegment(segment, ours[index]!));
}

function fitsSegment(segment: string, sent: string): boolean {
  const pieces = segment.split(/\{[^{}]*\}/).map(literal);
  if (pieces.length === 1) return pieces[0] === sent;
  let from = pieces[0]!.length;
  if (!sent.startsWith(pieces[0]!)) return false;
  for (const piece of pieces.slice(1, -1)) {
    const next = sent.indexOf(piece, from + 1);
    if (next < 0) return false;
    from = next + piece.length;
  }
  const last = pieces.at(-1)!;
  return sent.length - last.length > from && sent.endsWith(last);
}

/** Segments of a template that are text alone. */
const literals = (path: string): number => path.split('/').filter((segment) => !segment.includes('{')).length;

/** Templates of as many segments. */
const templateKey = (document: string, method: string, path: string): string => `${method} ${path.split('/').length} ${document}`;

/** Query names that an operation declares; a map in brackets has the name before them. */
function declares(parameters: Json[], name: string): boolean {
  const bare = name.replace(/\[.*$/s, '');
  return parameters.some((parameter) => text(parameter, 'in') === 'query' && [name, bare].includes(text(parameter, 'name') ?? ''));
}

/** What the verifier sent for a required header is one only where it certainly fits: nobody published it. */
function hasHeader(operation: CallOperation, name: string, sent: SentCall): boolean {
  const found = Object.entries(sent.headers).find(([own]) => own.toLowerCase() === name.toLowerCase());
  return found !== undefined && fitsDeclared(placed(operation), { in: 'header', name, values: [found[1]] }) === 'fits';
}

const placed = ({ item, document, read }: CallOperation): DeclaredPlace => ({ place: String(item.place), document, read });

/** A query is declared by its names, and none of its values is one that cannot be, unless the document gave them. */
function hasOwnQuery(operation: CallOperation, sent: SentCall, query: Address['query']): boolean {
  const parameters = list(operation.item, 'parameters');
  if (parameters.length >= MOST_PARAMETERS || ![...query.keys()].every((name) => declares(parameters, name))) return false;
  if (sent.builtFrom.has(`${operation.document}#${String(operation.item.place)}`)) return true;
  if ([...query.values()].flat().length > MOST_VALUES) return false;
  return [...query].every(([name, values]) => fitsDeclared(placed(operation), { in: 'query', name, values }) !== 'misfits');
}

function isValid(operation: CallOperation, sent: SentCall, { query, url }: Address): boolean {
  const { item } = operation;
  const own = text(item, 'url');
  const published = own !== undefined && url === new URL(own).href;
  for (const parameter of list(item, 'parameters')) {
    if (member(parameter, 'required') !== true) continue;
    const name = text(parameter, 'name') ?? '';
    const where = text(parameter, 'in');
    // What a whole query must be is not known of one that the document did not give.
    if (where === 'querystring' && !published) return false;
    if (where === 'query' && !published && ![...query.keys()].some((sentName) => declares([parameter], sentName))) return false;
    if (where === 'header' && !NOT_PARAMETERS.has(name.toLowerCase()) && !hasHeader(operation, name, sent)) return false;
    if (where === 'cookie' || where === 'body' || where === 'formData') return false;
  }
  return published || hasOwnQuery(operation, sent, query);
}

/**
 * Whether a call that nobody built from the operation can be one: which body it would want is not known, and what a body gets that
 * it does not declare (its handler reads it by itself) is not said either. A GET goes without a body that may be left out.
 */
const suits = ({ method, body, bodyRequired }: JsonObject, { carried }: SentCall): boolean =>
  carried !== true && (body !== true || ((method === 'GET' || method === 'HEAD') && bodyRequired !== true));

/** Media types that any response of an operation declares. */
function typesOf({ item, read, document: url }: CallOperation): string[] {
  const document = openApiDocument(read);
  const operation = document.ok ? at(document.root, String(item.place)) : undefined;
  if (!document.ok || !isObject(operation)) return [];
  if (document.edition.line === '2.0') return produces(document.root, operation);
  const types = new Set<string>();
  for (const [, value] of entries(member(operation, 'responses'))) {
    const response = follow(document.root, value, '', ownUri(document.root, url));
    if (response.ok) for (const [type] of entries(member(response.value, 'content'))) types.add(type);
  }
  return [...types];
}

/**
 * An exchange that did not name a declared type is held against the operation only if it got one. So is one that named
 * another type beside it, and got that: one URL may well have several forms.
 */
function negotiated(operation: CallOperation, { headers, type }: SentCall): boolean {
  const accept = Object.entries(headers).find(([name]) => name.toLowerCase() === 'accept')?.[1] ?? '*/*';
  const declared = typesOf(operation);
  if (declared.length === 0) return true;
  if (type !== undefined && declared.some((known) => names(known, type, true))) return true;
  const success = list(operation.item, 'types').filter((known) => typeof known === 'string');
  const asked = (success.length > 0 ? success : declared).some((known) => names(accept, known));
  return asked && (type === undefined || !names(accept, type));
}

/** The operations of a site's documents, by what an exchange can be told by. */
export class Calls {
  private readonly literal = new Map<string, CallOperation[]>();
  private readonly documents = new Set<string>();
  private readonly built = new Map<string, CallOperation[]>();
  private readonly templated = new Map<string, CallOperation[]>();

  constructor(operations: readonly CallOperation[]) {
    for (const operation of operations) {
      const { item, document } = operation;
      this.documents.add(document);
      append(this.built, `${document}#${String(item.place)}`, operation);
      if (item.templated === true) append(this.templated, templateKey(document, String(item.method), String(item.path)), operation);
      if (item.templated !== false) continue;
      for (const server of basesOf(item))
        append(this.literal, keyOf(document, String(item.method), server + literal(String(item.path))), operation);
    }
  }

  /** The operations that the exchange is a call of, at most one a document but where the URL was built from several. */
  of(call: SentCall): CallOperation[] {
    return this.inAnyForm(call).filter((operation) => negotiated(operation, call));
  }

  /** The same, whatever media type was asked for and came. */
  inAnyForm(call: SentCall): CallOperation[] {
    const sent = { ...call, method: call.method.toUpperCase() };
    const address = addressOf(sent.url);
    if (address === null) return [];
    const found = new Set([...this.documents].flatMap((document) => this.ofDocument(document, sent, address)));
    return [...found].filter((operation) => isValid(operation, sent, address));
  }

  private ofDocument(document: string, sent: SentCall, address: Address): CallOperation[] {
    const literals = this.literal.get(keyOf(document, sent.method, address.place)) ?? [];
    const exact = literals.filter(({ item }) => basesOf(item).some((server) => server + literal(String(item.path)) === address.place));
    const own = exact.filter(({ item }) => sent.builtFrom.has(`${document}#${String(item.place)}`));
    if (own.length > 0) return own;
    // Where the document itself has a more concrete path, that one is called, whatever the URL was built from.
    if (literals.length > 0) return literals.length === 1 ? exact.filter(({ item }) => suits(item, sent)) : [];
    return this.builtIn(document, sent, address);
  }

  /** Whether another template of the document, of as many literal segments, makes the same address: then neither is certainly meant. */
  private rivalled({ item, document }: CallOperation, place: string): boolean {
    const concrete = literals(String(item.path));
    return (this.templated.get(templateKey(document, String(item.method), String(item.path))) ?? []).some(
      ({ item: other }) =>
        other !== item &&
        other.path !== item.path &&
        literals(String(other.path)) >= concrete &&
        basesOf(other).some((server) => place.startsWith(server) && fits(String(other.path), place.slice(server.length))),
    );
  }

  private builtIn(document: string, { method, builtFrom }: SentCall, { place }: Address): CallOperation[] {
    const found: CallOperation[] = [];
    for (const key of builtFrom) {
      if (!key.startsWith(`${document}#`)) continue;
      for (const operation of this.built.get(key) ?? []) {
        const { item } = operation;
        const under = basesOf(item).filter((server) => place.startsWith(server));
        const fit = under.some((server) => fits(String(item.path), place.slice(server.length)));
        if (item.method === method && item.templated === true && fit && !this.rivalled(operation, place)) found.push(operation);
      }
    }
    return found;
  }
}

function append<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
