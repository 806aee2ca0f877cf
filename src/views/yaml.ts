// The yaml view: a mapping or sequence of YAML 1.2 (core schema) as JSON, aliases and merge keys unfolded.
// It must not take every text for YAML only because it could be one long scalar.
import { type Document, isMap, isSeq } from 'yaml';
import type { Json } from '../contract/json.ts';
import type { Reading, ReadOther, View } from '../contract/view.ts';
import type { Span } from '../json/spans.ts';
import { openMembers, redactedSpans } from './redacted-spans.ts';
import { aliasTargets } from './yaml-aliases.ts';
import { composeYaml } from './yaml-nodes.ts';
import { Refused } from './yaml-refused.ts';
import { YamlValue } from './yaml-value.ts';

/** Characters of one document: it takes about a second a million. */
const MOST_TEXT = 5 * 1024 * 1024;

function unfolded({ contents: root }: Document.Parsed, spans: readonly Span[]): Reading {
  if (!isMap(root) && !isSeq(root)) return { ok: false, code: 'shape', message: 'neither a mapping nor a sequence' };
  try {
    const unfolding = new YamlValue(spans, aliasTargets(root));
    return { ok: true, value: unfolding.read(root), ...openMembers(unfolding.places) };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, code: error.code, message: error.message };
    throw error;
  }
}

function readYamlText(text: string, spans: readonly Span[]): Reading {
  const composed = composeYaml(text);
  return composed.ok ? unfolded(composed.document, spans) : composed;
}

/** The nodes of a text with their ranges, and what they say; undefined where the view reads nothing. */
export function yamlNodes(text: string): { document: Document.Parsed; value: Json } | undefined {
  const composed = composeYaml(text);
  const reading = composed.ok ? unfolded(composed.document, []) : composed;
  return composed.ok && reading.ok ? { document: composed.document, value: reading.value } : undefined;
}

/** JSON is YAML, and its own reader is the faster one. */
function asJson(text: string, read: ReadOther): Reading | undefined {
  if (!/^\s*[{[]/.test(text)) return undefined;
  const json = read('json');
  return !json.ok && json.code === 'syntax' ? undefined : json;
}

export const yaml: View = (answer) => {
  const { decoded } = answer;
  if (!decoded.ok) return decoded;
  const known = asJson(decoded.text, answer.read);
  if (known) return known;
  // The end of a cut document may lie in the middle of anything.
  if (answer.truncated) return { ok: false, code: 'cut' };
  if (decoded.text.length > MOST_TEXT) return { ok: false, code: 'too-large' };
  return readYamlText(decoded.text, redactedSpans(answer, decoded));
};
