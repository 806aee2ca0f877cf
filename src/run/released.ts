// The packs that were released with axproof, by their digest, and what followed them. Only the current ones ship; rules/released.json names the others.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { bundledPacks } from './bundled.ts';
import { PACKAGE_ROOT } from './package-root.ts';

export interface ReleasedPack {
  name: string;
  version: string;
  engine: string;
  digest: string;
}

export const releasedPacks = (): readonly ReleasedPack[] =>
  JSON.parse(readFileSync(join(PACKAGE_ROOT, 'rules', 'released.json'), 'utf8')) as ReleasedPack[];

export const releasedPack = (digest: string): ReleasedPack | undefined => releasedPacks().find((one) => one.digest === digest);

/** The bundled pack that bears its name today. */
export const successorOf = async ({ name }: ReleasedPack): Promise<LoadedPack | undefined> =>
  (await bundledPacks()).find(({ document }) => document.name === name)?.open();
