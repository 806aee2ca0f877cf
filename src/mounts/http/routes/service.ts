// Health, keys, error codes, and who runs this.
import { AxproofError, ERRORS, type ErrorCode, remoteWords } from '../../../contract/errors.ts';
import { aboutPage } from '../../../report/html/about-page.ts';
import { errorCodePage } from '../../../report/html/error-page.ts';
import { SERVICE } from '../../../service/description.ts';
import type { HttpContext } from '../context.ts';
import { preferred, wantsPage } from '../negotiate.ts';
import { ERROR_CODE } from '../parameters.ts';
import { statusOf } from '../problem.ts';
import type { Route } from '../route.ts';
import { jsonText, send, sendJson, WHILE } from '../send.ts';
import { aboutMarkdown, operatorFacts } from '../surfaces/about.ts';

const health = (): Route => ({
  method: 'GET',
  path: '/health',
  id: 'health',
  tag: 'service',
  summary: 'Keyless liveness probe.',
  atOnce: true,
  answers: { 200: { description: 'The service runs.', content: { json: 'HealthRecord' } } },
  handle: async (_request, reply) => sendJson(reply, { ok: true, verifier: SERVICE.name, version: SERVICE.version }, { cache: 'no-store' }),
});

const ready = (context: HttpContext): Route => ({
  method: 'GET',
  path: '/health/ready',
  id: 'ready',
  tag: 'service',
  summary: 'Whether every part works: store, keys, engine, threads.',
  atOnce: true,
  answers: {
    200: { description: 'All do.', content: { json: 'Readiness' } },
    503: { description: 'One does not, or the service is stopping.', content: { json: 'Readiness' } },
  },
  async handle(_request, reply) {
    const found = await context.service.ready();
    return sendJson(reply, { ...found }, { status: found.ready ? 200 : 503, cache: 'no-store' });
  },
});

const keys = (context: HttpContext): Route => ({
  method: 'GET',
  path: '/.well-known/jwks.json',
  id: 'keys',
  tag: 'documents',
  summary: 'Every key that signs or ever signed reports.',
  answers: { 200: { description: 'The key set.', content: { jwks: 'PublishedKeySet' } } },
  handle: async (_request, reply) => send(reply, { form: 'jwks', body: jsonText(await context.service.keys()), cache: WHILE }),
});

const about = (context: HttpContext): Route => ({
  method: 'GET',
  path: '/about',
  id: 'about',
  tag: 'service',
  summary: 'Who runs this, how to opt out, what is stored.',
  answers: { 200: { description: 'The page.', content: { html: { type: 'string' }, md: { type: 'string' } } } },
  async handle(request, reply) {
    const form = preferred(request.headers.accept, ['html', 'md']);
    const facts = operatorFacts(context.config);
    return send(reply, { form, body: form === 'html' ? aboutPage(facts) : aboutMarkdown(facts), varies: true, cache: WHILE });
  },
});

const errorCode = (): Route => ({
  method: 'GET',
  path: '/errors/{code}',
  id: 'error',
  tag: 'service',
  summary: 'What an error code means, and what to do.',
  parameters: [ERROR_CODE],
  answers: { 200: { description: 'The entry.', content: { json: 'ErrorEntry', html: { type: 'string' } } } },
  problems: ['not-found'],
  async handle(request, reply) {
    const { code } = request.params as { code: string };
    if (!Object.hasOwn(ERRORS, code)) throw new AxproofError('not-found', 'there is no such error code');
    const { title, fix } = remoteWords(code as ErrorCode);
    const entry = { code, title, fix, status: statusOf(code as ErrorCode), exit: ERRORS[code as ErrorCode].exit };
    const shown = { varies: true, cache: WHILE };
    if (!wantsPage(request.headers.accept)) return sendJson(reply, entry, shown);
    return send(reply, { form: 'html', body: errorCodePage(entry), ...shown });
  },
});

export const serviceRoutes = (context: HttpContext): Route[] => [health(), ready(context), keys(context), about(context), errorCode()];
