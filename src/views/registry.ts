// The view of each name, and the two views that are hardly more than the text.
import type { OpenPlace, View, ViewName } from '../contract/view.ts';
import { readJsonText } from '../json/read-strict.ts';
import { addresses } from './addresses.ts';
import { flows } from './flows.ts';
import { html } from './html.ts';
import { interfaces } from './interfaces.ts';
import { jsonrpc } from './jsonrpc.ts';
import { linkset } from './linkset.ts';
import { markdown } from './markdown.ts';
import { offer } from './offer/view.ts';
import { openapi } from './openapi/view.ts';
import { prices } from './prices.ts';
import { problem } from './problem.ts';
import { openMembers, redactedSpans } from './redacted-spans.ts';
import { refs } from './refs.ts';
import { robots } from './robots.ts';
import { signed } from './signed/view.ts';
import { TextLines } from './text-lines.ts';
import { xml } from './xml.ts';
import { yaml } from './yaml.ts';

// The json view: the JSON document of a body (RFC 8259), whatever its media type says. It must not repair anything.
const json: View = (answer) => {
  const { decoded, truncated } = answer;
  return decoded.ok ? readJsonText(decoded.text, { truncated, spans: redactedSpans(answer, decoded) }) : decoded;
};

// The text view: the decoded text of a body, its lines and its charset. It must not change the text in any way.
const text: View = (answer) => {
  const { decoded } = answer;
  if (!decoded.ok) return decoded;
  const places: OpenPlace[] = [];
  if (answer.truncated) places.push({ path: ['text'], why: 'cut' }, { path: ['lines'], why: 'cut' });
  else if (redactedSpans(answer, decoded).length > 0) places.push({ path: ['text'], why: 'redacted' });
  const { count } = new TextLines(decoded.text);
  return { ok: true, value: { text: decoded.text, lines: count, charset: decoded.charset }, ...openMembers(places), ends: [] };
};

export const VIEWS: Readonly<Record<ViewName, View>> = {
  json,
  yaml,
  text,
  markdown,
  html,
  linkset,
  openapi,
  jsonrpc,
  offer,
  signed,
  refs,
  problem,
  flows,
  interfaces,
  addresses,
  prices,
  robots,
  xml,
};
