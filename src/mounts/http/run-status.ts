// A run as the service tells of it over HTTP, with the addresses that lead on from it.
import type { FastifyReply } from 'fastify';
import type { Check, RunStatus } from '../../contract/generated/types.ts';
import { type LiveRun, livePage } from '../../report/html/live-page.ts';
import type { RunView } from '../../service/service.ts';
import type { HttpContext } from './context.ts';
import { wantsPage } from './negotiate.ts';
import { send, sendJson } from './send.ts';

export const GOES_ON = {
  description: 'The run goes on: follow Location.',
  content: { json: 'RunStatus', html: { type: 'string' } },
  headers: { location: 'The run.' },
} as const;

function runStatus(run: RunView, base: string): RunStatus {
  const self = `${base}/runs/${run.id}`;
  return {
    ...run,
    links: { self, events: `${self}/events`, ...(run.reportDigest === undefined ? {} : { report: `${base}/reports/${run.reportDigest}` }) },
  };
}

/** 202 (or 200 for whoever asks for the run itself): the run, as a page that fills in for browsers. */
export async function sendRun(
  reply: FastifyReply,
  run: RunView,
  context: HttpContext,
  status: 200 | 202,
  page = wantsPage(reply.request.headers.accept),
): Promise<FastifyReply> {
  const path = `/runs/${run.id}`;
  if (status === 202) reply.header('location', path).header('retry-after', '2');
  const pack = context.packs.withDigest(run.pack.digest)?.document;
  if (!page || !pack) return sendJson(reply, runStatus(run, context.own()), { status, varies: true, cache: 'no-store' });
  const events = await context.service.eventsSoFar(run.id);
  const settled = events.flatMap(({ event, data }) => (event === 'check' ? [data as Check] : []));
  const asks = events.findLast(({ event }) => event === 'asks')?.data as LiveRun['asks'];
  const body = livePage({ ...run, pack, settled, asks });
  return send(reply, { form: 'html', body, status, varies: true, cache: 'no-store' });
}
