// A log of 10,000 entries on a disk: every proof verifies, and whatever is done to the files is found.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { checkLog } from '../../../src/attest/log/check-log.ts';
import { openCheckpoint } from '../../../src/attest/log/checkpoint.ts';
import { entryOf } from '../../../src/attest/log/entries.ts';
import { leafHash } from '../../../src/attest/log/hash.ts';
import { LocalLog } from '../../../src/attest/log/local-log.ts';
import { LogFolder } from '../../../src/attest/log/log-folder.ts';
import { logSigner } from '../../../src/attest/log/log-signer.ts';
import { checkProofDocument, proofDocument } from '../../../src/attest/log/proof-document.ts';
import { consistencyRanges, inclusionRanges } from '../../../src/attest/log/ranges.ts';
import { TileReader } from '../../../src/attest/log/tile-reader.ts';
import type { Logged } from '../../../src/attest/log/transparency-log.ts';
import { verifyConsistency, verifyInclusion } from '../../../src/attest/log/verify-proofs.ts';
import { codeOf, digest, digests, folder, ORIGIN, signer, sweep } from './keeper.ts';

const SIZE = 10_000;
/** Sizes at which a checkpoint was signed: around the widths of tiles. */
const BATCHES = [1, 254, 1, 1, 999, SIZE - 1256];

