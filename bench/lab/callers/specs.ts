// Callers who make the service validate: many specs at once, hostile ones, and calls in batches.
import { HOSTILE } from '../../../test/gate/containment/hostile-specs.ts';
import { type Answered, post, rest, tried } from '../ask.ts';
import { atMost, type Figure, none } from '../figure.ts';
import { family } from '../proc.ts';
import { type Attack, newSpec } from './beside.ts';

const COUNT = 60;
/** Within which a caller who gets nothing is told so. */
const REFUSED = 1000;
/** After which nothing is done any more for callers who left. */
const GONE = 2000;
/** Beyond what a body may be, the answer is 413 and nothing is judged. */
const MOST_BODY = 512 * 1024;

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const from = (address: string): RequestInit => ({ headers: { 'x-forwarded-for': address } });

/** What may be answered to a caller who asks for too much; 422 and its like would say that the spec was looked at and is bad. */
function told(answers: readonly Answered[]): Figure[] {
  const refused = answers.filter(({ status }) => status === 429 || status === 503);
  return [
    none(
      'other answers than a report, 429 or 503',
      answers.filter(({ status }) => ![200, 429, 503].includes(status)).map(({ status, code }) => `${status} ${code}`),
    ),
    none(
      'refusals without Retry-After',
      refused.filter(({ headers }) => !headers.has('retry-after')).map(({ status, code }) => `${status} ${code}`),
    ),
    atMost('slowest refusal', Math.max(0, ...refused.map(({ ms }) => ms)), REFUSED, 'ms'),
  ];
}

const flood = async ({ service, innocents }: Attack, address: (i: number) => string): Promise<Figure[]> =>
  told(
    await Promise.all(
      many(COUNT, (i) =>
        tried(post(`${service.url}/verify`, { target: innocents[i % innocents.length], ...newSpec(`flood ${i}`) }, from(address(i)))),
      ),
    ),
  );

export const specsOfOne = (at: Attack): Promise<Figure[]> => flood(at, () => '198.51.100.7');
export const specsOfMany = (at: Attack): Promise<Figure[]> => flood(at, (i) => `198.51.100.${i + 10}`);

export async function specsLeft({ service, innocents }: Attack): Promise<Figure[]> {
  const leave = AbortSignal.timeout(300);
  await Promise.allSettled(
    many(COUNT, (i) =>
      post(`${service.url}/verify`, { target: innocents[0], ...newSpec(`left ${i}`) }, { ...from(`198.51.100.${i + 80}`), signal: leave }),
    ),
  );
  await rest(GONE);
  // The honest gate beside them has a child of its own, now and then two of them: a wrapper and what it isolates.
  return [atMost(`processes ${GONE / 1000} s after they left`, family(service.pid).length - 1, 2)];
}

export async function hostileSpecs({ service, time }: Attack): Promise<Figure[]> {
  const bodies = HOSTILE.map((spec) => `{"target":"127.0.0.1:9","spec":${spec.text()}}`).filter((body) => body.length < MOST_BODY);
  const end = performance.now() + time;
  const answers: Answered[] = [];
  let next = 0;
  const one = async (): Promise<void> => {
    while (performance.now() < end) answers.push(await post(`${service.url}/verify`, bodies[next++ % bodies.length]));
  };
  await Promise.all(many(4, one));
  return [
    none(
      'hostile specs that were run',
      answers.filter(({ status }) => status === 200).map(() => 'a report'),
    ),
    none(
      'faults of ours',
      answers.filter(({ status }) => status === 500).map(({ code }) => String(code)),
    ),
  ];
}

export async function batch({ service, innocents }: Attack): Promise<Figure[]> {
  const call = (i: number): object => ({
    jsonrpc: '2.0',
    id: i,
    method: 'tools/call',
    params: { name: 'verify_pinned_spec', arguments: { target: innocents[0], ...newSpec(`batch ${i}`) } },
  });
  const answer = await post(`${service.url}/mcp`, many(30, call), { headers: { accept: 'application/json, text/event-stream' } });
  const text = answer.bytes.toString('utf8');
  const refusals = text.match(/"error"/g)?.length ?? 0;
  return [
    none(
      'answers that are no one refusal',
      refusals === 1 && answer.status >= 400 ? [] : [`${answer.status}, ${refusals} errors: ${text.slice(0, 80)}`],
    ),
    atMost('refused after', answer.ms, REFUSED, 'ms'),
  ];
}
