// A process of its own that appends to a log until it is done or killed, and prints what was promised: index and digest, one a line.
import { writeSync } from 'node:fs';
import { LocalLog } from '../../../src/attest/log/local-log.ts';
import { sha256 } from '../../../src/contract/digest.ts';
import { signer } from './keeper.ts';

const [path = '', name = '', count = ''] = process.argv.slice(2);
const log = new LocalLog(path, signer);
for (let i = 0; i < Number(count); i++) {
  const digest = sha256(`${name} ${i}`);
  const logged = await log.append(digest);
  writeSync(1, `${logged.index} ${digest}\n`);
}