/** A small linear congruential generator: the sizes are the same in every run. */
function* chances(): Generator<number> {
  for (let state = 42; ; ) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

describe('a local log', function () {
  this.timeout(30_000);
  let path: string;
  const logged: Logged[] = [];
  const checkpoints: string[] = [];
  const key = signer.key;
  const head = () => openCheckpoint(checkpoints.at(-1)!, key);
  const reader = (): TileReader => new TileReader(new LogFolder(path), SIZE);

  before(async () => {
    path = folder();
    const log = await LocalLog.begin(path, signer);
    checkpoints.push(readFileSync(join(path, 'checkpoint'), 'utf8'));
    for (const count of BATCHES) {
      const given = await log.appendAll(digests(count, logged.length));
      logged.push(...given);
      checkpoints.push(given[0]!.checkpoint);
    }
  });
  after(sweep);

  it('gives every entry its place, and those of one moment one checkpoint', () => {
    expect(logged.map(({ index }) => index)).to.deep.equal(Array.from({ length: SIZE }, (_, i) => i));
    expect(new Set(logged.map(({ checkpoint }) => checkpoint)).size).to.equal(BATCHES.length);
  });

  it('gave proofs that verify', () => {
    // The signature of each checkpoint once: that is what costs.
    const heads = new Map([...new Set(logged.map(({ checkpoint }) => checkpoint))].map((note) => [note, openCheckpoint(note, key)]));
    for (const [i, { index, inclusionProof, checkpoint }] of logged.entries()) {
      const { size, root } = heads.get(checkpoint)!;
      expect(verifyInclusion(leafHash(entryOf(digest(i))), index, size, inclusionProof, root)).to.equal(true);
    }
  });

  it('proves every inclusion in the newest tree', async () => {
    const tiles = reader();
    const { root } = head();
    for (let i = 0; i < SIZE; i++) {
      const proof = await tiles.hashes(inclusionRanges(i, SIZE));
      expect(verifyInclusion(leafHash(entryOf(digest(i))), i, SIZE, proof, root)).to.equal(true);
      if (i % 16 === 0) expect(verifyInclusion(leafHash(entryOf(digest(i + 1))), i, SIZE, proof, root)).to.equal(false);
    }
  });

  it('proves 1,000 random consistencies', async () => {
    const tiles = reader();
    const chance = chances();
    for (let i = 0; i < 1000; i++) {
      const size = 2 + Math.floor((chance.next().value as number) * (SIZE - 1));
      const old = 1 + Math.floor((chance.next().value as number) * (size - 1));
      const [oldRoot, root] = await tiles.hashes([
        { lo: 0, hi: old },
        { lo: 0, hi: size },
      ]);
      expect(verifyConsistency(old, size, await tiles.hashes(consistencyRanges(old, size)), oldRoot!, root!), `${old} ${size}`).to.equal(
        true,
      );
    }
  });

  it('has the layout of tlog-tiles', () => {
    expect(
      readdirSync(path)
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).to.deep.equal(['checkpoint', 'tile']);
    expect(readdirSync(join(path, 'tile')).sort()).to.deep.equal(['0', '1', 'entries']);
    expect(readdirSync(join(path, 'tile/0')).filter((name) => name.startsWith('03'))).to.deep.equal([
      '030',
      '031',
      '032',
      '033',
      '034',
      '035',
      '036',
      '037',
      '038',
      '039.p',
    ]);
    expect(readFileSync(join(path, 'tile/0/038'))).to.have.length(8192);
    expect(readFileSync(join(path, 'tile/0/039.p/16'))).to.have.length(16 * 32);
    expect(readFileSync(join(path, 'tile/1/000.p/39'))).to.have.length(39 * 32);
    const bundle = readFileSync(join(path, 'tile/entries/039.p/16'));
    expect([bundle.length, bundle.readUInt16BE(0), bundle.subarray(2, 73).toString()]).to.deep.equal([16 * 73, 71, digest(39 * 256)]);
  });

  it('is found whole, and to begin as every older checkpoint says', async () => {
    for (const old of [undefined, ...checkpoints]) {
      const checked = await checkLog(path, key, old);
      expect([checked.origin, checked.size, checked.old?.size]).to.deep.equal([ORIGIN, SIZE, old && openCheckpoint(old, key).size]);
    }
  });

  describe('after somebody changed its files', () => {
    let copy: string;
    beforeEach(() => {
      copy = folder();
      cpSync(path, copy, { recursive: true });
    });

    const flip = (name: string, at: number): void => {
      const bytes = readFileSync(join(copy, name));
      bytes[at] = bytes[at]! ^ 1;
      writeFileSync(join(copy, name), bytes);
    };

    const damages: [string, () => void][] = [
      ['an entry that was rewritten', () => flip('tile/entries/003', 40)],
      ['a hash that was rewritten', () => flip('tile/0/003', 40)],
      ['a hash of a hash that was rewritten', () => flip('tile/1/000.p/39', 40)],
      ['the last entry, rewritten', () => flip('tile/entries/039.p/16', 15 * 73 + 20)],
      ['a tile that was cut', () => truncateSync(join(copy, 'tile/0/003'), 8160)],
      ['a partial tile that was cut', () => truncateSync(join(copy, 'tile/0/039.p/16'), 100)],
      ['a bundle that was cut', () => truncateSync(join(copy, 'tile/entries/003'), 5000)],
      ['a bundle that is longer', () => writeFileSync(join(copy, 'tile/entries/003'), Buffer.alloc(2), { flag: 'a' })],
      ['a bundle that ends in half a length', () => writeFileSync(join(copy, 'tile/entries/003'), Buffer.alloc(1), { flag: 'a' })],
      ['a tile that is gone', () => rmSync(join(copy, 'tile/0/003'))],
      [
        'a tile that is a folder',
        () => {
          rmSync(join(copy, 'tile/0/003'));
          mkdirSync(join(copy, 'tile/0/003'));
        },
      ],
      [
        'two tiles that changed places',
        () => {
          renameSync(join(copy, 'tile/entries/001'), join(copy, 'x'));
          renameSync(join(copy, 'tile/entries/002'), join(copy, 'tile/entries/001'));
          renameSync(join(copy, 'x'), join(copy, 'tile/entries/002'));
        },
      ],
    ];
    for (const [name, damage] of damages) {
      it(`finds ${name}`, async () => {
        damage();
        expect(await codeOf(checkLog(copy, key))).to.equal('log-damaged');
      });
    }

    it('finds an entry that was rewritten with all hashes above it', async () => {
      // The writer of the log itself: another leaf, and every tile and the checkpoint made anew.
      const other = folder();
      const log = await LocalLog.begin(other, signer);
      await log.appendAll(digests(1300).map((one, i) => (i === 777 ? digest(SIZE) : one)));
      expect((await checkLog(other, key)).size).to.equal(1300);
      const kept = checkpoints.map((note) => [note, openCheckpoint(note, key).size] as const).filter(([, size]) => size <= 1300);
      for (const [note, size] of kept)
        expect(await codeOf(checkLog(other, key, note)), String(size)).to.equal(size > 777 ? 'log-forked' : 'nothing was refused');
      expect(() =>
        checkProofDocument(
          proofDocument({ ...logged[777]!, checkpoint: readFileSync(join(other, 'checkpoint'), 'utf8') }),
          digest(777),
          key,
        ),
      ).to.throw(/does not prove/);
    });

    it('finds a log that was set back', async () => {
      const log = new LocalLog(copy, signer);
      const backup = folder();
      cpSync(copy, backup, { recursive: true });
      const { checkpoint } = await log.append(digest(SIZE));
      expect((await checkLog(copy, key, checkpoint)).size).to.equal(SIZE + 1);
      expect(await codeOf(checkLog(backup, key, checkpoint))).to.equal('log-forked');
      rmSync(copy, { recursive: true });
      cpSync(backup, copy, { recursive: true });
      expect(await codeOf(log.append(digest(SIZE + 1)))).to.equal('log-forked');
    });

    it('finds a split view: two checkpoints of one size', async () => {
      const [one, two] = [folder(), folder()];
      for (const [at, first] of [
        [one, 0],
        [two, 10],
      ] as const) {
        const log = await LocalLog.begin(at, signer);
        await log.appendAll(digests(20, first));
      }
      expect(await codeOf(checkLog(one, key, readFileSync(join(two, 'checkpoint'), 'utf8')))).to.equal('log-forked');
    });

    for (const [what, file, at] of [
      ['a hash', 'tile/0/039.p/16', 3],
      ['the first of the held entries', 'tile/entries/039.p/16', 20],
      ['the last of the held entries', 'tile/entries/039.p/16', 15 * 73 + 20],
    ] as const)
      it(`appends nothing where ${what} was rewritten`, async () => {
        flip(file, at);
        const before = readFileSync(join(copy, 'checkpoint'), 'utf8');
        expect(await codeOf(new LocalLog(copy, signer).append(digest(1)))).to.equal('log-damaged');
        expect(readFileSync(join(copy, 'checkpoint'), 'utf8')).to.equal(before);
      });

    it('appends nothing under another key', async () => {
      const stranger = logSigner(ORIGIN, new Uint8Array(32).fill(8));
      expect(await codeOf(new LocalLog(copy, stranger).append(digest(1)))).to.equal('bad-checkpoint');
      expect(await codeOf(checkLog(copy, stranger.key))).to.equal('bad-checkpoint');
    });
  });

  it('takes digests and nothing else', async () => {
    const log = new LocalLog(path, signer);
    for (const text of [
      '',
      'sha256:',
      `sha256:${'g'.repeat(64)}`,
      `sha256:${'A'.repeat(64)}`,
      `sha512:${'a'.repeat(64)}`,
      `${digest(1)}\n`,
    ])
      expect(await codeOf(log.append(text))).to.equal('bad-usage');
  });

  it('begins only where there is no log, and appends only where there is one', async () => {
    expect(await codeOf(LocalLog.begin(path, signer))).to.equal('bad-usage');
    expect(await codeOf(new LocalLog(folder(), signer).append(digest(1)))).to.equal('bad-checkpoint');
    const nowhere = join(folder(), 'nowhere');
    expect(await codeOf(new LocalLog(nowhere, signer).append(digest(1)))).to.equal('bad-file');
    expect(existsSync(nowhere)).to.equal(false);
  });
});
