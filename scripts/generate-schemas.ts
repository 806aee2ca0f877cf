// Writes schemas/NAME/VERSION.json from schemas/: what a service serves and a package carries of its documents, each one file that refers to nothing else.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FORMAT } from '../src/contract/limits.ts';
import { definitions } from '../src/mounts/http/definitions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Published {
  /** Name of its definition. */
  of: string;
  title: string;
  /** Written by axproof: such documents grow by addition, and a reader leaves what it does not know. What it reads itself is closed. */
  open: boolean;
}

const PUBLISHED: Readonly<Record<string, Published>> = {
  report: { of: 'Report', title: 'A report of axproof: a grade, or the answer of the gate', open: true },
  evidence: { of: 'Evidence', title: 'The evidence of a report of axproof', open: true },
  pack: { of: 'Pack', title: 'A pack of axproof, resolved', open: false },
  suite: { of: 'Suite', title: 'A suite of axproof', open: false },
};

/** Members that shape TypeScript alone are no part of it; an open one takes further members, everywhere. */
function published(node: unknown, open: boolean): unknown {
  if (Array.isArray(node)) return node.map((one) => published(one, open));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) =>
      open && key === 'additionalProperties' && value === false ? [] : [[key, published(value, open)]],
    ),
  );
}

for (const [name, { of, title, open }] of Object.entries(PUBLISHED)) {
  const document = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:axproof:schema:${name}:${FORMAT}`,
    title,
    $ref: `#/$defs/${of}`,
    $defs: published(
      definitions([of], (known) => `#/$defs/${known}`),
      open,
    ),
  };
  mkdirSync(join(root, 'schemas', name), { recursive: true });
  writeFileSync(join(root, 'schemas', name, `${FORMAT}.json`), `${JSON.stringify(document, null, 2)}\n`);
}
