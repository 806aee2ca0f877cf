// Class names of results for CI systems, which track a test by class and name over the years: equal from run to run, unlike each other.
import type { Result } from './result.ts';

const MOST = 120;

/** Letters, digits and hyphens; dots would be read as levels of packages, and the rest differs from system to system. */
const segment = (text: string): string =>
  text
    .replace(/^https:\/\//, '')
    .replace(/[^\p{L}\p{N}-]+/gu, '_')
    .replace(/^_|_$/g, '')
    .slice(0, MOST)
    .replace(/[\ud800-\udfff]$/u, '');

const classname = ({ pack, target, name }: Result): string =>
  ['axproof', pack.name, target, ...(name === undefined ? [] : [name])].map((text) => segment(text) || 'unnamed').join('.');

/** One a result; the second of the same name gets `.2` at its end, and so on, in the order given. */
export function classnames(results: readonly Result[]): string[] {
  const taken = new Map<string, number>();
  const given = new Set(results.map(classname));
  return results.map((result) => {
    const name = classname(result);
    let times = (taken.get(name) ?? 0) + 1;
    while (times > 1 && given.has(`${name}.${times}`)) times += 1;
    taken.set(name, times);
    return times === 1 ? name : `${name}.${times}`;
  });
}
