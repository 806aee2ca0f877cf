// Long messages that callers send at once: those for which there is no room are refused before they are read, and whoever ends makes room again.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { CONTAINED } from '../../src/gate/containment/limits.ts';
import { MOST_VALUES } from '../../src/mounts/http/bodies.ts';
import type { GradeOutcome } from '../../src/service/service.ts';
import { mounted, type Place } from './served.ts';

const LONGEST = 3 * 1024 * 1024;
/** What one address may send at once, and all of them. */
const OF_ONE = 5;
const OF_ALL = 21;

describe('long messages', () => {
  let place: Place;
  let open: Socket[] = [];
  let asked = 0;

  before(async () => {
    const answer = async (): Promise<GradeOutcome> => {
      asked++;
      return new Promise(() => {});
    };
    place = await mounted({ verify: answer }, { AXPROOF_TRUST_PROXY: '1' });
  });
  afterEach(async () => {
    await Promise.all(open.map(ended));
    open = [];
  });
  after(() => place.close());

  async function ended(socket: Socket): Promise<void> {
    if (socket.closed) return;
    socket.destroy();
    await once(socket, 'close');
    // The service hears of it a turn later.
    for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
  }

  async function sent(from: string, head: string, body: string | Buffer = '', line = 'POST /verify'): Promise<Socket> {
    const socket = connect(Number(new URL(place.url).port), '127.0.0.1');
    socket.on('error', () => {});
    open.push(socket);
    await once(socket, 'connect');
    socket.write(`${line} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\ncontent-type: application/json\r\n${head}\r\n\r\n`);
    socket.write(body);
    return socket;
  }

  /** What is answered, or undefined where the service reads on. */
  async function answered(socket: Socket): Promise<string | undefined> {
    // An answer comes before that of a request that is sent behind it.
    const said = once(socket, 'data').then(([data]) => String(data));
    const probe = fetch(`${place.url}/errors/busy`).then(async (response) => void (await response.text()));
    const [first] = await Promise.all([Promise.race([said, probe.then(() => new Promise((resolve) => setTimeout(resolve, 20)))]), probe]);
    return first as string | undefined;
  }

  const long = (from: string, bytes = LONGEST): Promise<Socket> => sent(from, `content-length: ${bytes}`, 'a');
  const admitted = async (socket: Promise<Socket>): Promise<boolean> => {
    const said = await answered(await socket);
    if (said === undefined) return true;
    expect(said).to.match(/^HTTP\/1\.1 503 /);
    expect(said).to.match(/\r\nretry-after: 5\r\n/);
    expect(said).to.match(/"code": "busy"/);
    return false;
  };

  it('of one address are few, whatever others send, until one of them ends', async () => {
    for (let i = 0; i < OF_ONE; i++) expect(await admitted(long('192.0.2.1')), String(i)).to.equal(true);
    expect(await admitted(long('192.0.2.1'))).to.equal(false);
    expect(await admitted(long('192.0.2.2'))).to.equal(true);
    expect(await admitted(sent('192.0.2.1', 'content-length: 10', '{"target"')), 'a short one').to.equal(true);
    await ended(open[0]!);
    expect(await admitted(long('192.0.2.1'))).to.equal(true);
    expect(await admitted(long('192.0.2.1'))).to.equal(false);
  });

  it('of a site of IPv6 are those of one address', async () => {
    for (let i = 0; i < OF_ONE; i++) expect(await admitted(long(`2001:db8:7:${i}::1`)), String(i)).to.equal(true);
    expect(await admitted(long('2001:db8:7:ffff::1'))).to.equal(false);
    expect(await admitted(long('2001:db8:8::1'))).to.equal(true);
  });

  it('of all addresses are few', async () => {
    for (let i = 0; i < OF_ALL; i++) expect(await admitted(long(`192.0.2.${i}`)), String(i)).to.equal(true);
    expect(await admitted(long('198.51.100.1'))).to.equal(false);
  });

  it('of no stated length count by the most that they may have, until they are read', async () => {
    const body = JSON.stringify({ target: 'a.example', spec: { a: 'a'.repeat(20_000) } });
    const chunk = `${body.length.toString(16)}\r\n${body}\r\n`;
    for (let i = 0; i < OF_ONE; i++) expect(await admitted(sent('192.0.2.1', 'transfer-encoding: chunked', chunk))).to.equal(true);
    expect(await admitted(long('192.0.2.1'))).to.equal(false);
    const before = asked;
    for (const socket of open.slice(0, OF_ONE)) socket.write('0\r\n\r\n');
    while (asked < before + OF_ONE) await new Promise((resolve) => setTimeout(resolve, 5));
    for (let i = 0; i < OF_ONE; i++) expect(await admitted(long('192.0.2.1')), String(i)).to.equal(true);
    const left = 1024 * 1024;
    expect(await admitted(long('192.0.2.1', left - 90_000)), 'what is not answered yet counts').to.equal(false);
    expect(await admitted(long('192.0.2.1', left - 110_000))).to.equal(true);
  });

  it('count wherever they are sent, also to what is not there', async () => {
    const short = 512 * 1024;
    for (const [i, line] of ['POST /nothing', 'PUT /verify', 'DELETE /runs/x', 'POST /verify/', 'OPTIONS /verify'].entries()) {
      const from = `203.0.113.${i}`;
      for (let n = 0; n < 32; n++) expect(await admitted(sent(from, `content-length: ${short}`, 'a', line)), line).to.equal(true);
      expect(await admitted(sent(from, `content-length: ${short}`, 'a', line)), line).to.equal(false);
      await Promise.all(open.splice(0).map(ended));
    }
  });

  it('leave nothing behind, however they end', async () => {
    const ways: ((i: number) => Promise<Socket>)[] = [
      () => long('192.0.2.1'),
      () => sent('192.0.2.1', 'content-length: 20000', `{"a":"${'a'.repeat(19_992)}"}`),
      () => sent('192.0.2.1', 'content-length: 20000', 'a'.repeat(20_000)),
      () => sent('192.0.2.1', `content-length: ${LONGEST + 1}`, 'a'),
      () => sent('192.0.2.1', 'transfer-encoding: chunked', '3\r\n{}\r'),
      () => sent('192.0.2.1', 'content-length: 20000\r\ncontent-encoding: br', 'a'.repeat(20_000)),
    ];
    for (let i = 0; i < 60; i++) {
      const socket = await ways[i % ways.length]!(i);
      await answered(socket);
      await ended(socket);
    }
    for (let i = 0; i < OF_ONE; i++) expect(await admitted(long('192.0.2.1')), String(i)).to.equal(true);
  });

  it('of more values than a spec has are refused, and those of as many are read', async () => {
    expect(MOST_VALUES).to.be.greaterThan(CONTAINED.specValues);
    const post = async (values: number): Promise<[number, string]> => {
      const members = Array.from({ length: values }, (_, i) => `"m${i}":0`).join();
      const body = `{"target":"a.example","unknown":{${members}}}`;
      const answer = await fetch(`${place.url}/verify`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return [answer.status, await answer.text()];
    };
    const [status, text] = await post(MOST_VALUES);
    expect([status, text]).to.satisfy(() => status === 400 && text.includes('more bytes or values than any document of its kind'));
    expect((await post(CONTAINED.specValues))[1])
      .to.include('unknown')
      .and.not.include('more bytes');
  });

  it('that are longer than they may be are told how long that is', async () => {
    for (const head of [`content-length: ${LONGEST + 1}`, 'transfer-encoding: chunked']) {
      const socket = await sent('192.0.2.1', head, `300001\r\n${'a'.repeat(LONGEST + 1)}\r\n`);
      const [data] = await once(socket, 'data');
      expect(String(data)).to.match(/^HTTP\/1\.1 413 [\s\S]*"the body has more than 3145728 bytes"/);
    }
  });
});
