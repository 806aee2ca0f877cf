// What is known of the requests of a source before any run: method, templates, and which of them need an answer. It fills nothing.
import { AxproofError } from '../../contract/errors.ts';
import type { Derived, Headers, Method, Probe, Source } from '../../contract/generated/types.ts';
import type { Json } from '../../contract/json.ts';
import { LIMITS } from '../../contract/limits.ts';
import { isSafeMethod } from '../../contract/method.ts';
import { mergePatch } from '../../json/merge-patch.ts';
import { itemsOf, METHOD_KEYS, methodOf, sourcesOf } from '../probe-shape.ts';
import type { CompiledAssertion } from './assertion.ts';
import type { Compiler, JsonTemplate } from './compiler.ts';
import { namesOfPart } from './graph.ts';
import type { ParsedPath } from './path-types.ts';
import type { CompiledSchema } from './schema-types.ts';
import { type CompiledTemplate, isConstant, isLiteral, wholeValue } from './template.ts';

/** A source with its repeat.merge applied. What an answer names as the next page is that page's own address. */
function patched(source: Source, { texts }: Compiler): Source {
  const merge = source.repeat?.merge;
  if (!merge) return source;
  const out: Source = { ...source };
  if (merge.headers) out.headers = { ...source.headers, ...merge.headers };
  if (merge.body !== undefined) out.body = mergePatch(source.body as Json, merge.body as Json);
  if (merge.url === undefined) return out;
  for (const method of METHOD_KEYS) if (source[method] !== undefined) out[method] = merge.url;
  delete out.derive;
  if (!wholeValue(texts.template(merge.url))) return out;
  delete out.under;
  delete out.before;
  return out;
}

export interface HeaderPlan {
  readonly name: string;
  readonly template: CompiledTemplate;
  /** Left out where its template selects nothing. */
  readonly optional: boolean;
}

/** Accept and headers of a probe, for what its sources do not name. */
export type Shared = Pick<Probe, 'accept' | 'headers'>;

export interface RequestPlan {
  readonly method: Method;
  readonly url: CompiledTemplate;
  /** What the path stands below, or with inserted before whose path it stands. */
  readonly base: { readonly path: ParsedPath; readonly inserted: boolean } | undefined;
  /** How the URL is changed once it is known. */
  readonly derive: Derived | undefined;
  /** What is sent beside, or in place of, the default headers. */
  readonly headers: readonly HeaderPlan[];
  /** By name, in code-unit order. */
  readonly form: readonly (readonly [name: string, template: CompiledTemplate])[] | undefined;
  readonly body: JsonTemplate | undefined;
  /** The requests are known before anything is answered. */
  readonly literal: boolean;
}

/** What is looked up in another answer for an item. */
export interface ItemLookUp {
  readonly of: readonly ParsedPath[];
  readonly at: ParsedPath;
  readonly where: CompiledSchema;
}

export interface SourcePlan extends RequestPlan {
  /** Undefined where the source is one request. */
  readonly select: readonly ParsedPath[] | undefined;
  readonly where: CompiledSchema | undefined;
  /** URLs of requests that are left out. */
  readonly besides: readonly ParsedPath[] | undefined;
  readonly take: number | undefined;
  readonly sample: number | undefined;
  /** Its requests are told apart by a number. */
  readonly many: boolean;
  readonly when: readonly CompiledAssertion[] | undefined;
  readonly value: ItemLookUp | undefined;
  /** next: the plan of its further requests, where they are other ones. */
  readonly repeat: { readonly most: number; readonly wait: number | undefined; readonly next: RequestPlan | undefined } | undefined;
  readonly until: readonly CompiledAssertion[] | undefined;
  readonly bytes: number;
  /** Redirect hops that its requests may be sent on by. */
  readonly follow: number;
  readonly fresh: boolean;
  /** Paths to what its answers keep secret. */
  readonly secret: string[] | undefined;
  /** Its requests write: only packs with consent have such. */
  readonly writes: boolean;
  /** The URL as the pack names it. */
  readonly urlText: string;
  /** It is the same in every run: a machine surface, if it is not the root. */
  readonly surface: boolean;
  /**
   * Whether the URL is the pack's own and not the root: robots groups for * do not govern those. Where the target has consented
   * to the digest of a pack, that is every path which the pack itself begins: what was created must be there to be taken away.
   */
  readonly ownUrl: boolean;
  /** Names of the probes that it needs before it can be expanded, and to go on: a literal one is sent at once, and its repeat may name others. */
  readonly uses: readonly string[];
}

