// What a written target answers: exactness of routes, negotiation, conditions, substitution.
import { expect } from 'chai';
import type { FixtureAnswer, FixtureRoutes, FixtureTarget } from '../../src/contract/generated/types.ts';
import { overlay } from '../../src/transport/fixture/overlay.ts';
import { type FixtureRequest, respond } from '../../src/transport/fixture/responder.ts';

const ORIGIN = 'https://shop.example';
const target = (routes: FixtureRoutes, more: Partial<FixtureTarget> = {}): FixtureTarget => ({
  title: 't',
  target: ORIGIN,
  routes,
  ...more,
});
const said = (text: string): FixtureAnswer => ({ body: text });

function ask(of: FixtureTarget, path: string, more: Partial<FixtureRequest> = {}, origin = ORIGIN) {
  const url = path.startsWith('/') ? origin + path : path;
  const { answer, wait } = respond(of, { method: 'GET', url, headers: {}, ...more }, origin);
  return { ...answer, text: answer.body.toString('utf8'), wait };
}

describe('fixture: routes', () => {
  const all = target({
    '/*': said('all'),
    '/a': said('a'),
    '/a?x=1': said('a x=1'),
    'GET /a': said('GET a'),
    'HEAD /a': { body: 'HEAD a!' },
    'POST /a': said('POST a'),
    '/a/*': said('below a'),
    '/a/b/*': said('below a/b'),
    '/a/b/c': said('abc'),
    '/a/b/none': null,
    'DELETE /a/*': said('DELETE below a'),
    '/gr\u00f6\u00dfe': said('utf'),
    '/p?': said('empty query'),
    'https://api.shop.example/a': said('api a'),
    'POST https://api.shop.example/a': said('api POST a'),
    'https://shop.example/own': said('own by name'),
  });
  const TABLE: [string, string, string][] = [
    ['GET', '/', 'all'],
    ['GET', '/zzz?q', 'all'],
    ['GET', '/a', 'GET a'],
    ['GET', '/a?x=1', 'a x=1'],
    ['GET', '/a?x=2', 'GET a'],
    ['POST', '/a', 'POST a'],
    ['POST', '/a?x=1', 'POST a'],
    ['GET', '/a/', 'below a'],
    ['GET', '/a/z', 'below a'],
    ['GET', '/a/b/z', 'below a/b'],
    ['GET', '/a/b/c', 'abc'],
    ['GET', '/a/b/none', '{"error":"not found"}'],
    ['DELETE', '/a/b/c', 'DELETE below a'],
    ['OPTIONS', '/a', '{"error":"not found"}'],
    ['GET', '/gr%C3%B6%C3%9Fe', 'utf'],
    ['GET', '/p', 'empty query'],
    ['GET', '/p?x', 'all'],
    ['GET', 'https://api.shop.example/a', 'api a'],
    ['POST', 'https://api.shop.example/a', 'api POST a'],
    ['GET', 'https://api.shop.example/b', '{"error":"not found"}'],
    ['GET', '/own', 'own by name'],
    ['GET', '/__proto__', 'all'],
  ];
  for (const [method, path, text] of TABLE)
    it(`${method} ${path} is ${text}`, () => expect(ask(all, path, { method }).text).to.equal(text));

  it('HEAD mirrors GET, unless it has a route of its own', () => {
    expect(ask(all, '/a/b/c', { method: 'HEAD' })).to.deep.include({ status: 200, text: '', headers: { 'content-length': '3' } });
    expect(ask(all, '/a', { method: 'HEAD' }).headers).to.deep.equal({ 'content-length': '7' });
  });

  it('knows no origin that the file does not name', () => {
    expect(ask(all, 'https://other.example/a')).to.deep.include({ failure: 'name-not-found' });
    expect(ask(all, 'https://other.example/a').status).to.equal(undefined);
  });

  it("answers for its own name under a server's origin, and for no other there", () => {
    expect(ask(all, '/own', {}, 'http://127.0.0.1:8080').text).to.equal('own by name');
    expect(ask(all, '/a', {}, 'http://127.0.0.1:8080').text).to.equal('GET a');
    expect(ask(all, '/b', {}, 'http://127.0.0.1:8080').text).to.equal('all');
  });

  it('lays changes over a base key by key', () => {
    const changed = overlay(all, {
      routes: { '/a/b/c': said('new'), '/*': null },
      default: { status: 410, body: 'gone' },
      origin: 'https://else.example',
    });
    expect(ask(changed, 'https://else.example/a/b/c', {}, 'https://else.example').text).to.equal('new');
    expect(ask(changed, 'https://else.example/zzz', {}, 'https://else.example')).to.deep.include({ status: 410, text: 'gone' });
    expect(ask(all, '/a/b/c').text).to.equal('abc');
    expect(changed.target).to.equal('https://else.example');
  });
});

