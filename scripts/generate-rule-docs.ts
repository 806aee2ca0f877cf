// Writes docs/rules/<pack>.md, as axproof pack docs writes the page of any pack.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACK_PAGE, packPage } from '../src/report/pack-page.ts';
import { openSource, packNames } from './build/packs.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, 'docs/rules');

// Other pages stand here too: what the bench of lies measured.
for (const old of readdirSync(folder)) if (readFileSync(join(folder, old), 'utf8').startsWith(PACK_PAGE)) rmSync(join(folder, old));
for (const name of packNames(root)) writeFileSync(join(folder, `${name}.md`), packPage(openSource(root, name), `rules/${name}/`));
