// axproof takedown: an operator deletes a document of the store for ever, and signs what is served in its place. A running service sees it by itself.
import { tombstone } from '../attest/issue.ts';
import { KeyFolder } from '../attest/keys/folder.ts';
import { AxproofError, EXIT } from '../contract/errors.ts';
import type { Io } from '../mounts/cli/io.ts';
import type { TakedownOrder } from '../mounts/cli/service-build.ts';
import { readConfig } from '../service/config.ts';
import { existingStore } from './existing-store.ts';

const MOST_REASON = 500;

export async function takedown({ digest, kind, reason }: TakedownOrder, io: Io): Promise<number> {
  if (reason.trim() === '' || reason.length > MOST_REASON)
    throw new AxproofError('bad-usage', `a reason has 1 to ${MOST_REASON} characters; it is shown to everybody who asks for the document`);
  const config = readConfig({ ...io.env });
  const at = Date.parse(io.now());
  const signer = new KeyFolder(config.keys, { store: config.data }).signer(at);
  const store = await existingStore(config);
  try {
    const found = await store.document(kind, digest);
    if (!found)
      throw new AxproofError('bad-usage', `the store holds no ${kind} ${digest}`, [
        '--kind says what the digest names; AXPROOF_DATA or DATABASE_URL say which store it is',
      ]);
    if (found.state === 'gone') throw new AxproofError('taken-down', `the ${kind} ${digest} was taken down already`);
    const bytes = await tombstone({ document: kind, digest, reason, at }, signer);
    const { taken } = await store.takedown(kind, digest, { reason, at, tombstone: bytes });
    io.out(taken.map((one) => `${one.kind} ${one.digest}\n`).join(''));
    return EXIT.ok;
  } finally {
    await store.close();
  }
}
