// The views by name, as paths use them.
import type { View } from '../contract/view.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { jsonrpc } from './jsonrpc.ts';
import { markdown } from './markdown.ts';
import { offer } from './offer/view.ts';
import { openapi } from './openapi/view.ts';
import { signed } from './signed/view.ts';
import { text } from './text.ts';
import { yaml } from './yaml.ts';

const none: View = () => ({ ok: false, code: 'shape' });
export const VIEWS: Readonly<Record<string, View>> = { json, yaml, text, openapi, jsonrpc, offer, signed, markdown, html, linkset: none, refs: none, problem: none };
export const VIEW_NAMES: ReadonlySet<string> = new Set(Object.keys(VIEWS));
