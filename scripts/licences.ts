// npm run licences: every package that axproof needs or holds a copy of has a licence of scripts/licences.json. It must not guess at one that is not told.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Licensed {
  name: string;
  licence: string | undefined;
}

/** Packages of a lock file that are installed with axproof, those of other platforms included. */
export function installed(lock: string): Licensed[] {
  const { packages } = JSON.parse(lock) as { packages: { [path: string]: { version?: string; license?: string; dev?: boolean } } };
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version, license }]) => ({ name: `${path.replace(/^.*node_modules\//, '')} ${version}`, licence: license }));
}

/** Packages whose code lies in the bundles, out of the notices that the build writes beside them. */
export const bundled = (notices: string): Licensed[] =>
  [...notices.matchAll(/^-{80}\n(\S+ \S+) \((.+)\)$/gm)].map(([, name, licence]) => ({ name: name as string, licence }));

/** An SPDX expression: one of several that are offered will do, all of those that are demanded have to. */
export function permitted(expression: string | undefined, allowed: readonly string[]): boolean {
  if (expression === undefined) return false;
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  if (/[()]/.test(plain)) return false;
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((one) => allowed.includes(one)));
}

export const refused = (packages: readonly Licensed[], allowed: readonly string[]): string[] =>
  packages.filter(({ licence }) => !permitted(licence, allowed)).map(({ name, licence }) => `${name}: ${licence ?? 'no licence is told'}`);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const { allowed } = JSON.parse(read('scripts/licences.json')) as { allowed: string[] };
  const copies = 'dist/THIRD-PARTY-NOTICES.txt';
  const held = existsSync(join(root, copies)) ? bundled(read(copies)) : [];
  const faults = refused([...installed(read('package-lock.json')), ...held], allowed);
  if (held.length === 0) faults.push(`${copies}: not there, or names no package; npm run build writes it`);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
