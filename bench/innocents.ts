// One target never speaks for another (npm run build first): two hostile documents (55,000 paths, and as many as the default pack reads whole)
// are graded beside six innocent targets, over and over; every verdict about an innocent is held against its verdict alone. Option: --rounds N. Ends with 1 where one differs.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { fixtureServer } from './parts/fixture-server.ts';
import { rounded } from './parts/median.ts';
import { service } from './parts/service-load.ts';

const PORT = 19_100 + (process.pid % 800);
const INNOCENTS = 6;
/** 6.9 MB, of which the pack reads the first five; and 5.1 MB. */
const HOSTILE = [55_000, 41_000];
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });

/** A valid document, and a long one. */
function document(paths: number): Buffer {
  const all: Record<string, object> = {};
  for (let i = 0; i < paths; i++)
    all[`/things/${i}`] = {
      get: { operationId: `get${i}`, responses: { 200: { description: 'ok', content: { 'application/json': {} } } } },
    };
  return Buffer.from(JSON.stringify({ openapi: '3.1.0', info: { title: 'large', version: '1' }, paths: all }));
}

async function hostileTarget(paths: number): Promise<{ origin: string; close(): void }> {
  const body = document(paths);
  const server = createServer(({ url }, response) => {
    const found = url === '/openapi.json' || url?.startsWith('/things/');
    const bytes = url === '/openapi.json' ? body : Buffer.from('{}');
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json', 'content-length': bytes.length }).end(bytes);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Told {
  code?: string;
  conclusive?: boolean;
  verdictDigest?: string;
  seconds: number;
}

async function graded(url: string, target: string, seed: number): Promise<Told> {
  const began = performance.now();
  const answer = await fetch(`${url}/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ target, seed }),
    signal: AbortSignal.timeout(280_000),
  });
  const { code, verdictDigest, verdict } = (await answer.json()) as {
    code?: string;
    verdictDigest?: string;
    verdict?: { conclusive: boolean };
  };
  const seconds = rounded((performance.now() - began) / 1000);
  return {
    seconds,
    ...(code ? { code } : {}),
    ...(verdict ? { conclusive: verdict.conclusive } : {}),
    ...(verdictDigest ? { verdictDigest } : {}),
  };
}

const hostile = await Promise.all(HOSTILE.map(hostileTarget));
const targets = await Promise.all(Array.from({ length: INNOCENTS }, () => fixtureServer('good')));
const running = await service(PORT);
/** Verdicts that differ, and runs that came to none within the time that the service waits. */
let [differing, without, longest, longestHostile] = [0, 0, 0, 0];
const ends: Record<string, number> = {};
try {
  const alone: Told[] = [];
  for (const { origin } of targets) alone.push(await graded(running.url, origin, 1));
  for (let round = 0; round < Number(values.rounds); round++) {
    const bad = hostile.map(({ origin }) => graded(running.url, origin, 100 + round));
    // The innocents begin while the documents are being judged, each at another moment.
    const good = targets.map(async ({ origin }, i) => {
      await new Promise((resolve) => setTimeout(resolve, 150 * i));
      return graded(running.url, origin, 1);
    });
    for (const [i, told] of (await Promise.all(good)).entries()) {
      longest = Math.max(longest, told.seconds);
      if (told.verdictDigest === undefined || told.verdictDigest !== alone[i]?.verdictDigest) {
        if (told.verdictDigest === undefined) without++;
        else differing++;
        console.error(JSON.stringify({ round, innocent: i, alone: alone[i], beside: told }));
      }
    }
    for (const { code, conclusive, seconds } of await Promise.all(bad)) {
      longestHostile = Math.max(longestHostile, seconds);
      const end = code ?? (conclusive ? 'conclusive' : 'inconclusive');
      ends[end] = (ends[end] ?? 0) + 1;
    }
  }
  console.log(
    JSON.stringify({
      bench: 'innocents',
      paths: HOSTILE,
      rounds: Number(values.rounds),
      aloneSeconds: Math.max(...alone.map(({ seconds }) => seconds)),
      besideSeconds: longest,
      hostileSeconds: longestHostile,
      hostileEnds: ends,
      differing,
      without,
      target: { differing: 0, without: 0 },
    }),
  );
} finally {
  await running.stop();
  for (const target of targets) target.stop();
  for (const target of hostile) target.close();
}
process.exit(differing + without === 0 ? 0 : 1);
