// Which operations an exchange is a call of, and which it is not although its address fits.
import { expect } from 'chai';
import { Calls } from '../../../src/views/openapi/calls.ts';
import { sized } from '../../whole.ts';
import { callsOf, get, JSON_OK, operationsOf, query, URL_OF } from './called.ts';
import { doc, type Loose } from './support.ts';

const template = (more: Loose = {}) => get({ parameters: [{ name: 'id', in: 'path', required: true, schema: {}, ...more }] });

describe('calls: addresses', () => {
  const paths = (map: Loose, members: Loose = {}) => doc('3.0', { ...members, paths: map });
  const V1 = { servers: [{ url: '/v1' }] };
  const BOTH = { servers: [{ url: 'https://api.example/v1' }, { url: 'https://eu.example/v1' }] };
  for (const [name, document, path, sent, expected] of [
    ['a literal path', paths({ '/a': get() }), '/a', {}, ['GET /a']],
    ['the root', paths({ '/': get() }), '/', {}, ['GET /']],
    ['a fragment, which is not sent', paths({ '/a': get() }), '/a#b', {}, ['GET /a']],
    ['a path to be encoded', paths({ '/a b': get() }), '/a%20b', {}, ['GET /a b']],
    ['another path', paths({ '/a': get() }), '/b', {}, []],
    ['a longer path', paths({ '/a': get() }), '/a/b', {}, []],
    ['a closing slash, which is another path', paths({ '/a': get() }), '/a/', {}, []],
    ['another method', paths({ '/a': { head: { responses: JSON_OK } } }), '/a', {}, []],
    ['HEAD of HEAD', paths({ '/a': { head: { responses: JSON_OK } } }), '/a', { method: 'HEAD' }, ['HEAD /a']],
    ['HEAD of GET', paths({ '/a': get() }), '/a', { method: 'HEAD' }, []],
    ['under the server', paths({ '/a': get() }, V1), '/v1/a', {}, ['GET /a']],
    ['beside the server', paths({ '/a': get() }, V1), '/a', {}, []],
    ['under another server of the operation', paths({ '/a': get() }, BOTH), 'https://eu.example/v1/a', {}, ['GET /a']],
    ['on another site', paths({ '/a': get() }), 'https://b.example/a', {}, []],
    ['over another scheme', paths({ '/a': get() }), 'http://api.example/a', {}, []],
    ['what is no URL', paths({ '/a': get() }), '/a', { url: 'nowhere' }, []],
    ['an address that merely fits a template', paths({ '/{id}': template() }), '/docs', {}, []],
    ['a template that the URL was built from', paths({ '/{id}': template() }), '/docs', { from: ['/{id}'] }, ['GET /{id}']],
    [
      'a template that it was built from, with more before',
      paths({ '/a/{id}/b': template() }),
      '/a/7/b',
      { from: ['/a/{id}/b'] },
      ['GET /a/{id}/b'],
    ],
    ['a template that it does not even fit', paths({ '/a/{id}': template() }), '/b/7', { from: ['/a/{id}'] }, []],
    ['a template under another server', paths({ '/a/{id}': template() }, V1), '/a/7', { from: ['/a/{id}'] }, []],
    ['parts of a segment', paths({ '/a-{id}.json': template() }), '/a-7.json', { from: ['/a-{id}.json'] }, ['GET /a-{id}.json']],
    ['a segment without the parameter', paths({ '/a-{id}.json': template() }), '/a-.json', { from: ['/a-{id}.json'] }, []],
    ['a template beside a literal path', paths({ '/u/{id}': template(), '/u/me': get() }), '/u/me', { from: ['/u/{id}'] }, ['GET /u/me']],
    ['a literal path beside a template', paths({ '/u/{id}': template(), '/u/me': get() }), '/u/me', {}, ['GET /u/me']],
    [
      'one of two templates equally concrete, whichever it was built from',
      paths({ '/a/{id}': template(), '/{id}/b': template() }),
      '/a/b',
      { from: ['/a/{id}'] },
      [],
    ],
    ['two paths that differ in a closing slash', paths({ '/a': get(), '/a/': get() }), '/a', {}, []],
    ['the one of these that it was built from', paths({ '/a': get(), '/a/': get() }), '/a', { from: ['/a'] }, ['GET /a']],
    ['built from one that has another address', paths({ '/a': get(), '/b': get() }), '/b', { from: ['/a'] }, ['GET /b']],
    [
      'a POST that nobody built',
      paths({ '/a': { post: { responses: JSON_OK, requestBody: { content: {} } } } }),
      '/a',
      { method: 'POST' },
      [],
    ],
    [
      'a POST that was built',
      paths({ '/a': { post: { responses: JSON_OK, requestBody: { content: {} } } } }),
      '/a',
      { method: 'post', from: ['/a'] },
      ['POST /a'],
    ],
    [
      'a GET whose body has to be sent',
      paths({ '/a': { get: { responses: JSON_OK, requestBody: { required: true, content: {} } } } }),
      '/a',
      {},
      [],
    ],
    [
      'a GET that may go without its body',
      paths({ '/a': { get: { responses: JSON_OK, requestBody: { content: {} } } } }),
      '/a',
      {},
      ['GET /a'],
    ],
    [
      'a GET that may go without its body, and has no address of its own',
      paths({ '/a': get({ requestBody: { content: {} }, parameters: [query('q', { required: true })] }) }),
      '/a?q=1',
      {},
      ['GET /a'],
    ],
    [
      'a GET of a body behind a reference that leads away',
      paths({ '/a': get({ requestBody: { $ref: 'other.json#/b' }, parameters: [query('q', { required: true })] }) }),
      '/a?q=1',
      {},
      [],
    ],
    ['a POST without a body', paths({ '/a': { post: { responses: JSON_OK } } }), '/a', { method: 'POST' }, ['POST /a']],
    ['a body that is not declared', paths({ '/a': { post: { responses: JSON_OK } } }), '/a', { method: 'POST', carried: true }, []],
    [
      'a body that is not declared, and was built',
      paths({ '/a': { post: { responses: JSON_OK } } }),
      '/a',
      { method: 'POST', carried: true, from: ['/a'] },
      ['POST /a'],
    ],
  ] as const)
    it(name, () => expect(callsOf(document, path, sent)).to.deep.equal(expected));

  it('tells path items apart that share one operation', () => {
    const shared = {
      components: { pathItems: { P: get() } },
      paths: { '/a': { $ref: '#/components/pathItems/P' }, '/b': { $ref: '#/components/pathItems/P' } },
    };
    expect(callsOf(doc('3.1', shared), '/b', { from: ['/a', '/b'] })).to.deep.equal(['GET /b']);
  });

  it('gives the operations of each document', () => {
    const document = doc('3.0', { servers: [{ url: 'https://api.example' }], paths: { '/a': get() } });
    const calls = new Calls([...operationsOf(document), ...operationsOf(document, 'https://api.example/other.json')]);
    const found = calls.of({ method: 'GET', url: 'https://api.example/a', headers: {}, type: 'application/json', builtFrom: new Set() });
    expect(found.map(({ document: from }) => from)).to.deep.equal([URL_OF, 'https://api.example/other.json']);
  });
});

