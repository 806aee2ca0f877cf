// What is known of the nodes of a path before anything is asked: which member of an exchange it names, whether it is an exchange, and whether it can be more than one.
import type { Method } from '../../contract/generated/types.ts';
import { OUTCOMES } from '../../contract/unclear.ts';
import { BODY_KINDS } from '../../contract/view.ts';
import { nameOf, namesOf } from '../compiled/path.ts';
import type { ParsedPath, Segment } from '../compiled/path-types.ts';
import { METHOD_KEYS } from '../probe-shape.ts';

/** What stands in one member of an exchange, where it stands at all. */
export interface ExchangeMember {
  /** As it is called in a sentence. */
  name: string;
  kind: 'number' | 'string';
  /** All that it can be. */
  closed?: readonly string[];
  /** Least and most that it can be. */
  range?: readonly [least: number, most: number];
}

const text = (name: string, closed?: readonly string[]): ExchangeMember => ({ name, kind: 'string', ...(closed ? { closed } : {}) });

const METHODS = METHOD_KEYS.map((key) => key.toUpperCase() as Method);
/** A hop of which no answer came has the status 0. */
const HOPS: { readonly [name: string]: ExchangeMember } = { url: text('url'), status: { name: 'status', kind: 'number' } };
const REQUEST: { readonly [name: string]: ExchangeMember } = { url: text('url'), method: text('method', METHODS) };

const MEMBERS: { readonly [name: string]: ExchangeMember } = {
  // As schemas/exchange.schema.json bounds it: some answer 999.
  status: { name: 'status', kind: 'number', range: [100, 999] },
  url: text('url'),
  type: text('type'),
  is: text('is', BODY_KINDS),
  outcome: text('outcome', OUTCOMES),
  likeControl: text('likeControl', ['same', 'different', 'unknown']),
};

/** A step into a list. */
const isEntry = ({ descendant, selectors }: Segment): boolean => !descendant && selectors.every((s) => s.kind !== 'name');

const NO_EXCHANGE = ['run', 'env', 'row', 'coverage', 'item', 'each', 'value'];

/** The steps below an exchange; undefined where the path leads through none. */
function steps({ segments: [root, ...rest] }: ParsedPath): readonly Segment[] | undefined {
  const names = namesOf(root);
  if (names.length === 0 || names.some((name) => NO_EXCHANGE.includes(name))) return undefined;
  const named = names.filter((name) => name === 'tried' || name === 'documents').length;
  if (named > 0 && named < names.length) return undefined;
  const below = named > 0 ? rest.slice(1) : rest;
  const [entry] = below;
  // A list of exchanges is entered first.
  return entry && isEntry(entry) ? below.slice(1) : below;
}

/** Whether a path selects whole exchanges. */
export const isOfExchanges = (path: ParsedPath): boolean => steps(path)?.length === 0;

const own = (table: { readonly [name: string]: ExchangeMember }, name: string | undefined): ExchangeMember | undefined =>
  name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;

/** The member at the end of a path, or undefined where nothing is known of what stands there. */
export function memberAt(path: ParsedPath): ExchangeMember | undefined {
  const [first, second, third, ...more] = steps(path) ?? [];
  const name = nameOf(first);
  if (more.length > 0 || name === undefined) return undefined;
  if (!second) return own(MEMBERS, name);
  if (third) return name === 'redirects' && isEntry(second) ? own(HOPS, nameOf(third)) : undefined;
  if (name === 'request') return own(REQUEST, nameOf(second));
  return name === 'headers' && !second.descendant ? text('header') : undefined;
}

/** Whether a path selects one value at most. */
export const isSingle = ({ segments }: ParsedPath): boolean =>
  segments.every(
    ({ descendant, selectors: [only, ...more] }) => !descendant && more.length === 0 && (only?.kind === 'name' || only?.kind === 'index'),
  );
