// A whole workflow over sockets against software that nobody here wrote: it passes with consent, is refused without, and tidies up when a step fails.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { VerificationReport } from '../../src/contract/generated/types.ts';
import { jcs } from '../../src/json/jcs.ts';
import { rejudge } from '../../src/run/rejudge.ts';
import { type PackRunOptions, run } from '../../src/run/run.ts';
import { live } from '../../src/transport/live/live.ts';
import { packAt } from '../packs.ts';
import { needsSystemPackages, systemFile } from '../system-packages.ts';
import { type Software, start } from './front.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const todo = systemFile('@loopback/example-todo', 'dist/index.js');
const pack = packAt(join(root, 'fixtures/specs/todo-crud'));

/** A front that counts what passes, and answers for the software where it is told to. */
async function counting(upstream: number, instead: (method: string, path: string) => number | 'hang' | undefined) {
  const log: string[] = [];
  const server: Server = createServer((incoming, outgoing) => {
    const { method = '', url = '/', headers } = incoming;
    log.push(`${method} ${url.replace(/\d+$/, 'ID')}`);
    const status = instead(method, url);
    if (status === 'hang') return;
    if (status !== undefined) {
      incoming.resume();
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    const onward = request({ host: '127.0.0.1', port: upstream, path: url, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { log, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

describe('a workflow against a to-do service', function () {
  this.timeout(90_000);
  let software: Software | undefined;
  let folder: string;
  let fronted: Awaited<ReturnType<typeof counting>> | undefined;

  before(async function () {
    needsSystemPackages(this);
    folder = mkdtempSync(join(tmpdir(), 'axproof-todo-'));
    // The service keeps its items in ./data.
    mkdirSync(join(folder, 'data'));
    software = await start(
      todo,
      () => [],
      (port) => ({ PORT: String(port), HOST: '127.0.0.1' }),
      folder,
    );
  });
  afterEach(async () => {
    await fronted?.close();
    fronted = undefined;
  });
  after(async () => {
    if (software === undefined) return;
    await software.stop();
    rmSync(folder, { recursive: true });
  });

  const left = async (): Promise<unknown> => (await fetch(`http://127.0.0.1:${software!.port}/todos`)).json();

  async function walked(
    instead: (method: string, path: string) => number | 'hang' | undefined = () => undefined,
    more: Partial<PackRunOptions> = {},
  ): Promise<VerificationReport> {
    fronted = await counting(software!.port, instead);
    const transport = live({ target: new URL(fronted.origin), private: true });
    try {
      return await run({
        pack,
        target: fronted.origin,
        seed: 7,
        seedOrigin: 'caller',
        transport,
        now: () => '2026-11-21T00:00:00.000Z',
        consent: { by: 'operator' },
        ...more,
      });
    } finally {
      await transport.close();
    }
  }
  const verdicts = ({ verdict }: VerificationReport): string[] => verdict.checks.map((c) => `${c.id} ${c.verdict} ${c.reason.code}`);
  const writes = (): string[] => fronted!.log.filter((l) => !l.startsWith('GET '));

  it('passes with consent, in order, with each write once, and replays to the same bytes', async () => {
    const report = await walked();
    expect(verdicts(report)).to.deep.equal(['create pass pass', 'read pass pass', 'update pass pass', 'delete pass pass']);
    expect(writes()).to.deep.equal(['POST /todos', 'PATCH /todos/ID', 'PUT /todos/ID', 'DELETE /todos/ID']);
    expect(report.evidence.consent).to.deep.equal({ by: 'operator' });
    expect(await left()).to.deep.equal([]);
    const { digest: _, ...evidence } = report.evidence;
    const again = await rejudge(pack, JSON.parse(JSON.stringify(evidence)), 7);
    expect(jcs(again.verdict)).to.equal(jcs(report.verdict));
    expect(jcs(again.evidence)).to.equal(jcs(evidence));
  });

  it('is refused without consent before anything is sent', async () => {
    let error: unknown;
    await walked(undefined, { consent: undefined }).catch((e: unknown) => {
      error = e;
    });
    expect(error).to.include({ code: 'consent-missing' });
    expect(fronted!.log).to.deep.equal([]);
  });

  for (const [name, instead, reason] of [
    ['answers 500', (method: string) => (method === 'PATCH' ? 500 : undefined), 'unchanged'],
    ['is refused', (method: string) => (method === 'PATCH' ? 422 : undefined), 'refused'],
  ] as const) {
    it(`leaves nothing behind when a middle step ${name}`, async () => {
      const report = await walked(instead);
      expect(verdicts(report)[2]).to.equal(`update fail ${reason}`);
      expect(writes().filter((l) => l.startsWith('DELETE'))).to.deep.equal(['DELETE /todos/ID']);
      expect(await left()).to.deep.equal([]);
    });
  }

  it('leaves nothing behind when the time of the run ends in a middle step', async () => {
    const began = performance.now();
    const report = await walked((method) => (method === 'PATCH' ? 'hang' : undefined), { deadline: 4000 });
    expect(performance.now() - began).to.be.lessThan(6000);
    expect(report.verdict.conclusive).to.equal(false);
    expect(fronted!.log.at(-1)).to.equal('DELETE /todos/ID');
    expect(await left()).to.deep.equal([]);
    const { digest: _, ...evidence } = report.evidence;
    const again = await rejudge(pack, evidence, 7);
    expect([jcs(again.verdict), jcs(again.evidence)]).to.deep.equal([jcs(report.verdict), jcs(evidence)]);
  });

  it('leaves nothing behind when the run is interrupted, and then says so', async () => {
    const stop = new AbortController();
    let error: unknown;
    await walked(
      (method) => {
        if (method !== 'PATCH') return undefined;
        setTimeout(() => stop.abort(new Error('stopped')), 50);
        return 'hang';
      },
      { signal: stop.signal, deadline: 4000 },
    ).catch((e: unknown) => {
      error = e;
    });
    expect(error).to.include({ message: 'stopped' });
    expect(fronted!.log.at(-1)).to.equal('DELETE /todos/ID');
    expect(await left()).to.deep.equal([]);
  });
});
