// npm run build: dist/ anew, with the executable, the service, the contained judge, the bundled packs as resolved documents, the code cache, notices and a bill of materials.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtAside } from './build/aside.ts';
import { bundle } from './build/bundle.ts';
import { precompiled } from './build/checks.ts';
import { bundleContained } from './build/contained.ts';
import { notices } from './build/notices.ts';
import { openSources, writePacks } from './build/packs.ts';
import { sbom } from './build/sbom.ts';
import { bundleService } from './build/service.ts';
import { warm } from './build/warm.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

const packs = openSources(root);
await builtAside(join(root, 'dist'), join(root, '.tmp'), async (dist) => {
  writePacks(packs, dist);
  const instead = await precompiled(root, packs.values());
  const command = await bundle({ root, dist, version, instead });
  await bundleService({ root, outdir: join(dist, 'service'), version, instead });
  const contained = await bundleContained(root, join(dist, 'contained.cjs'), { instead });
  writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), notices(root, [command, contained]));
  writeFileSync(join(dist, 'sbom.cdx.json'), sbom(root));
  await warm(root, dist);
});
