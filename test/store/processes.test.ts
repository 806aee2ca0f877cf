// Several processes on one store: one run of a key, one set of tables, and nothing lost when one of them is killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { build } from 'esbuild';
import { entriesOf } from '../../src/attest/log/entries.ts';
import { tilePath } from '../../src/attest/log/tiles.ts';
import type { DocumentKind } from '../../src/store/document.ts';
import { openStore } from '../../src/store/open.ts';
import { WHOLE } from '../whole.ts';
import { backends, newFolder, onBoth } from './backends.ts';
import { claimNext, log, NOW, runDraft } from './sample.ts';

interface Child {
  process: ChildProcess;
  lines: string[];
  ended: Promise<unknown>;
  says(count: number): Promise<void>;
}

const KILLS = WHOLE ? 20 : 8;
/** In one file, so that so many processes do not compile everything again; below node_modules, where packages are found. */
const built = fileURLToPath(new URL(`../../node_modules/.cache/axproof-store-${process.pid}`, import.meta.url));
after(() => rmSync(built, { recursive: true, force: true }));

async function bundled(file: string): Promise<string> {
  const outfile = join(built, file.replace('.ts', '.mjs'));
  const entry = fileURLToPath(new URL(`./${file}`, import.meta.url));
  if (!existsSync(outfile))
    await build({ entryPoints: [entry], outfile, bundle: true, packages: 'external', platform: 'node', format: 'esm', target: 'node20' });
  return outfile;
}

async function child(file: string, ...args: string[]): Promise<Child> {
  const started = spawn(process.execPath, [await bundled(file), ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: string[] = [];
  let text = '';
  started.stdout.on('data', (chunk: Buffer) => {
    const whole = (text + chunk.toString()).split('\n');
    text = whole.pop() ?? '';
    lines.push(...whole);
  });
  const ended = once(started, 'close');
  return {
    process: started,
    lines,
    ended,
    async says(count) {
      while (lines.length < count && started.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 2));
    },
  };
}

for (const backend of backends)
  describe(`processes that open an empty ${backend.name} at once`, function () {
    this.timeout(60_000);
    it('make its tables once, and start one run between them', async function () {
      const place = await backend.place();
      if (!place) return this.skip();
      try {
        await bundled('starter.ts');
        const names = ['one', 'two', 'three'];
        const children = await Promise.all(names.map((name) => child('starter.ts', JSON.stringify(place.options), name, '100')));
        await Promise.all(children.map((one) => one.says(1)));
        expect(children.map(({ lines }) => lines)).to.deep.equal([['open'], ['open'], ['open']]);
        for (const one of children) one.process.stdin?.end('go\n');
        await Promise.all(children.map((one) => one.ended));
        const all = children.flatMap(({ lines }) => JSON.parse(lines[1] ?? '[]') as [string, boolean][]);
        expect(all).to.have.length(300);
        expect(new Set(all.map(([id]) => id)).size).to.equal(1);
        expect(all.filter(([, joined]) => !joined)).to.have.length(1);
        const store = await place.open();
        expect(await store.queueLength()).to.equal(1);
        expect((await store.activeRun('the one'))?.id).to.equal(all[0]?.[0]);
      } finally {
        await place.remove();
      }
    });
  });

/** Milliseconds. */
const YEAR = 366 * 86_400_000;
const granted = (ceiling: number) => ({ id: 'the entitlement', claims: '{}', ceiling, issuedAt: NOW, expiresAt: NOW + YEAR });

for (const backend of backends)
  describe(`an entitlement on ${backend.name}`, function () {
    this.timeout(60_000);
    it('starts 100 runs of 1,000 that two processes try at once, and not one more', async function () {
      const place = await backend.place();
      if (!place) return this.skip();
      try {
        const store = await place.open();
        await store.putEntitlement(granted(100));
        await bundled('spender.ts');
        const children = await Promise.all(['a', 'b'].map((name) => child('spender.ts', JSON.stringify(place.options), name, '500')));
        await Promise.all(children.map((one) => one.says(1)));
        for (const one of children) one.process.stdin?.end('go\n');
        await Promise.all(children.map((one) => one.ended));
        const all = children.flatMap(({ lines }) => JSON.parse(lines[1] ?? '[]') as string[]);
        expect([all.filter((one) => one === 'started').length, all.filter((one) => one === 'ceiling').length]).to.deep.equal([100, 900]);
        expect(await store.queueLength()).to.equal(100);
        expect((await store.entitlement('the entitlement'))?.used).to.equal(100);
      } finally {
        await place.remove();
      }
    });
  });

onBoth('entitlements', (_place, store) => {
  const left = async (): Promise<number> => {
    const { ceiling, used } = (await store().entitlement('the entitlement'))!;
    return ceiling - used;
  };
  const start = (id: string, now = NOW) => store().startOrJoin(runDraft(id, { createdAt: now }), { charge: 'the entitlement' });

  it('are not spent by who joins a run, nor by a run that something else refuses', async () => {
    await store().putEntitlement(granted(3));
    await start('e1');
    expect(await start('e1')).to.include({ joined: true });
    const empty = { bucket: 'empty', rate: { perHour: 0, burst: 0 } };
    const refused = await store().startOrJoin(runDraft('e2'), { charge: 'the entitlement', spend: [empty] });
    expect(refused).to.include({ refused: 'budget' });
    expect(await left()).to.equal(2);
  });

  it('start nothing once their time is over, or they were revoked, or where there is none', async () => {
    expect(await start('e3', NOW + YEAR)).to.deep.equal({ refused: 'ceiling' });
    expect(await store().charge('another', NOW)).to.equal(false);
    expect(await store().charge('the entitlement', NOW)).to.equal(true);
    expect(await store().revokeEntitlement('the entitlement', NOW)).to.equal(true);
    expect(await store().revokeEntitlement('the entitlement', NOW)).to.equal(false);
    expect(await start('e4')).to.deep.equal({ refused: 'ceiling' });
    expect(await store().run('e4')).to.equal(undefined);
    expect(await left()).to.equal(1);
    expect((await store().entitlements()).map(({ revokedAt }) => revokedAt)).to.deep.equal([NOW]);
  });
});

onBoth('stores opened side by side', (place, store) => {
  it('coalesce 200 starts of one key, and claim each run once', async () => {
    const other = await place().open();
    const started = await Promise.all(
      Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? store() : other).startOrJoin(runDraft(`c${i}`, { key: 'c' }))),
    );
    expect(started.filter((one) => 'run' in one && !one.joined)).to.have.length(1);
    expect(new Set(started.map((one) => 'run' in one && one.run.id)).size).to.equal(1);
    for (let i = 0; i < 19; i++) await store().startOrJoin(runDraft(`q${i}`));
    const claims = await Promise.all(Array.from({ length: 30 }, (_, i) => claimNext(i % 2 === 0 ? store() : other, `w${i}`)));
    const ids = claims.flatMap((run) => (run ? [run.id] : []));
    // Whoever finds the oldest held passes over it; nobody gets what another has.
    expect(new Set(ids).size).to.equal(ids.length);
    while (await claimNext(store(), 'rest')) ids.push('');
    expect(ids).to.have.length(20);
  });

  it('are migrated again without harm', async () => {
    await Promise.all([place().open(), place().open(), place().open()]);
    expect((await store().activeRun('c'))?.state).to.equal('running');
  });
});

