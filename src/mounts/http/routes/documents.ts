// Immutable documents by their digest: reports, proofs, evidence, packs. A takedown leaves a signed tombstone.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AxproofError } from '../../../contract/errors.ts';
import type { Evidence, Pack, Report } from '../../../contract/generated/types.ts';
import { blindSpotsText } from '../../../report/blind-spots.ts';
import { har } from '../../../report/har.ts';
import { receiptsPage } from '../../../report/html/receipts-page.ts';
import { allBytes, type Content } from '../../../report/written.ts';
import { spotsOf } from '../../../run/blind-spots.ts';
import { SERVICE } from '../../../service/description.ts';
import type { DocumentKind } from '../../../service/service.ts';
import type { HttpContext } from '../context.ts';
import { preferred, wantsPage } from '../negotiate.ts';
import { digest as digestOf } from '../parameters.ts';
import type { ReportResponder } from '../report-responder.ts';
import type { Route } from '../route.ts';
import { FOREVER, send } from '../send.ts';

const GONE = {
  description: 'It was taken down: a signed tombstone.',
  content: { json: { type: 'object' }, html: { type: 'string' } },
} as const;

/** Evidence has no issuer: the archive names this service, and the time of the first exchange. */
function evidenceHar(content: Content, digest: string): string {
  const evidence = { ...(JSON.parse(allBytes(content).toString('utf8')) as Evidence), digest };
  const at =
    evidence.exchanges.find(({ answer }) => answer.timing?.startedAt !== undefined)?.answer.timing?.startedAt ?? '1970-01-01T00:00:00.000Z';
  return `${JSON.stringify(har({ evidence, issued: { at, by: SERVICE.name, version: SERVICE.software } } as Report), null, 2)}\n`;
}

const named = (request: FastifyRequest): string => (request.params as { digest: string }).digest.replace(/^(sha256:)?/, 'sha256:');

/** The document, or the answer that says that it is gone. Throws not-found. */
async function found(
  kind: DocumentKind,
  request: FastifyRequest,
  reply: FastifyReply,
  { service }: HttpContext,
): Promise<{ digest: string; content: Content } | undefined> {
  const digest = named(request);
  const document = await service.document(kind, digest);
  if (!document) throw new AxproofError('not-found', `there is no ${kind} ${digest}`);
  if (document.state === 'here') return { digest, content: document.content };
  if (wantsPage(request.headers.accept)) throw new AxproofError('gone', `the ${kind} ${digest} was taken down`);
  send(request, reply, { form: 'json', body: document.content, status: 410, varies: true, cache: 'public, max-age=3600' });
  return undefined;
}

const report = (context: HttpContext, responder: ReportResponder): Route => ({
  method: 'GET',
  path: '/reports/{digest}',
  id: 'report',
  tag: 'documents',
  summary: 'A report by its digest: its exact bytes as JSON, or Markdown, or a page, or its evidence as HAR.',
  parameters: [digestOf('the report without its attestation')],
  answers: {
    200: {
      description: 'The report.',
      content: { json: 'Report', md: { type: 'string' }, html: { type: 'string' }, har: { type: 'object' } },
    },
    410: GONE,
  },
  problems: ['not-found'],
  async handle(request, reply) {
    const document = await found('report', request, reply, context);
    if (!document) return reply;
    const { stored } = await context.service.stored(document.digest);
    const form = preferred(request.headers.accept, ['json', 'md', 'html', 'har']);
    return responder.send(request, reply, stored, { form, varies: true, cache: form === 'json' ? FOREVER : 'public, max-age=300' });
  },
});

const receipts = (context: HttpContext): Route => ({
  method: 'GET',
  path: '/reports/{digest}/receipts',
  id: 'receipts',
  tag: 'documents',
  summary: 'Every request of a report with what came, as a page.',
  parameters: [digestOf('the report')],
  answers: { 200: { description: 'The page.', content: { html: { type: 'string' } } }, 410: GONE },
  problems: ['not-found'],
  async handle(request, reply) {
    const document = await found('report', request, reply, context);
    if (!document) return reply;
    const { report } = (await context.service.stored(document.digest)).stored;
    const body = receiptsPage(report, { reportUrl: `/reports/${document.digest}`, evidenceUrl: `/evidence/${report.evidence.digest}` });
    return send(request, reply, { form: 'html', body, cache: 'public, max-age=300' });
  },
});

