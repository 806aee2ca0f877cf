// The paid routes of the contract, called in every way that they can answer. It checks nothing by itself: it is given what does.
import { expect } from 'chai';
import { spec, writing } from '../gate/support.ts';
import type { Answer, Asking } from './ask.ts';
import { entitled } from './entitled.ts';
import type { Whole } from './served.ts';

const NOWHERE = `sha256:${'0'.repeat(64)}`;
const posted = (body: unknown, headers: Record<string, string> = {}): Asking => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

export interface Holding {
  whole: Whole;
  /** A target. */
  origin: string;
  /** [operation, path, expected status, request]. */
  hold(rows: [string, string, number, Asking?][]): Promise<Answer[]>;
}

export async function paidHolds({ whole, hold, origin }: Holding): Promise<void> {
  const { host } = new URL(origin);
  const { authorization } = await entitled(whole);
  const narrow = await entitled(whole, { targets: 'example.com' });
  const pinned = { target: origin, spec: spec.document, expectedDigest: spec.digest };
  const name = 'POST /functional-tests';
  await hold([
    [name, '/functional-tests', 200, posted(pinned, { authorization })],
    [name, '/functional-tests', 400, posted({ target: origin }, { authorization })],
    [name, '/functional-tests', 401, posted(pinned, { authorization: 'Bearer x' })],
    [name, '/functional-tests', 403, posted(pinned, { authorization: narrow.authorization })],
    [name, '/functional-tests', 409, posted({ ...pinned, expectedDigest: NOWHERE }, { authorization })],
    [
      name,
      '/functional-tests',
      422,
      posted({ ...pinned, expectedDigest: undefined, spec: { ...spec.document, rules: [] } }, { authorization }),
    ],
    ['GET /{domain}/history', `/${host}/history`, 200, { headers: { authorization } }],
    ['GET /{domain}/history', `/${host}/history`, 401, { headers: { authorization: 'Bearer x' } }],
    ['GET /{domain}/history', `/${host}/history`, 403, { headers: { authorization: narrow.authorization } }],
    ['GET /{domain}/history', `/${host}/history`, 304, { headers: { authorization, 'if-none-match': '*' } }],
  ]);
}

