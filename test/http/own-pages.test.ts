// Crawlers append .md to what they find: on this service that is a page in Markdown or nothing, and never the run of a Moldovan domain.
import { expect } from 'chai';
import { AxproofError } from '../../src/contract/errors.ts';
import { bundledPacks } from '../../src/run/bundled.ts';
import { ask } from './ask.ts';
import { mounted, type Place } from './served.ts';

describe('pages with .md behind them', () => {
  const asked: string[] = [];
  let place: Place;
  before(async () => {
    place = await mounted({
      async grade({ target }: { target: string }) {
        asked.push(target);
        throw new AxproofError('unreachable', 'nobody is asked in this test');
      },
    } as never);
  });
  beforeEach(() => {
    asked.length = 0;
  });
  after(() => place.close());

  for (const path of ['/about.md', '/index.md', '/llms.txt.md', '/llms-full.txt.md'])
    it(`${path} is Markdown`, async () => {
      const answer = await ask(`${place.url}${path}`, { headers: { accept: 'text/html' } });
      expect([answer.status, answer.type]).to.deep.equal([200, 'text/markdown']);
      const page = path === '/index.md' ? '/' : path.slice(0, -3);
      expect(answer.headers['content-location']).to.equal(page);
      expect(answer.text).to.equal((await ask(`${place.url}${page}`, { headers: { accept: 'text/markdown' } })).text);
      expect(asked).to.deep.equal([]);
    });

  for (const path of [
    '/docs.md',
    '/README.md',
    '/openapi.json.md',
    '/health.md',
    '/verify.md',
    '/SKILL.md',
    '/index.html.md',
    '/About.md',
    '/robots.txt.md',
    '/mcp.md',
  ])
    it(`${path} is not found, and says how a domain of that name is graded`, async () => {
      const answer = await ask(`${place.url}${path}`);
      expect([answer.status, answer.json().code]).to.deep.equal([404, 'not-found']);
      expect(answer.text).to.include(`/https://${path.slice(1).toLowerCase()}`);
      expect(asked).to.deep.equal([]);
    });

  it('are not found where a bundled pack makes them up to see how nothing is answered', async () => {
    const nonce = '0d2c0ac9e94eceb31a65e37197b0d75c';
    const controls = (await bundledPacks()).map(({ document }) => JSON.stringify(document.control).replaceAll('{{ $.run.nonce }}', nonce));
    const paths = controls.flatMap((text) => [...text.matchAll(/"(\/[^"]+\.md)"/g)].map(([, path]) => path!));
    expect(paths).to.include(`/${nonce}.md`);
    for (const path of paths) expect((await ask(`${place.url}${path}`)).status, path).to.equal(404);
    expect(asked).to.deep.equal([]);
  });

  for (const [path, target] of [
    ['/example.md', 'example.md'],
    ['/about.example.md', 'about.example.md'],
    ['/https://docs.md', 'https://docs.md'],
    ['/about.com', 'about.com'],
    ['/facade.md', 'facade.md'],
  ] as const)
    it(`${path} is a domain`, async () => {
      expect((await ask(`${place.url}${path}`)).json().code).to.equal('unreachable');
      expect(asked).to.deep.equal([target]);
    });
});
