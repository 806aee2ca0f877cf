// What is posted without consent goes to what the site itself declares as an endpoint of MCP, whatever a pack selects.
import { expect } from 'chai';
import type { Answer, Probe, Probes } from '../../src/contract/generated/types.ts';
import { asked, body, HOME, moved, packOf, posts } from './posting.ts';
import { json, ORIGIN, type Table, text } from './world.ts';

describe('engine/mcp-endpoints', () => {
  it('subscribes to no newsletter', async () => {
    const probes: Probes = {
      home: { get: '/' },
      sent: { select: '$.home.refs[*]', take: 8, post: '{{ $.item.href }}', body: body('initialize') },
    };
    const log = await asked(packOf(probes), { '/': HOME, 'POST /newsletter': json({ subscribed: true }) });
    expect(posts(log)).to.deep.equal([]);
    expect(log).to.include(`GET ${ORIGIN}/`);
  });

  const card = (value: unknown): Answer => json(value);
  const CATALOG = '/.well-known/ai-catalog.json';
  const entry = (url: string, type = 'application/mcp-server-card+json') => ({ identifier: 'x', type, url });
  const declared: [string, Table, Probe, string[]][] = [
    [
      'an agent card',
      { '/agents.json': card({ interfaces: { mcp: { url: '/rpc' } } }) },
      { post: '{{ $.doc.json.interfaces.mcp.url }}' },
      ['/rpc'],
    ],
    [
      'an agent card in plain text',
      { '/agents.json': card({ interfaces: { mcp: '/rpc' } }) },
      { post: '{{ $.doc.json.interfaces.mcp }}' },
      ['/rpc'],
    ],
    ['an agent card at its top', { '/agents.json': card({ mcp: { url: '/rpc' } }) }, { post: '{{ $.doc.json.mcp.url }}' }, ['/rpc']],
    ['the text mcpUrl of an agent card', { '/agents.json': card({ mcpUrl: '/mcp' }) }, { post: '{{ $.doc.json.mcpUrl }}' }, ['/mcp']],
    [
      'an agent card by the name of a server',
      { '/agents.json': card({ interfaces: { mcp: { servers: { main: { url: '/rpc' } } } } }) },
      { post: '{{ $.doc.json.interfaces.mcp.servers.main.url }}' },
      ['/rpc'],
    ],
    [
      'servers of another interface',
      { '/agents.json': card({ interfaces: { http: { servers: { main: { url: '/news' } } } } }) },
      { post: '{{ $.doc.json.interfaces.http.servers.main.url }}' },
      [],
    ],
    [
      'a list at the top of an agent card',
      { '/agents.json': card({ mcp: [{ url: '/rpc' }] }) },
      { post: '{{ $.doc.json.mcp[0].url }}' },
      ['/rpc'],
    ],
    [
      'what stands below its MCP server',
      { '/agents.json': card({ mcp: { docs: { url: '/news' } } }) },
      { post: '{{ $.doc.json.mcp.docs.url }}' },
      [],
    ],
    [
      'servers by name at its top',
      { '/agents.json': card({ mcpServers: { main: { url: '/rpc' } } }) },
      { post: '{{ $.doc.json.mcpServers.main.url }}' },
      ['/rpc'],
    ],
    [
      'the text mcp among its protocols',
      { '/agents.json': card({ protocols: { mcp: '/mcp' } }) },
      { post: '{{ $.doc.json.protocols.mcp }}' },
      ['/mcp'],
    ],
    [
      'such an address in an object',
      { '/agents.json': card({ protocols: { mcp: { url: '/mcp' } } }) },
      { post: '{{ $.doc.json.protocols.mcp.url }}' },
      ['/mcp'],
    ],
    [
      'such a text of no usual address among its protocols',
      { '/agents.json': card({ protocols: { mcp: '/news' } }) },
      { post: '{{ $.doc.json.protocols.mcp }}' },
      [],
    ],
    [
      'such a text below a name that says more',
      { '/agents.json': card({ examples: { mcp: '/mcp' } }) },
      { post: '{{ $.doc.json.examples.mcp }}' },
      [],
    ],
    [
      'such a text too deep',
      { '/agents.json': card({ services: { endpoints: { servers: { mcp: '/mcp' } } } }) },
      { post: '{{ $.doc.json.services.endpoints.servers.mcp }}' },
      [],
    ],
    ['such a text of another name', { '/agents.json': card({ mcpNews: '/mcp' }) }, { post: '{{ $.doc.json.mcpNews }}' }, []],
    ['such a text of no usual address', { '/agents.json': card({ mcp_url: '/news' }) }, { post: '{{ $.doc.json.mcp_url }}' }, []],
    ['a command in plain text', { '/agents.json': card({ interfaces: { mcp: 'news' } }) }, { post: '{{ $.doc.json.interfaces.mcp }}' }, []],
    [
      'a member that is no interface',
      { '/agents.json': card({ interfaces: { mcp: { url: '/rpc' } }, news: '/news' }) },
      { post: '{{ $.doc.json.news }}' },
      [],
    ],
    [
      'a card elsewhere',
      { '/users/eve.json': card({ interfaces: { mcp: { url: '/news' } } }) },
      { post: '{{ $.doc.json.interfaces.mcp.url }}' },
      [],
    ],
    [
      'a card of another query',
      { '/agents.json?user=eve': card({ interfaces: { mcp: { url: '/news' } } }) },
      { post: '{{ $.doc.json.interfaces.mcp.url }}' },
      [],
    ],
    [
      'a card that is not found',
      { '/agents.json': json({ interfaces: { mcp: { url: '/news' } } }, 404) },
      { post: '{{ $.doc.json.interfaces.mcp.url }}' },
      [],
    ],
    [
      'a server card',
      { '/.well-known/mcp.json': card({ remotes: [{ url: '/rpc' }] }) },
      { post: '{{ $.doc.json.remotes[0].url }}' },
      ['/rpc'],
    ],
    [
      'the website of a server card',
      { '/.well-known/mcp.json': card({ name: 'a', version: '1', url: '/news' }) },
      { post: '{{ $.doc.json.url }}' },
      [],
    ],
    [
      'an entry of a catalog',
      { [CATALOG]: card({ entries: [{ data: { remotes: [{ url: '/rpc' }] } }] }) },
      { post: '{{ $.doc.json.entries[0].data.remotes[0].url }}' },
      ['/rpc'],
    ],
    [
      'a link of the name',
      { '/llms.txt': text('# A\n\n- [MCP](/api/mcp/)\n', 'text/markdown') },
      { post: '{{ $.doc.markdown.links[0].href }}' },
      ['/api/mcp/'],
    ],
    [
      'a link of another name',
      { '/llms.txt': text('# A\n\n- [MCP](/docs/mcp)\n', 'text/markdown') },
      { post: '{{ $.doc.markdown.links[0].href }}' },
      [],
    ],
    [
      'a relation',
      { '/.well-known/api-catalog': json({ linkset: [{ anchor: '/', 'mcp-server': [{ href: '/rpc' }] }] }) },
      { post: '{{ $.doc.linkset.links[0].href }}' },
      ['/rpc'],
    ],
    [
      'another relation',
      { '/.well-known/api-catalog': json({ linkset: [{ anchor: '/', item: [{ href: '/news' }] }] }) },
      { post: '{{ $.doc.linkset.links[0].href }}' },
      [],
    ],
  ];
  for (const [what, table, probe, expected] of declared)
    it(`posts to ${expected.length > 0 ? 'what' : 'nothing that'} ${what} names`, async () => {
      const get = Object.keys(table)[0]!;
      const log = await asked(packOf({ home: { get: '/' }, doc: { get }, sent: { ...probe, body: body('tools/list') } }), {
        '/': HOME,
        ...table,
      });
      expect(posts(log)).to.deep.equal(expected);
    });

  it('follows a catalog to the card that it names, and no other document to one', async () => {
    const table: Table = {
      '/': HOME,
      [CATALOG]: card({ entries: [entry('/cards/a.json'), entry('/users/eve.json', 'text/plain')] }),
      '/cards/a.json': card({ remotes: [{ url: '/rpc' }] }),
      '/users/eve.json': card({ remotes: [{ url: '/news' }] }),
    };
    const log = await asked(
      packOf({
        home: { get: '/' },
        catalog: { get: CATALOG },
        cards: { select: '$.catalog.json.entries[*]', take: 2, get: '{{ $.item.url }}' },
        sent: { select: '$.cards[*].json.remotes[*].url', take: 4, post: '{{ $.item }}', body: body('tools/list') },
      }),
      table,
    );
    expect(posts(log)).to.deep.equal(['/rpc']);
  });

  it('sends an interface of A2A a ping, and nothing else', async () => {
    const table = {
      '/': HOME,
      '/.well-known/agent-card.json': card({ supportedInterfaces: [{ url: '/a2a', protocolBinding: 'JSONRPC' }] }),
    };
    const post = '{{ $.doc.json.supportedInterfaces[0].url }}';
    const doc = { get: '/.well-known/agent-card.json' };
    for (const [method, expected] of [
      ['ping', ['/a2a']],
      ['initialize', []],
    ] as const)
      expect(posts(await asked(packOf({ home: { get: '/' }, doc, sent: { post, body: body(method) } }), table))).to.deep.equal(expected);
    const again = {
      home: { get: '/' },
      doc,
      sent: { post, body: body('ping') },
      more: { post: '{{ $.sent.url }}', body: body('initialize') },
    };
    expect(posts(await asked(packOf(again), table))).to.deep.equal(['/a2a']);
  });

  for (const [to, expected] of [
    ['/rpc/', ['/rpc', '/rpc/']],
    ['/news', ['/rpc']],
  ] as const)
    it(`posts ${expected.join(', then ')} where that is moved to ${to}`, async () => {
      const table: Table = { '/': HOME, '/agents.json': card({ interfaces: { mcp: { url: '/rpc' } } }), 'POST /rpc': moved(308, to) };
      const sent = { post: '{{ $.doc.json.interfaces.mcp.url }}', body: body('ping') };
      expect(posts(await asked(packOf({ home: { get: '/' }, doc: { get: '/agents.json' }, sent }), table))).to.deep.equal(expected);
    });
});
