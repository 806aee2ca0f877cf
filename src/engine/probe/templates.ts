// Whether an address lies inside a path template that the site's documents publish: nothing that cannot exist may be asked for there.
import type { JsonObject } from '../../contract/json.ts';
import { basesOf } from '../../views/openapi/bases.ts';

/** Segments of a template below its origin; null stands for any one segment, and a greedy end for any number of them. */
interface Template {
  segments: readonly (string | null)[];
  greedy: boolean;
  /** Its last segment has an ending of its own, as `{name}.html` or `{name}.{format}`. */
  ending: boolean;
}

const VARIABLE = /\{[^{}]*\}/;
/** `{proxy+}` and `{path*}` take the rest of the path. */
const GREEDY = /\{[^{}]*[+*]\}$/;

const ENDING = /\.[^.]+$/;
/** What is there to be read, by its ending. */
const PAGE = /\.(?:html?|mdx?|txt|pdf)\/?$/i;

const segmentsOf = (path: string): string[] => path.replace(/\/$/, '').split('/').slice(1);

function fits({ segments, greedy }: Template, path: readonly string[]): boolean {
  if (greedy ? path.length < segments.length : path.length !== segments.length) return false;
  return segments.every((segment, i) => segment === null || segment === path[i]);
}

/** The templates of declared operations, by origin. */
export class Templates {
  readonly #byOrigin = new Map<string, Map<string, Template>>();

  /** operations: items of the openapi view. */
  constructor(operations: readonly JsonObject[]) {
    for (const operation of operations) {
      const { path } = operation;
      if (typeof path !== 'string' || !VARIABLE.test(path)) continue;
      for (const base of basesOf(operation)) this.#add(base, path);
    }
  }

  #add(base: string, path: string): void {
    if (!URL.canParse(base)) return;
    const { origin, pathname } = new URL(base);
    const segments = segmentsOf(pathname.replace(/\/$/, '') + path);
    const template: Template = {
      segments: segments.map((segment) => (VARIABLE.test(segment) ? null : segment)),
      greedy: GREEDY.test(segments.at(-1) ?? ''),
      ending: ENDING.test(segments.at(-1) ?? ''),
    };
    const known = this.#byOrigin.get(origin) ?? new Map<string, Template>();
    known.set(JSON.stringify(template), template);
    this.#byOrigin.set(origin, known);
  }

  /** Whether an absolute URL is an address of some template. */
  holds(url: string): boolean {
    return this.#some(url, () => true);
  }

  /**
   * Whether a template is plainly meant by it: one that takes the rest of a path, or has no text of its own, fits whatever a site has, and
   * one that ends in a variable fits every page beside it.
   */
  holdsCall(url: string): boolean {
    const isPage = PAGE.test(new URL(url).pathname);
    return this.#some(
      url,
      ({ segments, greedy, ending }) =>
        !greedy && segments.some((segment) => segment !== null) && !(isPage && segments.at(-1) === null && !ending),
    );
  }

  #some(url: string, counts: (template: Template) => boolean): boolean {
    const { origin, pathname } = new URL(url);
    const path = segmentsOf(pathname);
    for (const template of this.#byOrigin.get(origin)?.values() ?? []) if (counts(template) && fits(template, path)) return true;
    return false;
  }
}