describe('calls: parameters', () => {
  const many = Array.from({ length: 150 }, (_, index) => query(`q${index}`));
  for (const [name, parameters, path, headers, expected] of [
    ['a required query that was sent', [query('q', { required: true })], '/a?q=1', {}, true],
    ['a required query that was not', [query('q', { required: true })], '/a', {}, false],
    ['a required query with its example', [query('q', { required: true, example: 1 })], '/a?q=1', {}, true],
    ['an optional query that was not sent', [query('q')], '/a', {}, true],
    ['a query that is not declared', [query('q')], '/a?p=1', {}, false],
    ['a query beside a declared one', [query('q')], '/a?q=1&p=1', {}, false],
    ['an encoded name', [query('a b')], '/a?a%20b=1', {}, true],
    ['a map in brackets', [query('f')], '/a?f[x]=1', {}, true],
    ['a list in brackets', [query('f[]')], '/a?f[]=1', {}, true],
    ['a required header that was sent', [{ name: 'X-V', in: 'header', required: true, schema: {} }], '/a', { 'x-v': '1' }, true],
    ['a required header that was not', [{ name: 'X-V', in: 'header', required: true, schema: {} }], '/a', {}, false],
    ['a required Accept', [{ name: 'ACCEPT', in: 'header', required: true, schema: {} }], '/a', {}, true],
    ['a required Content-Type', [{ name: 'content-type', in: 'header', required: true, schema: {} }], '/a', {}, true],
    ['a required cookie', [{ name: 'c', in: 'cookie', required: true, schema: {} }], '/a', {}, false],
    ['more than are listed', many, '/a?q140=1', {}, false],
  ] as const)
    it(name, () => {
      const sent = { headers: { accept: 'application/json', ...headers } };
      expect(callsOf(doc('3.0', { paths: { '/a': get({ parameters }) } }), path, sent)).to.deep.equal(expected ? ['GET /a'] : []);
    });

  for (const [path, expected] of [
    ['/a?q=1', true],
    ['/a', false],
    ['/a?q=2', false],
  ] as const)
    it(`takes a whole query as the document gives it, and no other: ${path}`, () => {
      const content = { 'application/x-www-form-urlencoded': { example: { q: 1 } } };
      const parameters = [{ name: 'all', in: 'querystring', required: true, content }];
      expect(callsOf(doc('3.2', { paths: { '/a': get({ parameters }) } }), path)).to.deep.equal(expected ? ['GET /a'] : []);
    });

  it('takes what the document publishes for a map as it was written', () => {
    const parameters = [query('f', { required: true, example: { x: 1 } })];
    expect(callsOf(doc('3.0', { paths: { '/a': get({ parameters }) } }), '/a?x=1')).to.deep.equal(['GET /a']);
  });
});

