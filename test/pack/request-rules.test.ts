// What may be posted without consent: MCP's handshake and lists, and not one member more.
import { expect } from 'chai';
import fc from 'fast-check';
import { mcpBodyFault, mcpMergeFault } from '../../src/pack/request-rules.ts';
import { speaksMcp } from '../../src/record/speaks-mcp.ts';

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'mcp-client', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const good: [string, unknown][] = [
  [
    'initialize',
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
    },
  ],
  [
    'another version',
    {
      jsonrpc: '2.0',
      id: 'i',
      method: 'initialize',
      params: { protocolVersion: '1999-01-01', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
    },
  ],
  ['server/discover', { jsonrpc: '2.0', id: 'd', method: 'server/discover', params: { _meta: META } }],
  ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
  ['a page', { jsonrpc: '2.0', id: 't', method: 'tools/list', params: { cursor: 'page-2' } }],
  ['ping', { jsonrpc: '2.0', id: 'p', method: 'ping' }],
];
const bad: [string, unknown][] = [
  ['a member beside it', { jsonrpc: '2.0', id: 1, method: 'initialize', email: 'a@b.example' }],
  ['a parameter beside them', { jsonrpc: '2.0', id: 1, method: 'initialize', params: { email: 'a@b.example' } }],
  ['something in _meta', { jsonrpc: '2.0', id: 1, method: 'ping', params: { _meta: { email: 'a@b.example' } } }],
  [
    'something in clientInfo',
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: { clientInfo: { name: 'c', version: '1', email: 'x' } } },
  ],
  [
    'an address as the client',
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: { clientInfo: { name: 'a@b.example', version: '1' } } },
  ],
  ['capabilities with members', { jsonrpc: '2.0', id: 1, method: 'initialize', params: { capabilities: { email: 'x' } } }],
  ['a long version', { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 'x'.repeat(33) } }],
  ['an id that is an object', { jsonrpc: '2.0', id: { email: 'x' }, method: 'ping' }],
  ['a call', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'buy' } }],
  ['a list that is none of MCP', { jsonrpc: '2.0', id: 1, method: 'delete/everything/list' }],
  ['no method', { jsonrpc: '2.0', id: 1, email: 'x' }],
  ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }]],
];
const sent = (body: unknown) => ({
  method: 'POST' as const,
  url: 'https://a.example/x',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

describe('pack/request-rules', () => {
  for (const [name, body] of good)
    it(`takes ${name}`, () => {
      expect(mcpBodyFault(body)).to.equal(undefined);
      expect(speaksMcp(sent(body))).to.equal(true);
    });
  for (const [name, body] of bad)
    it(`refuses ${name}`, () => {
      expect(mcpBodyFault(body)).to.be.a('string');
      expect(speaksMcp(sent(body))).to.equal(false);
    });

  it('a repeat turns the page, and does nothing else', () => {
    expect(mcpMergeFault({ params: { cursor: '{{ $.self.jsonrpc.result.nextCursor }}' } })).to.equal(undefined);
    for (const merge of [{ method: 'tools/call' }, { params: { email: 'x' } }, { email: 'x' }])
      expect(mcpMergeFault(merge)).to.be.a('string');
  });

  it('no member that is not known gets through, at any place', () => {
    const places = [[], ['params'], ['params', '_meta'], ['params', 'clientInfo'], ['params', 'capabilities']];
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.string({ minLength: 1 }), fc.jsonValue(), (place, name, value) => {
        const body = structuredClone(good[0]?.[1]) as { [key: string]: never };
        let at = body as { [key: string]: unknown };
        for (const step of place) {
          at[step] ??= {};
          at = at[step] as { [key: string]: unknown };
        }
        fc.pre(
          ![
            'jsonrpc',
            'id',
            'method',
            'params',
            'protocolVersion',
            'clientInfo',
            'capabilities',
            'cursor',
            '_meta',
            'name',
            'version',
          ].includes(name),
        );
        Object.defineProperty(at, name, { value, enumerable: true, configurable: true, writable: true });
        expect(mcpBodyFault(body)).to.be.a('string');
      }),
    );
  });
});
