// The addresses view: what a JSON document names by an address, and by which names. It must not judge what an address is for.
import { isObject, type Json, type JsonObject } from '../contract/json.ts';
import { pointerOf } from '../json/pointer.ts';
import { absoluteUrl, isWebUrl } from './absolute-url.ts';
import { ofJson } from './open-places.ts';
import { Refused } from './refused.ts';

const MOST_ADDRESSES = 50_000;
/** Words, names and mailboxes stand among addresses: a name alone is one by its ending. */
const ADDRESS = /^(?:(?:https?:)?\/\S*|\.{1,2}\/\S+|[^\s:@]+\.(?:json|ya?ml|mdx?|txt|html?|pdf)(?:[?#]\S*)?)$/i;
/** Names that say that an address stands here, and not of what. */
const GENERAL = /^(?:url|uri|href|link|address)$/i;

type Path = (string | number)[];

/** Every text of the document. Recursion ends at the depth that the json view allows. */
function* textsOf(value: Json, path: Path): Generator<[text: string, path: Path]> {
  if (typeof value === 'string') yield [value, path];
  else if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* textsOf(item, [...path, i]);
  else if (isObject(value)) for (const [name, member] of Object.entries(value)) yield* textsOf(member, [...path, name]);
}

export const addresses = ofJson((document, carried, answer) => {
  const found: JsonObject[] = [];
  for (const [text, path] of textsOf(document, [])) {
    const href = ADDRESS.test(text) ? absoluteUrl(text, answer.url) : undefined;
    if (href === undefined || !isWebUrl(href)) continue;
    if (found.length >= MOST_ADDRESSES) throw new Refused('too-large');
    const names = path.filter((step) => typeof step === 'string');
    const name = names.findLast((one) => !GENERAL.test(one)) ?? names.at(-1);
    carried.carry(path, [found.length]);
    found.push({ href, written: text, names, ...(name === undefined ? {} : { name }), place: pointerOf(path) });
  }
  return found;
});
