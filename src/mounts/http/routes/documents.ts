// Immutable documents by their digest: reports, proofs, evidence, packs. A takedown leaves a signed tombstone.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AxproofError } from '../../../contract/errors.ts';
import type { Evidence, Pack, Report, Tombstone } from '../../../contract/generated/types.ts';
import { blindSpotsText } from '../../../report/blind-spots.ts';
import { har } from '../../../report/har.ts';
import { receiptsPage } from '../../../report/html/receipts.ts';
import { allBytes, type Content } from '../../../report/written.ts';
import { SERVICE } from '../../../service/description.ts';
import type { PublishedKind } from '../../../service/service.ts';
import type { HttpContext } from '../context.ts';
import { formOf, preferred, wantsPage } from '../negotiate.ts';
import { digest as digestOf, FORMAT } from '../parameters.ts';
import type { ReportResponder } from '../report-responder.ts';
import type { Route, RouteAnswer } from '../route.ts';
import { FOREVER, jsonText, send, WHILE } from '../send.ts';

const GONE = {
  description: 'It was taken down: a signed tombstone.',
  content: { json: { type: 'object' }, html: { type: 'string' } },
} as const;

/** Evidence has no issuer: the archive names this service, and the time of the first exchange. */
function evidenceHar(content: Content, digest: string): string {
  const evidence = { ...(JSON.parse(allBytes(content).toString('utf8')) as Evidence), digest };
  const at =
    evidence.exchanges.find(({ answer }) => answer.timing?.startedAt !== undefined)?.answer.timing?.startedAt ?? '1970-01-01T00:00:00.000Z';
  return jsonText(har({ evidence, issued: { at, by: SERVICE.name, version: SERVICE.software } } as Report));
}

const readDigest = (request: FastifyRequest): string => (request.params as { digest: string }).digest.replace(/^(sha256:)?/, 'sha256:');

/** What is told of a document that is stored. */
interface Stored extends Pick<Route, 'path' | 'id' | 'summary' | 'parameters'> {
  kind: PublishedKind;
  of: string;
  answer: RouteAnswer;
  tell(document: { digest: string; content: Content }, reply: FastifyReply): unknown;
}

/** Where it was taken down, a tombstone is told in its place. */
const routeOf = ({ kind, of, answer, tell, ...route }: Stored, { service }: HttpContext): Route => ({
  method: 'GET',
  tag: 'documents',
  ...route,
  parameters: [digestOf(of), ...(route.parameters ?? [])],
  answers: { 200: answer, 410: GONE },
  problems: ['not-found'],
  async handle(request, reply) {
    const digest = readDigest(request);
    const document = await service.document(kind, digest);
    if (!document) throw new AxproofError('not-found', `there is no ${kind} ${digest}`);
    if (document.state === 'here') return tell({ digest, content: document.content }, reply);
    if (formOf(request, ['json', 'md', 'html']) === 'html' && wantsPage(request.headers.accept)) {
      const { document: named, at, reason } = JSON.parse(allBytes(document.content).toString('utf8')) as Tombstone;
      throw new AxproofError('gone', `the ${named} was taken down on ${at.slice(0, 10)}: ${reason}`);
    }
    return send(reply, { form: 'json', body: document.content, status: 410, varies: true, cache: 'public, max-age=3600' });
  },
});

const text = { type: 'string' } as const;

const ofReports = ({ service }: HttpContext, responder: ReportResponder): Stored[] => [
  {
    kind: 'report',
    path: '/reports/{digest}',
    id: 'report',
    summary: 'A report by its digest: its exact bytes as JSON, or Markdown, or a page, or its evidence as HAR.',
    of: 'the report without its attestation',
    parameters: [FORMAT],
    answer: { description: 'The report.', content: { json: 'Report', md: text, html: text, har: { type: 'object' } } },
    async tell({ digest }, reply) {
      const form = formOf(reply.request, ['json', 'md', 'html', 'har']);
      const { stored } = await service.stored(digest);
      return responder.send(reply, stored, { form, varies: true, cache: form === 'json' ? FOREVER : WHILE });
    },
  },
  {
    kind: 'report',
    path: '/reports/{digest}/receipts',
    id: 'receipts',
    summary: 'Every request of a report with what came, as a page.',
    of: 'the report',
    answer: { description: 'The page.', content: { html: text } },
    async tell({ digest }, reply) {
      const { stored } = await service.stored(digest);
      const evidenceUrl = `/evidence/${stored.outline.evidence.digest}`;
      const page = (): string => receiptsPage(stored.report, { reportUrl: `/reports/${digest}`, evidenceUrl });
      const body = await responder.once(`${digest} receipts`, stored.content.size, page);
      return send(reply, { form: 'html', body, cache: WHILE });
    },
  },
  {
    kind: 'report',
    path: '/reports/{digest}/prompt',
    id: 'prompt',
    summary: 'All fixes of a report as one Markdown text for a coding agent.',
    of: 'the report',
    answer: { description: 'The text.', content: { text } },
    async tell({ digest }, reply) {
      return responder.send(reply, (await service.stored(digest)).stored, { form: 'text', cache: WHILE });
    },
  },
];

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
    const digest = readDigest(request);
    const found = await service.proof(digest);
    if (!found) throw new AxproofError('not-found', `there is no proof of ${digest}`);
    return send(reply, { form: 'text', body: found, cache: FOREVER });
  },
});

const others = ({ packs }: HttpContext, responder: ReportResponder): Stored[] => [
  {
    kind: 'evidence',
    path: '/evidence/{digest}',
    id: 'evidence',
    summary: 'The evidence of a report by its digest: exact bytes as JSON, or HAR 1.2.',
    of: 'the evidence',
    answer: { description: 'The evidence.', content: { json: 'Evidence', har: { type: 'object' } } },
    async tell({ digest, content }, reply) {
      const form = preferred(reply.request.headers.accept, ['json', 'har']);
      if (form === 'json') return send(reply, { form, varies: true, body: content, etag: digest.slice(7, 39), cache: FOREVER });
      const body = await responder.once(`${digest} har`, content.size, () => evidenceHar(content, digest));
      return send(reply, { form, varies: true, body });
    },
  },
  {
    kind: 'pack',
    path: '/packs/{digest}',
    id: 'pack',
    summary: 'A pack by its digest, as resolved JSON; packs that callers sent are public.',
    of: 'the pack',
    answer: { description: 'The pack.', content: { json: 'Pack' } },
    tell: ({ digest, content }, reply) => send(reply, { form: 'json', body: content, etag: digest.slice(7, 39), cache: FOREVER }),
  },
  {
    kind: 'pack',
    path: '/packs/{digest}/blind-spots',
    id: 'blindSpots',
    summary: 'What no run of a pack sees, by the digest of the pack, as measured for its release.',
    of: 'the pack',
    answer: { description: 'The blind spots.', content: { md: text } },
    tell({ digest, content }, reply) {
      const { name, version } = JSON.parse(allBytes(content).toString('utf8')) as Pack;
      return send(reply, { form: 'md', body: blindSpotsText({ digest, called: `${name} ${version}` }, packs.blindSpots(digest)) });
    },
  },
];

export const documentRoutes = (context: HttpContext, responder: ReportResponder): Route[] => [
  ...ofReports(context, responder).map((one) => routeOf(one, context)),
  proof(context),
  ...others(context, responder).map((one) => routeOf(one, context)),
];
