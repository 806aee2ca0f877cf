// What is no message, or no request of its method: one plain sentence with the code that the protocol has for it, in both eras, and never under an id that nobody sent.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect } from 'chai';
import { type McpOverHttp, mcpOverHttp } from '../../src/mounts/mcp/http.ts';
import { BundledPacks } from '../../src/service/packs.ts';
import type { Caller } from '../../src/service/service.ts';
import { ERAS, type Era } from './service.ts';

const [OLD, NEW] = ERAS;
const ID = 'an id has to be text or an integer of at most 2^53 - 1';
const NO_CURSOR = 'tools/list answers with one page, and has no cursor x';
const client = { name: 'test', version: '1.0.0' };
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': NEW,
  'io.modelcontextprotocol/clientInfo': client,
  'io.modelcontextprotocol/clientCapabilities': {},
};
interface Said {
  id: unknown;
  error?: { code: number; message: string };
  result?: { isError?: boolean; structuredContent?: Record<string, unknown> };
}

describe('a message that is refused', () => {
  let server: Server;
  let mcp: McpOverHttp;
  let url = '';
  before(async () => {
    mcp = mcpOverHttp({} as never, { own: () => url, packs: await BundledPacks.load() });
    const caller: Caller = { address: '::' };
    server = createServer((request, response) => void json(request).then((body) => mcp(request, response, body, caller)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    await mcp.close();
    server.closeAllConnections();
    server.close();
  });

  async function told(body: string, headers: Record<string, string> = {}): Promise<Said & { status: number }> {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body,
    });
    const text = await answer.text();
    return { status: answer.status, ...(JSON.parse(/\{.*\}/s.exec(text)![0]) as Said) };
  }

  function asked(era: Era, method: string, params: Record<string, unknown> | undefined): Promise<Said> {
    const message = { jsonrpc: '2.0', id: 1, method, params };
    if (era === OLD) return told(JSON.stringify(message));
    const name: Record<string, string> = typeof params?.name === 'string' ? { 'mcp-name': params.name } : {};
    const headers = { 'mcp-protocol-version': NEW, 'mcp-method': method, ...name };
    return told(JSON.stringify({ ...message, params: { ...params, _meta: ENVELOPE } }), headers);
  }

  for (const id of ['9007199254740993', '9007199254740992', '-9007199254740993', '1e300', '1.5', 'null', 'true', '{}'])
    it(`has the id ${id}, which could not be repeated`, async () => {
      const { status, id: answered, error } = await told(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
      expect([status, answered, error]).to.deep.equal([400, null, { code: -32600, message: ID }]);
    });

  for (const id of ['9007199254740991', '-1', '0', '""', '"9007199254740993"'])
    it(`has not the id ${id}`, async () => {
      const said = await told(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
      expect([said.status, said.id, said.error]).to.deep.equal([200, JSON.parse(id), undefined]);
    });

  const faults: [string, Era[], string, Record<string, unknown> | undefined, string][] = [
    ['no member of params', [OLD], 'initialize', {}, 'initialize needs params.protocolVersion, which is missing'],
    ['no params', [OLD], 'initialize', undefined, 'initialize needs params, which is missing'],
    [
      'no version of a client',
      [OLD],
      'initialize',
      { protocolVersion: OLD, capabilities: {}, clientInfo: { name: 'x' } },
      'initialize needs params.clientInfo.version, which is missing',
    ],
    [
      'a number for a version',
      [OLD],
      'initialize',
      { protocolVersion: 5, capabilities: {}, clientInfo: client },
      'params.protocolVersion is not of the kind that initialize takes',
    ],
    ['no name of a tool', [OLD, NEW], 'tools/call', {}, 'tools/call needs params.name, which is missing'],
    ['a number for a tool', [OLD, NEW], 'tools/call', { name: 5 }, 'params.name is not of the kind that tools/call takes'],
    ['a list for the arguments of no tool', [OLD, NEW], 'tools/call', { name: 'nope', arguments: [] }, 'there is no tool nope'],
    ['a cursor that nobody gave', [OLD, NEW], 'tools/list', { cursor: 'x' }, NO_CURSOR],
    ['a number for a cursor', [OLD, NEW], 'tools/list', { cursor: 5 }, 'params.cursor is not of the kind that tools/list takes'],
  ];
  for (const [what, eras, method, params, message] of faults)
    for (const era of eras)
      it(`has ${what}, in ${era}`, async () => {
        expect((await asked(era, method, params)).error).to.deep.equal({ code: -32602, message });
      });

  for (const era of ERAS)
    for (const given of [[], null, 'x', 5])
      it(`has the arguments ${JSON.stringify(given)}, which a model can mend, in ${era}`, async () => {
        const { error, result } = await asked(era, 'tools/call', { name: 'verify_domain', arguments: given });
        expect(error).to.equal(undefined);
        expect(result).to.include({ isError: true });
        expect(result?.structuredContent).to.include({ code: 'bad-request' });
        expect(result?.structuredContent?.details).to.have.length(1);
      });
});
