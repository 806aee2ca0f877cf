// axproof mcp: a stock client starts the command line and calls its tools over its pipes, in both eras.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { STDIO_DEFAULT_MAX_BUFFER_SIZE } from '@modelcontextprotocol/server';
import { expect } from 'chai';
import { openPack } from '../../src/run/bundled.ts';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { type FixtureServer, serveFixture } from '../../src/transport/fixture/server.ts';
import { builtCommand } from '../cli/packed.ts';
import { clientOver, contentOf, ERAS, type Era, textOf } from './service.ts';

const BIN = [builtCommand(), 'mcp'];

const start = (era: Era, ...flags: string[]): Promise<Client> =>
  clientOver(new StdioClientTransport({ command: process.execPath, args: [...BIN, ...flags], stderr: 'ignore' }), era);

describe('axproof mcp', function () {
  this.timeout(60_000);
  let target: FixtureServer;
  before(async () => {
    target = await serveFixture(loadFixture('fixtures/targets/good.yaml'));
  });
  after(() => target.close());

  for (const era of ERAS) {
    it(`serves all three tools in ${era}`, async () => {
      const client = await start(era, '--allow-private');
      try {
        expect(client.getNegotiatedProtocolVersion()).to.equal(era);
        const told: unknown[] = [];
        const domain = target.origin;
        const graded = await client.callTool(
          { name: 'verify_domain', arguments: { domain, seed: 7 } },
          { onprogress: (progress) => told.push(progress) },
        );
        expect(contentOf(graded)).to.include({ grade: 'A+', attested: false, seed: 7, target: domain });
        expect(contentOf(graded)).to.not.have.any.keys('reportUrl', 'evidenceUrl');
        expect(told).to.have.length.at.least(11);
        const discovered = await client.callTool({ name: 'discover_domain', arguments: { domain } });
        expect(textOf(discovered)).to.contain('openapi 3.1.0');
        const { digest } = await openPack(undefined);
        const pinned = await client.callTool({ name: 'verify_pinned_spec', arguments: { target: domain, expectedDigest: digest } });
        expect(contentOf(pinned)).to.include({ passed: true, ratified: true });
      } finally {
        await client.close();
      }
    });

    it(`ends a cancelled run in ${era}`, async () => {
      const { server, origin, asked, left } = await silent();
      const client = await start(era, '--allow-private');
      try {
        const stop = new AbortController();
        const call = client
          .callTool({ name: 'verify_domain', arguments: { domain: origin } }, { signal: stop.signal })
          .catch((e: unknown) => e);
        await asked;
        stop.abort();
        await left;
        expect(await call).to.be.instanceOf(Error);
      } finally {
        await client.close();
        server.close();
      }
    });
  }

  it('asks public names only, unless its operator says otherwise', async () => {
    const client = await start('2025-11-25');
    try {
      const result = await client.callTool({ name: 'verify_domain', arguments: { domain: target.origin } });
      expect(contentOf(result)).to.include({ code: 'bad-domain' });
    } finally {
      await client.close();
    }
  });

  it('answers every line that is no message, writes nothing but the protocol to stdout, and ends when its input does', async () => {
    const child = spawn(process.execPath, BIN, { stdio: ['pipe', 'pipe', 'ignore'] });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk));
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } };
    const batch = Array.from({ length: 30 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }));
    const first = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const ping = { jsonrpc: '2.0', id: 'last', method: 'ping' };
    const long = `{"jsonrpc":"2.0","id":2,"method":"ping","params":{"x":"${'a'.repeat(STDIO_DEFAULT_MAX_BUFFER_SIZE)}"}}`;
    const wrong = ['{"jsonrpc":"2.0","id":"w","method":5}', long];
    child.stdin.write(['no message', first, JSON.stringify(batch), 'no message', ...wrong, JSON.stringify(ping), ''].join('\n'));
    while (out.split('\n').length < 8) await once(child.stdout, 'data');
    child.stdin.end();
    const [status] = (await once(child, 'exit')) as [number];
    expect(status).to.equal(0);
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    for (const answer of answers) expect(answer).to.include({ jsonrpc: '2.0' });
    const told = answers.map(({ id, error }) => `${id} ${error?.code ?? 'result'}`);
    expect(told).to.have.members(['null -32700', '1 result', 'null -32600', 'null -32700', 'w -32600', 'null -32600', 'last result']);
    expect(answers.find(({ id }) => id === 1)).to.have.nested.property('result.serverInfo.name', 'axproof');
  });
});

describe('axproof mcp whose client says no more', function () {
  this.timeout(60_000);

  it('writes what it has to say to the last line, however late that is read', async () => {
    const child = spawn(process.execPath, BIN, { stdio: ['pipe', 'pipe', 'ignore'] });
    const lines = 20_000;
    child.stdin.end('no message\n'.repeat(lines));
    await new Promise((resolve) => void setTimeout(resolve, 1500));
    const out = await text(child.stdout);
    expect(out.endsWith('}\n')).to.equal(true);
    expect(out.split('\n')).to.have.length(lines + 1);
  });

  it('ends by a signal where nobody reads', async () => {
    const child = spawn(process.execPath, BIN, { stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.end('no message\n'.repeat(20_000));
    await once(child.stdout, 'readable');
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
});

/** A target that takes a request and never answers. */
async function silent(): Promise<{ server: Server; origin: string; asked: Promise<void>; left: Promise<void> }> {
  const server = createServer();
  const request = once(server, 'request');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const asked = request.then(() => undefined);
  const left = request.then(([{ socket }]) => once(socket, 'close')).then(() => undefined);
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, left };
}
