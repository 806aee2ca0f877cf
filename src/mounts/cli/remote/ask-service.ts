// Puts a question to a service and waits for the bytes of its report, following the run where it takes longer. It judges nothing of what comes.
import { setTimeout as sleep } from 'node:timers/promises';
import { isDigest } from '../../../contract/digest.ts';
import { isObject, type Members } from '../../../contract/json.ts';
import { mediaType } from '../../../contract/media-type.ts';
import { strictJson } from '../../../json/strict-json.ts';
import type { Question } from './question.ts';
import { MOST_DOCUMENT, MOST_REPORT, type ServiceClient, type ServiceReply, type ServiceRequest, serviceFailed } from './service-client.ts';
import { replyError, runError } from './service-problem.ts';

/** What a proxy lets pass without a byte; longer runs are followed. */
const PREFER = 'wait=25';
const PAUSE = { least: 100, usual: 1000, most: 5000 };
const RUN = /^\/runs\/[A-Za-z0-9_-]{1,64}$/;

/** A page is never kept for a report; what is JSON is judged as one. */
function reportBytes(reply: ServiceReply, origin: string): Uint8Array {
  if (reply.status !== 200 || mediaType(reply.headers['content-type'])?.essence !== 'application/json') throw replyError(reply, origin);
  return reply.bytes;
}

/** A bundled pack has an address only under GET; everything else is posted. */
function first({ target, seed, grade, pinned }: Question): [path: string, asking: ServiceRequest] {
  const asking: ServiceRequest = { accept: 'application/json', most: MOST_REPORT };
  if (grade?.name !== undefined) {
    const query = new URLSearchParams({ pack: grade.name, format: 'json', ...(seed === undefined ? {} : { seed: String(seed) }) });
    return [`/${encodeURIComponent(new URL(target).host)}?${query}`, asking];
  }
  const body = { target, spec: pinned?.spec, expectedDigest: pinned?.ratified ? pinned.digest : undefined, seed };
  return ['/verify', { ...asking, body: JSON.stringify(body), headers: { prefer: PREFER } }];
}

function pauseAfter({ headers }: ServiceReply): number {
  const after = headers['retry-after'];
  const wanted = after !== undefined && /^\d{1,6}$/.test(after) ? Number(after) * 1000 : PAUSE.usual;
  return Math.min(PAUSE.most, Math.max(PAUSE.least, wanted));
}

/** Where the run is told of: an address of the service itself. */
function runPath({ headers }: ServiceReply, origin: string): string {
  const location = headers.location ?? '';
  const url = URL.canParse(location, origin) ? new URL(location, origin) : undefined;
  if (url?.origin === origin && RUN.test(url.pathname)) return url.pathname;
  throw serviceFailed(`${origin} answered 202 without the address of a run of its own`);
}

function stateOf(reply: ServiceReply, origin: string): Members {
  if (reply.status !== 200) throw replyError(reply, origin);
  const read = strictJson(reply.bytes, MOST_DOCUMENT);
  if (!read.ok || !isObject(read.value)) throw serviceFailed(`${origin} tells nothing readable of the run`);
  return read.value;
}

async function follow(client: ServiceClient, started: ServiceReply, onRun: OnRun, signal: AbortSignal): Promise<Uint8Array> {
  const { origin } = client;
  const path = runPath(started, origin);
  onRun(`${origin}${path}`);
  for (let reply = started; ; ) {
    await sleep(Math.min(pauseAfter(reply), client.left()), undefined, { signal });
    reply = await client.send(path, { accept: 'application/json', most: MOST_DOCUMENT });
    const run = stateOf(reply, origin);
    if (run.state === 'failed') throw runError(run, origin);
    if (run.state === 'interrupted') throw runError({ error: { code: 'run-interrupted', message: 'the run was cut off' } }, origin);
    if (run.state === 'done') {
      if (!isDigest(run.reportDigest)) throw serviceFailed(`${origin} calls the run done and names no report`);
      return reportBytes(await client.send(`/reports/${run.reportDigest}`, { accept: 'application/json', most: MOST_REPORT }), origin);
    }
    if (run.state !== 'queued' && run.state !== 'running')
      throw serviceFailed(`${origin} tells of the run in a state that is not known here`);
  }
}

type OnRun = (url: string) => void;

/** onRun: told once, where the answer takes longer than one request. */
export async function askService(client: ServiceClient, question: Question, onRun: OnRun, signal: AbortSignal): Promise<Uint8Array> {
  const reply = await client.send(...first(question));
  return reply.status === 202 ? follow(client, reply, onRun, signal) : reportBytes(reply, client.origin);
}
