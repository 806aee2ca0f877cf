// Refusals that say nothing of the path: the same one for everything, or for all that lies in one place. Pure; it decides no outcome.
import { bodyText, type Control, type ControlRequest } from './baseline.ts';
import { alike } from './masks.ts';
import type { Record } from './record.ts';
import { isMarked, marking } from './spellings.ts';

/** Never a refusal of everything: one says how to get in, and the others that there is nothing. A price on everything is one. */
const NEVER_BLANKET = new Set([401, 404, 410, 501]);

const refuses = ({ stopped, answer }: Record): boolean =>
  stopped === undefined && answer.failure === undefined && (answer.status ?? 0) >= 400;

const succeeds = ({ stopped, answer }: Record): boolean => {
  const { status = 0 } = answer;
  return stopped === undefined && answer.failure === undefined && status >= 200 && status < 300;
};

/** Name of the authentication scheme that is asked for, lower case. */
const scheme = ({ answer }: Record): string | undefined => answer.headers?.['www-authenticate']?.trim().split(/[\s,]/)[0]?.toLowerCase();

/** An answer that names what may be had instead is the service's own. */
const mayBeBlanket = (record: Record): boolean =>
  refuses(record) &&
  !NEVER_BLANKET.has(record.answer.status as number) &&
  scheme(record) === undefined &&
  record.answer.headers?.allow === undefined;

/**
 * Whether an answer says what a control says: the same status, media type and scheme, and a body that is the same once each one's path is in place and what machines fill in
 * is left out. isKind: which answers are held against it.
 */
function saysAs({ record: control, nonce }: ControlRequest, isKind: (record: Record) => boolean): (record: Record) => boolean {
  if (!isKind(control)) return () => false;
  const marks = marking(new URL(control.request.url), nonce);
  const text = marks.mark(bodyText(control));
  return (record) => {
    if (!isKind(record)) return false;
    if (control.answer.status !== record.answer.status || control.type !== record.type || scheme(control) !== scheme(record)) return false;
    if (control.request.method === 'HEAD' || record.request.method === 'HEAD') return true;
    const body = bodyText(record);
    // A page that does not say its path is one page for all of them.
    const pages = isMarked(text) ? marks.ways(new URL(record.request.url)).map((put) => put(text)) : [text];
    return pages.some((page) => alike(page, body));
  };
}

export const refusalOf = (control: ControlRequest): ((record: Record) => boolean) => saysAs(control, refuses);

/** Whether an answer is the page, or whatever else under a success, that a control gets. */
export const pageOf = (control: ControlRequest): ((record: Record) => boolean) => saysAs(control, succeeds);

/** Whether an answer is the refusal that the root of its origin gets as well as a path that cannot exist. root: the exchange of that root. */
export function blanketRefusal(controls: readonly Control[], root: Record | undefined): (record: Record) => boolean {
  if (!root || !mayBeBlanket(root)) return () => false;
  const { origin } = new URL(root.request.url);
  const isHere = (record: Record): boolean => new URL(record.request.url).origin === origin;
  const refused = controls
    .flat()
    .filter((one) => isHere(one.record))
    .map(refusalOf)
    .filter((isSame) => isSame(root));
  return (record) => mayBeBlanket(record) && isHere(record) && refused.some((isSame) => isSame(record));
}
