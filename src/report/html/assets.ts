// The files that pages load, named by their hash so that they can be kept for ever, and the policy under which pages are sent.
import { sha256 } from '../../contract/digest.ts';
import { LIVE_SCRIPT, SCRIPT } from './script.ts';
import { HOME_STYLE, STYLE } from './style.ts';

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
const home = asset(HOME_STYLE, 'css', 'text/css');
const script = asset(SCRIPT, 'js', 'text/javascript');
const live = asset(LIVE_SCRIPT, 'js', 'text/javascript');

export const STYLE_PATH: string = style.path;
export const SCRIPT_PATH: string = script.path;
/** Of one page each: the others have nothing of them. */
export const HOME_STYLE_PATH: string = home.path;
export const LIVE_SCRIPT_PATH: string = live.path;
export const ASSETS: readonly Asset[] = [style, home, script, live];

/** Content-Security-Policy of every page: nothing inline, nothing from elsewhere. */
export const CSP =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";
