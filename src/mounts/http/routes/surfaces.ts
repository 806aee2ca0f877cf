// What the service publishes about itself, all of it made from its one description.
import { AxproofError } from '../../../contract/errors.ts';
import { DAY_MS } from '../../../contract/units.ts';
import { homePage } from '../../../report/html/home-page.ts';
import type { Config } from '../../../service/config.ts';
import { AGENT_CLASSES, LADDER, NOT_FOR, SERVICE, SURFACES } from '../../../service/description.ts';
import { paid } from '../../../service/entitlements.ts';
import { leaving } from '../caller.ts';
import type { HttpContext } from '../context.ts';
import { type Form, formOf, preferred } from '../negotiate.ts';
import { FORMAT } from '../parameters.ts';
import { RUN_PROBLEMS } from '../problem.ts';
import type { ReportResponder } from '../report-responder.ts';
import { OFFER, type Operation, type Route } from '../route.ts';
import { GOES_ON, sendRun } from '../run-status.ts';
import { jsonText, send, WHILE } from '../send.ts';
import { agentsJson, apiCatalog, icpJson, linkHeader, mcpServerCard } from '../surfaces/cards.ts';
import { llmsFullTxt, llmsTxt, rootMarkdown } from '../surfaces/llms.ts';

/** Nothing is hidden from crawlers: what one of them starts spends its own budget, like anybody's. */
const robotsTxt = (base: string): string => `User-agent: *
Allow: /

# ${base}/llms.txt says what is here.
`;

const YEAR = 365 * DAY_MS;

