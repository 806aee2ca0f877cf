// An OpenAPI document as a pack carries it: without prose and examples of answers, its servers at the target. What it says of requests and answers stays.
import { isObject, type Json } from '../../contract/json.ts';
import { isData, isMap } from '../../views/openapi/reference.ts';

const PROSE = new Set(
  'description summary externalDocs tags termsOfService contact license host schemes callbacks webhooks links'.split(' '),
);
/** Maps of free names that no part of the description stands in. */
const NAMES = new Set(['dependentRequired', 'dependencies', 'mapping', 'scopes', 'variables']);
/** Below these an example says nothing that a request is made from. */
const ANSWERS = new Set(['responses', 'requestBody', 'requestBodies']);
const KEPT = new Set(['x-nullable']);

/** The path of a server: which host it is, the target says. */
const pathOf = (url: string): string => {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*|^\/\/[^/]*/i, '').replace(/^\.?(?=[^/]|$)/, '/');
  return path === '' ? '/' : path;
};

function serversOf(servers: Json[]): Json[] {
  const seen = new Set<string>();
  return servers.flatMap((server) => {
    if (!isObject(server) || typeof server.url !== 'string') return [];
    const url = pathOf(server.url);
    if (seen.has(url)) return [];
    seen.add(url);
    return [{ url, ...(url.includes('{') && server.variables !== undefined ? { variables: server.variables } : {}) }];
  });
}

const isDropped = (name: string, answers: boolean): boolean =>
  PROSE.has(name) || (name.startsWith('x-') && !KEPT.has(name)) || (answers && (name === 'example' || name === 'examples'));

function slim(value: Json, free: boolean, answers: boolean): Json {
  if (Array.isArray(value)) return value.map((one) => slim(one, false, answers));
  if (!isObject(value)) return value;
  const out: { [name: string]: Json } = {};
  for (const [name, inner] of Object.entries(value)) {
    if (!free && isDropped(name, answers)) continue;
    if (free) out[name] = slim(inner, false, answers);
    else if (name === 'servers' && Array.isArray(inner)) out[name] = serversOf(inner);
    else if (isData(name)) out[name] = inner;
    else out[name] = slim(inner, isMap(name) || NAMES.has(name), answers || ANSWERS.has(name));
  }
  return out;
}

export const carriedText = (root: Json): string => JSON.stringify(slim(root, false, false));
