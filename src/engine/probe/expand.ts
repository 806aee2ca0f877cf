// Turns a source into the requests that it stands for, in a scope: items selected, filtered, filled, off-site ones left out, doubles merged.
import { requestKey } from '../../contract/exchange-key.ts';
import type { Claim, Request, UnsentCode } from '../../contract/generated/types.ts';
import { isSafeMethod } from '../../contract/method.ts';
import type { Unclear } from '../../contract/unclear.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import type { SourcePlan } from '../../pack/compiled/source-plan.ts';
import { mayBePosted } from '../../record/mcp-endpoints.ts';
import type { Node, Observation } from '../../record/observation.ts';
import type { Site } from '../../record/site.ts';
import { speaksMcp } from '../../record/speaks-mcp.ts';
import { evaluateAll } from '../assert/evaluate.ts';
import { filterNodes } from '../assert/schema.ts';
import { lookUp } from '../select/look-up.ts';
import type { Scope } from '../select/scope.ts';
import { selectAll } from '../select/select.ts';
import type { Selection } from '../select/selection.ts';
import { claimOf } from './claim.ts';
import { type Built, buildRequest, faultOfUrl, type RequestHeaders, requestHeaders } from './request.ts';

type BuiltRequest = Extract<Built, { ok: true }>;

/** A request that may be sent, and what asked for it. Of a hundred thousand a few are sent: what they claim is told of those alone. */
export interface RequestDraft {
  request: Request;
  item?: Node;
  /** What was looked up for it. */
  value?: Node;
  /** The items that claim what it asks for. */
  claimants: Node[];
  /** Its URL is a machine surface that the pack names itself (and not the root). */
  literal: boolean;
}

export interface Omitted {
  code: UnsentCode;
  detail?: string;
  url?: string;
  claim?: Claim;
}

export interface Expansion {
  drafts: RequestDraft[];
  left: Omitted[];
  /** Claims of everything that was left out, also of what is only counted. */
  lost: { claim: Claim; code: UnsentCode }[];
  open?: Unclear;
  openAt?: Observation;
}

export interface ExpandHost {
  pack: LoadedPack;
  site: Site;
  agent: string;
}

/** What MCP's handshake and lists say, to where the site itself declares MCP: no write, whatever an answer filled in. */
const isSafePost = ({ value, address }: BuiltRequest, { origin }: Site): boolean => speaksMcp(value) && mayBePosted(value, address, origin);

/** Why a request is not sent without consent, if it is not. */
export function whyNotSent(built: BuiltRequest, { pack, site }: Pick<ExpandHost, 'pack' | 'site'>): string | undefined {
  if (pack.document.consent === 'writes' || isSafeMethod(built.value.method) || isSafePost(built, site)) return undefined;
  if (!speaksMcp(built.value)) return 'what was filled in makes another body than a pack may post';
  return 'no document of the site that names this address declares it as an endpoint of MCP';
}

/** Requests that were left out are recorded, up to this many a source; the rest is counted. */
const RECORDED = 32;

const lostOf = (left: readonly Omitted[]): Expansion['lost'] => left.flatMap(({ claim, code }) => (claim ? [{ claim, code }] : []));

const none = (left: Omitted[], open?: Unclear, openAt?: Observation): Expansion => ({
  drafts: [],
  left,
  lost: lostOf(left),
  ...(open ? { open } : {}),
  ...(openAt ? { openAt } : {}),
});

function items(plan: SourcePlan, scope: Scope): Selection {
  const found = selectAll(plan.select ?? [], scope);
  const sure = scope.lenient ? found.nodes : found.nodes.filter((n) => !n.open);
  const { where } = plan;
  const certain = { ...found, nodes: sure };
  return where === undefined ? certain : filterNodes(where, certain, scope);
}

/** What an item claims. A document that names a URL says nothing of another one that is made from it. */
const claimBy = ({ derive }: SourcePlan, item: Node | undefined): { claim?: Claim } => {
  const claim = derive ? undefined : claimOf(item);
  return claim ? { claim } : {};
};

/** Nobody logs in for a stranger: with user information, an address of the target's own is never asked, and is recorded without it. */
function whyOff(at: URL, site: Site): Omitted {
  const bare = new URL(at);
  bare.username = '';
  bare.password = '';
  if (bare.href !== at.href && site.place(bare) === 'own')
    return { code: 'refused-url', detail: 'an address with user information is never asked', url: bare.href };
  return { code: site.isPlain(at) ? 'plain-http' : 'off-site', url: at.href };
}

