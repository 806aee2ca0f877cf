// The json view: the JSON document of a body (RFC 8259), whatever its media type says. It must not repair anything.
import type { Reading, View, ViewSource } from '../contract/view.ts';
import { readJsonText } from '../json/read-strict.ts';
import { decode } from './decode.ts';
import { redactedSpans } from './redacted-spans.ts';

function readJson(source: ViewSource): Reading {
  const decoded = decode(source);
  if (!decoded.ok) return decoded;
  return readJsonText(decoded.text, source.truncated, redactedSpans(source, decoded));
}

const readings = new WeakMap<ViewSource, Reading>();

/** Read once for each answer: the kind of the body is told by it, and other views stand on it. */
export const json: View = (source) => {
  const known = readings.get(source);
  if (known) return known;
  const reading = readJson(source);
  readings.set(source, reading);
  return reading;
};