const prompt = (context: HttpContext, responder: ReportResponder): Route => ({
  method: 'GET',
  path: '/reports/{digest}/prompt',
  id: 'prompt',
  tag: 'documents',
  summary: 'All fixes of a report as one Markdown text for a coding agent.',
  parameters: [digestOf('the report')],
  answers: { 200: { description: 'The text.', content: { text: { type: 'string' } } }, 410: GONE },
  problems: ['not-found'],
  async handle(request, reply) {
    const document = await found('report', request, reply, context);
    if (!document) return reply;
    const { stored } = await context.service.stored(document.digest);
    return responder.send(request, reply, stored, { form: 'text', cache: 'public, max-age=300' });
  },
});

const proof = ({ service }: HttpContext): Route => ({
  method: 'GET',
  path: '/reports/{digest}/proof',
  id: 'proof',
  tag: 'documents',
  summary: 'Proof that a report is in the transparency log (C2SP tlog-proof).',
  parameters: [digestOf('the report')],
  answers: { 200: { description: 'The proof.', content: { text: { type: 'string' } } } },
  problems: ['not-found'],
  async handle(request, reply) {
    const digest = named(request);
    const found = await service.proof(digest);
    if (!found) throw new AxproofError('not-found', `there is no proof of ${digest}`);
    return send(request, reply, { form: 'text', body: found, cache: FOREVER });
  },
});

const evidence = (context: HttpContext): Route => ({
  method: 'GET',
  path: '/evidence/{digest}',
  id: 'evidence',
  tag: 'documents',
  summary: 'The evidence of a report by its digest: exact bytes as JSON, or HAR 1.2.',
  parameters: [digestOf('the evidence')],
  answers: { 200: { description: 'The evidence.', content: { json: 'Evidence', har: { type: 'object' } } }, 410: GONE },
  problems: ['not-found'],
  async handle(request, reply) {
    const document = await found('evidence', request, reply, context);
    if (!document) return reply;
    const { digest, content } = document;
    const form = preferred(request.headers.accept, ['json', 'har']);
    const exact = form === 'json' ? { body: content, etag: digest.slice(7, 39), cache: FOREVER } : { body: evidenceHar(content, digest) };
    return send(request, reply, { form, varies: true, ...exact });
  },
});

const pack = (context: HttpContext): Route => ({
  method: 'GET',
  path: '/packs/{digest}',
  id: 'pack',
  tag: 'documents',
  summary: 'A pack by its digest, as resolved JSON; packs that callers sent are public.',
  parameters: [digestOf('the pack')],
  answers: { 200: { description: 'The pack.', content: { json: 'Pack' } }, 410: GONE },
  problems: ['not-found'],
  async handle(request, reply) {
    const document = await found('pack', request, reply, context);
    if (!document) return reply;
    return send(request, reply, { form: 'json', body: document.content, etag: document.digest.slice(7, 39), cache: FOREVER });
  },
});

const blindSpots = (context: HttpContext): Route => ({
  method: 'GET',
  path: '/packs/{digest}/blind-spots',
  id: 'blindSpots',
  tag: 'documents',
  summary: 'What no run of a pack sees, by the digest of the pack, as measured for its release.',
  parameters: [digestOf('the pack')],
  answers: { 200: { description: 'The blind spots.', content: { md: { type: 'string' } } }, 410: GONE },
  problems: ['not-found'],
  async handle(request, reply) {
    const document = await found('pack', request, reply, context);
    if (!document) return reply;
    const { name, version } = JSON.parse(allBytes(document.content).toString('utf8')) as Pack;
    const about = { digest: document.digest, called: `${name} ${version}` };
    const body = Buffer.from(blindSpotsText(about, spotsOf(document.digest)), 'utf8');
    return send(request, reply, { form: 'md', body });
  },
});

export const documentRoutes = (context: HttpContext, responder: ReportResponder): Route[] => [
  report(context, responder),
  receipts(context),
  prompt(context, responder),
  proof(context),
  evidence(context),
  pack(context),
  blindSpots(context),
];
