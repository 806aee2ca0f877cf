// The line of a YAML text on which a place stands, by its JSON pointer. It reads no values.
import { isMap, isScalar, isSeq, type ParsedNode } from 'yaml';
import type { ViewSource } from '../contract/view.ts';
import { decode } from './decode.ts';
import { TextLines } from './text-lines.ts';
import { composeYaml } from './yaml-nodes.ts';

/** Characters of a text that is composed once more for its lines alone: half a second of work. */
const MOST_TEXT = 512 * 1024;

interface Composed {
  root: ParsedNode;
  lines: TextLines;
}

function composed(source: ViewSource): Composed | undefined {
  const decoded = decode(source);
  if (!decoded.ok || decoded.text.length > MOST_TEXT) return undefined;
  const result = composeYaml(decoded.text);
  return result.ok && result.document.contents ? { root: result.document.contents, lines: new TextLines(decoded.text) } : undefined;
}

/** Few findings ask, and each of one document needs the same. */
const known = new WeakMap<ViewSource, { found: Composed | undefined }>();

function step(node: unknown, key: string): { at: number; value: unknown } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key: name }) => isScalar(name) && String(name.value) === key);
    return pair && isScalar(pair.key) ? { at: pair.key.range?.[0] ?? 0, value: pair.value } : undefined;
  }
  if (!isSeq(node)) return undefined;
  const value = node.items[Number(key)] as ParsedNode | undefined;
  return value ? { at: value.range?.[0] ?? 0, value } : undefined;
}

/** Line (from 1) of the last step of the path that the text itself has: an alias and what is missing end it. */
export function yamlLine(source: ViewSource, path: readonly string[]): number | undefined {
  let entry = known.get(source);
  if (!entry) {
    entry = { found: composed(source) };
    known.set(source, entry);
  }
  if (!entry.found) return undefined;
  let at = entry.found.root.range[0];
  let value: unknown = entry.found.root;
  for (const key of path) {
    const next = step(value, key);
    if (!next) break;
    ({ at, value } = next);
  }
  return entry.found.lines.lineAt(at);
}
