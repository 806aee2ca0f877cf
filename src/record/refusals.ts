// Refusals that say nothing of the path: the same one for everything, or for all that lies in one place. Pure; it decides no outcome.

import { type Asked, bodyText, type Control } from './baseline.ts';
import { location } from './location.ts';
import { alike } from './masks.ts';
import type { Record } from './record.ts';
import { marking } from './spellings.ts';

/** By which no wall refuses: one says how to get in or what to pay, and the others that there is nothing. */
const NO_WALL = new Set([401, 402, 404, 410, 501]);

const refuses = ({ stopped, answer }: Record): boolean =>
  stopped === undefined && answer.failure === undefined && (answer.status ?? 0) >= 400;

/** Name of the authentication scheme that is asked for, lower case. */
const scheme = ({ answer }: Record): string | undefined => answer.headers?.['www-authenticate']?.trim().split(/[\s,]/)[0]?.toLowerCase();

/** An answer that names what may be had instead is the service's own. */
const isOfWall = (record: Record): boolean =>
  refuses(record) &&
  !NO_WALL.has(record.answer.status as number) &&
  scheme(record) === undefined &&
  record.answer.headers?.allow === undefined;

/** Whether both get one refusal: status, media type and scheme, and bodies that are the same once each one's path is in place and what machines fill in is left out. */
export function sameRefusal({ record: control, nonce }: Asked, record: Record): boolean {
  if (!refuses(control) || !refuses(record)) return false;
  if (control.answer.status !== record.answer.status || control.type !== record.type || scheme(control) !== scheme(record)) return false;
  if (control.request.method === 'HEAD' || record.request.method === 'HEAD') return true;
  const marks = marking(new URL(control.request.url), nonce);
  const [text, body] = [marks.mark(bodyText(control)), bodyText(record)];
  return marks.ways(new URL(record.request.url)).some((put) => alike(put(text), body));
}

/** Whether an answer is the refusal that the root of its origin gets as well as a path that cannot exist. root: the exchange of that root. */
export function wall(controls: readonly Control[], root: Record | undefined): (record: Record) => boolean {
  if (!root || !isOfWall(root)) return () => false;
  const { origin } = location(root.request.url);
  const walls = controls.flat().filter((one) => location(one.record.request.url).origin === origin && sameRefusal(one, root));
  return (record) => isOfWall(record) && location(record.request.url).origin === origin && walls.some((one) => sameRefusal(one, record));
}
