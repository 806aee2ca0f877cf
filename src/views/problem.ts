// The problem view: a problem document (RFC 9457). As the RFC asks, members of the wrong type are ignored, not judged.
import { isObject, type Json, type JsonObject } from '../contract/json.ts';
import { mediaType } from '../contract/media-type.ts';
import { absoluteUrl } from './absolute-url.ts';
import { text } from './members.ts';
import { ofJson } from './open-places.ts';
import { Refused } from './refused.ts';

const MEMBERS: ReadonlySet<string> = new Set(['type', 'title', 'status', 'detail', 'instance']);
const BLANK = 'about:blank';

/** Without its media type, an error is a problem document when it says its own status and a title or type. */
function isProblem(root: JsonObject, status: number): boolean {
  if (status < 400 || !Object.hasOwn(root, 'status') || root.status !== status) return false;
  return text(root, 'title') !== undefined || text(root, 'type') !== undefined;
}

function setOwn(object: JsonObject, name: string, value: Json): void {
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

export const problem = ofJson((root, carried, answer) => {
  const declared = mediaType(answer.headers['content-type'])?.essence === 'application/problem+json';
  if (!isObject(root) || !(declared || isProblem(root, answer.status))) throw new Refused('shape');
  const type = text(root, 'type');
  const value: JsonObject = { type: (type === undefined ? undefined : absoluteUrl(type, answer.url)) ?? BLANK };
  for (const name of ['title', 'detail']) {
    const member = text(root, name);
    if (member !== undefined) value[name] = member;
  }
  const { status } = root;
  if (Object.hasOwn(root, 'status') && Number.isInteger(status)) value.status = status!;
  const instance = text(root, 'instance');
  const url = instance === undefined ? undefined : absoluteUrl(instance, answer.url);
  if (url !== undefined) value.instance = url;
  for (const name of MEMBERS) carried.carry([name], [name]);
  const extensions: JsonObject = {};
  for (const name of Object.keys(root)) {
    if (MEMBERS.has(name)) continue;
    setOwn(extensions, name, root[name]!);
    carried.carry([name], ['extensions', name]);
  }
  return { ...value, extensions };
});
