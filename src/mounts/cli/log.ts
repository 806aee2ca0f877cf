// axproof log: begins, extends and checks a transparency log in a folder. It never prints a private key.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { checkFolder, readPrivate, writeWhole } from '../../attest/keys/files.ts';
import { privatePem, readPrivatePem } from '../../attest/keys/pem.ts';
import { checkLog } from '../../attest/log/check-log.ts';
import { claimedOrigin, openCheckpoint } from '../../attest/log/checkpoint.ts';
import { LocalLog } from '../../attest/log/local-log.ts';
import { LogFolder } from '../../attest/log/log-folder.ts';
import { isKeyName, readVkey, vkeyOf } from '../../attest/log/log-key.ts';
import { logSigner } from '../../attest/log/log-signer.ts';
import { checkProofDocument, keptCheckpoint, proofDocument } from '../../attest/log/proof-document.ts';
import { noteText, readCheckpoint } from '../../attest/log/read-checkpoint.ts';
import { CHECKPOINT } from '../../attest/log/tiles.ts';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import { toBase64 } from '../../json/base64.ts';
import { readBytes, writeText } from './files.ts';
import type { Io } from './io.ts';
import { openReport } from './open-report.ts';

const proofFile = (report: string): string => `${report}.tlog-proof`;

export async function logNew(dir: string, { origin, key }: { origin: string; key: string }, io: Io): Promise<number> {
  if (!isKeyName(origin)) throw new AxproofError('bad-usage', 'an origin has no space, no plus and no control character');
  if (await new LogFolder(dir).read(CHECKPOINT))
    throw new AxproofError('bad-usage', `${dir} holds a log already: axproof log add appends to it`);
  if (existsSync(key)) throw new AxproofError('bad-usage', `${key} is there already: a log has a key of its own`);
  // The folder of a log is served and copied.
  checkFolder(dirname(key), { store: dir });
  const seed = randomBytes(32);
  const signer = logSigner(origin, seed);
  writeWhole(key, privatePem(seed));
  await LocalLog.begin(dir, signer);
  io.out(`${vkeyOf(signer.key)}\n`);
  return EXIT.ok;
}

export async function logAdd(dir: string, path: string, options: { key: string; out?: string }, io: Io): Promise<number> {
  const { digest } = openReport(path);
  const origin = claimedOrigin(await readCheckpoint(new LogFolder(dir)));
  const signer = logSigner(origin, readPrivatePem(readPrivate(options.key), options.key));
  const logged = await new LocalLog(dir, signer).append(digest);
  writeText(options.out ?? proofFile(path), proofDocument(logged));
  io.out(`${digest} is entry ${logged.index} of ${openCheckpoint(logged.checkpoint, signer.key).size} in ${origin}\n`);
  return EXIT.ok;
}

export async function logCheck(dir: string, { vkey, old }: { vkey: string; old?: string }, io: Io): Promise<number> {
  const key = readVkey(vkey);
  const checked = await checkLog(dir, key, old === undefined ? undefined : keptCheckpoint(noteText(readBytes(old))));
  const begins = checked.old ? `, and its first ${checked.old.size} are those of ${old}` : '';
  io.out(`${checked.origin}: ${checked.size} entries, root ${toBase64(checked.root)}: all there${begins}\n`);
  return EXIT.ok;
}

export async function logVerify(path: string, { vkey, proof }: { vkey: string; proof?: string }, io: Io): Promise<number> {
  const key = readVkey(vkey);
  const { digest } = openReport(path);
  const { index, size } = checkProofDocument(noteText(readBytes(proof ?? proofFile(path))), digest, key);
  io.out(`${digest} is entry ${index} of ${size} in ${key.name}\n`);
  return EXIT.ok;
}
