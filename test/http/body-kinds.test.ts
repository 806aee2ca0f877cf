// What a message may be labelled as: JSON in UTF-8, as it stands. Whoever says that it is something else is told so, by every route that takes one.
import { expect } from 'chai';
import { ask, post } from './ask.ts';
import { mounted, type Place } from './served.ts';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
/** What the label is, and whether it is read. */
const LABELS: [string, Record<string, string>, boolean][] = [
  ['nothing but JSON', {}, true],
  ['UTF-8', { 'content-type': 'application/json; charset=utf-8' }, true],
  ['UTF-8, quoted and in capitals', { 'content-type': 'application/json;charset="UTF-8"' }, true],
  ['ASCII', { 'content-type': 'application/json; charset=us-ascii' }, true],
  ['another parameter', { 'content-type': 'application/json; profile="a;charset=utf-16"' }, true],
  ['no coding', { 'content-encoding': 'identity' }, true],
  ['UTF-16', { 'content-type': 'application/json; charset=utf-16' }, false],
  ['UTF-16, quoted and in capitals', { 'content-type': 'application/json ; CHARSET="UTF-16LE"' }, false],
  ['Latin-1', { 'content-type': 'application/json;charset=iso-8859-1' }, false],
  ['gzip', { 'content-encoding': 'gzip' }, false],
  ['two codings', { 'content-encoding': 'identity, BR' }, false],
];

describe('a message labelled as', () => {
  let place: Place;
  before(async () => {
    place = await mounted({ verify: async () => ({ state: 'none' }) as never });
  });
  after(() => place.close());

  for (const [name, headers, read] of LABELS)
    it(`${name} is ${read ? '' : 'not '}read`, async () => {
      for (const path of ['/mcp', '/verify']) {
        const answer = await post(`${place.url}${path}`, path === '/mcp' ? PING : { target: 5 }, headers);
        const told = path === '/mcp' ? 202 : 400;
        expect(answer.status, `${path} ${answer.text}`).to.equal(read ? told : 415);
        if (!read) expect([answer.type, answer.json().code]).to.deep.equal(['application/problem+json', 'unsupported-media-type']);
      }
    });

  it('gzip is nothing to an address that takes none', async () => {
    for (const [method, path, status] of [
      ['GET', '/health', 200],
      ['POST', '/health', 405],
      ['POST', '/no/such', 404],
    ] as const) {
      const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json', 'content-length': '2' };
      expect((await ask(`${place.url}${path}`, { method, headers, body: '{}' })).status, `${method} ${path}`).to.equal(status);
    }
  });
});
