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

/** Names under which an object says what it names, and in what state that is. */
const TELLS =
  /^(?:type|kind|format|(?:(?:api|current|service)[-_]?)?(?:status|state|stage|availability|lifecycle)|(?:is[-_]?)?(?:enabled|disabled|available|active|live|implemented|deployed|deprecated|planned|coming[-_]?soon))$/i;
const LONGEST_WORDS = 64;

type Path = (string | number)[];

/** Every text of the document, with the object that it is a member of. Recursion ends at the depth that the json view allows. */
function* textsOf(value: Json, path: Path, holder: JsonObject = {}): Generator<[text: string, path: Path, holder: JsonObject]> {
  if (typeof value === 'string') yield [value, path, holder];
  else if (Array.isArray(value)) for (const [i, item] of value.entries()) yield* textsOf(item, [...path, i], holder);
  else if (isObject(value)) for (const [name, member] of Object.entries(value)) yield* textsOf(member, [...path, name], value);
}

const isWord = (value: Json | undefined): boolean =>
  typeof value === 'boolean' || (typeof value === 'string' && value.length <= LONGEST_WORDS);

/** What an object says of an address that stands in it. */
function besideIn(holder: JsonObject): { beside?: JsonObject } {
  const told = Object.entries(holder).filter(([name, value]) => TELLS.test(name) && isWord(value));
  return told.length > 0 ? { beside: Object.fromEntries(told) } : {};
}

export const addresses = ofJson((document, carried, answer) => {
  const found: JsonObject[] = [];
  for (const [text, path, holder] of textsOf(document, [])) {
    const href = ADDRESS.test(text) ? absoluteUrl(text, answer.url) : undefined;
    if (href === undefined || !isWebUrl(href)) continue;
    if (found.length >= MOST_ADDRESSES) throw new Refused('too-large');
    const names = path.filter((step) => typeof step === 'string');
    const name = names.findLast((one) => !GENERAL.test(one)) ?? names.at(-1);
    carried.carry(path, [found.length]);
    found.push({ href, written: text, names, ...(name === undefined ? {} : { name }), ...besideIn(holder), place: pointerOf(path) });
  }
  return found;
});
