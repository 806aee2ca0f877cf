// The schemas of the documents that the service gives and takes, by name and format version. The files are written by scripts/generate-schemas.ts.
import { type SchemaDocument, schemaDocuments } from '../../../service/schema-files.ts';
import type { Route } from '../route.ts';
import { send, WHILE } from '../send.ts';

/** Name and version: another version is another document. */
export const schemaPath = (name: string, version: number): string => `/schemas/${name}/${version}.json`;

function route({ name, version, text }: SchemaDocument): Route {
  return {
    method: 'GET',
    path: schemaPath(name, version),
    id: `${name}Schema${version}`,
    tag: 'documents',
    summary: `JSON Schema of ${name} documents, format ${version}. Its $id is urn:axproof:schema:${name}:${version}, wherever it is served.`,
    answers: { 200: { description: 'The schema.', content: { schema: { type: 'object' } } } },
    handle: async (_request, reply) => send(reply, { form: 'schema', body: text, cache: WHILE }),
  };
}

export const schemaRoutes = (): Route[] => schemaDocuments().map(route);
