// The service's own OpenAPI 3.1 document, made from its routes and from schemas/: every route, and every status that it can answer.
import { type ErrorCode, remoteWords } from '../../contract/errors.ts';
import type { JsonSchema } from '../../contract/generated/types.ts';
import { SERVICE } from '../../service/description.ts';
import { definitions } from './definitions.ts';
import { type Form, MEDIA } from './negotiate.ts';
import { statusOf } from './problem.ts';
import type { Route, RouteAnswer, RouteParameter } from './route.ts';

const reference = (name: string): string => `#/components/schemas/${name}`;

/** Whatever is asked, the service may fail, be closing, or have no room for a long answer; what takes parameters or a body refuses those that are none. */
const ALWAYS: readonly ErrorCode[] = ['internal', 'store-unavailable', 'busy'];
const OF_BODIES: readonly ErrorCode[] = ['bad-request', 'body-too-large', 'unsupported-media-type'];

/** What may come with a body is read before its route is asked, also where the route takes none. */
function codesOf({ method, problems = [], parameters = [] }: Route): Set<ErrorCode> {
  const own: readonly ErrorCode[] = method === 'GET' ? [] : OF_BODIES;
  return new Set([...problems, ...(parameters.length > 0 ? (['bad-request'] as const) : []), ...own, ...ALWAYS]);
}

const text = { type: 'string' } as const;
const RETRY = { 'retry-after': { description: 'Seconds to wait.', schema: text } };
/** Headers of the problems that end by themselves. */
const LIMITED: Readonly<Record<number, Record<string, unknown>>> = {
  429: {
    ...RETRY,
    ratelimit: { description: 'What is left, and for how long.', schema: text },
    'ratelimit-policy': { description: 'What is allowed in which time.', schema: text },
    link: { description: 'The last report of the target.', schema: text },
  },
  503: RETRY,
};

/** Every problem is a page too, for browsers. */
const AS_PROBLEM = { [MEDIA.problem]: { schema: { $ref: reference('Problem') } }, [MEDIA.html]: { schema: text } };

const TAGS = [
  { name: 'verify', description: 'Grades, pinned verifications, and the runs behind them.' },
  { name: 'documents', description: 'Immutable documents by their digest, and the keys that signed them.' },
  { name: 'surfaces', description: 'What the service publishes about itself.' },
  { name: 'service', description: 'Health, errors, and who runs this.' },
  {
    name: 'paid',
    description: 'Paid capabilities: each answers 402 with an offer, unless an entitlement of the operator is sent as a Bearer credential.',
  },
];

const schemaOf = (schema: string | JsonSchema): JsonSchema => (typeof schema === 'string' ? { $ref: reference(schema) } : schema);

function content(answer: RouteAnswer): Record<string, unknown> | undefined {
  if (!answer.content) return undefined;
  return Object.fromEntries(Object.entries(answer.content).map(([form, schema]) => [MEDIA[form as Form], { schema: schemaOf(schema) }]));
}

function response(answer: RouteAnswer): unknown {
  const body = content(answer);
  const headers = Object.entries(answer.headers ?? {}).map(([name, description]) => [name, { description, schema: { type: 'string' } }]);
  return {
    description: answer.description,
    ...(body ? { content: body } : {}),
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
  };
}

/** Problems by status, with the codes that it stands for. */
function problems(route: Route): Record<string, unknown> {
  const { answers } = route;
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codesOf(route)) {
    const status = statusOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const out: Record<string, unknown> = {};
  for (const [status, list] of byStatus) {
    const description = list.map((code) => `${code}: ${remoteWords(code).title}.`).join(' ');
    const headers = LIMITED[status];
    const answer = answers[status];
    out[status] = {
      description: answer ? `${answer.description} ${description}` : description,
      ...(headers ? { headers } : {}),
      content: { ...AS_PROBLEM, ...(answer ? content(answer) : {}) },
    };
  }
  return out;
}

const parameter = ({ name, in: place, description, schema, example }: RouteParameter): unknown => ({
  name,
  in: place,
  description,
  required: place === 'path',
  schema,
  ...(example === undefined ? {} : { example }),
});

function operation(route: Route): unknown {
  const takes = route.body ?? route.message;
  const unchanged = route.method === 'GET' && route.answers[200]?.content !== undefined && route.answers[200].content.events === undefined;
  return {
    operationId: route.id,
    summary: route.summary,
    tags: [route.tag],
    // Optional: whoever shows none is told the offer.
    ...(route.paid ? { security: [{}, { entitlement: [] }] } : {}),
    ...(route.parameters ? { parameters: route.parameters.map(parameter) } : {}),
    ...(takes === undefined ? {} : { requestBody: { required: true, content: { [MEDIA.json]: { schema: schemaOf(takes) } } } }),
    responses: {
      ...Object.fromEntries(Object.entries(route.answers).map(([status, answer]) => [status, response(answer)])),
      ...(unchanged ? { 304: { description: 'It is what If-None-Match names.' } } : {}),
      ...problems(route),
    },
  };
}

function used(routes: readonly Route[]): Set<string> {
  const out = new Set(['Problem']);
  for (const { body, answers } of routes) {
    if (body !== undefined) out.add(body);
    for (const { content: forms } of Object.values(answers))
      for (const schema of Object.values(forms ?? {})) if (typeof schema === 'string') out.add(schema);
  }
  return out;
}

export function openapi(routes: readonly Route[], base: string): unknown {
  const shown = routes.filter(({ hidden }) => !hidden);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of shown) paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  return {
    openapi: '3.1.0',
    info: {
      title: SERVICE.title,
      version: SERVICE.version,
      summary: SERVICE.summary,
      description: SERVICE.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: base }],
    security: [],
    tags: TAGS,
    paths,
    components: {
      schemas: definitions(used(shown), reference),
      securitySchemes: {
        entitlement: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'An entitlement that the operator issued: for some capabilities and targets, up to a ceiling of runs. Nothing that is free reads it.',
        },
      },
    },
  };
}
