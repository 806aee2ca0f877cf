// The json view: the JSON document of a body (RFC 8259), whatever its media type says. It must not repair anything.
import type { View } from '../contract/view.ts';
import { readJsonText } from '../json/read-strict.ts';
import { redactedSpans } from './redacted-spans.ts';

export const json: View = (answer) => {
  const { decoded, truncated } = answer;
  return decoded.ok ? readJsonText(decoded.text, truncated, redactedSpans(answer, decoded)) : decoded;
};
