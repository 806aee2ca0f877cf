// Replay gives back what was recorded, by request and hop, and nothing else.
import { expect } from 'chai';
import fc from 'fast-check';
import { exchangeKey } from '../../src/contract/exchange-key.ts';
import type { Answer, Evidence, Exchange, Request } from '../../src/contract/generated/types.ts';
import { replay } from '../../src/transport/replay.ts';
import { never } from './support.ts';

const request = (url: string, more: Partial<Request> = {}): Request => ({
  method: 'GET',
  url,
  headers: { accept: '*/*', a: '1' },
  ...more,
});
const answer = (text: string): Answer => ({ status: 200, headers: {}, body: { text } });
const exchange = (asked: Request, text: string, more: Partial<Exchange> = {}): Exchange => ({
  names: [text],
  request: asked,
  bytes: 10,
  redirects: [],
  url: asked.url,
  answer: answer(text),
  ...more,
});
const evidence = (exchanges: Exchange[], sites: Evidence['sites'] = {}): Evidence => ({
  format: 1,
  target: 'https://a.example',
  sites,
  exchanges,
  unsent: [],
});

const from = (recorded: Evidence, key: string, hop = 0): Promise<Answer> =>
  replay(recorded).send({ key, hop, bytes: 10, request: request('https://elsewhere.example') }, never);

describe('transport: replay', () => {
  it('answers by the key of the first request and the number of the hop', async () => {
    const asked = request('https://a.example/x');
    const hops = exchange(asked, 'last', {
      redirects: [
        { url: 'https://a.example/x', answer: answer('first') },
        { url: 'https://a.example/y', answer: answer('second') },
      ],
    });
    const key = exchangeKey(asked, { bytes: 10 });
    for (const [hop, text] of ['first', 'second', 'last'].entries())
      expect(await from(evidence([hops]), key, hop)).to.deep.equal(answer(text));
    for (const hop of [3, -1, 0.5])
      expect((await from(evidence([hops]), key, hop)).failure, String(hop)).to.deep.equal({ code: 'not-recorded' });
  });

  it('answers from evidence that does not say how far a request might be sent on, whatever is asked for now', async () => {
    const asked = request('https://a.example/x');
    const hops = exchange(asked, 'last', { redirects: [{ url: asked.url, answer: answer('first') }] });
    const keys = [undefined, 0, 3, 5].map((follow) => exchangeKey(asked, { bytes: 10, follow }));
    for (const key of keys) {
      expect(await from(evidence([hops]), key), key).to.deep.equal(answer('first'));
      expect(await from(evidence([hops]), key, 1), key).to.deep.equal(answer('last'));
    }
    // What says it comes before what does not, and where it was stopped by that is found by nothing else.
    const both = evidence([exchange(asked, 'unsaid'), exchange(asked, 'three', { follow: 3 })]);
    const found = await Promise.all(keys.map(async (key) => (await from(both, key)).body));
    expect(found).to.deep.equal([{ text: 'unsaid' }, { text: 'unsaid' }, { text: 'three' }, { text: 'unsaid' }]);
    for (const touched of [{ stopped: 'too-many' as const }, { answer: { ...answer('three'), truncated: true as const } }])
      expect((await from(evidence([exchange(asked, 'three', { follow: 3, ...touched })]), keys[3]!)).failure).to.deep.equal({
        code: 'not-recorded',
      });
    expect(await from(evidence([exchange(asked, 'three', { follow: 3 })]), keys[3]!)).to.deep.equal(answer('three'));
  });

  it('tells requests apart by each of their parts, and a fresh one by its tag', async () => {
    const url = 'https://a.example/x';
    const asked: [Request, string | undefined][] = [
      [request(url), undefined],
      [request(url), 'again'],
      [request(`${url}?`), undefined],
      [request(url, { method: 'HEAD' }), undefined],
      [request(url, { headers: { accept: '*/*', a: '2' } }), undefined],
      [request(url, { headers: { accept: '*/*' } }), undefined],
      [request(url, { method: 'POST' }), undefined],
      [request(url, { method: 'POST', body: '' }), undefined],
      [request(url, { method: 'POST', body: 'null' }), undefined],
    ];
    const recorded = evidence(asked.map(([one, fresh], at) => exchange(one, String(at), fresh === undefined ? {} : { fresh })));
    for (const [at, [one, fresh]] of asked.entries())
      expect((await from(recorded, exchangeKey(one, { fresh, bytes: 10 }))).body).to.deep.equal({ text: String(at) });
  });

  it('has a key that the order and case of header names do not change', () => {
    const headers = fc.dictionary(fc.stringMatching(/^[a-z-]{1,8}$/), fc.string());
    fc.assert(
      fc.property(headers, (map) => {
        const reversed = Object.fromEntries(
          Object.entries(map)
            .reverse()
            .map(([name, value]) => [name.toUpperCase(), value]),
        );
        expect(exchangeKey(request('https://a.example', { headers: reversed }))).to.equal(
          exchangeKey(request('https://a.example', { headers: map })),
        );
      }),
    );
  });

  it('knows the sites that were recorded, own members only', async () => {
    const transport = replay(evidence([], { 'api.a.example': 'a.example', localhost: null }));
    expect(transport.registrable('api.a.example')).to.equal('a.example');
    for (const host of ['localhost', 'other.example', 'constructor', '__proto__']) expect(transport.registrable(host), host).to.equal(null);
    expect((await from(evidence([]), '__proto__')).failure?.code).to.equal('not-recorded');
    await transport.close();
  });
});
