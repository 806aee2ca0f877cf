// npm run build: dist/ anew, with the executable, the bundled packs as resolved documents, and the code cache.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './build/bundle.ts';
import { precompiledModule } from './build/checks.ts';
import { bundleContained } from './build/contained.ts';
import { openSources, writePacks } from './build/packs.ts';
import { warm } from './build/warm.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

const packs = openSources(root);
rmSync(dist, { recursive: true, force: true });
await bundle({ root, dist, version, instead: { [join(root, 'src/pack/precompiled.ts')]: await precompiledModule(packs) } });
await bundleContained(root, join(dist, 'contained.cjs'));
writePacks(packs, dist);
await warm(root, dist);
