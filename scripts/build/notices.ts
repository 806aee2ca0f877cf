// Writes the licences of the packages whose code the build copies into dist/. The build fails when a package comes without one.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';

const LICENCE = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
const FOLDER = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Folders of the packages whose modules went into these bundles, relative to the root of the build. */
export function bundledPackages(metafiles: readonly Metafile[]): string[] {
  const inputs = metafiles.flatMap(({ inputs }) => Object.keys(inputs));
  return [...new Set(inputs.flatMap((input) => FOLDER.exec(input)?.[0] ?? []))].sort();
}

/** Texts of packages that are published without theirs, out of their repositories. */
const OUT_OF_REPOSITORIES = new URL('licences/', import.meta.url);

function notice(root: string, folder: string): { title: string; text: string } {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Record<string, string>;
  const files = readdirSync(join(root, folder))
    .filter((file) => LICENCE.test(file))
    .sort()
    .map((file) => join(root, folder, file));
  const kept = new URL(`${name}.txt`, OUT_OF_REPOSITORIES);
  if (files.length === 0 && existsSync(kept)) files.push(fileURLToPath(kept));
  if (files.length === 0) throw new Error(`${folder} has no licence text, and its code would be in the bundle`);
  const texts = files.map((file) => readFileSync(file, 'utf8').trim());
  return { title: `${name} ${version} (${license ?? 'licence as below'})`, text: texts.join('\n\n') };
}

/** The text of THIRD-PARTY-NOTICES.txt. */
export function notices(root: string, metafiles: readonly Metafile[]): string {
  const all = bundledPackages(metafiles).map((folder) => notice(root, folder));
  const unique = new Map(all.map(({ title, text }) => [`${title}\n\n${text}`, title]));
  const line = '-'.repeat(80);
  const sorted = [...unique].sort(([, a], [, b]) => (a < b ? -1 : Number(a > b))).map(([whole]) => whole);
  return `Code of these packages is part of the files of this folder.\n\n${sorted.map((whole) => `${line}\n${whole}\n`).join('\n')}`;
}
