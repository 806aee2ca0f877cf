// The views by name, as paths use them. It reads nothing itself.
import type { View } from '../contract/view.ts';
import { flows } from './flows.ts';
import { html } from './html.ts';
import { json } from './json.ts';
import { jsonrpc } from './jsonrpc.ts';
import { linkset } from './linkset.ts';
import { markdown } from './markdown.ts';
import { offer } from './offer/view.ts';
import { openapi } from './openapi/view.ts';
import { problem } from './problem.ts';
import { refs } from './refs.ts';
import { signed } from './signed/view.ts';
import { text } from './text.ts';
import { yaml } from './yaml.ts';

export const VIEWS: Readonly<Record<string, View>> = {
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
};

export const VIEW_NAMES: ReadonlySet<string> = new Set(Object.keys(VIEWS));
