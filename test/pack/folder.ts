// Writes pack folders for tests: a good pack, and the same with some files or lines replaced.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINE } from '../../src/contract/limits.ts';
import { type Loaded, type LoadOptions, loadPack } from '../../src/pack/load.ts';

/** The line of a pack that says which engine it needs. */
export const ENGINE_LINE = `engine: "${ENGINE}"`;

export const PACK = `name: test/pack
version: 1.0.0
title: A pack for tests
engine: "${ENGINE}"
limits: {requests: 320, bytes: 30000000}
bands: [[100, A+], [70, B], [0, F]]
control: {get: "/{{ $.run.nonce }}"}
schemas:
  words: {type: string, pattern: "\\\\S"}
probes:
  doc: {get: /doc.json}
  list:
    eachOf:
      - select: "$.doc.json.links[*]"
        where: {type: object, required: [href], properties: {href: {type: string}}}
        take: 2
        get: "{{ $.item.href }}"
`;

export const ALPHA = `id: alpha
order: 10
title: The first rule
points: 1
why: because a test needs a rule
fix: nothing is to be fixed here
refs: [https://example.com/]
assert:
  - {select: $.doc, else: missing}
  - {select: "$.list[*].outcome", schema: {enum: [found]}, optional: true, else: dead}
reasons:
  pass: all is well
  missing: nothing is there
  dead: "{{ $.finding.value }} at {{ $.finding.place }}"
`;

/** ALPHA with other assertions, all of whose codes are missing and dead. */
export const ruleWith = (assert: string, more = ''): string =>
  ALPHA.replace(
    /assert:\n(?: {2}.*\n)*/,
    `assert:\n${assert}  - {select: $.doc, else: missing}\n  - {select: $.doc, else: dead}\n`,
  ).replace('title: The first rule\n', `title: The first rule\n${more}`);

export type Files = { [path: string]: string };

/** Writes files below a new folder and gives its path; files are removed after use. */
export function withFolder<T>(files: Files, use: (folder: string) => T): T {
  const root = mkdtempSync(join(tmpdir(), 'axproof-pack-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, path, '..'), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return use(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

export const loadFiles = (files: Files, options: LoadOptions = {}, at = ''): Loaded =>
  withFolder(files, (root) => loadPack(join(root, at), options));

export const good: Files = { 'pack.yaml': PACK, 'alpha.yaml': ALPHA };
