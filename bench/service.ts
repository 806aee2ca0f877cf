// The service as it is packed (npm run build first): time to the first answer, reads of a stored report against a bare fastify route, and
// reads while grades hang on slow targets or chew a large document.

import { median, rounded } from './parts/median.ts';
import { bare, type Load, load, service, slowTarget } from './parts/service-load.ts';
import { ROOT } from './parts/setup.ts';

const PORT = 18_100 + (process.pid % 800);
const HANGING = 16;
const LARGE = 6 * 1024 * 1024;
/** Reads a second beside the large document: two cores that are full anyway would only be shared. */
const CALM = 50;

const ROUNDS = 3;

const middle = (all: readonly Load[]): Load => ({
  perSecond: median(all.map((one) => one.perSecond)),
  p99: median(all.map((one) => one.p99)),
  failed: all.reduce((sum, one) => sum + one.failed, 0),
});

/** In turns, so that whatever else the machine does meets all of them. */
async function inTurns(urls: readonly string[]): Promise<Load[]> {
  const all: Load[][] = urls.map(() => []);
  for (let i = 0; i < ROUNDS; i++) for (const [at, url] of urls.entries()) all[at]!.push(await load(url));
  return all.map(middle);
}

const verify = (url: string, target: string): Promise<unknown> =>
  fetch(`${url}/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify({ target }),
  });

/** An OpenAPI document of many operations. */
function largeDocument(): Buffer {
  const paths: Record<string, object> = {};
  for (let i = 0, size = 0; size < LARGE; i++, size += 230)
    paths[`/things/${i}`] = {
      get: {
        operationId: `get${i}`,
        summary: 'x'.repeat(100),
        responses: { 200: { description: 'ok', content: { 'application/json': {} } } },
      },
    };
  return Buffer.from(JSON.stringify({ openapi: '3.1.0', info: { title: 'large', version: '1' }, paths }));
}

async function hanging(url: string, reads: string): Promise<Load> {
  const targets = await Promise.all(Array.from({ length: HANGING }, () => slowTarget()));
  for (const { origin } of targets) await verify(url, origin);
  while (targets.some(({ asked }) => asked() === 0)) await new Promise((resolve) => setTimeout(resolve, 20));
  const result = await load(reads);
  for (const target of targets) target.close();
  return result;
}

async function chewing(url: string, reads: string): Promise<Load> {
  const document = largeDocument();
  const target = await slowTarget((path) => (path === '/openapi.json' ? document : undefined));
  await verify(url, target.origin);
  const result = await load(reads, { rate: CALM });
  target.close();
  return result;
}

const starts: number[] = [];
for (let i = 0; i < 3; i++) {
  const one = await service(PORT);
  starts.push(one.started);
  await one.stop();
}
const running = await service(PORT);
try {
  const answer = await fetch(`${running.url}/self`, { headers: { accept: 'application/json' } });
  const [, reads = ''] = /<([^>]+\/reports\/[^>]+)>; rel="canonical"/.exec(answer.headers.get('link') ?? '') ?? [];
  const bytes = (await (await fetch(reads)).arrayBuffer()).byteLength;
  const route = await bare(reads, PORT + 1000, ROOT);
  const [plain, cached] = (await inTurns([route.url, reads])) as [Load, Load];
  await route.stop();
  const calm = await load(reads, { rate: CALM });
  const hung = await hanging(running.url, reads);
  const chewed = await chewing(running.url, reads);
  console.log(
    JSON.stringify({
      bench: 'service',
      reportBytes: bytes,
      startMs: rounded(median(starts), 0),
      readsPerSecond: rounded(cached.perSecond, 0),
      barePerSecond: rounded(plain.perSecond, 0),
      share: rounded(cached.perSecond / plain.perSecond),
      p99Ms: cached.p99,
      p99HangingMs: hung.p99,
      p99CalmMs: calm.p99,
      p99CalmLargeMs: chewed.p99,
      failed: plain.failed + cached.failed + calm.failed + hung.failed + chewed.failed,
      target: { startMs: 2000, share: 0.5, p99HangingTimes: 3 },
    }),
  );
} finally {
  await running.stop();
}