describe('the embedded store', function () {
  this.timeout(180_000);

  it('opens an empty folder in less than 300 ms', async () => {
    const times: number[] = [];
    for (let i = 0; i < 3; i++) {
      const folder = newFolder();
      const begun = performance.now();
      const store = await openStore({ folder: `${folder}/new/deep` });
      times.push(performance.now() - begun);
      await store.close();
      rmSync(folder, { recursive: true });
    }
    expect(Math.min(...times)).to.be.lessThan(300);
  });

  it('loses nothing that it promised when it is killed again and again', async () => {
    const folder = newFolder();
    const promised: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const one = await child('promiser.ts', folder, String(kill));
      await one.says(1 + (kill % 5));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
      one.process.kill('SIGKILL');
      await one.ended;
      promised.push(...one.lines);
    }
    expect(promised.length).to.be.greaterThan(KILLS);
    const store = await openStore({ folder });
    const writer = await store.log(log);
    const size = Number((await writer.checkpoint()).split('\n')[1]);
    const entries = entriesOf((await writer.file(tilePath('entries', 0, size)))!)!.map((entry) => Buffer.from(entry).toString());
    for (const line of promised) {
      const [kind = '', digest = '', index] = line.split(' ');
      expect((await store.document(kind as DocumentKind, digest))?.state, line).to.equal('present');
      if (index === undefined) continue;
      expect(entries[Number(index)]).to.equal(digest);
      expect((await store.document('proof', digest))?.state).to.equal('present');
    }
    expect(new Set(entries).size).to.equal(size);
    await store.close();
    rmSync(folder, { recursive: true });
  });
});