describe('calls: media types', () => {
  const typed = (...types: string[]) =>
    get({ responses: { 200: { description: 'd', content: Object.fromEntries(types.map((type) => [type, {}])) } } });
  const errors = get({
    responses: { 200: { description: 'd', content: { 'application/json': {} } }, 404: { description: 'd', content: { 'text/plain': {} } } },
  });
  for (const [name, item, accept, type, expected] of [
    ['the declared type asked for, HTML given', typed('application/json'), 'application/json', 'text/html', true],
    ['anything asked for, HTML given', typed('application/json'), '*/*', 'text/html', false],
    ['anything asked for, the declared type given', typed('application/json'), '*/*', 'application/json', true],
    ['nothing asked for', typed('application/json'), undefined, 'text/html', false],
    ['HTML asked for and given', typed('application/json'), 'text/html', 'text/html', false],
    ['HTML asked for first, and given', typed('application/json'), 'text/html, application/json;q=0.5', 'text/html', false],
    ['HTML asked for first, JSON given', typed('application/json'), 'text/html, application/json;q=0.5', 'application/json', true],
    ['the declared type refused', typed('application/json'), 'application/json;q=0, */*', 'text/html', false],
    ['a range asked for', typed('application/json'), 'application/*', 'text/html', true],
    ['a declared range, a type under it asked for', typed('text/*'), 'text/csv', 'application/json', true],
    ['anything declared', typed('*/*'), '*/*', 'text/html', true],
    ['letter case and parameters', typed('Application/JSON; charset=utf-8'), 'APPLICATION/json', 'text/html', true],
    ['the type of another response', errors, '*/*', 'text/plain', true],
    ['the type of another response asked for', errors, 'text/plain', 'text/html', false],
    ['no type declared', get({ responses: { 204: { description: 'd' } } }), '*/*', undefined, true],
    ['no type given', typed('application/json'), '*/*', undefined, false],
    ['no type given where one was asked for', typed('application/json'), 'application/json', undefined, true],
    ['the accept of the view', typed('text/csv'), 'text/csv, */*;q=0.1', 'text/html', true],
  ] as const)
    it(name, () => {
      const document = doc('3.0', { paths: { '/a': item } });
      expect(callsOf(document, '/a', { headers: accept === undefined ? {} : { Accept: accept }, type })).to.deep.equal(
        expected ? ['GET /a'] : [],
      );
    });

  it('reads those of Swagger 2.0', () => {
    const document = doc('2.0', {
      produces: ['application/json'],
      paths: { '/a': { get: { responses: { 200: { description: 'd', schema: {} } } } } },
    });
    expect(callsOf(document, '/a', { headers: {}, type: 'text/html' })).to.deep.equal([]);
    expect(callsOf(document, '/a', { headers: {} })).to.deep.equal(['GET /a']);
  });
});

describe('calls: size', function () {
  this.timeout(20_000);
  it('answers for many operations and exchanges in linear time', () => {
    const size = sized(100_000);
    const document = doc('3.0', { paths: Object.fromEntries(Array.from({ length: size }, (_, index) => [`/p${index}`, get()])) });
    const operations = operationsOf(document);
    const calls = new Calls(operations);
    const sent = { method: 'GET', headers: {}, type: 'application/json', builtFrom: new Set<string>() };
    const found = Array.from({ length: 200 }, (_, index) => calls.of({ ...sent, url: `https://api.example/p${(index * 499) % size}` }));
    expect(found.every((list) => list.length === 1)).to.equal(true);
  });
});
