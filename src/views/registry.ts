// The views by name, as paths use them.
import type { View } from '../contract/view.ts';
import { json } from './json.ts';
import { jsonrpc } from './jsonrpc.ts';
import { offer } from './offer/view.ts';
import { openapi } from './openapi/view.ts';
import { signed } from './signed/view.ts';
import { text } from './text.ts';
import { yaml } from './yaml.ts';

export const VIEWS: Readonly<Record<string, View>> = { json, yaml, text, openapi, jsonrpc, offer, signed };
export const VIEW_NAMES: ReadonlySet<string> = new Set(Object.keys(VIEWS));
