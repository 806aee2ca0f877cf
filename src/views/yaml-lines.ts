// The lines of a YAML text by JSON pointer. It reads no values.
import { isMap, isScalar, isSeq, type ParsedNode } from 'yaml';
import type { Decoded, LineOf } from '../contract/view.ts';
import { TextLines } from './text-lines.ts';
import { composeYaml } from './yaml-nodes.ts';

/** Characters of a text that is composed once more for its lines alone: half a second of work. */
const MOST_TEXT = 512 * 1024;

function step(node: unknown, key: string): { at: number; value: unknown } | undefined {
  if (isMap(node)) {
    const pair = node.items.find(({ key: name }) => isScalar(name) && String(name.value) === key);
    return pair && isScalar(pair.key) ? { at: pair.key.range?.[0] ?? 0, value: pair.value } : undefined;
  }
  if (!isSeq(node)) return undefined;
  const value = node.items[Number(key)] as ParsedNode | undefined;
  return value ? { at: value.range?.[0] ?? 0, value } : undefined;
}

function rootOf(text: string): ParsedNode | null {
  try {
    return composeYaml(text).contents;
  } catch {
    return null;
  }
}

/** The line (from 1) of the last step of a path that the text itself has: an alias and what is missing end it. */
export function yamlLines(decoded: Decoded): LineOf {
  const root = decoded.ok && decoded.text.length <= MOST_TEXT ? rootOf(decoded.text) : null;
  if (!decoded.ok || !root) return () => undefined;
  const lines = new TextLines(decoded.text);
  return (path) => {
    let at = root.range[0];
    let value: unknown = root;
    for (const key of path) {
      const next = step(value, key);
      if (!next) break;
      ({ at, value } = next);
    }
    return lines.lineAt(at);
  };
}