function headersOf(source: Source, shared: Shared, { texts }: Compiler): HeaderPlan[] {
  const accept = source.accept ?? shared.accept;
  const named: Headers = { ...(accept === undefined ? {} : { accept }), ...shared.headers, ...source.headers };
  return Object.entries(named).map(([name, value]) =>
    typeof value === 'string'
      ? { name, template: texts.template(value), optional: false }
      : { name, template: texts.template(value.value), optional: true },
  );
}

function* templatesOf(json: JsonTemplate | undefined): Generator<CompiledTemplate> {
  if (json === undefined) return;
  if ('text' in json) yield json.text;
  else if ('items' in json) for (const item of json.items) yield* templatesOf(item);
  else if ('members' in json) for (const [, member] of json.members) yield* templatesOf(member);
}

const isBased = ({ under, before }: Source): boolean => under !== undefined || before !== undefined;

/** A source that the loader has let through. */
function requestPlan(source: Source, shared: Shared, compiler: Compiler): RequestPlan {
  const found = methodOf(source);
  if (!found) throw new AxproofError('internal', 'a source without a method passed the loader');
  const { texts } = compiler;
  const base = source.under ?? source.before;
  const url = texts.template(found.url);
  const headers = headersOf(source, shared, compiler);
  const form = source.form && Object.entries(source.form).map(([name, text]) => [name, texts.template(text)] as const);
  const body = source.body === undefined ? undefined : compiler.json(source.body as Json);
  const templates = [url, ...headers.map((h) => h.template), ...(form ?? []).map(([, template]) => template), ...templatesOf(body)];
  return {
    method: found.method,
    url,
    base: base === undefined ? undefined : { path: texts.path(base), inserted: source.before !== undefined },
    derive: source.derive,
    headers,
    form: form?.sort(([a], [b]) => (a < b ? -1 : 1)),
    body,
    literal: source.select === undefined && source.when === undefined && !isBased(source) && templates.every(isLiteral),
  };
}

function repeatOf(source: Source, shared: Shared, compiler: Compiler): SourcePlan['repeat'] {
  const { repeat } = source;
  if (!repeat) return undefined;
  return { most: repeat.most, wait: repeat.wait, next: repeat.merge && requestPlan(patched(source, compiler), shared, compiler) };
}

/** Which of its URLs a pack itself names. */
function urlOf(source: Source, consent: boolean, { texts }: Compiler): Pick<SourcePlan, 'urlText' | 'surface' | 'ownUrl'> {
  const url = methodOf(source)?.url ?? '';
  const template = texts.template(url);
  const literal = !isBased(source) && isLiteral(template);
  const own = consent ? url.startsWith('/') : literal;
  return {
    urlText: url,
    surface: literal && isConstant(template),
    ownUrl: own && new URL(url, 'http://axproof.invalid').pathname !== '/',
  };
}

export function sourcePlans(probe: Probe, compiler: Compiler, consent: boolean): SourcePlan[] {
  const { until, bytes, fresh, secret, redirects } = probe;
  // A probe of one request is its own source, with its own accept and headers.
  const shared = probe.firstOf || probe.eachOf ? probe : {};
  const judges = probe.firstOf ? undefined : until && compiler.assertions(until, '/until');
  return sourcesOf(probe).map((source): SourcePlan => {
    const plan = requestPlan(source, shared, compiler);
    const { select, where, besides, take, sample, when, value } = source;
    return {
      ...plan,
      ...urlOf(source, consent, compiler),
      select: select === undefined ? undefined : compiler.paths(select),
      where: compiler.where(where),
      besides: besides === undefined ? undefined : compiler.paths(besides),
      take,
      sample,
      many: select !== undefined && itemsOf(source) !== 1,
      when: when && compiler.assertions(when, '/when'),
      value: value && { of: compiler.paths(value.of), at: compiler.texts.path(value.at), where: compiler.schema(value.where) },
      repeat: repeatOf(source, shared, compiler),
      until: judges,
      bytes: bytes ?? LIMITS.defaultBodyBytes,
      follow: redirects ?? LIMITS.defaultRedirects,
      fresh: fresh === true,
      secret,
      writes: consent && !isSafeMethod(plan.method),
      uses: namesOfPart(judges ? { ...source, until } : source, compiler.texts),
    };
  });
}
