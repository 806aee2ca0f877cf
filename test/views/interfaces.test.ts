// Which calls an agent card names, and what it says of credentials.
import { expect } from 'chai';
import { AnswerReader } from '../../src/views/reader.ts';

const callsOf = (value: unknown): string[] => {
  const bytes = Buffer.from(JSON.stringify(value));
  const source = {
    url: 'https://a.example/.well-known/card.json',
    status: 200,
    headers: { 'content-type': 'application/json' },
    bytes,
    truncated: false,
  };
  const reading = new AnswerReader(source).read('interfaces');
  if (!reading.ok) throw new Error(reading.code);
  return (reading.value as { calls: { id: string; asks?: string; place: string }[] }).calls.map(
    ({ id, asks = '-', place }) => `${id} ${asks} ${place}`,
  );
};

const http = (list: unknown): unknown => ({ interfaces: { http: { list } } });
const a2a = { skills: [], url: '/a2a' };

describe('views/interfaces', () => {
  for (const [name, card, calls] of [
    ['an address of the site', http({ method: 'get', url: '/w?a=1#b' }), ['GET https://a.example/w - /interfaces/http/list']],
    ['open', http({ method: 'POST', url: '/w', auth: 'None' }), ['POST https://a.example/w nothing /interfaces/http/list']],
    ['closed', http({ method: 'GET', url: '/w', auth: 'apiKey' }), ['GET https://a.example/w credentials /interfaces/http/list']],
    ['other words', http({ method: 'GET', url: '/w', auth: 'optional' }), ['GET https://a.example/w - /interfaces/http/list']],
    ['no method', http({ url: '/w' }), []],
    ['a template', http({ method: 'GET', url: '/w/{id}' }), []],
    ['another scheme', http({ method: 'GET', url: 'did:web:a.example' }), []],
    ['A2A of version 0.3', a2a, ['POST https://a.example/a2a - ']],
    ['A2A behind a key', { ...a2a, security: [{ key: [] }] }, ['POST https://a.example/a2a credentials ']],
    ['A2A, a key or none', { ...a2a, security: [{ key: [] }, {}] }, ['POST https://a.example/a2a - ']],
    ['A2A by gRPC', { ...a2a, preferredTransport: 'GRPC' }, []],
    [
      'A2A of version 1',
      {
        ...a2a,
        supportedInterfaces: [
          { protocolBinding: 'GRPC', url: 'a.example:443' },
          { protocolBinding: 'JSONRPC', url: '/rpc' },
        ],
      },
      ['POST https://a.example/rpc - /supportedInterfaces/1'],
    ],
    ['no card', [1], []],
  ] as [string, unknown, string[]][])
    it(name, () => expect(callsOf(card)).to.deep.equal(calls));
});
