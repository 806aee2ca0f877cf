// The schemas that ship with the service: each definition by its name, and each document by its name and format version. They are read when the service starts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchema } from '../contract/generated/types.ts';
import { PACKAGE_ROOT } from '../run/package-root.ts';

const FOLDER = join(PACKAGE_ROOT, 'schemas');

/** The definitions of all files; names are unique over them. References are as they stand in the files. */
export function schemaDefinitions(): { [name: string]: JsonSchema } {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.schema.json'));
  const all = files.sort().map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as { $defs: { [name: string]: JsonSchema } });
  return Object.assign({}, ...all.map(({ $defs }) => $defs));
}

export interface SchemaDocument {
  name: string;
  /** Format version. */
  version: number;
  text: string;
}

/** Versions of one name in ascending order. */
export const schemaDocuments = (): SchemaDocument[] =>
  readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const versions = readdirSync(join(FOLDER, name)).flatMap((file) => /^([1-9]\d*)\.json$/.exec(file)?.[1] ?? []);
      return versions
        .map(Number)
        .sort((a, b) => a - b)
        .map((version) => ({ name, version, text: readFileSync(join(FOLDER, name, `${version}.json`), 'utf8') }));
    });
