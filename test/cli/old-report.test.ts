// A signed report of the first engine, as it was issued: its digests and its signature hold for ever, and who replays it is named.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { otherEngine } from '../../src/contract/engines.ts';
import { ENGINE } from '../../src/contract/limits.ts';
import { bytesOf, jwk, keySet, verify } from '../attest/signed.ts';
import { ROOT } from '../sources.ts';
import { axproof } from './io.ts';
import { forged, report, saved, written } from './reports.ts';

const FILE = join(ROOT, 'fixtures/engine-1/report.json');

/** Files in a folder of their own, removed after use. */
async function withFiles(files: Record<string, string>, use: (at: (name: string) => string) => Promise<unknown>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'axproof-old-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
    await use((name) => join(dir, name));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

describe('a report of the first engine', function () {
  this.timeout(60_000);

  it('verifies as on its first day', () => {
    const found = verify(readFileSync(FILE));
    expect([found.ok, found.code, found.detail]).to.deep.equal([true, undefined, undefined]);
    expect(found.report?.verdict.engine).to.equal('1');
  });

  it('still shows its evidence', async () => {
    const { status, out } = await axproof('evidence', FILE, '--curl');
    expect([status, out.includes('curl')]).to.deep.equal([0, true]);
  });

  it('is replayed by this engine, or by the axproof that is named', async () => {
    const key = keySet(jwk());
    await withFiles({ 'keys.json': key }, async (at) => {
      const ran = await axproof('replay', FILE, '--jwks', at('keys.json'));
      if (otherEngine('1') === undefined) return expect([ran.status, ran.err]).to.deep.equal([0, '']);
      expect(ran.status).to.equal(4);
      expect(ran.err).to.include(`engine-mismatch: the report was judged by engine 1; this is engine ${ENGINE}: axproof 0.1.x`);
    });
  });

  it('of any other engine is neither replayed nor compared nor judged anew in silence', async () => {
    const good = await report(written('good'));
    await withFiles({}, async (at) => {
      const mine = saved(at('mine.json'), good);
      const theirs = saved(
        at('theirs.json'),
        forged(good, ({ verdict }) => Object.assign(verdict, { engine: '99' })),
      );
      for (const args of [
        ['replay', theirs],
        ['diff', theirs, mine],
        ['diff', mine, theirs],
      ]) {
        const ran = await axproof(...args);
        // Compared it is, and said to stand as it says: no check of it came out otherwise.
        expect(ran.status).to.equal(args[0] === 'diff' ? 0 : 4);
        expect(ran.err).to.include('engine 99').and.to.include(`engine ${ENGINE}`);
      }
      const graded = await axproof('grade', 'https://widgets.example', '--replay', theirs);
      expect(graded.err).to.match(/^axproof: judged anew: the report was judged by engine 99; .* replays it\n/);
      expect((await axproof('grade', 'https://widgets.example', '--replay', mine)).err).to.not.include('judged anew');
    });
  });

  it('that has another shape in another engine is said to be of that', async () => {
    const good = JSON.parse(readFileSync(FILE, 'utf8'));
    Object.assign(good.verdict, { engine: '99', later: true });
    const { code, detail } = verify(bytesOf(good));
    expect([code, detail?.includes('engine 99')]).to.deep.equal(['engine-mismatch', true]);
  });
});
