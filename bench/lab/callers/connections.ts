// Callers who misuse connections: slow ones, silent ones, endless ones, and ones that never read.
import type { Socket } from 'node:net';
import { slowTarget } from '../../parts/service-load.ts';
import { ask, post, rest } from '../ask.ts';
import { atMost, type Figure, none } from '../figure.ts';
import { descriptors } from '../proc.ts';
import type { Attack } from './beside.ts';
import { type Crowd, crowd } from './sockets.ts';

/** Node looks every half minute for requests that take more than their minute. */
const CUT = 92;
const ROOM = 5;

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

/** Says a byte now and then on every socket, until the service has closed all of them or the time is over; how long that took. */
async function dripping(all: Crowd, seconds: number): Promise<number> {
  const began = performance.now();
  const over = (): number => (performance.now() - began) / 1000;
  while (all.open() > 0 && over() < seconds) {
    all.each((socket) => void socket.write('a'));
    await rest(500);
  }
  return over();
}

async function slow({ service, tenth, time }: Attack, head: string): Promise<Figure[]> {
  const all = await crowd(service.url, 300, (socket) => void socket.write(head));
  const seconds = await dripping(all, tenth ? time / 1000 : CUT + 30);
  all.close();
  return tenth ? [] : [atMost('all of them cut off after', seconds, CUT, 's')];
}

export const slowBodies = (at: Attack): Promise<Figure[]> =>
  slow(at, 'POST /verify HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{"target":"');
export const slowHeaders = (at: Attack): Promise<Figure[]> => slow(at, 'GET /health HTTP/1.1\r\nhost: x\r\nx-slow: ');

/** Each of them sends all of a long spec but its last byte, from an address of its own. */
export async function heldBodies({ service, time }: Attack): Promise<Figure[]> {
  const body = Buffer.alloc(3 * 1024 * 1024, 'a');
  let callers = 0;
  const all = await crowd(service.url, 300, (socket) => {
    const from = `198.51.${100 + Math.floor(callers / 250)}.${callers++ % 250}`;
    socket.write(
      `POST /verify HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${from}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(1));
  });
  await rest(time);
  all.close();
  return [];
}

/** Every connection says header fields for as long as anybody takes them. */
export async function headers({ service, time }: Attack): Promise<Figure[]> {
  const flood = (socket: Socket): void => {
    socket.write('GET /health HTTP/1.1\r\nhost: x\r\n');
    const more = (): void => {
      if (!socket.destroyed && socket.write(`x-flood: ${'a'.repeat(4000)}\r\n`)) setImmediate(more);
    };
    socket.on('drain', more).on('data', () => {});
    more();
  };
  const end = performance.now() + time;
  let waves = 0;
  let left = 0;
  while (performance.now() < end) {
    const all = await crowd(service.url, 100, flood);
    await rest(300);
    left = Math.max(left, all.open());
    all.close();
    waves++;
  }
  return [atMost(`of each hundred still open after 0.3 s (${waves} waves)`, left, 5)];
}

export async function idle({ service, time }: Attack): Promise<Figure[]> {
  const before = descriptors(service.pid);
  const all = await crowd(service.url, 3000, () => {});
  const connected = all.open();
  await rest(time);
  all.close();
  await rest(1000);
  return [
    none('sockets that were refused', connected === 3000 ? [] : [String(3000 - connected)]),
    atMost('descriptors more than before', descriptors(service.pid) - before, 60),
  ];
}

const LONG_ANSWER = 'GET /self HTTP/1.1\r\nhost: x\r\naccept: application/json\r\n';

export async function readers({ service, time }: Attack): Promise<Figure[]> {
  const all = await crowd(service.url, 100, (socket) => {
    socket.pause();
    socket.write(`${LONG_ANSWER}\r\n`.repeat(20));
  });
  await rest(time);
  all.close();
  return [];
}

/** Everything is sent before anything is answered, and nothing is read. */
export async function pipelined({ service, time }: Attack): Promise<Figure[]> {
  const before = descriptors(service.pid);
  const all = await crowd(service.url, 50, (socket) => {
    socket.pause();
    socket.write(`${LONG_ANSWER}\r\n`.repeat(250));
  });
  await rest(time);
  const more = descriptors(service.pid) - before;
  all.close();
  return [atMost('descriptors more than before', more, 25)];
}

/** From many addresses, so that together they ask for more than all callers may. */
export async function tricklers({ service, time }: Attack): Promise<Figure[]> {
  let callers = 0;
  const all = await crowd(service.url, 600, (socket) => {
    socket.pause();
    socket.write(`${LONG_ANSWER}x-forwarded-for: 198.51.100.${callers++ % 250}\r\n\r\n`);
  });
  const end = performance.now() + time;
  while (performance.now() < end) {
    all.each((socket) => void socket.read(1));
    await rest(200);
  }
  all.close();
  return [];
}

export async function grades({ service }: Attack): Promise<Figure[]> {
  const targets = await Promise.all(many(300, () => slowTarget()));
  const headers = { prefer: 'respond-async' };
  const answers = await Promise.all(targets.map(({ origin }) => post(`${service.url}/verify`, { target: origin }, { headers })));
  const refused = answers.filter(({ status }) => status === 503);
  // Those that were taken end in their time, and make room for the honest gate.
  for (const target of targets) target.close();
  return [
    none(
      'other answers than 202 or 503',
      answers.filter(({ status }) => status !== 202 && status !== 503).map(({ status }) => String(status)),
    ),
    none(
      'refusals without Retry-After',
      refused.filter((one) => !one.headers.has('retry-after')).map(({ code }) => String(code)),
    ),
    atMost('slowest answer', Math.max(...answers.map(({ ms }) => ms)), 1000 * ROOM, 'ms'),
  ];
}

const DEEP = `{"target":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
const DOUBLED = `{${'"target":"a",'.repeat(35_000)}"target":"b"}`;
const WIDE = `{"target":"a","spec":{${many(40_000, (i) => `"m${i}":0`).join()}}}`;

export async function wrongBodies({ service, time }: Attack): Promise<Figure[]> {
  const end = performance.now() + time;
  const answers: string[] = [];
  const one = async (i: number): Promise<void> => {
    for (let turn = i; performance.now() < end; turn++) {
      const { status, code } = await post(`${service.url}/verify`, [DEEP, DOUBLED, WIDE][turn % 3]);
      if (status < 400 || status >= 500) answers.push(`${status} ${code}`);
    }
  };
  await Promise.all(many(8, one));
  return [none('other answers than a refusal of the request', answers)];
}

export async function streams({ service, time }: Attack): Promise<Figure[]> {
  const target = await slowTarget();
  const started = await post(`${service.url}/verify`, { target: target.origin }, { headers: { prefer: 'respond-async' } });
  const { id } = JSON.parse(started.bytes.toString('utf8')) as { id: string };
  const before = descriptors(service.pid);
  const all = await crowd(service.url, 500, (socket) => {
    socket.on('data', () => {});
    socket.write(`GET /runs/${id}/events HTTP/1.1\r\nhost: x\r\n\r\n`);
  });
  await rest(time);
  all.close();
  target.close();
  await rest(1500);
  const { status } = await ask(`${service.url}/runs/${id}`);
  return [
    atMost('descriptors more than before', descriptors(service.pid) - before, 60),
    none('faults of ours', status === 200 ? [] : [String(status)]),
  ];
}
