// What a run of the lab has come to, in a file: a run that was broken off goes on where it stood, for the same build, seed and size.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../parts/setup.ts';
import { holds, type Result } from './row.ts';

export interface About {
  build: string;
  seed: number;
  tenth: boolean;
}

interface Kept extends About {
  rows: Record<string, Result>;
}

/** Digest of what is built: figures of another build say nothing of this one. Code caches are made on the way. */
export function buildOf(dist = join(ROOT, 'dist')): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' }).sort())
    if (/\.(c?js|json)$/.test(name)) hash.update(name).update(readFileSync(join(dist, name)));
  return hash.digest('hex').slice(0, 16);
}

export class State {
  readonly #file: string | undefined;
  readonly #kept: Kept;

  constructor(file: string | undefined, about: About) {
    this.#file = file;
    const before = file !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : undefined;
    const same = before && (Object.keys(about) as (keyof About)[]).every((name) => before[name] === about[name]);
    this.#kept = { ...about, rows: same ? before.rows : {} };
  }

  /** A row that was not within its bounds is run again. */
  done(name: string): Result | undefined {
    const result = this.#kept.rows[name];
    return result && holds(result) ? result : undefined;
  }

  keep(name: string, result: Result): void {
    this.#kept.rows[name] = result;
    if (this.#file === undefined) return;
    writeFileSync(`${this.#file}.part`, `${JSON.stringify(this.#kept, null, 2)}\n`);
    renameSync(`${this.#file}.part`, this.#file);
  }
}
