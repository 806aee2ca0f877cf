// What each kind of client gets: the right form, and what caches need to tell the forms apart. Never 406, and HEAD says what GET says.
import { expect } from 'chai';
import type { FixtureServer } from '../../src/transport/fixture/server.ts';
import { type Answer, ask } from './ask.ts';
import { served, target, type Whole } from './served.ts';

type Face = 'md' | 'html' | 'json';
const TYPES: Record<Face | 'problem', string> = {
  md: 'text/markdown; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  problem: 'application/problem+json',
};

const CHROME =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';
/** Accept of a client; what it gets where Markdown, a page and JSON are offered, Markdown first, and JSON first. */
const CLIENTS: [string, string | undefined, Face, Face][] = [
  ['curl, Node, Python', '*/*', 'md', 'json'],
  ['no Accept', undefined, 'md', 'json'],
  ['an empty Accept', '', 'md', 'json'],
  ['wget 2', 'text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', 'html', 'html'],
  ['Chrome', CHROME, 'html', 'html'],
  ['Firefox', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html', 'html'],
  ['Safari', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'html', 'html'],
  ['a coding agent, Markdown first', 'text/markdown, text/html, */*', 'md', 'md'],
  ['a coding agent, by q', 'text/markdown;q=1.0, text/x-markdown;q=0.9, text/plain;q=0.8, text/html;q=0.7, */*;q=0.1', 'md', 'md'],
  ['a coding agent, Markdown beside pages', 'text/markdown,text/html;q=0.9,application/xhtml+xml;q=0.8,*/*;q=0.5', 'md', 'md'],
  ['axios', 'application/json, text/plain, */*', 'json', 'json'],
  ['a program', 'application/json', 'json', 'json'],
  ['a program of another type', 'application/vnd.api+json', 'md', 'json'],
  ['q of a page below JSON', 'text/html;q=0.5, application/json;q=0.6', 'json', 'json'],
  ['q of JSON below a page', 'text/html;q=0.6, application/json;q=0.5', 'html', 'html'],
  ['text of any kind', 'text/*', 'md', 'md'],
  ['Markdown refused', 'text/markdown;q=0, */*', 'html', 'json'],
  ['all but JSON refused', 'text/markdown;q=0, text/html;q=0', 'json', 'json'],
  ['everything refused', '*/*;q=0', 'md', 'json'],
  ['images', 'image/avif,image/webp,*/*;q=0.8', 'md', 'json'],
  ['upper case', 'TEXT/HTML', 'html', 'html'],
  ['garbage', 'no/such, ;;;, text/, /, ,,,q=', 'md', 'json'],
  ['a q that is no number', 'text/html;q=many, application/json;q=0.5', 'json', 'json'],
  ['JSON with a charset', 'application/json; charset=utf-8', 'json', 'json'],
  ['a page with a charset', 'text/html;charset=utf-8', 'html', 'html'],
  [
    'a page with a quoted parameter, which looks like more',
    'text/html;a="x, application/json;q=1\\"";q=0.9, application/json;q=0.5',
    'html',
    'html',
  ],
  ['parameters in several ranges', 'text/html;level=1;q=0.4, application/json;charset=utf-8;q=0.6, */*;q=0.1', 'json', 'json'],
  ['one variant of a page refused', 'text/html;level=3;q=0, text/html', 'html', 'html'],
  ['an upper case Q after a parameter', 'text/html;A=B;Q=0.3, application/json;q=0.5', 'json', 'json'],
  ['a quote that never ends', 'application/json, text/html;a="', 'json', 'json'],
  ['very much', `${'a/b, '.repeat(2000)}text/html`, 'md', 'json'],
];

describe('the form of an answer', function () {
  this.timeout(60_000);
  let whole: Whole;
  let good: FixtureServer;
  let graded: string;
  before(async () => {
    whole = await served({ AXPROOF_COOLDOWN: '3600' });
    good = await target('good');
    graded = `/${new URL(good.origin).host}`;
    await Promise.all([ask(`${whole.url}${graded}`), ask(`${whole.url}/self`)]);
  });
  after(async () => {
    await good.close();
    await whole.close();
  });

  const get = (path: string, accept: string | undefined, more: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
    ask(`${whole.url}${path}`, { method, headers: { ...(accept === undefined ? {} : { accept }), ...more } });

  /** The same but for what belongs to the moment. */
  const fields = ({ headers }: Answer): object => {
    const { date, age, connection, 'keep-alive': alive, 'transfer-encoding': chunks, ...rest } = headers;
    return rest;
  };

  for (const [name, accept, first, second] of CLIENTS) {
    it(`suits ${name}`, async () => {
      const rows: [string, number, string][] = [
        ['/', 200, TYPES[first]],
        [graded, 200, TYPES[first]],
        ['/self', 200, TYPES[first]],
        ['/nothing/here', 404, second === 'html' ? TYPES.html : TYPES.problem],
        ['/localhost', 400, second === 'html' ? TYPES.html : TYPES.problem],
        ['/offers/attested-run', 402, second === 'html' ? TYPES.html : TYPES.problem],
      ];
      for (const [path, status, type] of rows) {
        const answer = await get(path, accept);
        expect([answer.status, answer.headers['content-type']], path).to.deep.equal([status, type]);
        expect(answer.headers.vary, path).to.match(/(^|, )Accept(,|$)/);
        expect(answer.headers.etag, path).to.match(/^"[\w-]+"$/);
        const head = await get(path, accept, {}, 'HEAD');
        expect([head.status, head.bytes.length], path).to.deep.equal([status, 0]);
        expect(fields(head), path).to.deep.equal(fields(answer));
        if (status !== 200) continue;
        const same = await get(path, accept, { 'if-none-match': `"other", W/${answer.headers.etag}` });
        expect([same.status, same.bytes.length, same.headers.etag], path).to.deep.equal([304, 0, answer.headers.etag]);
        expect(same.headers.vary).to.equal(answer.headers.vary);
      }
    });
  }

  it('has an ETag of its own for each form, and takes none for another', async () => {
    for (const path of ['/', graded, '/self']) {
      const tags = await Promise.all(
        ['text/markdown', 'text/html', 'application/json'].map(async (type) => (await get(path, type)).headers.etag!),
      );
      expect(new Set(tags).size, path).to.equal(3);
      expect((await get(path, 'text/html', { 'if-none-match': tags[0]! })).status).to.equal(200);
    }
  });

  it('is overruled by ?format', async () => {
    const report = /<[^>]*(\/reports\/[^>]+)>; rel="canonical"/.exec(String((await get(graded, '*/*')).headers.link))![1]!;
    for (const path of [graded, '/self', report])
      for (const format of ['json', 'md', 'html'] as const)
        expect((await get(`${path}?format=${format}`, CHROME)).headers['content-type'], `${path} ${format}`).to.equal(TYPES[format]);
  });

  it('leads from the root to every surface by Link', async () => {
    const { headers } = await get('/', '*/*');
    const links = [...String(headers.link).matchAll(/<([^>]+)>; rel="([^"]+)"/g)];
    expect(links.map(([, , rel]) => rel)).to.include.members([
      'service-doc',
      'service-desc',
      'service-meta',
      'api-catalog',
      'status',
      'describedby',
    ]);
    for (const [, url] of links) expect((await ask(url!)).status, url).to.equal(200);
  });

  it('starts no run for HEAD', async () => {
    const empty = await target('empty');
    try {
      for (const accept of ['*/*', CHROME]) {
        const answer = await get(`/${new URL(empty.origin).host}`, accept, {}, 'HEAD');
        expect(answer.status).to.equal(404);
      }
      await get(`/${new URL(empty.origin).host}?seed=3`, '*/*', {}, 'HEAD');
      expect(empty.requests).to.equal(0);
      expect(await whole.store.queueLength()).to.equal(0);
    } finally {
      await empty.close();
    }
  });

  it('puts every page under the policy', async () => {
    for (const path of ['/', graded, '/about', '/nothing/here', '/offers/attested-run', '/errors/gone']) {
      const { headers } = await get(path, CHROME);
      expect(headers['content-security-policy'], path).to.match(/^default-src 'none';/);
      expect(headers).to.include({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    }
  });
});
