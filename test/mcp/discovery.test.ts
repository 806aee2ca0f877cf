// Discovery over written targets: what is told of each surface, and that nothing of it acts, judges or breaks.
import { expect } from 'chai';
import type { Discovery, FixtureTarget } from '../../src/contract/generated/types.ts';
import type { Transport } from '../../src/contract/transport.ts';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { openPack } from '../../src/run/bundled.ts';
import { discovery } from '../../src/run/discovery.ts';
import { run } from '../../src/run/run.ts';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { fixtureOrigin } from '../../src/transport/fixture/routes.ts';
import { fixture } from '../../src/transport/fixture/transport.ts';

const AT = '2026-11-21T00:00:00.000Z';

describe('discovery', () => {
  let pack: LoadedPack;
  before(async () => {
    pack = await openPack(undefined);
  });

  async function discoveredBy(target: string, transport: Transport): Promise<Discovery> {
    const report = await run({ pack, target, seed: 1, seedOrigin: 'caller', transport, now: () => AT });
    return discovery(report, pack);
  }

  const discovered = (target: FixtureTarget): Promise<Discovery> => discoveredBy(fixtureOrigin(target), fixture(target));

  const named = (name: string): Promise<Discovery> => discovered(loadFixture(`fixtures/targets/${name}.yaml`));

  it('tells surface, place, dialect, media type and claims', async () => {
    const { target, at, surfaces, notFound } = await named('good');
    const rows = surfaces.map(({ surface, url, dialect, mediaType, claims }) => [
      surface,
      url.replace(target, ''),
      dialect,
      mediaType,
      claims,
    ]);
    expect(at).to.equal(AT);
    expect(rows).to.deep.include.members([
      ['llms', '/llms.txt', 'markdown', 'text/markdown', ['title: Widgets', 'sections: 2', 'links: 4']],
      ['agents', '/.well-known/agents.json', 'agents.json (AXP)', 'application/json', ['name: Widgets', 'interfaces: 2']],
      ['api', '/openapi.json', 'openapi 3.1.0', 'application/json', ['title: Widgets', 'version: 1.4.0', 'operations: 8', 'servers: 1']],
      ['apiCatalog', '/.well-known/api-catalog', 'linkset-json', 'application/linkset+json', ['links: 3']],
      ['boundary', '/reports/full', 'json', 'application/json', ['title: Full report', 'offers: 1']],
      [
        'legacy',
        '/mcp',
        'mcp 2026-07-28, 2025-11-25',
        'application/json',
        ['name: widgets', 'version: 1.4.0', 'capabilities: 1', 'tools: 1'],
      ],
    ]);
    // One server is told once, whatever eras and lists it was asked for.
    expect(rows.filter(([, path]) => path === '/mcp')).to.have.length(1);
    const asked = ['agent-card', 'agent'].map((name) => `https://widgets.example/.well-known/${name}.json`);
    expect(notFound).to.deep.equal([
      { surface: 'a2a', outcome: 'absent', asked },
      { surface: 'otherApi', outcome: 'nothing says where', asked: [] },
      { surface: 'pricing', outcome: 'nothing says where', asked: [] },
    ]);
  });

  it('names neither the control, nor robots, nor pages, nor samples of what is claimed', async () => {
    const { surfaces, notFound } = await named('good');
    const all = [...surfaces, ...notFound].map(({ surface }) => surface);
    for (const name of ['control', 'robots', 'rootHtml', 'samples', 'claims']) expect(all).to.not.include(name);
  });

  it('finds nothing where there is nothing, and says what came instead', async () => {
    const empty = await named('empty');
    expect(empty.surfaces).to.deep.equal([]);
    expect(empty.notFound.find(({ surface }) => surface === 'api')).to.deep.include({ surface: 'api', outcome: 'absent' });
    const blocked = await named('blocked');
    expect(blocked.surfaces).to.deep.equal([]);
    expect(new Set(blocked.notFound.map(({ outcome }) => outcome))).to.satisfy((seen: Set<string>) =>
      [...seen].some((one) => /unclear|refused|unsent/.test(one)),
    );
  });

  it('says what robots.txt kept it from', async () => {
    const robots = { type: 'text/plain', body: 'User-agent: axproof\nDisallow: /.well-known/\n' };
    const { notFound } = await discovered({ title: 'shy', target: 'https://shy.example', routes: { '/robots.txt': robots } });
    expect(notFound.find(({ surface }) => surface === 'aiCatalog')).to.include({ outcome: 'unsent: declined' });
  });

  it('does not take a target that says yes to everything for one that publishes something', async () => {
    for (const name of ['yes-to-everything', 'yes-json']) {
      const { surfaces } = await named(name);
      expect(surfaces.map(({ surface }) => surface).filter((surface) => surface !== 'root')).to.deep.equal([]);
    }
  });

  it('quotes what the target says of itself', async () => {
    const text = '# \u202e`x` [y](https://evil.example)\u0007';
    const title = `${text}${'z'.repeat(5000)}`;
    const document = { openapi: '3.1.0', info: { title, version: text }, paths: {}, __proto__: null };
    const card = { name: title, version: text, interfaces: JSON.parse('{"__proto__": 1}'), tools: new Array(9).fill(text) };
    const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });
    const routes = {
      '/openapi.json': json(document),
      '/.well-known/agents.json': json(card),
      '/icp.json': json({ contract: [], title: {} }),
    };
    const { surfaces } = await discovered({ title: 'hostile', target: 'https://hostile.example', routes } as FixtureTarget);
    expect(surfaces.map(({ surface }) => surface)).to.include.members(['api', 'agents', 'icp']);
    const words = surfaces.flatMap(({ claims, dialect }) => [dialect, ...claims]);
    for (const word of words) {
      expect(word.length).to.be.at.most(150);
      for (const hidden of ['\u202e', '\u0007', '`']) expect(word).to.not.contain(hidden);
    }
    expect(surfaces.find(({ surface }) => surface === 'agents')?.claims).to.include('tools: 9');
  });

  it('takes a page that says another request id each time for what every unknown path gets', async () => {
    let answers = 0;
    const everything: Transport = {
      registrable: () => null,
      async send({ request }) {
        const requestId = `req${++answers}x7k2m${answers * 7919}`;
        const text = JSON.stringify({ interfaces: {}, requestId, message: 'Welcome to our service. '.repeat(14) });
        const status = new URL(request.url).pathname === '/robots.txt' ? 404 : 200;
        return { status, headers: { 'content-type': 'application/json' }, body: { text } };
      },
      async close() {},
    };
    const { surfaces, notFound } = await discoveredBy('https://echoes.example', everything);
    expect(surfaces.map(({ surface }) => surface)).to.deep.equal(['root']);
    for (const surface of ['llms', 'agents', 'a2a', 'icp'])
      expect(notFound.find((one) => one.surface === surface)).to.include({ surface, outcome: 'absent' });
  });

  it('takes a document that its whole folder answers with for none', async () => {
    const document = { openapi: '3.1.0', info: { title: 'Echo', version: '1' }, paths: {} };
    const linkset = [{ anchor: 'https://folder.example/', 'service-desc': [{ href: 'https://folder.example/specs/v1/openapi.json' }] }];
    const routes = {
      '/.well-known/api-catalog': { type: 'application/linkset+json', body: JSON.stringify({ linkset }) },
      '/specs/*': { type: 'application/json', body: JSON.stringify(document) },
    };
    const { surfaces, notFound } = await discovered({ title: 'folder', target: 'https://folder.example', routes });
    expect(surfaces.map(({ surface }) => surface)).to.deep.equal(['apiCatalog']);
    expect(notFound.find(({ surface }) => surface === 'api')).to.deep.include({ outcome: 'absent' });
  });

  it('tells what the run tells of a site that sends everybody away', async () => {
    const sent = { status: 302, headers: { location: 'https://elsewhere.example/' } };
    const { surfaces, notFound } = await discovered({ title: 'away', target: 'https://away.example', default: sent });
    expect(surfaces).to.deep.equal([]);
    expect(notFound.find(({ surface }) => surface === 'llms')).to.deep.include({ outcome: 'unclear: sent-away' });
  });

  it('says where a page for people, or nothing at all, was found in the place of a surface', async () => {
    const html = { type: 'text/html', body: '<!doctype html><title>For people</title><p>Hello' };
    const routes = { '/': html, '/llms.txt': { ...html, body: `${html.body} again` } };
    const { notFound } = await discovered({ title: 'pages', target: 'https://pages.example', routes });
    expect(notFound).to.deep.include.members([
      { surface: 'root', outcome: 'a page for people', asked: ['https://pages.example/'] },
      { surface: 'llms', outcome: 'a page for people', asked: ['https://pages.example/llms.txt'] },
    ]);
    // Who asks for a page has found what it looks for.
    expect(notFound.map(({ surface }) => surface)).to.not.include('rootHtml');
    const empty = await discovered({
      title: 'empty',
      target: 'https://empty.example',
      routes: { '/llms.txt': { type: 'text/plain', body: '' } },
    });
    expect(empty.notFound.find(({ surface }) => surface === 'llms')).to.include({ outcome: 'an empty answer' });
    expect(empty.notFound.map(({ surface }) => surface))
      .to.include('root')
      .and.not.include('rootHtml');
  });
});
