// Where a finding stands in a document of the target's owner: address, JSON pointer or header, line. It names no exchange and judges nothing.
import type { Claim } from '../../contract/generated/types.ts';
import { isObject, type Json } from '../../contract/json.ts';
import type { Where } from '../../contract/place-text.ts';
import { pointerOf, step, tokensOf } from '../../json/pointer.ts';
import type { Node } from '../../record/observation.ts';

/** Views whose value is the document itself, member by member. Items of all others say in `place` where they were read. */
const AS_WRITTEN: ReadonlySet<string> = new Set(['json', 'yaml', 'jsonrpc']);

const LINE = /^L(\d+)$/;
/** Claims name the view before the pointer. */
const VIEW = /^[a-z]+#/;

function at(url: string, written: string): Where {
  const place = written.replace(VIEW, '');
  const line = LINE.exec(place);
  if (line) return { place: url, line: Number(line[1]) };
  return { place: place === '' ? url : `${url}#${place}` };
}

export const whereClaimed = ({ url, place, line }: Claim): Where => (line === undefined ? at(url, place) : { place: url, line });

/** The items on the way to a place in the value of a view, outermost first. */
function way(root: Json, path: readonly (string | number)[]): Json[] {
  const out: Json[] = [root];
  let value: Json | undefined = root;
  for (const key of path) {
    value = step(value, String(key));
    if (value === undefined) break;
    out.push(value);
  }
  return out;
}

/** The innermost item around a node of a view that says where it was read, and what is wrong there where the view says that. */
function readPlace(node: Node, below: string): { place: string; message?: string } {
  const reading = node.observation?.record.read(node.view as string);
  if (!reading?.ok) return { place: '' };
  // A list of places, such as lines, is one of items that are nothing else.
  if (typeof node.value === 'string' && LINE.test(node.value)) return { place: node.value };
  const item = way(reading.value, [...node.path, ...tokensOf(below)]).findLast((one) => isObject(one) && typeof one.place === 'string');
  if (!isObject(item)) return { place: '' };
  const problem = typeof item.code === 'string' && typeof item.message === 'string';
  return { place: item.place as string, ...(problem ? { message: item.message as string } : {}) };
}

/** The line at which a value of a view was read, where its item says so. */
export function lineOf(node: Node): number | undefined {
  if (node.view === undefined || AS_WRITTEN.has(node.view)) return undefined;
  const line = LINE.exec(readPlace(node, '').place)?.[1];
  return line === undefined ? undefined : Number(line);
}

function inDocument({ observation, view }: Node, written: string): Where {
  if (!observation) return {};
  const { url, source, is } = observation.record;
  const where = at(url, written);
  // Lines of text that also read as YAML (security.txt) have no pointers for their owner.
  const asLines = view === 'yaml' && is !== 'yaml' && is !== 'json';
  if (where.line !== undefined || !source || (is !== 'yaml' && !asLines)) return where;
  const line = source.yamlLine(tokensOf(written));
  if (line === undefined) return where;
  return asLines ? { place: url, line } : { ...where, line };
}

const MEMBERS: ReadonlySet<string> = new Set(['status', 'type', 'is', 'outcome']);

/** Which part of an answer a node that is in no view stands for. */
function partOf(path: readonly (string | number)[]): { part?: string } {
  const [member, name] = path;
  if (member === 'headers' && name !== undefined) return { part: `header ${name}` };
  return typeof member === 'string' && MEMBERS.has(member) ? { part: member } : {};
}

/** The place of a fault at or below a node: in the document that it was read from, else in the one that has the request made. */
export function whereOf(node: Node, below = ''): Where & { part?: string; problem?: string } {
  if (!node.observation) return {};
  if (node.view === undefined) {
    const claim = node.observation.claimedBy[0];
    return { ...(claim ? whereClaimed(claim) : {}), ...partOf([...node.path, ...tokensOf(below)]) };
  }
  if (AS_WRITTEN.has(node.view)) return inDocument(node, pointerOf(node.path) + below);
  const { place, message } = readPlace(node, below);
  return { ...inDocument(node, place), ...(message === undefined ? {} : { problem: message }) };
}
