// Monitors for whoever has an entitlement; status pages, feeds and badges of public ones for everybody.
import type { MonitorOrder } from '../../../contract/generated/types.ts';
import { DAY_MS } from '../../../contract/units.ts';
import { badge } from '../../../report/badge.ts';
import { atom, type Feed, jsonFeed } from '../../../report/feeds.ts';
import { statusPage } from '../../../report/html/status-page.ts';
import type { MonitorStatus } from '../../../service/service.ts';
import { pathOf, statusPath } from '../../../service/target.ts';
import { callerOf, leaving } from '../caller.ts';
import type { HttpContext } from '../context.ts';
import { preferred } from '../negotiate.ts';
import { ALERT, DOMAIN, MONITOR, WATCHED } from '../parameters.ts';
import { PAID_PROBLEMS, SPEC_PROBLEMS } from '../problem.ts';
import { OFFER, type Route } from '../route.ts';
import { jsonText, send, sendJson } from '../send.ts';
import { badgeState, feedEntries, monitorRecord, targetStatus } from '../status-facts.ts';

const FRESH = 'public, max-age=60';
/** Of the strip of a status page. */
const DAYS = 90;

const create = ({ service, own }: HttpContext): Route => ({
  method: 'POST',
  path: '/monitors',
  id: 'monitor',
  tag: 'paid',
  paid: 'monitors',
  summary: 'Scheduled reverification with alerts and a status page: a paid capability, answered with its offer.',
  body: 'MonitorRequest',
  takesSpecs: true,
  answers: {
    201: {
      description: 'It runs from now on. The secret is shown once.',
      content: { json: 'Monitor' },
      headers: { location: 'The monitor.' },
    },
    402: OFFER,
  },
  problems: [...PAID_PROBLEMS, ...SPEC_PROBLEMS, 'bad-domain', 'unknown-pack', 'beyond-grade', 'busy'],
  async handle(request, reply) {
    const order = request.body as MonitorOrder;
    const entitlement = await service.entitled(request.headers.authorization, 'monitors', service.checkTarget(order.target));
    const { facts, secret } = await service.monitors.create(order, { ...callerOf(request), entitlement }, leaving(reply));
    reply.header('location', `/monitors/${facts.id}`);
    const made = await service.monitors.status(facts.id, entitlement);
    return sendJson(reply, monitorRecord(made, own(), secret), { status: 201, cache: 'no-store' });
  },
});

const read = ({ service, own }: HttpContext): Route => ({
  method: 'GET',
  path: '/monitors/{id}',
  id: 'monitorState',
  tag: 'paid',
  paid: 'monitors',
  summary: 'A monitor: how its target stands, its last results, its alerts, and those that could not be delivered.',
  parameters: [MONITOR],
  answers: { 200: { description: 'The monitor.', content: { json: 'Monitor' } }, 402: OFFER },
  problems: [...PAID_PROBLEMS, 'not-found'],
  async handle(request, reply) {
    const entitlement = await service.entitled(request.headers.authorization, 'monitors');
    const found = await service.monitors.status((request.params as { id: string }).id, entitlement);
    return sendJson(reply, monitorRecord(found, own()), { cache: 'no-store' });
  },
});

const stop = ({ service }: HttpContext): Route => ({
  method: 'DELETE',
  path: '/monitors/{id}',
  id: 'stopMonitor',
  tag: 'paid',
  paid: 'monitors',
  summary: 'Stops a monitor; what it saw stays.',
  parameters: [MONITOR],
  answers: { 204: { description: 'It runs no more.' }, 402: OFFER },
  problems: [...PAID_PROBLEMS, 'not-found'],
  async handle(request, reply) {
    const entitlement = await service.entitled(request.headers.authorization, 'monitors');
    await service.monitors.stop((request.params as { id: string }).id, entitlement);
    return reply.code(204).header('cache-control', 'no-store').send();
  },
});