describe('fixture: alternatives', () => {
  const negotiated = target({
    '/': [
      { accept: 'text/html', type: 'text/html', body: 'html' },
      { accept: 'text/markdown', type: 'text/markdown', body: 'md' },
      { accept: 'application/json', json: 'json' },
    ],
    '/last': [{ accept: 'text/html', body: 'html' }, { body: 'other' }],
  });
  const ACCEPT: [string | undefined, string][] = [
    [undefined, 'html'],
    ['*/*', 'html'],
    ['text/markdown', 'md'],
    ['text/markdown;q=0.5, application/json', '"json"'],
    ['text/markdown, text/html;q=0.9, */*;q=0.1', 'md'],
    ['text/html;q=0, */*', 'md'],
    ['text/*;q=0.2, application/*;q=0.8', '"json"'],
    ['TEXT/MARKDOWN', 'md'],
    ['image/png', '{"error":"not found"}'],
    ['text/html;q=0', '{"error":"not found"}'],
    ['', '{"error":"not found"}'],
    [', ;q=,,', '{"error":"not found"}'],
  ];
  for (const [accept, text] of ACCEPT) {
    it(`Accept ${accept} gets ${text}`, () =>
      expect(ask(negotiated, '/', { headers: accept === undefined ? {} : { Accept: accept } }).text).to.equal(text));
  }
  it('falls to the alternative without a media type', () =>
    expect(ask(negotiated, '/last', { headers: { accept: 'image/png' } }).text).to.equal('other'));

  const conditional = target({
    'POST /rpc': [
      { when: { body: { method: 'tools/list', params: { cursor: 'p2' } } }, body: 'page 2' },
      { when: { body: { method: 'tools/list' }, headers: { 'Mcp-Session-Id': 's' } }, body: 'page 1' },
      { when: { headers: { 'mcp-session-id': null } }, body: 'no session' },
      { when: { query: { q: '1' } }, body: 'q' },
    ],
  });
  const CONDITIONS: [string, Partial<FixtureRequest>, string][] = [
    ['/rpc', { body: '{"id":1,"method":"tools/list","params":{"cursor":"p2","x":1}}' }, 'page 2'],
    ['/rpc', { body: '{"method":"tools/list","params":{}}', headers: { 'mcp-session-id': 's' } }, 'page 1'],
    ['/rpc', { body: '{"method":"tools/list"}' }, 'no session'],
    ['/rpc', { body: 'not json' }, 'no session'],
    ['/rpc?q=1', { headers: { 'mcp-session-id': 'z' } }, 'q'],
    ['/rpc?q=2', { headers: { 'mcp-session-id': 'z' } }, '{"error":"not found"}'],
  ];
  for (const [path, request, text] of CONDITIONS) {
    it(`POST ${path} with ${JSON.stringify(request)} gets ${text}`, () =>
      expect(ask(conditional, path, { method: 'POST', ...request }).text).to.equal(text));
  }
});

describe('fixture: answers', () => {
  it('puts origin, path and id in, and nothing else', () => {
    const of = target({
      'POST /j/*': {
        json: { id: '$' + '{id}', a: ['$' + '{origin}$' + '{path}', 'id $' + '{id}', '$' + '{x}'], ['__proto__']: 1 },
        headers: { Location: '$' + '{origin}/z' },
      },
      'POST /b': { body: 'data: {"id":$' + '{id}}' },
    });
    const json = (id: unknown) => ask(of, '/j/x?y=%22', { method: 'POST', body: JSON.stringify({ id }) });
    expect(json(7).text).to.equal(`{"id":7,"a":["${ORIGIN}/j/x?y=%22","id 7","\${x}"],"__proto__":1}`);
    expect(json('s"').text).to.include('{"id":"s\\""');
    expect(json({ a: 1 }).text).to.include('{"id":null,');
    expect(json(7).headers).to.deep.include({ location: `${ORIGIN}/z` });
    expect(ask(of, '/b', { method: 'POST', body: '{"id":"a"}' }).text).to.equal('data: {"id":"a"}');
  });

  const KINDS: [string, FixtureAnswer, object][] = [
    ['json', { json: null }, { status: 200, text: 'null', headers: { 'content-type': 'application/json', 'content-length': '4' } }],
    [
      'json with a type',
      { json: {}, type: 'application/x+json' },
      { headers: { 'content-type': 'application/x+json', 'content-length': '2' } },
    ],
    ['body without a type', { body: 'x' }, { headers: { 'content-length': '1' } }],
    ['base64', { base64: '/w==' }, { body: Buffer.from([255]) }],
    ['pad', { body: 'x', pad: 3 }, { text: 'x   ', headers: { 'content-length': '4' } }],
    ['nothing', { status: 204 }, { status: 204, text: '', headers: {} }],
    ['a status alone', { status: 500 }, { status: 500, text: '', headers: { 'content-length': '0' } }],
    ['a failure', { failure: 'connection-reset' }, { failure: 'connection-reset', headers: {} }],
    [
      'a failure after a part',
      { failure: 'connection-reset', body: 'x' },
      { status: 200, failure: 'connection-reset', text: 'x', headers: { 'content-length': '1025' } },
    ],
    ['wait', { body: '', wait: 5 }, { wait: 5 }],
  ];
  for (const [name, answer, expected] of KINDS)
    it(`writes ${name}`, () => expect(ask(target({ '/': answer }), '/')).to.deep.include(expected));

  it('waits as the target says where the answer does not', () => expect(ask(target({ '/': {} }, { wait: 9 }), '/').wait).to.equal(9));
});
