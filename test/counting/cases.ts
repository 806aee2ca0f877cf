// Judges every twelfth case of every bundled pack and makes one report, in a process whose libraries are counted. Prints the counts as JSON.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Targets } from '../../src/run/cases/folders.ts';
import { run } from '../../src/run/run.ts';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { fixture } from '../../src/transport/fixture/transport.ts';
import { casesOf, runCase } from '../cases.ts';
import { packAt } from '../packs.ts';
import { counts } from './counts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const targets = join(root, 'fixtures/targets');
/** All of them take twelve times as long and tell the same. */
const EVERY = 12;
let cases = 0;
let met = 0;
for (const name of readdirSync(join(root, 'fixtures/cases'))) {
  const pack = packAt(join(root, 'rules', name));
  const bases = new Targets(targets);
  for (const { id } of pack.document.rules)
    for (const one of casesOf(id, join(root, 'fixtures/cases', name))) {
      if (met++ % EVERY !== 0) continue;
      const wrong = await runCase(pack, id, one, bases.of(one));
      if (wrong.length > 0) throw new Error(`${name} ${id} ${one.name}: ${wrong.join('; ')}`);
      cases++;
    }
}
await run({
  pack: packAt(join(root, 'rules/ax')),
  target: 'https://widgets.example',
  seed: 7,
  seedOrigin: 'caller',
  transport: fixture(loadFixture(join(targets, 'good.yaml'))),
  now: () => '2026-01-01T00:00:00.000Z',
});
process.stdout.write(JSON.stringify({ cases, ...counts }));
