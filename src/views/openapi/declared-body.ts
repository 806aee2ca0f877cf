// What an operation declares for the body of one answer: media types with their schemas. It must not judge the body.
import { isObject, type Json } from '../../contract/json.ts';
import type { Unevaluated } from '../../contract/unevaluated.ts';
import { entries, fields, member, text } from '../members.ts';
import { isApplicator } from './applicators.ts';
import type { OpenApiDocument } from './document.ts';
import { follow, type RefFault } from './reference.ts';
import type { Sited } from './resources.ts';
import { produces } from './responses.ts';

type Found = OpenApiDocument & { ok: true };

/** A schema; null where there is none; or why it is not known. */
export type DeclaredSchema = Sited | null | Unevaluated;
/** Media type keys with the schema of each; null where nothing is declared and any body will do. */
export type DeclaredBody = Map<string, DeclaredSchema> | null;

/** What a reference that cannot be followed leaves unknown. */
export const reasonOf = (fault: RefFault): Unevaluated => (fault === 'ref-cycle' ? 'unresolved-ref' : fault);

/** A file of any octets: that these happen to be JSON, which is no text, contradicts nothing. */
const isFile = (schema: Json): boolean => text(schema, 'type') === 'string' && text(schema, 'format') === 'binary';

/** What is said of the value that a body is; of a file, whose octets are no value, further schemas can tell nothing. */
function sitedSchema(root: Json, site: Sited, schema: Json | undefined): DeclaredSchema {
  if (schema === undefined) return null;
  const found = follow(root, schema, '', site.uri);
  if (!found.ok || !isFile(found.value)) return { ...site, schema };
  return [...fields(found.value)].some(([name]) => isApplicator(name)) ? 'any-type' : null;
}

function swaggerBody(operation: Json, response: Json, site: Sited): DeclaredBody {
  const schema = member(response, 'schema');
  if (schema === undefined) return null;
  const file = text(schema, 'type') === 'file';
  const types = produces(site.base, operation);
  if (file && types.length === 0) return null;
  const sited = file ? null : sitedSchema(site.base, site, schema);
  return new Map((types.length > 0 ? types : ['*/*']).map((type) => [type, sited]));
}

/** `site` is that of the document itself. */
export function declaredBody({ root, edition }: Found, operation: Json, response: Json, site: Sited): DeclaredBody {
  if (edition.line === '2.0') return swaggerBody(operation, response, site);
  const content = member(response, 'content');
  if (!isObject(content) || Object.keys(content).length === 0) return null;
  const body = new Map<string, DeclaredSchema>();
  for (const [type, value] of entries(content)) {
    const media = follow(root, value, '', site.uri);
    body.set(type, media.ok ? sitedSchema(root, site, member(media.value, 'schema')) : reasonOf(media.fault));
  }
  return body;
}
