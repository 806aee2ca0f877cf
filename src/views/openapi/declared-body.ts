// What an operation declares for the body of one answer: media types with their schemas. It must not judge the body.
import { isObject, type Json } from '../../contract/json.ts';
import { dialectOf } from './dialect.ts';
import type { OpenApiDocument } from './document.ts';
import { entries, member, text } from './members.ts';
import { follow } from './reference.ts';
import { produces } from './responses.ts';
import type { Sited } from './schema-source.ts';

type Found = OpenApiDocument & { ok: true };

/** Media type keys with the schema of each; null where nothing is declared and any body will do. */
export type DeclaredBody = Map<string, Sited | null> | null;

function swaggerBody({ root, edition }: Found, operation: Json, response: Json): DeclaredBody {
  const schema = member(response, 'schema');
  if (schema === undefined) return null;
  const file = text(schema, 'type') === 'file';
  const types = produces(root, operation);
  if (file && types.length === 0) return null;
  const sited = file ? null : { schema, base: root, dialect: dialectOf(root, edition.line) };
  return new Map((types.length > 0 ? types : ['*/*']).map((type) => [type, sited]));
}

export function declaredBody(document: Found, operation: Json, response: Json): DeclaredBody {
  const { root, edition } = document;
  if (edition.line === '2.0') return swaggerBody(document, operation, response);
  const content = member(response, 'content');
  if (!isObject(content) || Object.keys(content).length === 0) return null;
  const dialect = dialectOf(root, edition.line);
  const body = new Map<string, Sited | null>();
  for (const [type, value] of entries(content)) {
    const media = follow(root, value, '');
    const schema = media.ok ? member(media.value, 'schema') : undefined;
    body.set(type, schema === undefined ? null : { schema, base: root, dialect });
  }
  return body;
}
