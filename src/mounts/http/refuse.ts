// Answers with a problem, as JSON or as a page for browsers. Nothing of the request's text runs or is cached.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AxproofError, ErrorCode } from '../../contract/errors.ts';
import type { Offer, Problem } from '../../contract/generated/types.ts';
import { withoutUser } from '../../contract/quote.ts';
import { errorPage } from '../../report/html/error-page.ts';
import { offerPage } from '../../report/html/offer-page.ts';
import type { HttpContext } from './context.ts';
import { wantsPage } from './negotiate.ts';
import { asAxproofError, problemOf } from './problem.ts';
import { jsonText, type Sent, send } from './send.ts';
import { type OfferId, offer, type Sale } from './surfaces/offers.ts';

const offerOf = (error: AxproofError): OfferId =>
  error.details[0]?.startsWith('offer: ') ? (error.details[0].slice(7) as OfferId) : 'functional-tests';

/** RFC 6750 3: what is wrong with the credential that was shown. */
const CHALLENGE: Partial<Record<ErrorCode, string>> = {
  'bad-entitlement': 'Bearer error="invalid_token"',
  'entitlement-too-narrow': 'Bearer error="insufficient_scope"',
};

function limits(reply: FastifyReply, { remedy }: AxproofError): void {
  if (remedy?.retryAfter === undefined) return;
  const seconds = Math.max(1, Math.ceil(remedy.retryAfter));
  reply.header('retry-after', String(seconds));
  if (!remedy.quota) return;
  const { name, amount, seconds: window } = remedy.quota;
  reply.header('ratelimit-policy', `"${name}";q=${amount};w=${Math.ceil(window)}`).header('ratelimit', `"${name}";r=0;t=${seconds}`);
}

/** What is said of an error, in the form that the client wants. */
export function describeError(
  error: AxproofError,
  page: boolean,
  base: string,
  typed?: string,
  sale?: Sale,
): Pick<Sent, 'form' | 'body'> & { problem: Problem } {
  const problem = problemOf(error, base);
  if (error.code !== 'payment-required') {
    if (page) return { form: 'html', body: errorPage(problem, typed), problem };
    return { form: 'problem', body: jsonText(problem), problem };
  }
  const { type, status, code, detail } = problem;
  const made = { type, status, code, detail, ...offer(offerOf(error), base, sale) } as Offer;
  return page ? { form: 'html', body: offerPage(made), problem } : { form: 'problem', body: jsonText(made), problem };
}

/** What somebody meant as a domain, in a form or in the address, without a password that stood before it. */
function typedIn({ query, params }: FastifyRequest): string | undefined {
  const typed = (query as { domain?: unknown } | undefined)?.domain ?? (params as { domain?: unknown } | undefined)?.domain;
  return typeof typed === 'string' ? withoutUser(typed) : undefined;
}

/** What a run costs that can be paid for by itself, in the words of x402. */
function requiredOf(error: AxproofError, { url }: FastifyRequest, { payments, own }: HttpContext): string | undefined {
  if (error.code !== 'payment-required') return undefined;
  return payments?.required(offerOf(error), `${own()}${url.split('?')[0]}`, error.message);
}

const saleOf = (required: string | undefined, { payments }: HttpContext): Sale =>
  payments === undefined ? 'nothing' : required === undefined ? 'other' : 'this';

export function refuse(reply: FastifyReply, thrown: unknown, context: HttpContext): FastifyReply {
  const { request } = reply;
  const error = asAxproofError(thrown, request.routeOptions.bodyLimit);
  // What is not told is logged.
  if (error !== thrown && error.cause !== undefined)
    context.log.error({ error: String((thrown as Error)?.stack ?? thrown), details: (thrown as AxproofError).details }, 'a request failed');
  const required = requiredOf(error, request, context);
  const page = wantsPage(request.headers.accept);
  const { problem, form, body } = describeError(error, page, context.own(), typedIn(request), saleOf(required, context));
  context.onRefusal(error.code);
  limits(reply, error);
  if (required !== undefined) reply.header('payment-required', required);
  const challenge = CHALLENGE[error.code];
  if (challenge !== undefined) reply.header('www-authenticate', challenge);
  if (problem.lastReport !== undefined) reply.header('link', `<${problem.lastReport}>; rel="prev"; type="application/json"`);
  return send(reply, { form, body, status: problem.status, varies: true, cache: 'no-store' });
}
