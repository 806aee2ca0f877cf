// The yaml view: a mapping or sequence of YAML 1.2 (core schema) as JSON, aliases and merge keys unfolded.
// It must not take every text for YAML only because it could be one long scalar.
import { type Document, isMap, isSeq } from 'yaml';
import type { Json } from '../contract/json.ts';
import { MiB } from '../contract/units.ts';
import type { OpenPlace, Reading, ReadOther, View } from '../contract/view.ts';
import type { TextSpan } from '../json/spans.ts';
import { openMembers, redactedSpans } from './redacted-spans.ts';
import { Refused } from './refused.ts';
import { composeYaml } from './yaml-nodes.ts';
import { aliasTargets, YamlValue } from './yaml-value.ts';

/** Characters of one document: it takes about a second a million. */
const MOST_TEXT = 5 * MiB;

function unfolded(text: string, spans: readonly TextSpan[]): { document: Document.Parsed; value: Json; places: OpenPlace[] } {
  const document = composeYaml(text);
  const { contents: root } = document;
  if (!isMap(root) && !isSeq(root)) throw new Refused('shape', 'neither a mapping nor a sequence');
  const unfolding = new YamlValue(spans, aliasTargets(root));
  return { document, value: unfolding.read(root), places: unfolding.places };
}

/** The nodes of a text with their ranges, and what they say; undefined where the view reads nothing. */
export function yamlNodes(text: string): { document: Document.Parsed; value: Json } | undefined {
  try {
    return unfolded(text, []);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
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
  const { value, places } = unfolded(decoded.text, redactedSpans(answer, decoded));
  return { ok: true, value, ...openMembers(places) };
};
