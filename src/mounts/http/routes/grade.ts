// GET /{domain}, its badge, and the free door for people that leads there.
import type { FastifyRequest } from 'fastify';
import { AxproofError } from '../../../contract/errors.ts';
import { badge } from '../../../report/badge.ts';
import { certainty } from '../../../report/html/words.ts';
import { callerOf } from '../caller.ts';
import type { HttpContext } from '../context.ts';
import { leaving } from '../leaving.ts';
import { type Form, preferred } from '../negotiate.ts';
import { DOMAIN, FORMAT, PACK, SEED } from '../parameters.ts';
import { RUN_PROBLEMS } from '../problem.ts';
import { paid } from '../refuse.ts';
import type { ReportResponder } from '../report-responder.ts';
import type { Route } from '../route.ts';
import { sendRun } from '../run-status.ts';
import { send } from '../send.ts';

/** How long a request waits for a run before it is told where to follow it. */
const WAIT = 25_000;

type Query = { format?: 'json' | 'md' | 'html'; seed?: string; pack?: string };

const REPORT = { json: 'GradeAnswer', md: { type: 'string' }, html: { type: 'string' } } as const;

export const formOf = (request: FastifyRequest): Extract<Form, 'md' | 'json' | 'html'> =>
  (request.query as Query).format ?? preferred(request.headers.accept, ['md', 'html', 'json']);

function seedOf(text: string): number {
  const seed = Number(text);
  if (!Number.isSafeInteger(seed))
    throw new AxproofError('bad-request', 'a seed is an integer from 0 to 9007199254740991', ['/seed: out of range']);
  return seed;
}

/** A public name, and a private one that is asked over http, stand for themselves; any other origin is spelled out. */
const pathOf = (target: string): string => {
  const { protocol, host, port } = new URL(target);
  return protocol === 'http:' || (port === '' && !/^[\d.]+$|^\[/.test(host)) ? `/${host}` : `/${encodeURIComponent(target)}`;
};

function pagesOf(target: string, pack: string | undefined): { page: string; badge: string } {
  const path = pathOf(target);
  const query = pack === undefined ? '' : `?pack=${pack}`;
  return { page: `${path}${query}`, badge: `${path}/badge.svg${query}` };
}

const grade = (context: HttpContext, responder: ReportResponder, refusePage: (name: string) => void): Route => ({
  method: 'GET',
  path: '/{domain}',
  id: 'grade',
  tag: 'verify',
  summary: 'The grade of a domain: stored where it is fresh, made otherwise.',
  parameters: [DOMAIN, FORMAT, SEED, PACK],
  answers: {
    200: { description: 'The report.', content: REPORT, headers: { age: 'Seconds since it was issued.' } },
    202: {
      description: 'The run goes on: follow Location.',
      content: { json: 'RunStatus', html: { type: 'string' } },
      headers: { location: 'The run.' },
    },
  },
  problems: [
    ...RUN_PROBLEMS,
    'declined',
    'bad-domain',
    'unknown-pack',
    'beyond-grade',
    'not-found',
    'gone',
    'cooldown',
    'too-many-runs',
    'busy',
  ],
  async handle(request, reply) {
    const { domain } = request.params as { domain: string };
    const { seed, pack } = request.query as Query;
    const form = formOf(request);
    refusePage(domain);
    const answer = await context.service.grade(
      {
        target: domain,
        start: request.method !== 'HEAD',
        ...(pack === undefined ? {} : { pack }),
        ...(seed === undefined ? {} : { seed: seedOf(seed) }),
        ...(/\bno-cache\b/.test(request.headers['cache-control'] ?? '') ? { anew: true } : {}),
      },
      callerOf(request),
      // A browser sees the checks settle instead of a blank page.
      { most: form === 'html' ? 0 : WAIT, signal: leaving(reply) },
    );
    if (answer.state === 'none') throw new AxproofError('not-found', 'nothing is stored about this domain, and HEAD starts no run');
    if (answer.state === 'running') return sendRun(request, reply, answer.run, context, 202, form === 'html');
    return responder.grade(request, reply, answer, {
      form,
      varies: true,
      ...(seed === undefined ? pagesOf(answer.stored.report.verdict.target, pack) : {}),
    });
  },
});

const badgeRoute = (context: HttpContext): Route => ({
  method: 'GET',
  path: '/{domain}/badge.svg',
  id: 'badge',
  tag: 'documents',
  summary: 'A badge with the grade of the last fresh report; it starts no run.',
  parameters: [DOMAIN, PACK],
  answers: { 200: { description: 'The badge.', content: { svg: { type: 'string' } } } },
  problems: ['bad-domain', 'unknown-pack'],
  async handle(request, reply) {
    const { domain } = request.params as { domain: string };
    const verdict = await context.service.latest(domain, (request.query as Query).pack);
    const state = verdict ? ({ kind: 'grade', grade: verdict.grade, certainty: certainty(verdict) } as const) : ({ kind: 'none' } as const);
    return send(request, reply, { form: 'svg', body: badge(state), cache: 'public, max-age=60' });
  },
});

const history = (context: HttpContext): Route => ({
  method: 'GET',
  path: '/{domain}/history',
  id: 'history',
  tag: 'paid',
  summary: 'The grade history of a domain: a paid capability, answered with its offer.',
  parameters: [DOMAIN],
  answers: { 402: { description: 'The offer.', content: { problem: 'Offer', html: { type: 'string' } } } },
  problems: ['bad-domain'],
  async handle(request) {
    const { domain } = request.params as { domain: string };
    context.service.checkTarget(domain);
    throw paid('history', 'the history of a domain is a paid capability');
  },
});

const form = (context: HttpContext): Route => ({
  method: 'GET',
  path: '/grade',
  id: 'openGrade',
  tag: 'service',
  summary: 'Leads from a form to the page of a domain.',
  hidden: true,
  answers: { 303: { description: 'The page of the domain.' } },
  async handle(request, reply) {
    const { domain = '' } = request.query as { domain?: string };
    const name = domain
      .trim()
      .replace(/^https:\/\//i, '')
      .replace(/\/+$/, '');
    context.service.checkTarget(name);
    return reply
      .code(303)
      .header('location', `/${encodeURIComponent(name).replaceAll('%3A', ':')}`)
      .send();
  },
});

/** refusePage: throws for names that are pages, as own-pages.ts says. */
export const gradeRoutes = (context: HttpContext, responder: ReportResponder, refusePage: (name: string) => void): Route[] => [
  grade(context, responder, refusePage),
  badgeRoute(context),
  history(context),
  form(context),
];
