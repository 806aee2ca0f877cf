// The files that pages load, named by their hash so that they can be kept for ever, and the policy under which pages are sent.
import { sha256 } from '../../contract/digest.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

export interface Asset {
  path: string;
  type: string;
  body: string;
}

const asset = (body: string, ending: string, type: string): Asset => ({
  path: `/assets/${sha256(body).slice('sha256:'.length, 'sha256:'.length + 16)}.${ending}`,
  type: `${type}; charset=utf-8`,
  body,
});

const style = asset(STYLE, 'css', 'text/css');
const script = asset(SCRIPT, 'js', 'text/javascript');

export const STYLE_PATH: string = style.path;
export const SCRIPT_PATH: string = script.path;
export const ASSETS: readonly Asset[] = [style, script];

/** Content-Security-Policy of every page: nothing inline, nothing from elsewhere. */
export const CSP =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
