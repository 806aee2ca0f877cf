// What no judge may ask, with and without consent to writes: the run ends by a code, and nothing but robots.txt has been sent.
import { expect } from 'chai';
import type { Pack, Request } from '../../src/contract/generated/types.ts';
import { defaultHeaders } from '../../src/pack/default-headers.ts';
import { Recording } from '../../src/record/recording.ts';
import type { Ask, Judge } from '../../src/record/step.ts';
import { drive } from '../../src/run/drive.ts';
import { ORIGIN, pack, rule, text, world } from '../engine/world.ts';

const one = rule('one', { assert: [{ select: '$.home.status', schema: {}, else: 'no' }], reasons: { no: 'no' } });
const reading = pack({ home: { get: '/' } }, [one]);
const writing = pack({ home: { get: '/', secret: ['$.self.json.key'] } }, [one], { consent: 'writes' });

const ask = (request: Partial<Request> = {}, more: Partial<Ask> = {}): Ask => ({
  ticket: 0,
  name: 'home',
  order: [0],
  urgency: 0,
  request: { method: 'GET', url: `${ORIGIN}/`, headers: defaultHeaders(), ...request },
  literal: true,
  bytes: 1024,
  follow: 0,
  ...more,
});
const headers = (more: { [name: string]: string }): Partial<Request> => ({ headers: { ...defaultHeaders(), ...more } });
const post = (body: string): Partial<Request> => ({ method: 'POST', body, ...headers({ 'content-type': 'application/json' }) });
const PLACEHOLDER = `secret-${'0'.repeat(24)}`;

/** A judge that asks these, all at once, and is then done. */
const asking = (asks: Ask[]): Judge => ({
  surfaces: [],
  isChallenge: () => false,
  next: (received) => ({ asks: received.length === 0 ? asks : [], unsent: [], checks: [], finished: received.length > 0 }),
  verdict: () => expect.fail(),
});

/** What was sent beside robots.txt, or the code by which nothing was. */
async function sent(document: Pack, asks: Ask[]): Promise<string[] | string> {
  const transport = world({ '/': text('home'), '/robots.txt': text('', 'text/plain', 404) });
  const input = {
    target: ORIGIN,
    seed: 1,
    registrable: transport.registrable,
    env: { key: 'k' },
    ...(document.consent ? { consent: { by: 'operator' } as const } : {}),
  };
  const recording = await Recording.start({ document, judge: () => asking(asks) }, input);
  const outcome = await drive(recording, { transport }).then(
    () => undefined,
    (error) => error.code as string,
  );
  const log = transport.log.filter((line) => !line.endsWith('/robots.txt'));
  if (outcome !== undefined) expect(log).to.deep.equal([]);
  return outcome ?? log;
}

const REFUSED: [string, Pack, Ask[]][] = [
  ['a place off the site', reading, [ask({ url: 'https://elsewhere.example/' })]],
  ['a URL with a fragment', reading, [ask({ url: `${ORIGIN}/#a` })]],
  ['a URL that is not written plainly', reading, [ask({ url: `${ORIGIN}/a/../b` })]],
  ['a URL with a password', reading, [ask({ url: 'https://a:b@t.example/' })]],
  ['a URL of another scheme', reading, [ask({ url: 'ftp://t.example/' })]],
  ['a header of the connection', reading, [ask(headers({ host: 't.example' }))]],
  ['a credential without consent', reading, [ask(headers({ authorization: 'Bearer k' }))]],
  ['a GET with a body', reading, [ask({ body: 'x' })]],
  ['a write without consent', reading, [ask({ method: 'PUT', body: 'x' })]],
  ['a call of a tool', reading, [ask(post('{"id":1,"jsonrpc":"2.0","method":"tools/call"}'))]],
  ['a list of MCP where none is declared', reading, [ask(post('{"id":1,"jsonrpc":"2.0","method":"tools/list"}'))]],
  ['cleanup without consent', reading, [ask({}, { cleanup: true })]],
  ['a secret without consent', reading, [ask({}, { secret: ['$.self.json.key'], placeholder: PLACEHOLDER })]],
  ['a secret that the pack does not name', writing, [ask({}, { secret: ['$.self.json.other'], placeholder: PLACEHOLDER })]],
  ['a credential that nobody gave', writing, [ask(headers({ authorization: 'Bearer other' }))]],
  ['a write to another origin of the site', writing, [ask({ method: 'PUT', url: 'https://api.t.example/', body: 'x' })]],
  ['a robots.txt of its own', reading, [ask({ url: `${ORIGIN}/robots.txt` }, { fresh: 'robots' })]],
  ['the same number twice', reading, [ask(), ask()]],
  ['a number left out', reading, [ask({}, { ticket: 1 })]],
  [
    'more bytes than any run has',
    reading,
    Array.from({ length: 7 }, (_, i) => ask({}, { ticket: i, bytes: 16 * 1024 * 1024, fresh: `${i}` })),
  ],
  ['more exchanges than any run has', reading, Array.from({ length: 641 }, (_, i) => ask({}, { ticket: i, bytes: 1, fresh: `${i}` }))],
  ['more asks than any run has', reading, Array.from({ length: 1281 }, (_, i) => ask({}, { ticket: i, bytes: 1 }))],
];

describe('asks of a judge', () => {
  for (const [name, document, asks] of REFUSED)
    it(`are refused: ${name}`, async () => {
      expect(await sent(document, asks)).to.equal('containment-failed');
    });

  it('are sent where they may be, each exchange once', async () => {
    expect(await sent(reading, [ask(), ask({}, { ticket: 1 })])).to.deep.equal([`GET ${ORIGIN}/`]);
    const mine = ask({ method: 'PUT', body: 'x', ...headers({ authorization: 'Bearer k' }) }, { cleanup: true });
    expect(await sent(writing, [{ ...mine, secret: ['$.self.json.key'], placeholder: PLACEHOLDER }])).to.deep.equal([`PUT ${ORIGIN}/`]);
  });
});
