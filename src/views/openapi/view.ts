// The openapi view: an OpenAPI or Swagger document as a flat list of operations. It must not fetch, and must not judge answers.
import type { Json, JsonObject } from '../../contract/json.ts';
import type { View, ViewSource } from '../../contract/view.ts';
import { absoluteUrl } from '../absolute-url.ts';
import { member, text } from '../members.ts';
import { ReadBudget, ReadContext } from './context.ts';
import { type Edition, openApiDocument } from './document.ts';
import { documentRules } from './document-rules.ts';
import { OperationReader } from './operations.ts';
import { Problems } from './problems.ts';
import { referenceRules } from './reference-rules.ts';
import { SecurityRules } from './security.ts';
import { isAnywhere, rootServers, type Server } from './servers.ts';

/** Where the document says that its documentation is, and, as they are written, the addresses of which that is not certain. */
function documentationOf(context: ReadContext, servers: readonly Server[], ofOperations: Iterable<string>) {
  const { root, url } = context;
  const info = member(root, 'info');
  const tags = member(root, 'tags');
  const written = [
    text(member(root, 'externalDocs'), 'url'),
    text(info, 'termsOfService'),
    text(member(info, 'contact'), 'url'),
    text(member(info, 'license'), 'url'),
    ...(Array.isArray(tags) ? tags : []).map((tag) => text(member(tag, 'externalDocs'), 'url')),
    ...ofOperations,
  ].filter((address) => address !== undefined);
  const unresolved = new Set(written.filter((address) => isAnywhere(context, servers, address)));
  const certain = written.filter((address) => !unresolved.has(address));
  return { documentation: [...new Set(certain.flatMap((address) => absoluteUrl(address, url) ?? []))], unresolved: [...unresolved] };
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
    ...documentationOf(context, servers, reader.documentation),
    webhooks: webhooks !== null && typeof webhooks === 'object' ? Object.keys(webhooks).length : 0,
    problems: context.problems.all().map((problem) => ({ ...problem })),
  };
}

export const openapi: View = (answer) => {
  const document = openApiDocument(answer.read, answer);
  if (!document.ok) return document;
  if (!URL.canParse(answer.url)) return { ok: false, code: 'shape', message: 'the document has no absolute URL' };
  return { ok: true, value: readValue(document.root, document.edition, answer) };
};
