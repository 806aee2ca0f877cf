// Every bundled pack against its cases: in process and over a real socket; every reason of every rule is shown by one.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type CaseFolders, casesOf, checkOf, mismatches, runCase, targetOf, unshown } from '../src/run/cases.ts';
import { serveFixture } from '../src/transport/fixture/server.ts';
import { live } from '../src/transport/live/live.ts';
import { packAt } from './packs.ts';
import { WHOLE } from './whole.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** A pack without rule files of its own has the cases of the one that it extends. */
const hasRules = (folder: string): boolean => statSync(folder).isDirectory() && readdirSync(folder).some((file) => file !== 'pack.yaml');
const packs = readdirSync(join(root, 'rules')).filter((n) => hasRules(join(root, 'rules', n)));

describe('rules', function () {
  this.timeout(60_000);
  for (const name of packs) {
    const pack = packAt(join(root, 'rules', name));
    const folders: CaseFolders = { cases: join(root, 'fixtures/cases', name), targets: join(root, 'fixtures/targets') };
    describe(pack.document.name, () => {
      for (const { id } of pack.document.rules) {
        describe(id, () => {
          const cases = casesOf(id, folders);
          it('shows every reason', () => expect(unshown(pack, id, cases)).to.deep.equal([]));
          for (const [at, one] of cases.entries()) {
            it(`${one.name}`, async () => expect(await runCase(pack, id, one, folders)).to.deep.equal([]));
            // A transport changes no verdict (transport/fixture-equal.test.ts): a third of the cases is tried over a socket unless all are asked for.
            if (one.socket === false || (!WHOLE && at % 3 !== 0)) continue;
            it(`${one.name} (over a socket)`, async () => {
              const server = await serveFixture(targetOf(one, folders), { port: 0, wait: 0 });
              const transport = live({ target: new URL(server.origin), private: true, limits: { firstByte: 1500, exchange: 6000 } });
              try {
                expect(mismatches(one, await checkOf(pack, id, one, server.origin, transport))).to.deep.equal([]);
              } finally {
                await transport.close();
                await server.close();
              }
            });
          }
        });
      }
      it('has no case file without a rule', () => {
        const ids = new Set(pack.document.rules.map((r) => `${r.id}.yaml`));
        const files = existsSync(folders.cases) ? readdirSync(folders.cases) : [];
        expect(files.filter((f) => !ids.has(f))).to.deep.equal([]);
      });
    });
  }
});
