// GET /runs/{id} and its events: a run while it goes on. Once it is done, browsers are led to the report.
import type { Readable } from 'node:stream';
import { AxproofError, type ErrorCode } from '../../../contract/errors.ts';
import type { RunView } from '../../../service/service.ts';
import { pathOf } from '../../../service/target.ts';
import { beating } from '../beating.ts';
import { leaving } from '../caller.ts';
import type { HttpContext } from '../context.ts';
import { contentType, wantsPage } from '../negotiate.ts';
import { LAST_EVENT, RUN } from '../parameters.ts';
import { describeError } from '../refuse.ts';
import type { Route } from '../route.ts';
import { sendRun } from '../run-status.ts';
import { send } from '../send.ts';

/** Comments keep proxies from closing a quiet stream. */
const BEAT = 15_000;

async function* frames(context: HttpContext, id: string, after: number, signal: AbortSignal): AsyncIterable<string> {
  yield 'retry: 2000\n\n';
  for await (const { id: number, event, data } of context.service.events(id, after, signal))
    yield `id: ${number}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function stream(context: HttpContext, id: string, after: number, gone: AbortSignal): Readable {
  const over = new AbortController();
  const body = beating(frames(context, id, after, AbortSignal.any([gone, over.signal])), BEAT);
  body.once('close', () => over.abort());
  return body;
}

async function findRun(id: string, { service }: HttpContext): Promise<RunView> {
  const run = await service.run(id);
  if (run) return run;
  throw new AxproofError('not-found', 'there is no such run');
}

const GOING: ReadonlySet<RunView['state']> = new Set(['queued', 'running']);

/** The page of the domain where the run is its newest grade, else the report: of a seed, of a spec, of a run long past. */
async function resultOf({ kind, target, pack }: RunView, digest: string, { service, packs }: HttpContext): Promise<string> {
  const name = packs.withDigest(pack.digest)?.name;
  const newest = kind === 'grade' && name !== undefined ? await service.latest(target, name) : undefined;
  return newest?.digest === digest ? pathOf(target, pack.digest === packs.standard.digest ? undefined : name) : `/reports/${digest}`;
}

const status = (context: HttpContext): Route => ({
  method: 'GET',
  path: '/runs/{id}',
  id: 'run',
  tag: 'verify',
  summary: 'The state of a run.',
  parameters: [RUN],
  answers: {
    200: { description: 'The run.', content: { json: 'RunStatus', html: { type: 'string' } } },
    303: {
      description: 'Browsers are led from a run that is done to the page of its domain, or to its report.',
      headers: { location: 'The page.' },
    },
  },
  problems: ['not-found'],
  async handle(request, reply) {
    const run = await findRun((request.params as { id: string }).id, context);
    const page = wantsPage(request.headers.accept);
    if (!page || GOING.has(run.state)) return sendRun(reply, run, context, 200);
    if (run.reportDigest !== undefined)
      return reply
        .code(303)
        .header('vary', 'Accept')
        .header('cache-control', 'no-store')
        .header('location', await resultOf(run, run.reportDigest, context))
        .send();
    // The run itself is found: its page says how it ended.
    const { code, message, details } = run.error ?? { code: 'run-interrupted', message: 'the run was cut off', details: [] };
    const { body } = describeError(
      new AxproofError(code as ErrorCode, message, details),
      true,
      context.own(),
      run.target.replace(/^https:\/\//, ''),
    );
    return send(reply, { form: 'html', body, varies: true, cache: 'no-store' });
  },
});

const events = (context: HttpContext): Route => ({
  method: 'GET',
  path: '/runs/{id}/events',
  id: 'runEvents',
  tag: 'verify',
  summary: 'The events of a run as they happen (Server-Sent Events): started, asks, check, done, failed, interrupted.',
  parameters: [RUN, LAST_EVENT],
  answers: {
    200: { description: 'The stream; it ends with the run.', content: { events: { type: 'string' } } },
    204: { description: 'The run has ended, and all of its events were heard.' },
  },
  problems: ['not-found'],
  async handle(request, reply) {
    const { id, state } = await findRun((request.params as { id: string }).id, context);
    const after = Number(request.headers['last-event-id'] ?? 0);
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
    // Nothing else keeps a browser from asking again for ever.
    if (!GOING.has(state) && after > 0 && (await context.service.eventsSoFar(id)).every((event) => event.id <= after))
      return reply.code(204).send();
    reply.header('content-type', contentType('events'));
    if (request.method === 'HEAD') return reply.send();
    return reply.send(stream(context, id, after, leaving(reply)));
  },
});

export const runRoutes = (context: HttpContext): Route[] => [status(context), events(context)];
