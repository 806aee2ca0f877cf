// The log of a store as a mirror has it: written into a folder, and checked there.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { checkLog } from '../../src/attest/log/check-log.ts';
import type { LogSigner } from '../../src/attest/log/log-signer.ts';
import { hashesAt, TILE_WIDTH, tilePath, widthOf } from '../../src/attest/log/tiles.ts';
import type { StoreLog } from '../../src/store/release.ts';
import { newFolder } from './backends.ts';
import { log } from './sample.ts';

/** Writes the log into a folder as any mirror would, and checks all of it there. */
export async function checked(from: StoreLog, size: number, old?: string, { key }: Pick<LogSigner, 'key'> = log): Promise<number> {
  const folder = newFolder();
  const put = async (path: string): Promise<void> => {
    const bytes = await from.file(path);
    expect(bytes, path).to.not.equal(undefined);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes!);
  };
  await put('checkpoint');
  for (let level = 0; hashesAt(size, level) > 0; level++)
    for (let n = 0; n * TILE_WIDTH < hashesAt(size, level); n++) {
      await put(tilePath(level, n, widthOf(size, level, n)));
      if (level === 0) await put(tilePath('entries', n, widthOf(size, 0, n)));
    }
  const check = await checkLog(folder, key, old);
  rmSync(folder, { recursive: true });
  return check.size;
}
