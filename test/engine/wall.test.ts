// Refusals that say nothing of the path: walls, and gateways that refuse alike.
import { expect } from 'chai';
import { runNonce } from '../../src/engine/probe/chance.ts';
import { type Record, record } from '../../src/record/record.ts';
import { blanketRefusal, refusalOf } from '../../src/record/refusals.ts';

const nonce = runNonce(1);
const AT = 'https://t.example';
type Site = (path: string) => { status: number; body?: string; type?: string; headers?: { [name: string]: string } };

const ask = (site: Site, path: string, at = AT): Record => {
  const { status, body = '', type = 'text/html', headers = {} } = site(path);
  return record({ method: 'GET', url: at + path, headers: {} }, [], at + path, {
    status,
    headers: { 'content-type': type, ...headers },
    body: { text: body },
  });
};
const isWall = (site: Site, path = '/llms.txt', at = AT): boolean =>
  blanketRefusal([[{ nonce, record: ask(site, `/${nonce}`) }]], ask(site, '/'))(ask(site, path, at));

let made = 1000;
const forbidden =
  '<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<center><h1>403 Forbidden</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n';
const rows: [string, Site, boolean][] = [
  ['a bare 403', () => ({ status: 403, body: forbidden }), true],
  ['a 403 without a body', () => ({ status: 403 }), true],
  ['a 403 with an id of the request', () => ({ status: 403, body: `<p>Request ID: f81d${made++}aa==</p>` }), true],
  ['a 403 that repeats the address', (path) => ({ status: 403, body: `You may not see http&#58;&#47;&#47;x or ${path} here.` }), true],
  ['a 406 for all', () => ({ status: 406, body: 'Not Acceptable!' }), true],
  ['a 429 for all', () => ({ status: 429, body: 'slow' }), true],
  ['a 503 for all', () => ({ status: 503, body: 'later' }), true],
  ['a 451 for all', () => ({ status: 451, body: 'not in your country' }), true],
  ['a 402 for all', () => ({ status: 402, body: 'Payment required', headers: { 'crawler-price': 'USD 0.01' } }), true],
  ['a 402 for all with a scheme to pay by', () => ({ status: 402, body: '', headers: { 'www-authenticate': 'Payment id="1"' } }), false],
  ['a 405 without Allow', () => ({ status: 405, body: 'no' }), true],
  ['a 405 that says what is allowed', () => ({ status: 405, body: 'no', headers: { allow: 'POST' } }), false],
  ['a 401 for all', () => ({ status: 401, body: 'log in' }), false],
  ['a 403 that names an authentication scheme', () => ({ status: 403, headers: { 'www-authenticate': 'Bearer realm="x"' } }), false],
  ['a 404 for all', () => ({ status: 404, body: 'no' }), false],
  ['a 403 for all but the root', (path) => (path === '/' ? { status: 200, body: 'hello' } : { status: 403, body: forbidden }), false],
  ['another 403 at the root', (path) => ({ status: 403, body: path === '/' ? 'Members only' : 'No such thing' }), false],
  ['another status at the root', (path) => ({ status: path === '/' ? 406 : 403, body: forbidden }), false],
  [
    'a 403 of its own for one path',
    (path) => ({ status: 403, body: path === '/llms.txt' ? 'This file is for members' : forbidden }),
    false,
  ],
  [
    'an answer behind a wall',
    (path) => (path === '/llms.txt' ? { status: 200, body: '# Hello' } : { status: 403, body: forbidden }),
    false,
  ],
];

describe('engine/wall', () => {
  for (const [name, site, expected] of rows) it(`${name}: ${expected ? 'a wall' : 'none'}`, () => expect(isWall(site)).to.equal(expected));

  it('without a root there is none', () => {
    const site: Site = () => ({ status: 403, body: forbidden });
    expect(blanketRefusal([[{ nonce, record: ask(site, `/${nonce}`) }]], undefined)(ask(site, '/x'))).to.equal(false);
  });
  it('of one origin is none of another', () =>
    expect(isWall(() => ({ status: 403, body: forbidden }), '/x', 'https://api.t.example')).to.equal(false));

  const alike = (control: ReturnType<Site>, claim: ReturnType<Site>): boolean =>
    refusalOf({ nonce, record: ask(() => control, `/v1/${nonce}`) })(ask(() => claim, '/v1/users'));
  const JSON_TYPE = 'application/json';
  const refusals: [string, ReturnType<Site>, ReturnType<Site>, boolean][] = [
    ['bare 401s', { status: 401 }, { status: 401 }, true],
    [
      '401s with a scheme',
      { status: 401, headers: { 'www-authenticate': 'Bearer' } },
      { status: 401, headers: { 'www-authenticate': 'bearer error="x"' } },
      true,
    ],
    ['401s with and without one', { status: 401, headers: { 'www-authenticate': 'Bearer' } }, { status: 401 }, false],
    [
      'the path in a problem',
      { status: 403, type: JSON_TYPE, body: `{"title":"Forbidden","instance":"/v1/${nonce}"}` },
      { status: 403, type: JSON_TYPE, body: '{"title":"Forbidden","instance":"/v1/users"}' },
      true,
    ],
    [
      'another reason',
      { status: 403, type: JSON_TYPE, body: '{"error":"no such route"}' },
      { status: 403, type: JSON_TYPE, body: '{"error":"no key"}' },
      false,
    ],
    ['another status', { status: 404 }, { status: 401 }, false],
    ['another media type', { status: 401 }, { status: 401, type: JSON_TYPE }, false],
    ['no refusal', { status: 200 }, { status: 200 }, false],
  ];
  for (const [name, control, claim, expected] of refusals)
    it(`refusals alike, ${name}: ${expected}`, () => expect(alike(control, claim)).to.equal(expected));
});
