// A hundred targets side by side: told in suite order, as many at a time as are asked for (npm run bench says how long that takes), and a target never sees two tests at once.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { axproof } from './io.ts';
import { type Folder, folder, STATUS_PACK } from './suite-folder.ts';

/** Milliseconds. */
const WAIT = 50;
const TARGETS = 100;
const JOBS = 8;

interface Watched {
  server: Server;
  origin: string;
  /** Most requests that were answered at the same time. */
  peak: number;
}

/** How many targets are being asked at the same time. */
class Together {
  most = 0;
  #now = 0;

  count(change: number): void {
    this.#now += change;
    this.most = Math.max(this.most, this.#now);
  }
}

async function target(wait: number, together = new Together()): Promise<Watched> {
  let now = 0;
  const watched = { peak: 0 } as Watched;
  watched.server = createServer((request, response) => {
    if (now === 0) together.count(1);
    watched.peak = Math.max(watched.peak, ++now);
    setTimeout(() => {
      if (--now === 0) together.count(-1);
      const found = request.url === '/status.json';
      response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(found ? { state: 'up' } : {}));
    }, wait);
  });
  await new Promise<void>((resolve) => watched.server.listen(0, '127.0.0.1', resolve));
  watched.origin = `http://127.0.0.1:${(watched.server.address() as AddressInfo).port}`;
  return watched;
}

const suiteOf = (origins: readonly string[], tests: string): string =>
  `format: 1\nname: many\ntargets:\n${origins.map((o, i) => `  t${i}: "${o}"\n`).join('')}packs: {status: ./status}\ntests:\n${tests}`;

describe('axproof suite over many targets', function () {
  this.timeout(120_000);
  let dir: Folder;
  let targets: Watched[] = [];
  before(() => {
    dir = folder(STATUS_PACK);
  });
  after(() => dir.remove());
  afterEach(() => {
    for (const { server } of targets) {
      server.closeAllConnections();
      server.close();
    }
  });

  it(`has ${JOBS} of ${TARGETS} targets answer at a time with --jobs ${JOBS}, and tells them in suite order`, async () => {
    const together = new Together();
    targets = await Promise.all(Array.from({ length: TARGETS }, () => target(WAIT, together)));
    const names = targets.map((_, i) => `t${i}`);
    dir.write({
      's.yaml': suiteOf(
        targets.map((t) => t.origin),
        `  - {name: many, target: [${names.join(', ')}], pack: status}\n`,
      ),
    });
    const ran = await axproof('suite', dir.path('s.yaml'), '--jobs', String(JOBS), '--reporter', 'json');
    expect(ran.status, ran.err).to.equal(0);
    expect((JSON.parse(ran.out) as { results: { name: string }[] }).results.map((r) => r.name)).to.deep.equal(
      names.map((n) => `many · ${n}`),
    );
    expect(together.most).to.equal(JOBS);
  });

  it('tests of one target run one after another, in order', async () => {
    targets = [await target(5)];
    const tests = Array.from({ length: 6 }, (_, i) => `  - {name: n${i}, target: t0, pack: status}\n`).join('');
    dir.write({ 's.yaml': suiteOf([(targets[0] as Watched).origin], tests) });
    const ran = await axproof('suite', dir.path('s.yaml'), '--jobs', '6', '--reporter', 'json');
    expect(ran.status, ran.err).to.equal(0);
    // The control and the probe of one run are sent together, and nothing of another run beside them.
    expect(targets[0]?.peak).to.equal(2);
  });
});