export async function monitorsHold({ whole, hold, origin }: Holding): Promise<void> {
  const { host } = new URL(origin);
  const { authorization } = await entitled(whole);
  const narrow = await entitled(whole, { capabilities: 'history' });
  const asked = { target: origin, interval: 31_536_000, pack: 'llms-txt', public: true };
  const pinned = { ...asked, pack: undefined, spec: spec.document, expectedDigest: spec.digest };
  const writes = { ...pinned, spec: writing.document, expectedDigest: writing.digest };
  const watching = await entitled(whole, { capabilities: 'monitors' });
  const name = 'POST /monitors';
  const [made] = await hold([
    [name, '/monitors', 201, posted({ ...asked, webhook: `${origin}/hook` }, { authorization })],
    // A tenth of it is no whole second.
    [name, '/monitors', 201, posted({ ...asked, pack: 'axproof/llms-txt', interval: 31_535_999, public: false }, { authorization })],
    [name, '/monitors', 201, posted({ ...pinned, public: false }, { authorization })],
    [name, '/monitors', 400, posted({ ...asked, interval: 0 }, { authorization })],
    [name, '/monitors', 400, posted({ ...asked, interval: 10, jitter: 11 }, { authorization })],
    [name, '/monitors', 400, posted({ ...pinned, expectedDigest: undefined }, { authorization })],
    [name, '/monitors', 400, posted({ ...asked, webhook: 'http://example.com/' }, { authorization })],
    [name, '/monitors', 401, posted(asked, { authorization: 'Bearer x' })],
    [name, '/monitors', 201, posted({ ...writes, secrets: { token: 'a secret of it' } }, { authorization })],
    [name, '/monitors', 400, posted({ ...pinned, secrets: { token: 'a secret of it' } }, { authorization })],
    [name, '/monitors', 400, posted({ ...writes, secrets: { token: 'short' } }, { authorization })],
    [name, '/monitors', 400, posted({ ...writes, secrets: { token: 'half a \ud800 pair' } }, { authorization })],
    [name, '/monitors', 402, posted(writes)],
    [name, '/monitors', 403, posted(writes, { authorization: watching.authorization })],
    [name, '/monitors', 403, posted(asked, { authorization: narrow.authorization })],
    [name, '/monitors', 404, posted({ ...asked, pack: 'no-such' }, { authorization })],
    [name, '/monitors', 409, posted({ ...pinned, expectedDigest: NOWHERE }, { authorization })],
    [name, '/monitors', 422, posted({ ...asked, pack: 'ax-whole' }, { authorization })],
  ]);
  expect(made!.json().secret).to.match(/^whsec_/);
  const { location } = made!.headers;
  for (const method of ['GET', 'DELETE']) {
    const one = `${method} /monitors/{id}`;
    await hold([
      [one, String(location), 401, { headers: { authorization: 'Bearer x' } }],
      [one, String(location), 402],
      [one, String(location), 403, { headers: { authorization: narrow.authorization } }],
      [one, `/monitors/${'0'.repeat(32)}`, 404, { headers: { authorization } }],
      [one, '/monitors/x', 400, { headers: { authorization } }],
    ]);
  }
  const again = 'POST /monitors/{id}/alerts/{alert}/resend';
  const letter = `${location}/alerts/msg_${'0'.repeat(36)}/resend`;
  await hold([
    [again, letter, 401, { method: 'POST', headers: { authorization: 'Bearer x' } }],
    [again, letter, 402, { method: 'POST' }],
    [again, letter, 403, { method: 'POST', headers: { authorization: narrow.authorization } }],
    [again, letter, 404, { method: 'POST', headers: { authorization } }],
    [again, `${location}/alerts/x/resend`, 400, { method: 'POST', headers: { authorization } }],
  ]);
  // Neither takes a body; one that comes along is read before the route is asked.
  for (const [method, one, path] of [
    ['DELETE', 'DELETE /monitors/{id}', String(location)],
    ['POST', again, letter],
  ] as const) {
    const sent = (type: string, body: string): Asking => ({
      method,
      // Node frames no body of a DELETE by itself.
      headers: { authorization, 'content-type': type, 'content-length': String(body.length) },
      body,
    });
    await hold([
      [one, path, 400, sent('application/json', '{')],
      [one, path, 413, sent('application/json', `"${'x'.repeat(1024 * 1024)}"`)],
      [one, path, 415, sent('text/plain', 'x')],
    ]);
  }
  const [shown] = await hold([
    ['GET /monitors/{id}', String(location), 200, { headers: { authorization } }],
    ['GET /monitors/{id}', String(location), 304, { headers: { authorization, 'if-none-match': '*' } }],
    ['DELETE /monitors/{id}', String(location), 204, { headers: { authorization } }],
  ]);
  expect(shown!.json()).to.not.have.property('secret');
  // It was made under another entitlement.
  const other = await entitled(whole);
  await hold([['GET /monitors/{id}', String(location), 404, { headers: { authorization: other.authorization } }]]);
  for (const path of ['/status', '/status.svg', '/feed.atom', '/feed.json'])
    await hold([
      [`GET /{domain}${path}`, `/${host}${path}`, 200],
      [`GET /{domain}${path}`, `/${host}${path}?pack=llms-txt`, 304, { headers: { 'if-none-match': '*' } }],
      [`GET /{domain}${path}`, `/${host}${path}?pack=axproof/llms-txt`, 200],
      [`GET /{domain}${path}`, `/${host}${path}?pack=auth`, 404],
      [`GET /{domain}${path}`, `/nowhere${path}`, 400],
    ]);
  const [, unwatched] = await hold([
    ['GET /{domain}/status', `/${host}/status`, 200, { headers: { accept: 'text/html' } }],
    ['GET /{domain}/status', `/${host}/status?pack=axproof/auth`, 404],
  ]);
  expect(unwatched!.json().detail).to.equal(`nobody watches ${origin} in public under auth`);
}
