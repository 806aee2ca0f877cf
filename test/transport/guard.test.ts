// What the live transport refuses to connect to. Every resolver is injected; only loopback is ever connected.
import { expect } from 'chai';
import { LIMITS } from '../../src/contract/limits.ts';
import { dial } from '../../src/transport/live/dial.ts';
import type { TransportFault } from '../../src/transport/live/fault.ts';
import { guard } from '../../src/transport/live/guard.ts';
import { live } from '../../src/transport/live/live.ts';
import { effectiveLimits, type Resolve } from '../../src/transport/live/options.ts';
import { ask, hop, never, type RawServer, rawServer } from './support.ts';

/** Public by the registries, but of a block that nobody routes: a broken guard must not reach anybody. */
const PUBLIC = '3ffe:ffff::1';
const PUBLIC_V4 = '93.184.215.14';
const target = new URL('https://shop.example.org');

/** Sends one hop of a public target and says how often the resolver was asked. */
async function fromPublic(url: string, resolve: Resolve = async () => ['127.0.0.1'], at = target) {
  let queries = 0;
  const counting: Resolve = (host) => {
    queries++;
    return resolve(host);
  };
  const transport = live({ private: false, target: at, resolve: counting, limits: { dns: 100 } });
  const answer = await transport.send(hop(url), never);
  await transport.close();
  return { answer, queries };
}

