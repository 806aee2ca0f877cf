// Whether what was sent for a parameter can be a value of it: a call with another value is none.
import { expect } from 'chai';
import { callsOf, get, JSON_OK, query } from './called.ts';
import { doc, type Loose } from './support.ts';

describe('calls: values of parameters', () => {
  const header = (schema: Loose, name = 'Accept-Language') => ({ name, in: 'header', required: true, schema });
  const LANGUAGES = { type: 'string', enum: ['en', 'de'] };
  const ANY = { 'accept-language': '*' };
  const list = (more: Loose = {}) => query('q', { schema: { type: 'array', items: { type: 'integer', maximum: 9 } }, ...more });
  for (const [name, parameters, path, headers, expected] of [
    ['a header beyond its enum', [header(LANGUAGES)], '/a', ANY, false],
    ['a header of its enum', [header(LANGUAGES)], '/a', { 'Accept-Language': 'de' }, true],
    ['any text', [header({ type: 'string' })], '/a', ANY, true],
    ['a header that is no number', [header({ type: 'integer' }, 'X-V')], '/a', { 'x-v': '*' }, false],
    ['a header that is a number', [header({ type: 'integer' }, 'X-V')], '/a', { 'x-v': '2' }, true],
    ['a list in a header', [header({ type: 'array', items: LANGUAGES })], '/a', { 'accept-language': 'en,de' }, true],
    ['a header of which nobody can tell', [header({ $ref: 'other.json#/l' })], '/a', ANY, false],
    ['a header that need not be sent', [{ ...header(LANGUAGES), required: false }], '/a', ANY, true],
    ['a query within its maximum', [query('q', { schema: { type: 'integer', maximum: 100 } })], '/a?q=100', {}, true],
    ['a query beyond its maximum', [query('q', { schema: { type: 'integer', maximum: 100 } })], '/a?q=500', {}, false],
    ['a required query beyond it', [query('q', { required: true, schema: { type: 'integer', maximum: 100 } })], '/a?q=500', {}, false],
    ['one of two beyond it', [query('q', { schema: { type: 'integer', maximum: 100 } })], '/a?q=1&q=500', {}, false],
    ['a query beyond its enum', [query('q', { schema: { enum: ['a', 'b'] } })], '/a?q=c', {}, false],
    ['an encoded query of its enum', [query('q', { schema: { enum: ['a b'] } })], '/a?q=a+b', {}, true],
    ['a truth value', [query('q', { schema: { type: 'boolean' } })], '/a?q=true', {}, true],
    ['what is none', [query('q', { schema: { type: 'boolean' } })], '/a?q=maybe', {}, false],
    ['a text of digits', [query('q', { schema: { type: 'string', minLength: 2 } })], '/a?q=12', {}, true],
    ['nothing, where that is a value', [query('q', { allowEmptyValue: true, schema: { type: 'integer' } })], '/a?q', {}, true],
    ['nothing, where that is none', [query('q', { schema: { type: 'integer' } })], '/a?q', {}, false],
    ['a list that is repeated', [list()], '/a?q=1&q=2', {}, true],
    ['a list between commas', [list({ explode: false })], '/a?q=1,2', {}, true],
    ['a list of one', [list()], '/a?q=1', {}, true],
    ['a list with one beyond its maximum', [list()], '/a?q=1&q=10', {}, false],
    ['a query of which nobody can tell', [query('q', { schema: { $ref: 'other.json#/q' } })], '/a?q=1', {}, true],
    [
      'a query as JSON',
      [query('q', { schema: undefined, content: { 'application/json': { schema: { type: 'object' } } } })],
      '/a?q=1',
      {},
      true,
    ],
    ['a map in brackets', [query('f', { schema: { type: 'object' } })], '/a?f[x]=1', {}, true],
    [
      'what the document publishes itself',
      [query('q', { required: true, example: 500, schema: { type: 'integer', maximum: 100 } })],
      '/a?q=500',
      {},
      true,
    ],
  ] as const)
    it(name, () => {
      const sent = { headers: { accept: 'application/json', ...headers } };
      expect(callsOf(doc('3.1', { paths: { '/a': get({ parameters }) } }), path, sent)).to.deep.equal(expected ? ['GET /a'] : []);
    });

  const beyond = { name: 'q', in: 'query', required: true, type: 'integer', maximum: 100 };
  const swagger = doc('2.0', { paths: { '/a': { parameters: [beyond], get: { responses: { 200: { description: 'd' } } } } } });
  for (const [sent, expected] of [
    ['100', ['GET /a']],
    ['500', []],
  ] as const)
    it(`reads those of a path item, and of Swagger 2.0: ${sent}`, () => expect(callsOf(swagger, `/a?q=${sent}`)).to.deep.equal(expected));

  it('takes a header of Swagger 2.0 that certainly fits', () => {
    const language = { name: 'Accept-Language', in: 'header', required: true, type: 'string', enum: ['*'] };
    const document = doc('2.0', { paths: { '/a': { get: { parameters: [language], responses: { 200: { description: 'd' } } } } } });
    expect(callsOf(document, '/a', { headers: ANY })).to.deep.equal(['GET /a']);
  });

  it('takes the operation by its own word where its parameter is another than that of the path item', () => {
    const own = query('q', { schema: { type: 'integer', maximum: 900 } });
    const outer = query('q', { schema: { type: 'integer', maximum: 100 } });
    const document = doc('3.2', {
      paths: {
        '/a': {
          parameters: [outer],
          get: { parameters: [own], responses: JSON_OK },
          additionalOperations: { LIST: { responses: JSON_OK } },
        },
      },
    });
    expect(callsOf(document, '/a?q=500')).to.deep.equal(['GET /a']);
    expect(callsOf(document, '/a?q=500', { method: 'LIST' })).to.deep.equal([]);
    expect(callsOf(document, '/a?q=50', { method: 'LIST' })).to.deep.equal(['LIST /a']);
  });

  it('tells nothing of more values than a few', () => {
    const parameters = Array.from({ length: 30 }, (_, index) => query(`q${index}`, { schema: { type: 'integer' } }));
    const document = doc('3.0', { paths: { '/a': get({ parameters }) } });
    const sent = (n: number) =>
      `/a?${parameters
        .slice(0, n)
        .map(({ name }) => `${name}=1`)
        .join('&')}`;
    expect(callsOf(document, sent(20))).to.deep.equal(['GET /a']);
    expect(callsOf(document, sent(21))).to.deep.equal([]);
    expect(callsOf(document, `/a?${'q0=1&'.repeat(21)}`)).to.deep.equal([]);
  });
});
