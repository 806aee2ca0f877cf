// What people paste into the form of the home page, the page that it leads to, and the error page that keeps it; cards and previews of links.
import { expect } from 'chai';
import { parse } from 'parse5';
import { whole } from '../../src/report/written.ts';
import { refusal } from '../../src/service/refusal.ts';
import type { GradeOutcome, GradeRequest, StoredReport } from '../../src/service/service.ts';
import { hostedTarget } from '../../src/service/target.ts';
import { stored as golden } from '../report/html/samples.ts';
import { ask } from './ask.ts';
import { mounted, type Place } from './served.ts';

const report = golden('good');
const stored: StoredReport = { digest: `sha256:${'a'.repeat(64)}`, content: whole(JSON.stringify(report)), report, outline: report };
const HTML = { accept: 'text/html' };

describe('what is pasted where a domain is asked for', () => {
  const asked: GradeRequest[] = [];
  let answer: () => GradeOutcome = () => ({ state: 'report', stored, age: 0, stale: false });
  let place: Place;
  before(async () => {
    place = await mounted({
      async grade(request: GradeRequest) {
        asked.push(request);
        return answer();
      },
      checkTarget: (target: string) => hostedTarget(target, true).origin,
      latest: async (target: string) => (target.includes('widgets') ? stored : undefined),
      since: async () => undefined,
    } as never);
  });
  beforeEach(() => {
    asked.length = 0;
  });
  after(() => place.close());
  const paste = (text: string) => ask(`${place.url}/grade?domain=${encodeURIComponent(text)}`, { headers: HTML });

  for (const [text, page, target] of [
    ['example.com', '/example.com', 'example.com'],
    ['http://example.com/docs', '/example.com', 'example.com'],
    ['https://Example.com/docs?a=1#b', '/example.com', 'example.com'],
    ['  example.com/docs \n', '/example.com', 'example.com'],
    ['<https://example.com/>,', '/example.com', 'example.com'],
    ['https:// example.com', '/example.com', 'example.com'],
    ['bücher.example.de', '/xn--bcher-kva.example.de', 'xn--bcher-kva.example.de'],
    ['https://例え.jp/パス', '/xn--r8jz45g.jp', 'xn--r8jz45g.jp'],
    ['http://127.0.0.1:8080/x', '/127.0.0.1:8080', '127.0.0.1:8080'],
    ['https://127.0.0.1:8443/x', '/https%3A%2F%2F127.0.0.1%3A8443', 'https://127.0.0.1:8443'],
    // At its usual port a private target is named by its scheme alone.
    ['http://127.0.0.1/x', '/http%3A%2F%2F127.0.0.1', 'http://127.0.0.1'],
    ['http://localhost:80', '/http%3A%2F%2Flocalhost', 'http://localhost'],
    ['https://127.0.0.1/', '/https%3A%2F%2F127.0.0.1', 'https://127.0.0.1'],
    ['https://localhost/', '/https%3A%2F%2Flocalhost', 'https://localhost'],
  ] as const)
    it(`${JSON.stringify(text)} leads to ${page}`, async () => {
      const { status, headers } = await paste(text);
      expect([status, headers.location]).to.deep.equal([303, page]);
      expect(asked.map((one) => one.target)).to.deep.equal([target]);
      // The page is one of the same target.
      const named = hostedTarget(decodeURIComponent(page.slice(1)), true).origin;
      expect(named).to.equal(hostedTarget(target, true).origin);
    });

  for (const text of ['', 'localhost', 'nothing at all', 'ftp://example.com', '"><script>alert(1)</script>', 'https://user@127.0.0.1/'])
    it(`${JSON.stringify(text)} is refused, and stays to be mended`, async () => {
      const { status, text: page } = await paste(text);
      if (text.includes('@')) return expect(status, 'only the host counts').to.equal(400);
      expect([status, asked]).to.deep.equal([400, []]);
      const escaped = text.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
      expect(page).to.include(`value="${escaped}"`);
      expect(() => parse(page)).to.not.throw();
    });

  it('is asked for where there was nothing', async () => {
    const { json } = await ask(`${place.url}/grade?domain=`);
    expect(json().detail).to.equal('the target is empty or too long');
  });

  it('stays without the password that somebody put before it', async () => {
    answer = () => ({ state: 'none' });
    for (const path of ['grade?domain=https%3A%2F%2Fuser%3Ahunter2%40localhost', 'user%3Ahunter2%40localhost', 'user:hunter2@localhost']) {
      const { status, text } = await ask(`${place.url}/${path}`, { headers: HTML });
      expect(status, path).to.be.oneOf([400, 404]);
      expect([text.includes('value="…@localhost"'), text.includes('hunter2')], path).to.deep.equal([true, false]);
    }
  });

  it('keeps what stands in an address too', async () => {
    answer = () => {
      throw refusal('cooldown', 'asked too recently', 12, stored.digest);
    };
    const { status, text } = await ask(`${place.url}/example.com`, { headers: HTML });
    expect([status, text.includes('value="example.com"'), text.includes(`/reports/${stored.digest}`)]).to.deep.equal([429, true, true]);
  });

  it('says why there is no newer grade, where one was asked for', async () => {
    const instead = { code: 'too-many-runs' as const, message: 'too many', retryAfter: 30 };
    answer = () => ({ state: 'report', stored, age: 90, stale: true, instead });
    const { status, headers, text } = await paste('widgets.example.com');
    expect([status, headers['retry-after']]).to.deep.equal([429, '30']);
    expect(text).to.include(`/reports/${stored.digest}`);
  });

  it('is shown to people as it stands, and to nobody out of a cache', async () => {
    answer = () => ({ state: 'report', stored, age: 90_000, stale: true });
    const { headers, text } = await ask(`${place.url}/widgets.example`, { headers: { ...HTML, 'cache-control': 'no-cache' } });
    expect(asked[0]).to.include({ kept: true }).and.not.have.property('anew');
    expect(headers['cache-control']).to.equal('no-cache');
    expect(text).to.include('<meta property="og:title" content="widgets.example: Grade A+">');
    const url = new URL(report.verdict.target).host;
    expect(text).to.include(`<meta property="og:image" content="${place.url}/${url}/card.svg">`);
    expect(text).to.include('Grade again');
  });

  it('has a card, with its grade or without', async () => {
    const graded = await ask(`${place.url}/widgets.example.com/card.svg`);
    expect([graded.status, graded.type]).to.deep.equal([200, 'image/svg+xml']);
    expect(graded.text).to.match(/^<svg [^>]*width="1200" height="630".*>A\+<\/text>.*widgets\.example\.com.*Grade A\+.*10 of 10 points/s);
    const none = await ask(`${place.url}/${'long-name-'.repeat(6)}x.com/card.svg`);
    expect(none.text)
      .to.include('Not graded yet')
      .and.match(/font-size="1\d" font-weight="700">long-name/);
  });
});
