// Lies of whole answers: status, media type, headers, bodies that are no JSON, and bodies of statuses other than 200.
import type { OperationLie } from '../lie.ts';
import { PROBLEM } from '../operations.ts';
import { schemaRef } from '../resources.ts';
import { alter, type Kind, type Operation, type Reply, type Site } from '../site.ts';
import { htmlPage } from '../surfaces.ts';

const DATA: readonly Kind[] = ['list', 'item', 'search', 'stats', 'latest'];
/** Without parameters in the path: what is absent there is absent. */
const PLAIN: readonly Kind[] = ['stats', 'latest', 'list'];

type Change = (reply: Reply, site: Site, operation: Operation) => Reply;

const answer = (name: string, claim: string, contradicted: string, change: Change, kinds = DATA): OperationLie => ({
  name,
  claim,
  contradicted,
  at: 'operation',
  kinds,
  tell: (site, operation) => alter(site, operation, (reply) => change(reply, site, operation)),
});

const withSpec = (lie: OperationLie, say: (operation: Operation) => void): OperationLie => ({
  ...lie,
  tell(site, operation) {
    say(operation);
    lie.tell(site, operation);
  },
});

const declareHeader =
  (name: string, type: string) =>
  ({ spec }: Operation): void => {
    spec.responses['200'] = { ...spec.responses['200'], headers: { [name]: { required: true, schema: { type } } } };
  };

export const ANSWERS: readonly OperationLie[] = [
  answer('html-under-json', 'the body is JSON', 'it is HTML that calls itself JSON', () => ({
    ...htmlPage('Loading', 'One moment.'),
    type: 'application/json',
  })),
  answer('html-page', 'the answer is application/json', 'it is a web page', () => htmlPage('Application', 'This needs JavaScript.')),
  answer('plain-text', 'the answer is application/json', 'the same body is text/plain', ({ json }) => ({
    type: 'text/plain',
    body: JSON.stringify(json),
  })),
  answer('xml', 'the answer is application/json', 'it is XML', () => ({ type: 'application/xml', body: '<items><item id="1"/></items>' })),
  answer('csv', 'the answer is application/json', 'it is CSV', () => ({ type: 'text/csv', body: 'id,name\n1,plain\n' })),
  answer('no-type', 'the answer is application/json', 'it names no media type', ({ json }) => ({ body: JSON.stringify(json) })),
  answer('empty-body', 'the body is JSON', 'it is empty', () => ({ type: 'application/json', body: '' })),
  answer('broken-json', 'the body is JSON', 'it ends in the middle', ({ json }) => ({
    type: 'application/json',
    body: JSON.stringify(json).slice(0, -7),
  })),
  answer('single-quotes', 'the body is JSON', 'it is a Python dict', () => ({
    type: 'application/json',
    body: "{'items': [], 'total': None}",
  })),
  answer('status-204', 'only 200 is declared', 'it answers 204', () => ({ status: 204 })),
  answer('status-202', 'only 200 is declared', 'it answers 202', ({ json }) => ({ status: 202, json })),
  answer('status-206', 'only 200 is declared', 'it answers 206 to a request without a range', ({ json }) => ({
    status: 206,
    headers: { 'content-range': 'bytes 0-9/100' },
    json,
  })),
  answer('login-redirect', 'data is answered to anybody', 'an undeclared redirect leads to a login page', (_reply, site) => {
    site.routes.set('GET /login', htmlPage('Log in', 'Your name and word, please.'));
    return { status: 302, headers: { location: '/login' } };
  }),
  withSpec(
    answer('header-missing', 'a header is required', 'it is not there', (reply) => reply),
    declareHeader('X-Total', 'integer'),
  ),
  withSpec(
    answer('header-type', 'a required header is an integer', 'it is a word', (reply) => ({
      ...reply,
      headers: { ...reply.headers, 'x-total': 'several' },
    })),
    declareHeader('X-Total', 'integer'),
  ),
  {
    ...answer('body-402', 'a declared 402 carries an offer', 'its body is none', () => ({ status: 402, json: { error: 'pay' } })),
    tell(site, operation) {
      const schema = schemaRef('Offer');
      operation.spec.responses['402'] = { description: 'An offer.', content: { 'application/json': { schema } } };
      alter(site, operation, () => ({ status: 402, json: { error: 'pay' } }));
    },
    needs: { paid: true },
  },
  withSpec(
    answer('body-404', 'a declared 404 carries a problem', 'its body is none', () => ({ status: 404, json: { detail: 7 } }), PLAIN),
    ({ spec }) => {
      spec.responses['404'] = { ...PROBLEM, content: { 'application/json': { schema: schemaRef('Problem') } } };
    },
  ),
  withSpec(
    answer('body-400', 'a declared 400 carries a problem', 'its body is none', () => ({ status: 400, json: { why: 'no' } }), PLAIN),
    ({ spec }) => {
      spec.responses['400'] = { description: 'Bad request.', content: { 'application/json': { schema: schemaRef('Problem') } } };
    },
  ),
  withSpec(
    answer(
      'default-body',
      'default covers every other status with a problem',
      'its body is none',
      () => ({ status: 409, json: [] }),
      PLAIN,
    ),
    ({ spec }) => {
      spec.responses.default = { description: 'A problem.', content: { 'application/json': { schema: schemaRef('Problem') } } };
    },
  ),
];
