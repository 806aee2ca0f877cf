// Folders with suites for tests: written files, and the whole example of docs/suite.md with the pack that `pack init` writes.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ENGINE } from '../../src/contract/limits.ts';
import { ROOT } from '../sources.ts';
import { cli, held, type Ran } from './io.ts';

export type Files = Record<string, string>;

export interface Folder {
  path(name: string): string;
  write(files: Files): void;
  read(name: string): string;
  remove(): void;
}

export function folder(files: Files = {}): Folder {
  const root = mkdtempSync(join(tmpdir(), 'axproof-suite-'));
  const made: Folder = {
    path: (name) => join(root, name),
    write(more) {
      for (const [name, text] of Object.entries(more)) {
        mkdirSync(dirname(join(root, name)), { recursive: true });
        writeFileSync(join(root, name), text);
      }
    },
    read: (name) => readFileSync(join(root, name), 'utf8'),
    remove: () => rmSync(root, { recursive: true }),
  };
  made.write(files);
  return made;
}

/** The code blocks of a page that begin with `# NAME`, by that name. */
export function blocks(page: string): Files {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
  const found = text.matchAll(/```(?:yaml|csv)\n# ([\w./-]+\.\w+)[^\n]*\n([\s\S]*?)```/g);
  return Object.fromEntries([...found].map(([, name, body]) => [name as string, body as string]));
}

/** A file of the pack that `axproof pack init` writes. */
export const firstPack = (name: string): string => readFileSync(join(ROOT, 'fixtures/first-pack', name), 'utf8');

/** Runs a command with these variables in the environment of the process. */
export async function withEnv(env: Record<string, string>, ...args: string[]): Promise<Ran> {
  const { io, ran } = held({ env });
  const status = await cli(args, io);
  return { status, ...ran() };
}

/** Does the work with this as the working directory. */
export async function within<T>(path: string, work: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(path);
  try {
    return await work();
  } finally {
    process.chdir(before);
  }
}

/** A small pack: one probe, one rule on its status and one on a header that may carry a secret. */
export const STATUS_PACK: Files = {
  'status/pack.yaml': `name: test/status
version: 1.0.0
title: The status is published
engine: "${ENGINE}"
limits: {requests: 50, bytes: 12582912}
bands: [[100, A+], [50, C], [0, F]]
control: {get: "/{{ $.run.nonce }}"}
probes:
  status: {get: /status.json, accept: application/json}
`,
  'status/up.yaml': `id: up
order: 10
title: The service is up
points: 1
why: because a test needs a rule
fix: nothing is to be fixed here
refs: [https://example.com/]
assert:
  - {select: $.status.json.state, schema: {const: up}, else: down}
reasons: {pass: it is up, down: it is not up}
`,
};

export const fixtureOf = (state: string): string => `title: A service that is ${state}
target: https://${state}.example
routes:
  /status.json: {json: {state: ${state}}}
`;
