// The recipes of docs/verify.md as files in an empty folder, and a PATH that has the tools which that page names and no other. It is no test.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What the page says is needed. */
const NAMED = ['curl', 'openssl', 'jq', 'sha256sum'];
/** What every POSIX shell has at hand. */
const USUAL = ['sh', 'base64', 'cat', 'cmp', 'cut', 'grep', 'head', 'mktemp', 'od', 'rm', 'sed', 'tail', 'tr', 'wc'];

export interface Ran {
  status: number | null;
  said: string;
}

/** Blocks of a page by the name that their first line gives them. */
export function blocks(page: string): Map<string, string> {
  const text = readFileSync(join(root, page), 'utf8');
  return new Map(
    [...text.matchAll(/^```\w+\n(# (\S+\.(?:sh|py))\b[\s\S]*?)^```$/gm)].map(([, code, name]) => [name as string, code as string]),
  );
}

const where = (tool: string): string => execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim();
const python = (): string => execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();

/** undefined where a tool is not here; the reason is printed. In CI that is a fault. */
export function recipeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'axproof-recipes-'));
  const bin = join(folder, 'bin');
  const work = join(folder, 'empty');
  mkdirSync(bin);
  mkdirSync(work);
  const program = (name: string, text: string): void => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  };
  try {
    for (const tool of [...NAMED, ...USUAL]) symlinkSync(where(tool), join(bin, tool));
    // Without site-packages: the standard library alone.
    program('python3', `exec '${python()}' -I -S "$@"`);
  } catch (error) {
    rmSync(folder, { recursive: true });
    // On a machine of somebody who contributes they may be missing; where a change has to pass they are not.
    if (process.env.CI) throw error;
    console.log(`    skipped: ${(error as Error).message}`);
    return undefined;
  }
  return {
    work,
    program,
    file: (name: string, data: string | Uint8Array): void => writeFileSync(join(work, name), data),
    read: (name: string): Buffer => readFileSync(join(work, name)),
    /** Beside this process, whose servers answer meanwhile. */
    run(command: string, args: readonly string[], input = ''): Promise<Ran> {
      const child = spawn(join(bin, command), args, { cwd: work, env: { PATH: bin, HOME: work }, timeout: 120_000 });
      child.stdin.on('error', () => undefined).end(input);
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text) => {
          said += text;
        });
      return new Promise((resolve) => child.once('close', (status) => resolve({ status, said })));
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
export type RecipeFolder = NonNullable<ReturnType<typeof recipeFolder>>;
