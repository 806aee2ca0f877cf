// Whether a target lets itself be held to a spec, asked before somebody pays for the run: what it would end with, unless the target changes its mind. It sends
// what every run begins with, and nothing of the spec.
import { AxproofError } from '../contract/errors.ts';
import type { Request } from '../contract/generated/types.ts';
import { LIMITS } from '../contract/limits.ts';
import { followRedirect, isRedirect } from '../contract/redirect.ts';
import { ROBOTS } from '../pack/bounds.ts';
import { defaultHeaders } from '../pack/default-headers.ts';
import { UNREACHABLE } from '../record/exchange-recorder.ts';
import { robotsOf } from '../record/origins.ts';
import { type Hopped, type Record, record } from '../record/record.ts';
import { site } from '../record/site.ts';
import { heedFile, heedRobots } from '../run/opt-out.ts';
import { type LookUp, targetConsent } from './consent.ts';

/** The robots.txt of a target, over the redirects that a run would follow. */
async function robotsRecord({ origin, transport, agent }: LookUp, signal: AbortSignal): Promise<Record> {
  const first: Request = { method: 'GET', url: `${origin}/robots.txt`, headers: defaultHeaders(agent) };
  const { place } = site(origin, transport.registrable);
  const hops: Hopped[] = [];
  for (let request = first; ; ) {
    const answer = await transport.send({ key: 'robots', hop: hops.length, request, bytes: ROBOTS.bytesEach }, signal);
    if (hops.length === 0 && answer.failure && UNREACHABLE.has(answer.failure.code))
      throw new AxproofError('unreachable', `${origin} cannot be reached: ${answer.failure.code}`);
    const next = isRedirect(answer) ? followRedirect({ hops, request }, answer, LIMITS.redirects) : undefined;
    if (!next || 'stop' in next || place(new URL(next.request.url)) === 'off') return record(first, hops, request.url, answer);
    hops.push({ url: request.url, answer });
    request = next.request;
  }
}

/** Throws unreachable, declined, and consent-missing where the spec writes. */
export async function targetWilling(look: LookUp & { writes: boolean; deadline: number }): Promise<void> {
  const { origin, transport, deadline, writes } = look;
  const over = AbortSignal.timeout(deadline);
  const signal = look.signal ? AbortSignal.any([look.signal, over]) : over;
  const robots = robotsOf(await robotsRecord(look, signal));
  heedRobots(robots, origin);
  await heedFile(transport, robots, look, signal);
  if (writes) await targetConsent({ ...look, signal });
}
