// POST /verify: a grade, or a pinned verification by the core of the gate. It judges nothing itself.
import type { FastifyReply } from 'fastify';
import { sha256 } from '../../../contract/digest.ts';
import { AxproofError, type ErrorCode } from '../../../contract/errors.ts';
import type { VerificationRequest } from '../../../contract/generated/types.ts';
import { jcs } from '../../../json/jcs.ts';
import type { Buyer, GradeOutcome, Service } from '../../../service/service.ts';
import { failureOf } from '../../../service/view.ts';
import { callerOf, leaving, paymentOf } from '../caller.ts';
import type { HttpContext } from '../context.ts';
import { KEY, PAYMENT, PREFER } from '../parameters.ts';
import { PAID_PROBLEMS, RUN_PROBLEMS, SPEC_PROBLEMS } from '../problem.ts';
import type { ReportResponder } from '../report-responder.ts';
import { OFFER, type Route } from '../route.ts';
import { sendRun } from '../run-status.ts';

/** A run ends within its own limit; a client that cannot wait so long says so by Prefer. */
const WAIT = 90_000;

/** RFC 7240: wait=SECONDS, also beside respond-async, which alone waits for nothing. */
function patience(prefer: string | string[] | undefined): number {
  const text = [prefer ?? ''].flat().join(',');
  const wait = /(^|,)\s*wait\s*=\s*"?(\d+)/i.exec(text);
  if (wait) return Math.min(Number(wait[2]) * 1000, WAIT);
  return /(^|,)\s*respond-async\b/i.test(text) ? 0 : WAIT;
}

interface Remembered {
  report?: string;
  run?: string;
}

const remembered = (answer: GradeOutcome): Remembered => {
  if (answer.state === 'report') return { report: answer.stored.digest };
  return answer.state === 'running' ? { run: answer.run.id } : {};
};

const RECEIPT = { 'payment-response': 'What the facilitator said when the payment was settled (x402), where there was one.' } as const;

/** What the key stands for is looked up anew, so that a run that was under way then is told as it is now. */
async function again({ report, run }: Remembered, service: Service): Promise<GradeOutcome> {
  const view = run === undefined ? undefined : await service.run(run);
  const digest = report ?? view?.reportDigest;
  if (digest !== undefined) return service.stored(digest);
  const failure = view && failureOf(view);
  if (failure) throw failure;
  if (view) return { state: 'running', run: view };
  throw new AxproofError('not-found', 'what this Idempotency-Key stood for is not here any more');
}

/** Requests are the same whatever the order of their members; a spec is by its text, of which a canonical form would hold the thread. */
const requestDigest = ({ spec, ...body }: VerificationRequest): string =>
  sha256(jcs({ ...body, ...(spec === undefined ? {} : { spec: sha256(JSON.stringify(spec)) }) }));

async function answerOf(reply: FastifyReply, service: Service, caller: Buyer): Promise<GradeOutcome> {
  const { request } = reply;
  const body = request.body as VerificationRequest;
  const key = request.headers['idempotency-key'];
  const work = (): Promise<GradeOutcome> =>
    service.verify(body, caller, { most: patience(request.headers.prefer), signal: leaving(reply) });
  if (typeof key !== 'string') return work();
  const stored = await service.once(key, requestDigest(body), caller, async () => Buffer.from(JSON.stringify(remembered(await work()))));
  return again(JSON.parse(Buffer.from(stored).toString('utf8')) as Remembered, service);
}

/** Runs, waits and answers, for a caller of either tier. */
async function verified(reply: FastifyReply, context: HttpContext, responder: ReportResponder, caller: Buyer): Promise<FastifyReply> {
  const answer = await answerOf(reply, context.service, caller);
  if (answer.state === 'report') return responder.grade(reply, answer, { form: 'json', cache: 'no-store' });
  if (answer.state !== 'running') throw new AxproofError('internal', 'a verification ended in nothing');
  if (/respond-async/i.test(String(reply.request.headers.prefer ?? ''))) reply.header('preference-applied', 'respond-async');
  return sendRun(reply, answer.run, context, 202, false);
}

const GOES_ON = {
  description: 'The run goes on: follow Location.',
  content: { json: 'RunStatus' },
  headers: { location: 'The run.', 'preference-applied': 'respond-async, where it was asked for.' },
} as const;

const PROBLEMS: readonly ErrorCode[] = [
  ...RUN_PROBLEMS,
  ...SPEC_PROBLEMS,
  'declined',
  'bad-domain',
  'cooldown',
  'too-many-runs',
  'busy',
  'idempotency-conflict',
  'not-found',
];

const verify = (context: HttpContext, responder: ReportResponder): Route => ({
  method: 'POST',
  path: '/verify',
  id: 'verify',
  tag: 'verify',
  summary: 'Grades a target, or holds it to a pinned spec: passed is true only at the ratified digest.',
  parameters: [KEY, PREFER],
  takesSpecs: true,
  body: 'VerificationRequest',
  answers: {
    200: {
      description: 'A VerificationReport, or a PinnedVerificationReport where a spec or a digest was given.',
      content: { json: 'VerificationAnswer' },
      headers: { age: 'Seconds since it was issued.' },
    },
    202: GOES_ON,
    402: { ...OFFER, description: 'The spec writes: that is functional testing, which is paid.' },
  },
  problems: PROBLEMS,
  handle: (request, reply) => verified(reply, context, responder, callerOf(request)),
});

/** By an entitlement, or by a payment for this run alone. */
async function mayTest(
  reply: FastifyReply,
  { service, payments }: HttpContext,
  origin: string,
): Promise<Pick<Buyer, 'entitlement' | 'settle'>> {
  const { headers } = reply.request;
  const payment = paymentOf(headers);
  if (payment === undefined || !payments) return { entitlement: await service.entitled(headers.authorization, 'functional-tests', origin) };
  return payments.buy(payment, 'functional-tests', origin, (receipt) => void reply.header('payment-response', receipt));
}

const functionalTest = (context: HttpContext, responder: ReportResponder): Route => ({
  method: 'POST',
  path: '/functional-tests',
  id: 'functionalTest',
  tag: 'paid',
  paid: 'functional-tests',
  summary: 'A pinned spec that may write, against a target that consents: a paid capability, answered with its offer.',
  parameters: [KEY, PREFER, PAYMENT],
  takesSpecs: true,
  body: 'VerificationRequest',
  answers: {
    200: {
      description: 'The signed report.',
      content: { json: 'VerificationAnswer' },
      headers: { age: 'Seconds since it was issued.', ...RECEIPT },
    },
    202: { ...GOES_ON, headers: { ...GOES_ON.headers, ...RECEIPT } },
    402: {
      ...OFFER,
      headers: { 'payment-required': 'Payment requirements of x402 (version 2), where the operator takes payments.', ...RECEIPT },
    },
  },
  problems: [...PAID_PROBLEMS, ...PROBLEMS, 'consent-missing'],
  async handle(request, reply) {
    const { target, spec, expectedDigest } = request.body as VerificationRequest;
    const origin = context.service.checkTarget(target);
    if (spec === undefined && expectedDigest === undefined)
      throw new AxproofError('bad-request', 'a functional test is a pinned spec', ['/: give spec, expectedDigest, or both']);
    return verified(reply, context, responder, {
      ...callerOf(request),
      ...(await mayTest(reply, context, origin)),
    });
  },
});

export const verifyRoutes = (context: HttpContext, responder: ReportResponder): Route[] => [
  verify(context, responder),
  functionalTest(context, responder),
];