describe('transport: guard', () => {
  let victim: RawServer;
  beforeEach(async () => {
    victim = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
  });
  afterEach(() => victim.close());

  const BAD_ANSWERS: string[][] = [
    ['127.0.0.1'],
    [PUBLIC, '127.0.0.1'],
    ['127.0.0.1', PUBLIC],
    [PUBLIC, '::1'],
    [PUBLIC, '3ffe:ffff::2', 'fd00::1'],
    [PUBLIC, '::ffff:127.0.0.1'],
    [PUBLIC, '64:ff9b::7f00:1'],
    [PUBLIC, '169.254.169.254'],
    [PUBLIC, '168.63.129.16'],
    [PUBLIC, '0.0.0.0'],
    [PUBLIC, 'not an address'],
    [PUBLIC, 'fe80::1%eth0'],
  ];
  for (const addresses of BAD_ANSWERS) {
    it(`refuses a public name with ${addresses.join(' and ')}`, async () => {
      const { answer, queries } = await fromPublic('https://shop.example.org/', async () => addresses);
      expect(answer.failure).to.include({ code: 'blocked-address', phase: 'dns' });
      expect(queries).to.equal(1);
      expect(victim.connections).to.equal(0);
    });
  }

  it('tells strangers nothing of which names lead to private addresses; of other hosts than the target it says what blocked them', async () => {
    const gone = async (): Promise<never> => {
      throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
    };
    const told = async (url: string, resolve: Resolve): Promise<unknown> => {
      const transport = live({ private: false, coarse: true, target, resolve, limits: { dns: 100 } });
      const { failure } = await transport.send(hop(url), never);
      await transport.close();
      return failure;
    };
    const answers = [async () => ['127.0.0.1'], async () => [PUBLIC, '10.0.0.1'], async () => [], gone];
    const all = await Promise.all(answers.map((resolve) => told(`${target.origin}/`, resolve)));
    for (const one of all) expect(one).to.deep.equal({ code: 'name-not-found', phase: 'dns', detail: 'the name has no public address' });
    // A claim at such a name is not dead: it could not be seen.
    expect(await told('https://api.example.org/', async () => ['127.0.0.1'])).to.include({ code: 'blocked-address' });
    expect(await told('https://api.example.org/', gone)).to.include({ code: 'name-not-found' });
    expect(victim.connections).to.equal(0);
  });

  it('rebinding: a name is resolved once, and a peer that was not pinned is refused', async () => {
    const answers = [[PUBLIC_V4], ['127.0.0.1']];
    const guarded = guard({ private: false, target, resolve: async () => answers.shift() ?? [] }, 100);
    const pinned = await guarded.admit(target);
    expect(await guarded.admit(new URL('https://shop.example.org/again'))).to.equal(pinned);
    expect(pinned).to.deep.equal([PUBLIC_V4]);
    expect(answers).to.have.length(1);
    for (const peer of ['127.0.0.1', '93.184.215.15', '::ffff:127.0.0.1', undefined])
      expect(guarded.permits(peer, pinned), String(peer)).to.equal(false);
    for (const peer of [PUBLIC_V4, `::ffff:${PUBLIC_V4}`]) expect(guarded.permits(peer, pinned), peer).to.equal(true);
    expect(guarded.permits('127.0.0.1', ['127.0.0.1']), 'not even when it was pinned').to.equal(false);
  });

  it('rebinding: a private answer for the second name of a site connects nothing', async () => {
    const { answer } = await fromPublic(`https://api.example.org/`, async (host) =>
      host === 'shop.example.org' ? [PUBLIC] : ['127.0.0.1'],
    );
    expect(answer.failure?.code).to.equal('blocked-address');
    expect(victim.connections).to.equal(0);
  });

  it('hears and says nothing when the connected peer is another one', async () => {
    const fault = await new Promise<TransportFault | null>((resolve) => {
      const wanted = { url: new URL(victim.origin), addresses: ['127.0.0.1'], deadline: 500, ca: undefined, onTls: () => {} };
      dial({ ...wanted, permits: () => false }, resolve);
    });
    expect(fault?.failure).to.include({ code: 'blocked-address', phase: 'connect' });
    expect(victim.heard.join('')).to.equal('');
  });

  const NEVER_ASKED = [
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://１２７.0.0.1/',
    'https://169.254.169.254./',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://8.8.8.8/',
    'https://localhost/',
    'https://a.localhost/',
    'https://intranet/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://x.onion/',
    'https://shop.example.org:22/',
    'https://shop.example.org:80/',
    'https://user@shop.example.org/',
    'https://user:secret@shop.example.org/',
    'http://shop.example.org/',
    'http://api.example.org/',
    'file:///etc/passwd',
    'ftp://shop.example.org/',
  ];
  for (const url of NEVER_ASKED) {
    it(`asks no resolver about ${url}`, async () => {
      const { answer, queries } = await fromPublic(url);
      expect(answer.failure?.code).to.equal('blocked-address');
      expect(queries).to.equal(0);
    });
  }

  it('sends http to a public target that is given as http, and to no other', async () => {
    const at = new URL('http://shop.example.org');
    expect((await fromPublic('http://shop.example.org/', undefined, at)).queries).to.equal(1);
    expect((await fromPublic('http://api.example.org/', undefined, at)).queries).to.equal(0);
    expect((await fromPublic('https://api.example.org/', undefined, at)).queries).to.equal(1);
  });

  it('a private target opens its own port alone, on this machine by any of its three names', async () => {
    const other = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    const transport = live({ private: true, target: new URL(victim.origin) });
    const places = [
      other.origin,
      other.origin.replace('127.0.0.1', 'localhost'),
      `https://localhost:${victim.port}`,
      `http://a.localhost:${victim.port}`,
      `https://127.0.0.1:${victim.port}`,
      `http://127.0.0.2:${victim.port}`,
      `http://u@127.0.0.1:${victim.port}`,
      'https://example.org',
    ];
    for (const place of places) {
      const { failure } = await transport.send(hop(`${place}/`), never);
      expect(failure?.code, place).to.equal('blocked-address');
    }
    expect(victim.connections + other.connections).to.equal(0);
    for (const name of ['127.0.0.1', 'localhost'])
      expect((await transport.send(hop(`http://${name}:${victim.port}/`), never)).status, name).to.equal(200);
    await transport.close();
    const beside = live({ private: true, target: new URL(victim.origin.replace('127.0.0.1', '127.0.0.2')) });
    expect((await beside.send(hop(`${victim.origin}/`), never)).failure?.code, 'other numbers are other places').to.equal(
      'blocked-address',
    );
    await beside.close();
    await other.close();
  });

  it('a private name must have private addresses only, and keeps its name on the wire', async () => {
    const origin = `http://box.test:${victim.port}`;
    for (const addresses of [[PUBLIC], ['127.0.0.1', PUBLIC], ['169.254.169.254'], ['0.0.0.0']]) {
      const answer = await ask(origin, { options: { resolve: async () => addresses } });
      expect(answer.failure?.code, addresses.join()).to.equal('blocked-address');
    }
    expect(victim.connections).to.equal(0);
    const answer = await ask(origin, { options: { resolve: async () => ['127.0.0.1'] } });
    expect(answer.status).to.equal(200);
    expect(answer.address).to.equal('127.0.0.1');
    expect(victim.heard[0]?.toLowerCase()).to.include(`host: box.test:${victim.port}`);
  });

  it('tries the next address of a private name when the first does not listen', async () => {
    const answer = await ask(`http://localhost:${victim.port}`);
    expect(answer.status).to.equal(200);
    const second = await ask(`http://box.test:${victim.port}`, { options: { resolve: async () => ['127.0.0.9', '127.0.0.1'] } });
    expect(second.status).to.equal(200);
  });

  it('says connection-refused when none of the addresses listens', async () => {
    const answer = await ask('http://box.test:1', { options: { resolve: async () => ['127.0.0.8', '127.0.0.9'] } });
    expect(answer.failure).to.include({ code: 'connection-refused', phase: 'connect' });
  });

  const code = (name: string) => Object.assign(new Error(name), { code: name });
  const FAULTS: [string, Resolve, string][] = [
    ['a name that does not exist', () => Promise.reject(code('ENOTFOUND')), 'name-not-found'],
    ['a name without addresses', async () => [], 'name-not-found'],
    ['no data', () => Promise.reject(code('ENODATA')), 'name-not-found'],
    ['a server that fails', () => Promise.reject(code('ESERVFAIL')), 'dns-failed'],
    ['a resolver that throws', () => Promise.reject(new Error('x')), 'dns-failed'],
    ['a resolver that rejects with nothing', () => Promise.reject(), 'dns-failed'],
    ['a resolver that never answers', () => new Promise(() => {}), 'timed-out'],
  ];
  for (const [name, resolve, failure] of FAULTS) {
    it(`says ${failure} for ${name}`, async () => {
      const begun = performance.now();
      const { answer } = await fromPublic('https://shop.example.org/', resolve);
      expect(answer.failure).to.include({ code: failure, phase: 'dns' });
      expect(performance.now() - begun).to.be.below(600);
    });
  }

  it('lets limits be lowered and never raised', () => {
    expect(effectiveLimits()).to.include({ exchange: LIMITS.exchange, connections: LIMITS.connections });
    expect(effectiveLimits({ limits: { exchange: 5, connections: 2 } })).to.include({ exchange: 5, connections: 2 });
    expect(effectiveLimits({ limits: { exchange: 1e9, bodyBytes: Number.POSITIVE_INFINITY, dns: 0, connect: -1 } })).to.deep.equal(
      effectiveLimits(),
    );
    expect(effectiveLimits({ document: 5e7 })).to.deep.equal({ ...effectiveLimits(), wireBytes: 5e7, bodyBytes: 5e7 });
  });
});
