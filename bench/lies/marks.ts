// Marks that an operation or a site may bear without being believed less or more: each also stands on honest sites, where it may not blame.
import { type Document, isMap, Document as Written, type YAMLMap } from 'yaml';
import type { Contract } from './documents.ts';
import type { Mark } from './lie.ts';
import { schemaRef } from './resources.ts';
import { alter, type Layer } from './site.ts';

/** The same contract with tags on texts, one anchor that nobody uses, and an alias wherever an answer is said twice. */
export function asTaggedYaml(contract: Contract): string {
  const document: Document = new Written(contract, { aliasDuplicateObjects: false });
  const version = document.getIn(['info', 'version'], true) as { tag?: string; anchor?: string };
  version.tag = 'tag:yaml.org,2002:str';
  (document.getIn(['info'], true) as YAMLMap).anchor = 'about';
  const first = new Map<string, YAMLMap>();
  for (const [path, item] of Object.entries(contract.paths))
    for (const [method, { responses }] of Object.entries(item))
      for (const [status, response] of Object.entries(responses)) {
        const place = ['paths', path, method, 'responses', status];
        const text = JSON.stringify(response);
        const known = first.get(text);
        const node = document.getIn(place, true);
        if (known) document.setIn(place, document.createAlias(known, known.anchor ?? `answer${first.size}`));
        else if (isMap(node)) first.set(text, node as YAMLMap);
      }
  return document.toString({ lineWidth: 0 });
}

const vendor: Layer = (_ask, reply) => ({
  ...reply,
  headers: { ...reply.headers, server: 'cloudflare', 'cf-ray': '8f2b1c-FRA', 'x-vendor': 'edge' },
});

/** Pages that say something else each time: a request id in HTML and in problems. */
export const changingToken: Layer = (ask, reply) => {
  const id = `req-${(ask.total * 7919 + 104_729).toString(16)}`;
  const headers = { ...reply.headers, 'x-request-id': id };
  if (typeof reply.body === 'string' && reply.type?.startsWith('text/html'))
    return { ...reply, headers, body: reply.body.replace('</head>', `<meta name="request" content="${id}"></head>`) };
  if (reply.type === 'application/problem+json') return { ...reply, headers, json: { ...(reply.json as object), requestId: id } };
  return { ...reply, headers };
};

export const MARKS: readonly Mark[] = [
  {
    name: 'deprecated',
    ofOperations: true,
    put: (_site, operations) => {
      for (const { spec } of operations) spec.deprecated = true;
    },
  },
  {
    name: 'paid',
    ofOperations: true,
    put: (_site, operations) => {
      for (const { spec } of operations)
        spec.responses['402'] ??= { description: 'An offer.', content: { 'application/json': { schema: schemaRef('Offer') } } };
    },
  },
  {
    name: 'optional-key',
    ofOperations: true,
    put: (_site, operations) => {
      for (const { spec } of operations) spec.security = [{ apiKey: [] }, {}];
    },
  },
  {
    name: 'vendor',
    ofOperations: false,
    put: (site, operations) => {
      site.layers.push(vendor);
      for (const operation of operations)
        alter(site, operation, (reply) =>
          (reply.status ?? 200) === 200 ? { ...reply, headers: { ...reply.headers, 'cf-mitigated': 'challenge' } } : reply,
        );
    },
  },
  {
    name: 'yaml',
    ofOperations: false,
    needs: { yaml: true },
    put: (site) => {
      site.write = asTaggedYaml;
    },
  },
  {
    name: 'token',
    ofOperations: false,
    put: (site) => {
      site.layers.push(changingToken);
    },
  },
  {
    name: 'external-ref',
    ofOperations: false,
    put: (site, operations) => {
      const other = site.operations.find((one) => one.kind !== 'report' && !operations.includes(one))!;
      const content = other.spec.responses['200']?.content ?? {};
      for (const media of Object.values(content)) media.schema = { $ref: './shared.json#/$defs/Anything' };
      site.routes.set('GET /shared.json', { json: { $defs: { Anything: {} } } });
    },
  },
];
