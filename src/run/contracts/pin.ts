// Makes a pack that holds a deployment to an OpenAPI document: a pack that carries a document, with this one in its place.
import { AxproofError } from '../../contract/errors.ts';
import type { Pack } from '../../contract/generated/types.ts';
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { quote } from '../../contract/quote.ts';
import { MiB } from '../../contract/units.ts';
import { fits } from '../../engine/assert/schema.ts';
import { carriedDocuments } from '../../engine/pack-documents.ts';
import type { Scope } from '../../engine/select/scope.ts';
import { selectAll } from '../../engine/select/select.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { slug } from '../../pack/import/to-pack.ts';
import { loadPackDocument } from '../../pack/load.ts';
import { entries, member } from '../../views/members.ts';
import { isData, isMap } from '../../views/openapi/reference.ts';
import { type Contract, infoOf } from './read-contract.ts';

const PROSE = new Set(
  'description summary externalDocs tags termsOfService contact license host schemes callbacks webhooks links'.split(' '),
);
/** Maps of free names that no part of the description stands in. */
const NAMES = new Set('dependentRequired dependencies mapping scopes variables securityDefinitions'.split(' '));
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
    // A requirement names schemes, which may be called `x-api-key`.
    else if (isData(name) || name === 'security') out[name] = inner;
    else out[name] = slim(inner, isMap(name) || NAMES.has(name), answers || ANSWERS.has(name));
  }
  return out;
}

/** An OpenAPI document as a pack carries it: without prose and examples of answers, its servers at the target. What it says of requests and answers stays. */
const carriedText = (root: Json): string => JSON.stringify(slim(root, false, false));

export interface PinnedContract {
  pack: LoadedPack;
  /** Operations that a run may ask. */
  askable: number;
  /** Those that no run asks, with the rule's sentence that says why. */
  left: { place: string; id: string; code: string; why: string }[];
}

/** One of several packs that hold a large document together. */
export interface PackPart {
  at: number;
  of: number;
}

const SEMVER = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?$/;
const MOST_BYTES = 2 * MiB;
/** Takes the place of a target, which a pack does not know. */
const ANY = 'https://target.invalid';

/** The pack's one document is the one that a new one takes the place of. */
function documentName({ documents = {}, name }: Pack): string {
  const [only, ...more] = Object.keys(documents);
  if (only !== undefined && more.length === 0) return only;
  throw new AxproofError(
    'bad-usage',
    `${name} has to carry one document, which the new one takes the place of; it carries ${more.length + (only ? 1 : 0)}`,
  );
}

/** The document with the paths of one part. Those that begin alike stay together: lists give the ids of what stands below them. */
function partOf(root: Json, { at, of }: PackPart): Json {
  const paths = [...entries(member(root, 'paths'))].map(([path, item]) => ({ path, item, names: path.split('/') }));
  let depth = 0;
  while (paths.length > 0 && paths.every(({ names }) => names.length > depth + 1 && names[depth] === paths[0]?.names[depth])) depth++;
  const groups = new Map<string | undefined, typeof paths>();
  for (const one of paths) groups.set(one.names[depth], [...(groups.get(one.names[depth]) ?? []), one]);
  let before = 0;
  const kept = [...groups.values()].filter(({ length }) => {
    const middle = before + length / 2;
    before += length;
    return Math.floor((middle * of) / paths.length) === at - 1;
  });
  return { ...(root as JsonObject), paths: Object.fromEntries(kept.flat().map(({ path, item }) => [path, item])) };
}

function carried({ document: { root }, name }: Contract, part: PackPart | undefined): string {
  const text = carriedText(part ? partOf(root, part) : root);
  const bytes = Buffer.byteLength(JSON.stringify(text));
  if (bytes > MOST_BYTES)
    throw new AxproofError('bad-import', `${quote(name)} has ${bytes} bytes without its prose, and a pack carries at most ${MOST_BYTES}`, [
      'split it by its paths, and pin each part',
    ]);
  return text;
}

/** What the rules' own coverage says of the operations, before anybody is asked. */
function lookedThrough(pack: LoadedPack): Omit<PinnedContract, 'pack'> {
  const documents = carriedDocuments(pack.document, ANY);
  const scope: Scope = { run: {}, probe: () => undefined, document: (name) => documents.get(name) };
  const left: PinnedContract['left'] = [];
  let askable = 0;
  for (const { rule, coverage = [] } of pack.rules)
    for (const { select, where, notAskable } of coverage)
      for (const node of selectAll(select, scope).nodes) {
        if (!isObject(node.value) || (where && !fits(where, node, scope))) continue;
        const code = notAskable.find((one) => fits(one.where, node, scope))?.because;
        if (code === undefined) askable++;
        else left.push({ place: String(node.value.place), id: quote(String(node.value.id), 200), code, why: rule.reasons[code] ?? code });
      }
  return { askable, left };
}

/** Throws bad-import where nothing can be asked: such a pack would prove nothing. */
export function pin(contract: Contract, template: Pack, part?: PackPart): PinnedContract {
  const title = infoOf(contract, 'title');
  const version = infoOf(contract, 'version');
  const whole = typeof title === 'string' && title.trim() !== '' ? title : 'contract';
  const named = part ? `${whole}, part ${part.at} of ${part.of}` : whole;
  const document: Pack = {
    ...template,
    name: `${template.name.split('/')[0]}/${slug(named, 60)}`,
    version: typeof version === 'string' && SEMVER.test(version) ? version : '1.0.0',
    title: quote(`${named}: answers as its own OpenAPI document says`, 200),
    documents: { [documentName(template)]: carried(contract, part) },
  };
  const pack = loadPackDocument(document);
  const found = lookedThrough(pack);
  if (found.askable === 0)
    throw new AxproofError('bad-import', `${quote(contract.name)} has no operation that can be asked: a pack of it would prove nothing`, [
      ...found.left.slice(0, 20).map(({ id, why }) => `${id}: ${why}`),
    ]);
  return { pack, ...found };
}
