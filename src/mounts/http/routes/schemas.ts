// The schemas of the documents that the service gives and takes, by name and format version. The files are written by scripts/generate-schemas.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../../run/package-root.ts';
import type { Route } from '../route.ts';
import { send, WHILE } from '../send.ts';

const FOLDER = join(PACKAGE_ROOT, 'schemas');

/** Name and version: another version is another document. */
export const schemaPath = (name: string, version: number): string => `/schemas/${name}/${version}.json`;

const versionsOf = (name: string): number[] =>
  readdirSync(join(FOLDER, name))
    .flatMap((file) => /^([1-9]\d*)\.json$/.exec(file)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);

function route(name: string, version: number): Route {
  const body = readFileSync(join(FOLDER, name, `${version}.json`), 'utf8');
  return {
    method: 'GET',
    path: schemaPath(name, version),
    id: `${name}Schema${version}`,
    tag: 'documents',
    summary: `JSON Schema of ${name} documents, format ${version}. Its $id is urn:axproof:schema:${name}:${version}, wherever it is served.`,
    answers: { 200: { description: 'The schema.', content: { schema: { type: 'object' } } } },
    handle: async (_request, reply) => send(reply, { form: 'schema', body, cache: WHILE }),
  };
}

export const schemaRoutes = (): Route[] =>
  readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => versionsOf(name).map((version) => route(name, version)));
