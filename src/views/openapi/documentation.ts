// Where an OpenAPI document says that its documentation is. It must not judge whether what stands there is an address.
import type { Json, JsonObject } from '../../contract/json.ts';
import { absoluteUrl } from '../absolute-url.ts';
import { list, member, text } from '../members.ts';
import type { ReadContext } from './context.ts';
import { isAnywhere, type Server } from './servers.ts';

/** Of the document itself: where, as a JSON pointer, and what is written there. */
function* ofDocument(root: Json): Generator<[place: string, written: string | undefined]> {
  const info = member(root, 'info');
  yield ['/externalDocs/url', text(member(root, 'externalDocs'), 'url')];
  yield ['/info/termsOfService', text(info, 'termsOfService')];
  yield ['/info/contact/url', text(member(info, 'contact'), 'url')];
  yield ['/info/license/url', text(member(info, 'license'), 'url')];
  for (const [i, tag] of list(root, 'tags').entries()) yield [`/tags/${i}/externalDocs/url`, text(member(tag, 'externalDocs'), 'url')];
}

export interface Documentation {
  /** Each address once, with the first place that names it. */
  documentation: JsonObject[];
  /** As they are written, those that may mean several places. */
  unresolved: string[];
}

/** ofOperations: addresses as they are written, with their places. */
export function documentationOf(
  context: ReadContext,
  servers: readonly Server[],
  ofOperations: ReadonlyMap<string, string>,
): Documentation {
  const found = new Map<string, JsonObject>();
  const unresolved = new Set<string>();
  const operations = [...ofOperations].map(([written, place]) => [place, written] as const);
  for (const [place, written] of [...ofDocument(context.root), ...operations]) {
    if (written === undefined || unresolved.has(written)) continue;
    if (isAnywhere(context, servers, written)) unresolved.add(written);
    const href = unresolved.has(written) ? undefined : absoluteUrl(written, context.url);
    if (href !== undefined && !found.has(href)) found.set(href, { href, written, place });
  }
  return { documentation: [...found.values()], unresolved: [...unresolved] };
}