/** RFC 9116. It expires within a year of the day on which it is asked for. */
function securityTxt(base: string, config: Config, now: number): string {
  const expires = new Date(Math.floor((now + YEAR / 2) / DAY_MS) * DAY_MS).toISOString();
  return [
    `Contact: ${config.contact ?? `${base}/about`}`,
    // Whoever is graded and objects looks here too.
    ...(config.abuse === undefined || config.abuse === config.contact ? [] : [`Contact: ${config.abuse}`]),
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${base}/.well-known/security.txt`,
    '',
  ].join('\n');
}

const WAIT = 25_000;

interface Published {
  path: string;
  id: string;
  summary: string;
  form: Form;
  /** Name of a definition of schemas/; a text or any object unless given. */
  schema?: string;
  text(base: string): string;
}

const text = { type: 'string' } as const;

/** Documents of one form each. */
const documentsOf = ({ packs, config, now, payments }: HttpContext, operations: () => readonly Operation[]): Published[] => [
  { path: '/llms.txt', id: 'llmsTxt', summary: 'The service for language models.', form: 'md', text: (base) => llmsTxt(base, packs) },
  {
    path: '/llms-full.txt',
    id: 'llmsFullTxt',
    summary: 'The same with every endpoint and error.',
    form: 'md',
    text: (base) => llmsFullTxt(base, packs, operations()),
  },
  {
    path: '/icp.json',
    id: 'icp',
    summary: 'Which classes of agents the service is for.',
    form: 'json',
    schema: 'Icp',
    text: (base) => jsonText(icpJson(base)),
  },
  {
    path: '/.well-known/agents.json',
    id: 'agentsJson',
    summary: 'The agent card.',
    form: 'json',
    text: (base) => jsonText(agentsJson(base, payments !== undefined)),
  },
  {
    path: '/.well-known/mcp/server-card.json',
    id: 'mcpServerCard',
    summary: 'The MCP server card.',
    form: 'json',
    text: (base) => jsonText(mcpServerCard(base)),
  },
  {
    path: '/.well-known/api-catalog',
    id: 'apiCatalog',
    summary: 'A linkset of all surfaces (RFC 9727).',
    form: 'catalog',
    text: (base) => jsonText(apiCatalog(base)),
  },
  {
    path: '/.well-known/security.txt',
    id: 'securityTxt',
    summary: 'Whom to tell of a vulnerability (RFC 9116).',
    form: 'text',
    text: (base) => securityTxt(base, config, now()),
  },
  { path: '/robots.txt', id: 'robotsTxt', summary: 'What crawlers may ask.', form: 'text', text: robotsTxt },
];

function documents(context: HttpContext, operations: () => readonly Operation[]): Route[] {
  return documentsOf(context, operations).map(({ path, id, summary, form, schema, text: make }) => ({
    method: 'GET',
    path,
    id,
    tag: 'surfaces',
    summary,
    answers: { 200: { description: summary, content: { [form]: schema ?? (/json|catalog/.test(form) ? { type: 'object' } : text) } } },
    async handle(_request, reply) {
      // RFC 9727 section 3: HEAD of the catalog carries the link to itself.
      if (form === 'catalog') reply.header('link', `<${context.own()}${path}>; rel="api-catalog"`);
      return send(reply, { form, body: make(context.own()), cache: WHILE });
    },
  }));
}

const index = (base: string): unknown => ({
  name: SERVICE.name,
  version: SERVICE.version,
  description: SERVICE.description,
  agent_classes: AGENT_CLASSES(base),
  links: Object.fromEntries(SURFACES.map(({ path, title }) => [title, `${base}${path}`])),
});

function root(context: HttpContext): Route {
  return {
    method: 'GET',
    path: '/',
    id: 'root',
    tag: 'surfaces',
    summary: 'The service in the form of the client: Markdown for agents, a page for browsers, an index as JSON.',
    answers: {
      200: {
        description: 'The service.',
        content: { md: text, html: text, json: 'ServiceIndex' },
        headers: { link: 'Every surface.' },
      },
    },
    async handle(request, reply) {
      const base = context.own();
      const form = preferred(request.headers.accept, ['md', 'html', 'json']);
      reply.header('link', linkHeader(base));
      const shown = { form, varies: true, cache: 'no-cache' };
      if (form === 'md') return send(reply, { body: rootMarkdown(base, context.packs), ...shown });
      if (form === 'json') return send(reply, { body: jsonText(index(base)), ...shown });
      const body = homePage({
        version: SERVICE.software,
        url: base,
        summary: SERVICE.summary,
        agents: AGENT_CLASSES(base),
        ladder: LADDER,
        notFor: NOT_FOR,
        surfaces: SURFACES,
        packs: context.packs.all.map(({ name, digest, document }) => ({ name, digest, title: document.title })),
        self: (await context.service.latest(base))?.report,
      });
      return send(reply, { body, ...shown });
    },
  };
}

const self = (context: HttpContext, responder: ReportResponder): Route => ({
  method: 'GET',
  path: '/self',
  id: 'self',
  tag: 'verify',
  summary: 'The attested report of the service about itself, obtained through its own public protocols.',
  parameters: [FORMAT],
  answers: {
    200: {
      description: 'The report.',
      content: { json: 'VerificationReport', md: text, html: text },
      headers: { age: 'Seconds since it was issued.' },
    },
    202: { ...GOES_ON, description: 'The first self-run goes on: follow Location.' },
  },
  problems: [...RUN_PROBLEMS, 'busy', 'not-found'],
  async handle(request, reply) {
    const form = formOf(request, ['md', 'html', 'json']);
    const answer = await context.service.self({ most: WAIT, signal: leaving(reply) });
    if (answer.state === 'running') return sendRun(reply, answer.run, context, 202, form === 'html');
    if (answer.state === 'none') throw new AxproofError('not-found', 'there is no self-report yet');
    return responder.grade(reply, answer, { form, varies: true, about: { url: `${context.own()}/self` }, cache: 'no-cache' });
  },
});

const offerRoute: Route = {
  method: 'GET',
  path: '/offers/attested-run',
  id: 'attestedRunOffer',
  tag: 'paid',
  summary:
    'The shape of a structured 402 offer: what it buys, metered with a hard ceiling, a placeholder checkout, free alternatives. No amounts.',
  answers: { 402: OFFER },
  async handle() {
    throw paid('attested-run', 'an attested run with functional tests is a paid capability');
  },
};

export const surfaceRoutes = (context: HttpContext, responder: ReportResponder, operations: () => readonly Operation[]): Route[] => [
  root(context),
  ...documents(context, operations),
  self(context, responder),
  offerRoute,
];
