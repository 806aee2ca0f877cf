// Which members the value of each view can have, for whoever checks paths before anything is read. docs/views.md says what they mean.
import type { ViewName, ViewShape } from './view.ts';

const VALUE = {};
/** Members that hold one value each. */
const values = (names: string): { [name: string]: ViewShape } => Object.fromEntries(names.split(' ').map((name) => [name, VALUE]));

const PROBLEM = values('code message place');
const PRICE = values('id url amount digits currency per form scheme place');
const PRICE_OF_THING: ViewShape = { ...PRICE, at: VALUE, thing: [VALUE] };

const OPERATION = {
  ...values(
    'id operationId summary method path place server url address asks callable templated keyless said deprecated sunset body bodyRequired accept paid givesIds named',
  ),
  servers: [VALUE],
  unlisted: [VALUE],
  security: [[VALUE]],
  parameters: [values('name in required')],
  statuses: [VALUE],
  types: [VALUE],
  prices: [PRICE],
  idFrom: { ...values('list url'), pointer: [VALUE], ...values('before after'), names: [VALUE], types: [VALUE], formats: [VALUE] },
} as const;

const OFFER = values(
  'kind id title description resource amount currency interval asset network scheme payTo checkout ceiling expires method alternatives place',
);

const ARTEFACT = {
  ...values('kind alg kid foreign keyUrl payloadType signature message unjudged place'),
  payload: null,
  certified: null,
  messages: [VALUE],
} as const;

export const VIEW_MEMBERS: Readonly<Record<ViewName, ViewShape>> = {
  json: null,
  yaml: null,
  text: values('text lines charset'),
  markdown: {
    ...values('title preamble titles summary'),
    sections: [values('title depth links place')],
    links: [values('href text section notes before as place')],
    stray: [VALUE],
    length: VALUE,
  },
  html: {
    ...values('title lang description'),
    headings: [VALUE],
    links: [{ href: VALUE, rel: [VALUE], ...values('type text place') }],
    ...values('scripts text cjk'),
  },
  linkset: {
    ...values('source document contexts profile'),
    links: [{ ...values('anchor rel href type title'), hreflang: [VALUE], ...values('profile place') }],
    problems: [{ ...PROBLEM, source: VALUE }],
  },
  openapi: {
    ...values('version line title apiVersion'),
    servers: [{ ...values('url place absolute variable'), unlisted: [VALUE] }],
    documentation: [values('href written place')],
    unresolved: [VALUE],
    schemes: [values('name type scheme in issuer place')],
    operations: [OPERATION],
    unread: [{ ...PROBLEM, ...values('id method path') }],
    webhooks: VALUE,
    problems: [PROBLEM],
  },
  jsonrpc: {
    id: VALUE,
    result: null,
    error: { ...values('code message'), data: null },
    ...values('notifications responses framing modern'),
  },
  prices: { stated: [PRICE_OF_THING], asked: [PRICE_OF_THING] },
  offer: { kinds: [VALUE], offers: [OFFER], problems: [PROBLEM] },
  signed: {
    artefacts: [ARTEFACT],
    more: VALUE,
    keyUrls: [values('href place')],
    keys: [values('kid kty crv x y alg use form place')],
    problems: [PROBLEM],
  },
  refs: [values('href rel place')],
  problem: { ...values('type title status detail instance'), extensions: null },
  flows: { calls: [values('method path url member place')] },
  addresses: [{ ...values('href written name'), names: [VALUE], beside: null, place: VALUE }],
  interfaces: { calls: [values('id method url address asks place')] },
  robots: {
    groups: [
      {
        agents: [VALUE],
        rules: [values('allow path place')],
        signals: [{ ...values('field path'), values: null, place: VALUE }],
        place: VALUE,
      },
    ],
    sitemaps: [values('href absolute place')],
  },
  // Children have the names that the document gives them.
  xml: { ...values('name namespace'), attributes: null, text: VALUE, elements: null, others: null, place: VALUE },
};
