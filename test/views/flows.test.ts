// Which calls a text of a document names.
import { expect } from 'chai';
import fc from 'fast-check';
import type { ViewSource } from '../../src/contract/view.ts';
import { AnswerReader } from '../../src/views/reader.ts';

const source = (value: unknown): ViewSource => ({
  url: 'https://a.example/icp.json',
  status: 200,
  headers: { 'content-type': 'application/json' },
  bytes: Buffer.from(JSON.stringify(value)),
  truncated: false,
});

const callsOf = (value: unknown): { method: string; path: string; url: string; place: string; member?: string }[] => {
  const reading = new AnswerReader(source(value)).read('flows');
  if (!reading.ok) throw new Error(reading.code);
  return (reading.value as { calls: never[] }).calls;
};

describe('views/flows', () => {
  const rows: [string, string[]][] = [
    ['GET /widgets', ['/widgets']],
    ['GET /widgets, then GET /stats', ['/widgets', '/stats']],
    ['GET /v1/widgets.json. Read the answer.', ['/v1/widgets.json']],
    ['GET https://a.example/widgets', ['/widgets']],
    ['get /widgets', ['/widgets']],
    ['GET /', ['/']],
    ['`GET /widgets`', ['/widgets']],
    ['1. GET /widgets, then `GET /stats`', ['/widgets', '/stats']],
    ['2) GET /widgets', ['/widgets']],
    // In marks of emphasis, or as a heading of a message.
    ['**GET /widgets**', ['/widgets']],
    ['**GET** /widgets, then **GET:** /stats', ['/widgets', '/stats']],
    ['**`GET /widgets`**', ['/widgets']],
    ['`GET` /widgets', ['/widgets']],
    ['GET: /widgets', ['/widgets']],
    ['HTTP GET /widgets', ['/widgets']],
    ['GET /__init__', ['/__init__']],
    ['GET /files/**', []],
    ['GET /files/** and GET /pages/**', []],
    ['**GET /files/***', []],
    ['GET /files/*', []],
    ['*GET /widgets*', []],
    // Told to make it, and as a command.
    ['Call GET /widgets, then call `GET /stats`', ['/widgets', '/stats']],
    ['Send a GET /widgets', ['/widgets']],
    ["Don't call GET /widgets", []],
    ['Never send GET /widgets', []],
    ['To call GET /widgets, log in first', []],
    ['curl https://a.example/widgets', ['/widgets']],
    ['curl -fsSL "https://a.example/widgets" | jq .', ['/widgets']],
    ['`curl https://a.example/widgets`, then GET /stats', ['/widgets', '/stats']],
    ['GET /stats, then curl https://a.example/widgets', ['/stats', '/widgets']],
    ['curl https://a.example/widgets/{id}', []],
    ['curl -X POST https://a.example/widgets', []],
    ['curl https://a.example/widgets -d x=1', []],
    ['curl https://a.example/widgets -H "Authorization: Bearer x"', []],
    ['curl a.example/widgets', []],
    ['POST /orders, then GET /orders', ['/orders']],
    ['POST /orders with a cart, then GET /orders/42', []],
    ['POST https://a.example/orders. Then GET https://a.example/orders/42/bill', []],
    ['POST /orders, then GET /orders-open', ['/orders-open']],
    // Placeholders of any spelling.
    ...['<id>', '{id}', ':id', '[id]', '$id', '*', '…', '...', 'ID', 'YOUR_ID'].map((p): [string, string[]] => [`GET /widgets/${p}`, []]),
    ['GET {base_url}/<domain>, read the grade', []],
    ['GET /search?q=term', []],
    // Figures and switches of a query are meant as they are written.
    ['GET /widgets?limit=5', ['/widgets?limit=5']],
    ['GET https://a.example/widgets?page=1&all=true, then GET /stats', ['/widgets?page=1&all=true', '/stats']],
    ['GET https://a.example?limit=5.', ['/?limit=5']],
    ['GET /widgets?', []],
    ['GET /widgets?limit=N', []],
    ['GET /widgets?id=42', []],
    ['GET /widgets?limit=5&widgetId=42', []],
    ['GET /widgets?limit=5&', []],
    // What a call goes without.
    ['GET /widgets without a key', ['/widgets']],
    ['GET /widgets (free, never a login)', ['/widgets']],
    ['GET /widgets, which does not need an API key', ['/widgets']],
    ['GET /widgets: credentials are not required', ['/widgets']],
    ['GET /widgets never works without a key', []],
    ['GET /widgets without a cart', []],
    ['GET /widgets is not needed', []],
    // What it asks for that a stranger lacks.
    ['GET /widgets; GET /orders if you have a key', ['/widgets']],
    ['GET /orders with your API key, then GET /widgets', ['/widgets']],
    ['GET /orders once you are past the login', []],
    ['GET /orders requires an account', []],
    ['GET /widgets if you want to order', ['/widgets']],
    // What a step before it does who needs a login for it.
    ['Log in, then GET /orders', []],
    ['GET /widgets, then sign in, then GET /orders', ['/widgets']],
    ['1. Get an API key at /keys 2. GET /orders', []],
    ['Authenticate with OAuth; GET /me', []],
    ['Create an account -> GET /me', []],
    ['No need to sign in; GET /widgets', ['/widgets']],
    ['No sign-up; GET /widgets', ['/widgets']],
    ['Open the catalog, then GET /widgets', ['/widgets']],
    ['GET /widgets, then log in to order', ['/widgets']],
    // Steps behind arrows, semicolons and numbers.
    ['GET /widgets -> GET /stats', ['/widgets', '/stats']],
    ['GET /widgets->GET /stats', ['/widgets', '/stats']],
    ['GET /widgets => GET /stats', ['/widgets', '/stats']],
    ['GET /widgets → GET /stats → GET /prices', ['/widgets', '/stats', '/prices']],
    ['GET /widgets; GET /stats', ['/widgets', '/stats']],
    ['GET /widgets;v=1', []],
    ['1. GET /widgets 2. GET /stats', ['/widgets', '/stats']],
    ['1) GET /widgets\n2) GET /stats', ['/widgets', '/stats']],
    ['GET /widgets -> 200', ['/widgets']],
    ['GET /widgets → POST /orders → GET /orders/42', ['/widgets']],
    ['GET /widgets -> do not GET /old', ['/widgets']],
    ['GET /old; GET /old is not there any more', ['/old']],
    // Only at the beginning of a step.
    ['Fetch the list with GET /widgets', []],
    ['GET /widgets is not there any more', []],
    ['GET /old never works; then GET /new', ['/new']],
    ['Do not GET /widgets', []],
    ['Step 1: GET /widgets', []],
    ['3 GET /widgets', []],
    ['budget /widgets', []],
  ];
  for (const [text, paths] of rows)
    it(`${text}: ${paths.join(' ') || 'none'}`, () => expect(callsOf({ flow: text }).map((c) => c.path)).to.deep.equal(paths));

  it('gives no path of a call on another site', () => {
    const calls = callsOf({ flow: 'GET https://elsewhere.dev/x, then GET https://api.a.example/y, then GET /z' });
    expect(calls.map(({ path, url }) => [path, url])).to.deep.equal([
      [undefined, 'https://elsewhere.dev/x'],
      ['/y', 'https://api.a.example/y'],
      ['/z', 'https://a.example/z'],
    ]);
  });

  const steps: [string, unknown, string[]][] = [
    ['an object', { method: 'GET', path: '/widgets' }, ['/widgets']],
    ['an object with an address', { method: 'get', url: 'https://a.example/widgets' }, ['/widgets']],
    ['an object of another method', { method: 'POST', path: '/orders' }, []],
    ['an object with a template', { method: 'GET', path: '/widgets/{id}' }, []],
    ['an object without a path', { method: 'GET', note: 'it' }, []],
    [
      'a list of objects',
      [
        { method: 'GET', path: '/widgets' },
        { method: 'GET', path: '/stats' },
      ],
      ['/widgets', '/stats'],
    ],
    [
      'what an earlier object makes',
      [
        { method: 'POST', path: '/orders' },
        { method: 'GET', path: '/orders/42' },
      ],
      [],
    ],
    ['what an earlier text makes', ['POST /orders', 'GET /orders/42', 'GET /stats'], ['/stats']],
    ['what stands behind a login of an earlier text', ['GET /stats', 'Log in', 'GET /orders'], ['/stats']],
    ['what a later text makes', ['GET /orders/42', 'POST /orders'], ['/orders/42']],
  ];
  for (const [name, flow, paths] of steps)
    it(`${name}: ${paths.join(' ') || 'none'}`, () => expect(callsOf({ flow }).map((c) => c.path)).to.deep.equal(paths));

  it('says where, in which member, and the address', () => {
    expect(callsOf({ agent_classes: [{ id: 'x', flow: 'GET /widgets' }] })).to.deep.equal([
      { method: 'GET', path: '/widgets', url: 'https://a.example/widgets', member: 'flow', place: '/agent_classes/0/flow' },
    ]);
  });

  it('never throws, and names only literal paths', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((s) => `GET /${s}`),
        ),
        (text) => {
          for (const { path } of callsOf([text])) expect(path).to.match(/^\/[A-Za-z0-9._~/-]*(?:[?&][\w.-]+=\w+)*$/);
        },
      ),
    );
  });
});
