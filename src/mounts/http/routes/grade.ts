// GET /{domain}, its badge, and the free door for people that leads there.
import { AxproofError } from '../../../contract/errors.ts';
import { isSeed, SEED_WORDS } from '../../../contract/seed.ts';
import { badge } from '../../../report/badge.ts';
import { card } from '../../../report/card.ts';
import { certainty } from '../../../report/grade-words.ts';
import { refusal } from '../../../service/refusal.ts';
import type { Service } from '../../../service/service.ts';
import { pathOf } from '../../../service/target.ts';
import { callerOf, leaving } from '../caller.ts';
import type { HttpContext } from '../context.ts';
import { formOf } from '../negotiate.ts';
import { CURSOR, DOMAIN, FORMAT, PACK, SEED } from '../parameters.ts';
import { PAID_PROBLEMS, RUN_PROBLEMS } from '../problem.ts';
import type { ReportResponder } from '../report-responder.ts';
import { OFFER, type Route } from '../route.ts';
import { GOES_ON, sendRun } from '../run-status.ts';
import { asJson, givesBody, send } from '../send.ts';

/** Spaces, and what stands around an address in a text. */
const AROUND = /[\s\u200b-\u200f\u2060\ufeff]+|^[<("'`]+|[>)"'`,;.]+$/g;

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

function addressOf(text: string): URL | undefined {
  const whole = SCHEME.test(text) ? text : `http://${text}`;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

function isTarget(text: string, service: Pick<Service, 'checkTarget'>): boolean {
  try {
    return service.checkTarget(text) !== '';
  } catch {
    return false;
  }
}

/** The target that is meant: of an address its host. An international name becomes the name that stands in the DNS. Throws bad-domain. */
function pastedTarget(text: string, service: Pick<Service, 'checkTarget'>): string {
  const bare = text.replace(AROUND, '');
  const address = addressOf(bare);
  if (!address || !/^https?:$/.test(address.protocol)) {
    service.checkTarget(text.trim());
    return text.trim();
  }
  const { host, origin, protocol, username, password } = address;
  // Of a private target at its usual port the scheme is all that tells it from a word.
  if (SCHEME.test(bare) && username + password === '' && !isTarget(host, service) && isTarget(origin, service)) return origin;
  // A port that is not the usual one makes it another target, and so does https where http is usual.
  const named = service.checkTarget(host);
  return protocol === 'https:' && named.startsWith('http:') ? service.checkTarget(origin) : host;
}

/** How long a request waits for a run before it is told where to follow it. */
const WAIT = 25_000;

type Query = { seed?: string; pack?: string };

const REPORT = { json: 'GradeAnswer', md: { type: 'string' }, html: { type: 'string' } } as const;

function seedOf(text: string): number {
  const seed = Number(text);
  if (!isSeed(seed)) throw new AxproofError('bad-request', `a seed is ${SEED_WORDS}`, ['/seed: out of range']);
  return seed;
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
    202: GOES_ON,
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
    const form = formOf(request, ['md', 'html', 'json']);
    refusePage(domain);
    // A page is come back to: it shows what is there, and has a button that asks anew.
    const isPage = form === 'html' && seed === undefined;
    const conduct = isPage ? { kept: true } : /\bno-cache\b/i.test(request.headers['cache-control'] ?? '') ? { anew: true } : {};
    const answer = await context.service.grade(
      { target: domain, start: request.method !== 'HEAD', pack, seed: seed === undefined ? undefined : seedOf(seed), ...conduct },
      callerOf(request),
      // A browser sees the checks settle instead of a blank page.
      { most: form === 'html' ? 0 : WAIT, signal: leaving(reply) },
    );
    if (answer.state === 'none') throw new AxproofError('not-found', 'nothing is stored about this domain, and HEAD starts no run');
    if (answer.state === 'running') return sendRun(reply, answer.run, context, 202, form === 'html');
    const about = { form, varies: true };
    return isPage ? responder.page(reply, answer.stored, pack) : responder.grade(reply, answer, about);
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
    const verdict = (await context.service.latest(domain, (request.query as Query).pack))?.outline.verdict;
    const state = verdict ? ({ kind: 'grade', grade: verdict.grade, certainty: certainty(verdict) } as const) : ({ kind: 'none' } as const);
    return send(reply, { form: 'svg', body: badge(state), cache: 'public, max-age=60' });
  },
});

const cardRoute = (context: HttpContext): Route => ({
  method: 'GET',
  path: '/{domain}/card.svg',
  id: 'card',
  tag: 'documents',
  summary: 'A picture of the last fresh grade for previews of links; it starts no run.',
  parameters: [DOMAIN, PACK],
  answers: { 200: { description: 'The card.', content: { svg: { type: 'string' } } } },
  problems: ['bad-domain', 'unknown-pack'],
  async handle(request, reply) {
    const { domain } = request.params as { domain: string };
    const stored = await context.service.latest(domain, (request.query as Query).pack);
    const body = card(context.service.checkTarget(domain), stored?.outline);
    return send(reply, { form: 'svg', body, cache: 'public, max-age=60' });
  },
});

const history = ({ service, own }: HttpContext): Route => ({
  method: 'GET',
  path: '/{domain}/history',
  id: 'history',
  tag: 'paid',
  paid: 'history',
  summary: 'The signed grades of a domain over time, with what changed and why: a paid capability, answered with its offer.',
  parameters: [DOMAIN, CURSOR],
  answers: {
    200: { description: 'The newest grades first.', content: { json: 'GradeHistory' } },
    402: OFFER,
  },
  problems: [...PAID_PROBLEMS, 'bad-domain', 'bad-cursor'],
  async handle(request, reply) {
    const target = service.checkTarget((request.params as { domain: string }).domain);
    const entitlement = await service.entitled(request.headers.authorization, 'history', target);
    const { items, cursor } = await service.history(target, (request.query as { cursor?: string }).cursor);
    const grades = items.map(({ reportDigest, issuedAt, packDigest, grade, points, outOf, conclusive, changes }) => ({
      report: `${own()}/reports/${reportDigest}`,
      issuedAt: new Date(issuedAt).toISOString(),
      pack: packDigest,
      grade,
      score: { points, outOf },
      conclusive,
      changes: changes?.map(({ id, before, after, causes }) => ({ id, before: before?.verdict, after: after?.verdict, causes })),
    }));
    const page = asJson({ target, grades, cursor });
    // What is refused uses nothing up, and neither does an answer without a page.
    if (givesBody(request, page)) await service.useUp(entitlement, 'history');
    return send(reply, { ...page, cache: 'no-store' });
  },
});

const form = ({ service }: HttpContext): Route => ({
  method: 'GET',
  path: '/grade',
  id: 'openGrade',
  tag: 'service',
  summary: 'Leads from a form to the page of a domain, and asks the domain where nothing fresh is known of it.',
  hidden: true,
  answers: { 303: { description: 'The page of the domain.' } },
  async handle(request, reply) {
    const { domain = '', pack } = request.query as { domain?: string; pack?: string };
    const target = pastedTarget(String(domain), service);
    const named = pack === undefined ? {} : { pack: String(pack) };
    const answer = await service.grade({ target, start: request.method !== 'HEAD', ...named }, callerOf(request), { most: 0 });
    // Whoever asks for a new one is told why there is none.
    if (answer.state === 'report' && answer.instead) {
      const { code, message, retryAfter } = answer.instead;
      throw refusal(code, message, retryAfter, answer.stored.digest);
    }
    return reply
      .code(303)
      .header('location', pathOf(service.checkTarget(target), named.pack))
      .header('cache-control', 'no-store')
      .send();
  },
});

/** refusePage: throws for names that are pages, as own-pages.ts says. */
export const gradeRoutes = (context: HttpContext, responder: ReportResponder, refusePage: (name: string) => void): Route[] => [
  grade(context, responder, refusePage),
  badgeRoute(context),
  cardRoute(context),
  history(context),
  form(context),
];