const resend = ({ service, own }: HttpContext): Route => ({
  method: 'POST',
  path: '/monitors/{id}/alerts/{alert}/resend',
  id: 'resendAlert',
  tag: 'paid',
  paid: 'monitors',
  summary: 'Sends a dead letter again, under its old id.',
  parameters: [MONITOR, ALERT],
  answers: { 202: { description: 'It waits to be sent.', content: { json: 'Monitor' } }, 402: OFFER },
  problems: [...PAID_PROBLEMS, 'not-found'],
  async handle(request, reply) {
    const entitlement = await service.entitled(request.headers.authorization, 'monitors');
    const { id, alert } = request.params as { id: string; alert: string };
    await service.monitors.resend(id, alert, entitlement);
    return sendJson(reply, monitorRecord(await service.monitors.status(id, entitlement), own()), {
      status: 202,
      cache: 'no-store',
    });
  },
});

/** What is open to everybody, of a target that is watched in public. */
const open = (
  context: HttpContext,
  route: Pick<Route, 'path' | 'id' | 'summary' | 'answers'>,
  telling: (status: MonitorStatus, accept?: string) => Parameters<typeof send>[1],
): Route => ({
  method: 'GET',
  tag: 'documents',
  parameters: [DOMAIN, WATCHED],
  problems: ['bad-domain', 'not-found'],
  ...route,
  async handle(request, reply) {
    const { pack } = request.query as { pack?: string };
    const target = context.service.checkTarget((request.params as { domain: string }).domain);
    return send(reply, telling(await context.service.monitors.publicStatus(target, pack), request.headers.accept));
  },
});

function feedOf(status: MonitorStatus, file: string, own: string): Feed {
  const { target, createdAt } = status.facts;
  return {
    title: `${new URL(target).host}: status`,
    url: `${own}${statusPath(status.facts, file)}`,
    page: `${own}${statusPath(status.facts)}`,
    entries: feedEntries(status, own),
    since: new Date(createdAt).toISOString(),
  };
}

function pageOf(status: MonitorStatus, context: HttpContext): string {
  const { target, packName } = status.facts;
  const path = (file: string): string => statusPath(status.facts, file);
  return statusPage({
    status: targetStatus(status, context),
    url: `${context.own()}${path('/status')}`,
    days: Array.from({ length: DAYS }, (_, i) => new Date(status.at - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10)),
    feeds: [
      { href: path('/feed.atom'), type: 'application/atom+xml', text: 'Atom feed' },
      { href: path('/feed.json'), type: 'application/feed+json', text: 'JSON Feed' },
    ],
    badgeUrl: path('/status.svg'),
    gradeUrl: pathOf(target, packName ?? undefined),
  });
}

const TEXT = { type: 'string' } as const;

/** They begin with a domain, and come after all names of the service's own. */
export const statusRoutes = (context: HttpContext): Route[] => [
  open(
    context,
    {
      path: '/{domain}/status',
      id: 'status',
      summary: 'The status of a target that is watched in public: ninety days, incidents, what changed.',
      answers: { 200: { description: 'The status.', content: { json: 'TargetStatus', html: TEXT } } },
    },
    (status, accept) => {
      const form = preferred(accept, ['json', 'html']);
      const body = form === 'html' ? pageOf(status, context) : jsonText(targetStatus(status, context));
      return { form, body, varies: true, cache: FRESH };
    },
  ),
  open(
    context,
    {
      path: '/{domain}/status.svg',
      id: 'statusBadge',
      summary: 'A badge with the trend of a target that is watched in public.',
      answers: { 200: { description: 'The badge.', content: { svg: TEXT } } },
    },
    (status) => ({ form: 'svg', body: badge(badgeState(status)), cache: FRESH }),
  ),
  open(
    context,
    {
      path: '/{domain}/feed.atom',
      id: 'atomFeed',
      summary: 'What happened to a target that is watched in public, as Atom.',
      answers: { 200: { description: 'The feed.', content: { atom: TEXT } } },
    },
    (status) => ({ form: 'atom', body: atom(feedOf(status, '/feed.atom', context.own())), cache: FRESH }),
  ),
  open(
    context,
    {
      path: '/{domain}/feed.json',
      id: 'jsonFeed',
      summary: 'The same as JSON Feed.',
      answers: { 200: { description: 'The feed.', content: { feed: { type: 'object' } } } },
    },
    (status) => ({ form: 'feed', body: jsonFeed(feedOf(status, '/feed.json', context.own())), cache: FRESH }),
  ),
];

export const monitorRoutes = (context: HttpContext): Route[] => [create(context), read(context), stop(context), resend(context)];
