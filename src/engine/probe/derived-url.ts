// A URL changed at the end of its path or in its query, as a source says. It knows no answer, and never leaves the origin.
import type { Derived } from '../../contract/generated/types.ts';
import type { Filled } from './fill.ts';

const not = (detail: string): Filled<string> => ({ ok: false, detail });

function derivedPath(path: string, { append = '', replace }: Derived): string | undefined {
  if (!replace) return path + append;
  return path.endsWith(replace.end) ? path.slice(0, path.length - replace.end.length) + replace.by : undefined;
}

/** href: absolute. A path that does not end as it should, or would be read as another one, makes no request. */
export function derivedUrl(href: string, derive: Derived): Filled<string> {
  const url = new URL(href);
  const path = derivedPath(url.pathname, derive);
  if (path === undefined) return not(`the path of the URL does not end with ${derive.replace?.end}`);
  url.pathname = path;
  if (url.pathname !== path) return not('the path that was made is no plain one');
  for (const [name, value] of Object.entries(derive.query ?? {}))
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  return { ok: true, value: url.href };
}
