// The openapi view: an OpenAPI or Swagger document as a flat list of operations. It must not fetch, and must not judge answers.
import type { Json, JsonObject } from '../../contract/json.ts';
import type { OpenPlace, View, ViewSource } from '../../contract/view.ts';
import { absoluteUrl } from '../absolute-url.ts';
import { list, member, text } from '../members.ts';
import { openMembers, redactedSpans } from '../redacted-spans.ts';
import { ReadBudget, ReadContext } from './context.ts';
import { type Edition, openApiDocument } from './document.ts';
import { documentRules } from './document-rules.ts';
import { OperationReader } from './operations.ts';
import { Problems } from './problems.ts';
import { referenceRules } from './reference-rules.ts';
import { SecurityRules } from './security.ts';
import { isAnywhere, rootServers, type Server } from './servers.ts';

/** Of the document itself: where, as a JSON pointer, and what is written there. */
function* ofDocument(root: Json): Generator<[place: string, written: string | undefined]> {
  const info = member(root, 'info');
  yield ['/externalDocs/url', text(member(root, 'externalDocs'), 'url')];
  yield ['/info/termsOfService', text(info, 'termsOfService')];
  yield ['/info/contact/url', text(member(info, 'contact'), 'url')];
  yield ['/info/license/url', text(member(info, 'license'), 'url')];
  for (const [i, tag] of list(root, 'tags').entries()) yield [`/tags/${i}/externalDocs/url`, text(member(tag, 'externalDocs'), 'url')];
}

interface Documentation {
  /** Each address once, with the first place that names it. */
  documentation: JsonObject[];
  /** As they are written, those that may mean several places. */
  unresolved: string[];
}

/** ofOperations: addresses as they are written, with their places. */
function documentationOf(context: ReadContext, servers: readonly Server[], ofOperations: ReadonlyMap<string, string>): Documentation {
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

function readValue(root: Json, edition: Edition, answer: ViewSource): JsonObject {
  const context = new ReadContext(root, edition.line, answer, new ReadBudget(), new Problems());
  documentRules(context, edition);
  const servers = rootServers(context);
  const security = new SecurityRules(context);
  const reader = new OperationReader(context, security, servers);
  const operations = reader.all();
  referenceRules(context);
  const info = member(root, 'info');
  const title = text(info, 'title');
  const apiVersion = text(info, 'version');
  const webhooks = member(root, 'webhooks');
  return {
    version: edition.version,
    line: edition.line,
    ...(title === undefined ? {} : { title }),
    ...(apiVersion === undefined ? {} : { apiVersion }),
    servers: servers.map((server) => ({ ...server })),
    schemes: security.schemes.map((scheme) => ({ ...scheme })),
    operations,
    unread: reader.unread,
    ...documentationOf(context, servers, reader.documentation),
    webhooks: webhooks !== null && typeof webhooks === 'object' ? Object.keys(webhooks).length : 0,
    problems: context.problems.all().map((problem) => ({ ...problem })),
  };
}

/** What the recorder leaves of a token, and of an e-mail address. */
const MASKED = /x{10}|x(?:@|%40)x/;

/** Addresses in which something may have been masked: nobody wrote them as they stand. */
const maskedIn = (value: JsonObject, list: string, names: readonly string[]): OpenPlace[] =>
  (value[list] as Json[]).flatMap((item, i) =>
    names.filter((name) => MASKED.test(text(item, name) ?? '')).map((name): OpenPlace => ({ path: [list, i, name], why: 'redacted' })),
  );

export const openapi: View = (answer) => {
  const document = openApiDocument(answer.read, answer);
  if (!document.ok) return document;
  if (!URL.canParse(answer.url)) return { ok: false, code: 'shape', message: 'the document has no absolute URL' };
  const value = readValue(document.root, document.edition, answer);
  if (redactedSpans(answer, answer.decoded).length === 0) return { ok: true, value };
  const places = [...maskedIn(value, 'operations', ['url', 'address', 'server']), ...maskedIn(value, 'servers', ['url'])];
  return { ok: true, value, ...openMembers(places) };
};
