// Where a finding stands, as people read it.
import type { Finding } from './generated/types.ts';

export type Where = Pick<Finding, 'place' | 'line'>;

/** `URL in the header NAME at /POINTER (line N)`, as far as these are known; undefined where no place is. */
export function placeText({ place, line }: Where): string | undefined {
  if (place === undefined) return undefined;
  const hash = place.indexOf('#');
  const [url, rest] = hash === -1 ? [place, ''] : [place.slice(0, hash), place.slice(hash + 1)];
  const [header, ...below] = rest.split('/');
  const spot = `${header ? ` in the header ${header}` : ''}${below.length === 0 ? '' : ` at /${below.join('/')}`}`;
  return `${url}${spot}${line === undefined ? '' : rest === '' ? ` at line ${line}` : ` (line ${line})`}`;
}
