// Which members the value of each view can have, for whoever checks paths before anything is read. docs/views.md says what they mean.
import type { ViewShape } from '../contract/view.ts';

const VALUE = {};
const PLACED = { code: VALUE, message: VALUE, place: VALUE };
const LINK = { href: VALUE, rel: [VALUE], type: VALUE, text: VALUE, place: VALUE } as const;
const KEY = { kid: VALUE, kty: VALUE, crv: VALUE, x: VALUE, y: VALUE, alg: VALUE, use: VALUE, form: VALUE, place: VALUE };

const PRICE = Object.fromEntries('id url amount currency per form scheme place'.split(' ').map((name) => [name, VALUE]));

const OPERATION = {
  ...Object.fromEntries(
    'id operationId summary method path place server url address asks callable templated keyless said deprecated sunset body accept paid givesIds named'
      .split(' ')
      .map((name) => [name, VALUE]),
  ),
  servers: [VALUE],
  unlisted: [VALUE],
  security: [[VALUE]],
  parameters: [{ name: VALUE, in: VALUE, required: VALUE }],
  statuses: [VALUE],
  types: [VALUE],
  prices: [PRICE],
  idFrom: { list: VALUE, url: VALUE, pointer: [VALUE], before: VALUE, after: VALUE, names: [VALUE], types: [VALUE], formats: [VALUE] },
} as const;

const OFFER = Object.fromEntries(
  'kind id title description resource amount currency interval asset network scheme payTo checkout ceiling expires method alternatives place'
    .split(' ')
    .map((name) => [name, VALUE]),
);

const ARTEFACT = {
  ...Object.fromEntries('kind alg kid foreign keyUrl payloadType signature message unjudged place'.split(' ').map((name) => [name, VALUE])),
  payload: null,
  messages: [VALUE],
} as const;

/** Children have the names that the document gives them. */
const XML = { name: VALUE, namespace: VALUE, attributes: null, text: VALUE, elements: null, others: null, place: VALUE };

export const VIEW_MEMBERS: { readonly [view: string]: ViewShape } = {
  json: null,
  yaml: null,
  text: { text: VALUE, lines: VALUE, charset: VALUE },
  markdown: {
    title: VALUE,
    titles: VALUE,
    summary: VALUE,
    sections: [{ title: VALUE, depth: VALUE, links: VALUE, place: VALUE }],
    links: [{ href: VALUE, text: VALUE, section: VALUE, notes: VALUE, before: VALUE, as: VALUE, place: VALUE }],
    stray: [VALUE],
    length: VALUE,
  },
  html: { title: VALUE, lang: VALUE, description: VALUE, headings: [VALUE], links: [LINK], scripts: VALUE, text: VALUE },
  linkset: {
    source: VALUE,
    document: VALUE,
    contexts: VALUE,
    profile: VALUE,
    links: [{ anchor: VALUE, rel: VALUE, href: VALUE, type: VALUE, title: VALUE, hreflang: [VALUE], profile: VALUE, place: VALUE }],
    problems: [{ ...PLACED, source: VALUE }],
  },
  openapi: {
    version: VALUE,
    line: VALUE,
    title: VALUE,
    apiVersion: VALUE,
    servers: [{ url: VALUE, place: VALUE, absolute: VALUE, variable: VALUE, unlisted: [VALUE] }],
    documentation: [VALUE],
    unresolved: [VALUE],
    schemes: [{ name: VALUE, type: VALUE, scheme: VALUE, in: VALUE, issuer: VALUE, place: VALUE }],
    operations: [OPERATION],
    webhooks: VALUE,
    problems: [PLACED],
  },
  jsonrpc: {
    id: VALUE,
    result: null,
    error: { code: VALUE, message: VALUE, data: null },
    notifications: VALUE,
    responses: VALUE,
    framing: VALUE,
    modern: VALUE,
  },
  prices: { stated: [PRICE], asked: [PRICE] },
  offer: { kinds: [VALUE], offers: [OFFER], problems: [PLACED] },
  signed: { artefacts: [ARTEFACT], more: VALUE, keyUrls: [{ href: VALUE, place: VALUE }], keys: [KEY], problems: [PLACED] },
  refs: [{ href: VALUE, rel: VALUE, place: VALUE }],
  problem: { type: VALUE, title: VALUE, status: VALUE, detail: VALUE, instance: VALUE, extensions: null },
  flows: { calls: [{ method: VALUE, path: VALUE, url: VALUE, member: VALUE, place: VALUE }] },
  addresses: [{ href: VALUE, name: VALUE, names: [VALUE], place: VALUE }],
  interfaces: { calls: [{ id: VALUE, method: VALUE, url: VALUE, address: VALUE, asks: VALUE, place: VALUE }] },
  robots: {
    groups: [
      {
        agents: [VALUE],
        rules: [{ allow: VALUE, path: VALUE, place: VALUE }],
        signals: [{ field: VALUE, path: VALUE, values: null, place: VALUE }],
        place: VALUE,
      },
    ],
    sitemaps: [{ href: VALUE, absolute: VALUE, place: VALUE }],
  },
  xml: XML,
};
