// A canary in the real child: nothing that it tries may work, and whoever listens outside hears nothing.
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { commandFor } from '../../../src/gate/containment/command.ts';
import { CHILD_SCRIPT } from '../../../src/gate/containment/contain.ts';
import { isolation } from '../../../src/gate/containment/isolation.ts';
import { builtChild } from './built.ts';

const CANARY = fileURLToPath(new URL('canary.cjs', import.meta.url));

interface Outside {
  heard: number;
  port: number;
  socketFile: string;
  close(): void;
}

/** Listens by TCP, UDP and a socket file, where the canary will call. */
async function outside(folder: string): Promise<Outside> {
  const out: Outside = { heard: 0, port: 0, socketFile: join(folder, 'socket'), close: () => {} };
  const tcp = createServer((socket) => {
    out.heard++;
    socket.destroy();
  });
  const local = createServer((socket) => {
    out.heard++;
    socket.destroy();
  });
  tcp.listen(0);
  local.listen(out.socketFile);
  await Promise.all([once(tcp, 'listening'), once(local, 'listening')]);
  out.port = (tcp.address() as AddressInfo).port;
  const udp = createSocket('udp4').bind(out.port);
  await once(udp, 'listening');
  udp.on('message', () => out.heard++);
  out.close = () => {
    for (const server of [tcp, local, udp]) server.close();
  };
  return out;
}

/** What the canary says of its attempts, and how it ended. */
async function canary(command: { file: string; args: string[] }, ...args: string[]): Promise<{ said: Map<string, string>; code: unknown }> {
  const child = spawn(command.file, [...command.args, ...args], {
    cwd: '/',
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: 60_000,
  });
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const [code, signal] = await once(child, 'close');
  const lines = text.split('\n').filter((line) => line !== '');
  return { said: new Map(lines.map((line) => JSON.parse(line) as [string, string])), code: signal ?? code };
}

describe('containment: a canary', function () {
  this.timeout(90_000);
  let folder: string;
  let open: Outside;

  before(async () => {
    await builtChild();
    folder = mkdtempSync(join(tmpdir(), 'axproof-canary-'));
    open = await outside(folder);
  });
  after(() => {
    open.close();
    rmSync(folder, { recursive: true });
  });

  const attempts = async (contained: boolean) => {
    const { pieces, missing } = await isolation(CHILD_SCRIPT);
    expect(missing).to.deep.equal([]);
    const command = contained ? commandFor(CANARY, pieces) : { file: process.execPath, args: [CANARY] };
    return canary(command, String(open.port), join(folder, 'out'), String(process.pid), open.socketFile);
  };

  it('gets out in no way', async () => {
    const { said, code } = await attempts(true);
    const did = [...said].filter(([, outcome]) => outcome.startsWith('DID IT'));
    expect(did).to.deep.equal([]);
    expect(said.size).to.equal(30);
    expect(said.get('hold 1 GB of buffers')).to.equal('TRIED');
    expect(code).to.not.equal(0);
    expect([open.heard, existsSync(join(folder, 'out'))]).to.deep.equal([0, false]);
  });

  it('would get out in nearly all of them otherwise', async () => {
    const { said, code } = await attempts(false);
    const did = [...said].filter(([, outcome]) => outcome.startsWith('DID IT'));
    expect(did.length).to.be.greaterThan(18);
    expect(said.get('hold 1 GB of buffers')).to.match(/^DID IT/);
    expect([code, open.heard > 2]).to.deep.equal([0, true]);
  });
});