function draft(
  plan: SourcePlan,
  scope: Scope,
  host: ExpandHost,
  headers: RequestHeaders,
  item: Node | undefined,
): { draft: RequestDraft } | { left: Omitted; open?: Unclear } {
  const filling = item ? { ...scope, item } : scope;
  const looked = plan.value && lookUp(plan.value, filling);
  const value = looked?.ok ? { value: looked.value } : {};
  const built = looked && !looked.ok ? looked : buildRequest(plan, { ...filling, ...value }, host.site.origin, headers);
  if (!built.ok)
    return { left: { code: 'unresolved', detail: built.detail, ...claimBy(plan, item) }, ...(built.open ? { open: built.open } : {}) };
  const request = built.value;
  const fault = whyNotSent(built, host);
  if (fault !== undefined) return { left: { code: 'unresolved', detail: fault, url: request.url, ...claimBy(plan, item) } };
  const at = new URL(request.url);
  const place = host.site.place(at);
  const off = (): Omitted => ({ ...whyOff(at, host.site), ...claimBy(plan, item) });
  if (place === 'off') return { left: off(), ...faultOfUrl(plan) };
  // Consent was given by the target's own origin: another one of its site may be somebody else's. Not sending it blames nobody.
  if (place === 'further' && plan.writes && !isSafePost(built, host.site))
    return { left: { ...off(), detail: 'consent to writes is for the origin that gave it' }, open: 'unsent' };
  return { draft: { request, literal: plan.ownUrl, claimants: item && !plan.derive ? [item] : [], ...(item ? { item } : {}), ...value } };
}

/** Drafts by the URL of their request. */
export type DraftsByUrl = Map<string, RequestDraft[]>;

/** Requests that are the same are one; the first wins and keeps every claim. known: those of earlier sources. */
export function mergeDrafts(drafts: readonly RequestDraft[], known: DraftsByUrl = new Map()): RequestDraft[] {
  return drafts.filter((one) => {
    const { url } = one.request;
    const alike = known.get(url);
    if (!alike) {
      known.set(url, [one]);
      return true;
    }
    const first = alike.find(({ request }) => requestKey(request) === requestKey(one.request));
    if (first) first.claimants.push(...one.claimants);
    else alike.push(one);
    return first === undefined;
  });
}

function recorded(left: Omitted[]): Omitted[] {
  if (left.length <= RECORDED) return left;
  const rest = left.length - RECORDED;
  return [...left.slice(0, RECORDED), { code: (left[RECORDED] as Omitted).code, detail: `and ${rest} more` }];
}

/** A list whose end was not read is asked by what was read of it; what is not known of it is told by coverage. */
const isOpen = (selection: Selection): selection is Selection & { open: Unclear } =>
  selection.open !== undefined && (selection.open !== 'cut' || selection.nodes.length === 0);

/** All requests of a source, before any is taken or drawn. */
export function expand(plan: SourcePlan, scope: Scope, host: ExpandHost): Expansion {
  if (plan.when) {
    const applies = evaluateAll(plan.when, { scope, code: 'when', level: 'must', wordless: true, condition: true });
    if (applies.value === 'U' && !scope.lenient) return none([{ code: 'not-applicable' }], applies.why ?? 'unsent', applies.at);
    if (applies.value !== 'T' && applies.value !== 'U') return none([{ code: 'not-applicable' }]);
  }
  const headers = requestHeaders(plan, scope, host.agent);
  if (plan.select === undefined) {
    const one = draft(plan, scope, host, headers, undefined);
    return 'draft' in one ? { drafts: [one.draft], left: [], lost: [] } : none([one.left], one.open);
  }
  const selection = items(plan, scope);
  const out: Expansion = {
    drafts: [],
    left: [],
    lost: [],
    ...(isOpen(selection) ? { open: selection.open } : {}),
    ...(isOpen(selection) && selection.openAt ? { openAt: selection.openAt } : {}),
  };
  const known = new Set(selectAll(plan.besides ?? [], scope).nodes.map(({ value }) => value));
  for (const item of selection.nodes) {
    const one = draft(plan, scope, host, headers, item);
    if ('draft' in one && known.has(one.draft.request.url)) continue;
    if ('draft' in one) out.drafts.push(one.draft);
    else {
      out.left.push(one.left);
      out.open ??= one.open;
    }
  }
  // What writes is done once for every item that asks for it, also where the requests come out the same.
  return {
    ...out,
    drafts: plan.writes || out.drafts.length < 2 ? out.drafts : mergeDrafts(out.drafts),
    left: recorded(out.left),
    lost: lostOf(out.left),
  };
}
