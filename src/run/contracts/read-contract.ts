// An OpenAPI document from a file, an answer or a target, as the views read it. It judges nothing that it says.
import { AxproofError } from '../../contract/errors.ts';
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { quote } from '../../contract/quote.ts';
import { selectAll } from '../../engine/select/select.ts';
import { at } from '../../json/pointer.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { readAnswer } from '../../views/answer-cache.ts';
import { list, member, text } from '../../views/members.ts';
import { type OpenApiDocument, openApiDocument } from '../../views/openapi/document.ts';
import { PROBLEMS } from '../../views/openapi/problems.ts';
import { exploreTarget } from '../run.ts';

export interface Contract {
  name: string;
  document: OpenApiDocument & { ok: true };
  /** What the openapi view makes of it. */
  view: JsonObject & { operations: JsonObject[]; unread: JsonObject[]; servers: JsonObject[] };
  /** Line of a place in a document of YAML. */
  line(path: readonly string[]): number | undefined;
}

/** Stands for the target: only what a document says of hosts is seen through it. */
const NOWHERE = 'https://document.invalid/';

/** Why a document has no paths at all, not even none: it would pass for an empty contract. */
function pathsFault(root: Json, view: JsonObject): string | undefined {
  const paths = member(root, 'paths');
  if (paths !== undefined && !isObject(paths)) return 'its paths are no object';
  // From 3.1 on there may be others in place of them.
  return list(view, 'problems').some((problem) => text(problem, 'code') === 'missing-paths') ? PROBLEMS['missing-paths'] : undefined;
}

/** Throws bad-import for what is no OpenAPI document that is read whole. */
export function readContract(bytes: Uint8Array, name: string): Contract {
  const source = { url: NOWHERE, status: 200, headers: {}, bytes, truncated: false };
  const answer = readAnswer(source);
  const document = openApiDocument(answer.read, answer);
  const view = document.ok ? answer.read('openapi') : document;
  const value = view.ok ? (view.value as Contract['view']) : undefined;
  const fault = document.ok && value ? pathsFault(document.root, value) : undefined;
  if (document.ok && value && fault === undefined) return { name, document, view: value, line: answer.yamlLine };
  const { code, message } = view.ok ? { code: '', message: fault } : view;
  throw new AxproofError('bad-import', `${quote(name)} is no OpenAPI document that can be read: ${message ?? code}`);
}

export const infoOf = ({ document }: Contract, name: string): Json | undefined => at(document.root, `/info/${name}`);

type Means = Parameters<typeof exploreTarget>[2] & { seed: number };

/** The document that a target publishes, as a pack finds it: the first that the pack's own `operations` lead to. */
export async function publishedContract(pack: LoadedPack, target: string, { seed, ...means }: Means): Promise<Contract> {
  const { interpreter } = await exploreTarget(pack, { target, seed }, means);
  const found = selectAll(pack.operations, interpreter.scope()).nodes.find(({ view }) => view === 'openapi')?.observation?.record;
  if (found?.source) return readContract(found.source.bytes, found.url);
  throw new AxproofError('bad-import', `${target} publishes no OpenAPI document that was found`, ['give its address or a file']);
}
