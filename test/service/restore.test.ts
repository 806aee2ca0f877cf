// Backup and restore by the text of docs/operating.md, command by command: what was there is served as it was, and the log is never forked.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { readVkey } from '../../src/attest/log/log-key.ts';
import { checkProofDocument } from '../../src/attest/log/proof-document.ts';
import type { AxproofError } from '../../src/contract/errors.ts';
import { target } from '../http/served.ts';
import { backends, type Place } from '../store/backends.ts';
import { newFolder, served } from './built.ts';

const text = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');

/** The commands of a section, in order. */
function commands(section: string): string[] {
  const [, body = ''] = text.split(`\n## ${section}\n`).map((part) => part.split('\n## ')[0]);
  return [...body.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, script = '']) => script);
}
const [backups, restores] = [commands('Backups'), commands('After a restore')];
// Nothing that is tried here is empty.
expect([backups?.length, restores?.length]).to.deep.equal([2, 3]);
const SCRIPTS = {
  sqlite: { backup: backups[0], restore: restores[0] },
  postgres: { backup: backups[1], restore: restores[1] },
} as const;

for (const backend of backends)
  describe(`a backup on ${backend.name}`, function () {
    this.timeout(90_000);
    const places: Place[] = [];
    after(() => Promise.all(places.map((place) => place.remove())));

    it('is restored as the runbook says, and begins a log of another name', async function () {
      const folder = newFolder();
      const env = { AXPROOF_DATA: join(folder, 'axproof-data'), AXPROOF_KEYS: join(folder, 'axproof-keys'), AXPROOF_SHUTDOWN: '5' };
      const database = async (): Promise<Record<string, string>> => {
        const place = await backend.place();
        if (!place) return this.skip();
        places.push(place);
        const { databaseUrl } = place.options;
        return databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
      };
      let where = await database();
      const start = () => served(folder, { ...env, ...where });
      const run = (script = ''): unknown =>
        execFileSync('bash', ['-euc', script], { cwd: folder, env: { ...process.env, ...where }, stdio: 'pipe' });
      const [first, second, third] = [await target('empty'), await target('good'), await target('blocked')];
      const before = await start();
      const report = async (url: string, { origin }: { origin: string }): Promise<string> => {
        const answer = await fetch(`${url}/${new URL(origin).host}`, { headers: { accept: 'application/json' } });
        expect(answer.status).to.equal(200);
        return /sha256:[0-9a-f]{64}/.exec(answer.headers.get('link') ?? '')?.[0] ?? '';
      };
      const bytes = async (url: string, path: string): Promise<[number, string]> => {
        const answer = await fetch(`${url}${path}`);
        return [answer.status, await answer.text()];
      };
      expect((await fetch(`${before.url}/self`)).status).to.equal(200);
      const digest = await report(before.url, first);
      const kept = await Promise.all(['', '/proof'].map((path) => bytes(before.url, `/reports/${digest}${path}`)));
      const [, oldKey] = await bytes(before.url, '/log/key');
      run(SCRIPTS[backend.name].backup);
      const later = await report(before.url, second);
      const [, laterProof] = await bytes(before.url, `/reports/${later}/proof`);
      await before.close();

      where = await database();
      run(SCRIPTS[backend.name].restore);
      const refused = await start().catch((error: AxproofError) => error);
      expect((refused as AxproofError).code).to.equal('log-forked');
      expect((refused as AxproofError).details.join()).to.include('After a restore');

      run(restores[2]);
      const after = await start();
      expect(await Promise.all(['', '/proof'].map((path) => bytes(after.url, `/reports/${digest}${path}`)))).to.deep.equal(kept);
      expect(checkProofDocument(kept[1]![1], digest, readVkey(oldKey.trim())).size).to.be.greaterThan(0);
      expect((await bytes(after.url, `/reports/${later}`))[0]).to.equal(404);
      expect(checkProofDocument(laterProof, later, readVkey(oldKey.trim())).size).to.be.greaterThan(1);
      const [, newKey] = await bytes(after.url, '/log/key');
      expect(newKey).to.match(/^verifier\.example\.com\/log-2\+/);
      const fresh = await report(after.url, third);
      const [, proof] = await bytes(after.url, `/reports/${fresh}/proof`);
      expect(checkProofDocument(proof, fresh, readVkey(newKey.trim())).index).to.be.lessThan(3);
      await after.close();
      // The new log is known from here on.
      await (await start()).close();
      await Promise.all([first, second, third].map((one) => one.close()));
    });
  });
