// What may not move a verdict, and what lets nothing be seen: an anchor, a token in the page of what is not there, and walls.
import { join } from 'node:path';
import { expect } from 'chai';
import { stringify } from 'yaml';
import { asTaggedYaml } from '../../bench/lies/marks.ts';
import type { Reply } from '../../bench/lies/site.ts';
import { honestSite, LIES, lyingSite, type Site, transportOf } from '../../bench/lies/sites.ts';
import type { FixtureTarget, Verdict } from '../../src/contract/generated/types.ts';
import type { Transport } from '../../src/contract/transport.ts';
import { loadFixture } from '../../src/transport/fixture/load.ts';
import { fixtureOrigin } from '../../src/transport/fixture/routes.ts';
import { fixture } from '../../src/transport/fixture/transport.ts';
import { ROOT } from '../sources.ts';
import { WHOLE } from '../whole.ts';
import { graded, grades } from './runs.ts';

const SIZE = 6;

async function judged(site: Site, seed: number): Promise<Verdict> {
  return (await graded(grades(), site.origin, transportOf(site), seed)).verdict;
}

/** Lines of places move with the spelling of a document. */
const unlined = (text: string): string => text.replace(/ \(line \d+\)/g, '');

/** What a verdict comes to, place for place: everything but the names of exchanges, and lines. */
const sum = ({ grade, score, conclusive, caps, checks }: Verdict) => ({
  grade,
  score,
  conclusive,
  caps,
  checks: checks.map(({ id, verdict, reason, coverage }) => ({
    id,
    verdict,
    reason: { ...reason, text: unlined(reason.text) },
    coverage,
  })),
});

const named = (name: string) => LIES.find((one) => one.name === name)!;
const PLANTED = ['missing-member', 'wrapped', 'gone-404', 'status-204', 'llms-link', 'soft-404-page'];
const part = (names: string[]): string[] => (WHOLE ? names : names.filter((_, at) => at % 2 === 0));
const plain = (site: Site): string => stringify(site.contract, { aliasDuplicateObjects: false, lineWidth: 0 });

describe('an anchor in a YAML document', function () {
  this.timeout(60_000);
  const SPELT: [string, (site: Site) => string][] = [
    ['one that nobody uses', (site) => plain(site).replace(/^info:$/m, 'info: &about')],
    ['one on a text', (site) => plain(site).replace(/^( +title: )/m, '$1&name ')],
    ['aliases for equal answers, and tags', (site) => asTaggedYaml(site.contract)],
  ];
  const SITES = [undefined, ...part(PLANTED).map(named)].map((lie, at) => {
    const made = (): Site =>
      lie ? lyingSite(at, SIZE, { ...lie, needs: { ...lie.needs, yaml: true } }).site : honestSite(at, SIZE, { yaml: true });
    return { lie, at, made };
  });
  /** What each site comes to without one, which no spelling changes. */
  let without: ReturnType<typeof sum>[];
  before(async () => {
    without = [];
    for (const { at, made } of SITES) without.push(sum(await judged(made(), at)));
  });
  for (const [spelling, write] of SPELT)
    it(`changes no verdict: ${spelling}`, async () => {
      for (const { lie, at, made } of SITES) {
        const withIt = made();
        withIt.write = () => write(withIt);
        expect(write(withIt)).to.match(/&\w/).and.not.equal(plain(made()));
        expect(sum(await judged(withIt, at)), lie?.name).to.deep.equal(without[at]);
      }
    });
});

describe('a number in the page of what is not there that follows from the path', function () {
  this.timeout(60_000);
  const counting = (target: FixtureTarget): Transport => {
    const inner = fixture(target);
    return {
      registrable: (host) => inner.registrable(host),
      close: () => inner.close(),
      async send(hop, signal) {
        const answer = await inner.send(hop, signal);
        const { pathname } = new URL(hop.request.url);
        const text = `<!doctype html><title>Widgets</title><p>Nothing at ${pathname}<p>${pathname.length} characters`;
        return answer.status === 404 ? { ...answer, headers: { 'content-type': 'text/html' }, status: 200, body: { text } } : answer;
      },
    };
  };
  for (const [gone, expected] of [
    ['/docs', 'fail dead'],
    ['/health', 'fail dead'],
    ['/nothing-claims-this', 'pass pass'],
  ] as const)
    it(`hides no dead link, and blames nobody: without ${gone}`, async () => {
      const target = structuredClone(loadFixture(join(ROOT, 'fixtures/targets/good.yaml')));
      delete target.routes?.[gone];
      const { checks } = (await graded(grades(), fixtureOrigin(target), counting(target), 1)).verdict;
      expect(checks.filter(({ id }) => id === 'claims-exist').map(({ verdict, reason }) => `${verdict} ${reason.code}`)).to.deep.equal([
        expected,
      ]);
    });
});

describe('a changing token in the page of what is not there', function () {
  this.timeout(60_000);
  const token = (n: number): string => (n * 2_654_435_761 + 97).toString(36).padStart(9, '0');
  const PAGES: [string, (id: string) => Reply][] = [
    [
      'a page with 200',
      (id) => ({
        type: 'text/html',
        body: `<!doctype html><html><head><meta name="csrf" content="${id}"><title>App</title></head><body>Loading</body></html>`,
      }),
    ],
    ['an envelope with 200', (id) => ({ json: { error: 'not found', requestId: id } })],
    [
      'a page with 404',
      (id) => ({ status: 404, type: 'text/html', body: `<!doctype html><title>Not found</title><p>Nothing here (${id}).` }),
    ],
    [
      'a problem with 404',
      (id) => ({ status: 404, type: 'application/problem+json', json: { title: 'Not Found', status: 404, instance: id } }),
    ],
  ];
  for (const [page, reply] of PAGES)
    it(`changes no verdict: ${page}`, async () => {
      for (const [at, lie] of [
        undefined,
        ...part(['missing-member', 'llms-link', 'card-http', 'flow', 'soft-404-page']).map(named),
      ].entries()) {
        const made = (): Site => (lie ? lyingSite(at, SIZE, lie).site : honestSite(at, SIZE));
        const [still, moving] = [made(), made()];
        still.unknown = reply(token(0));
        moving.unknown = (ask) => reply(token(ask.total));
        expect(sum(await judged(moving, at)), lie?.name).to.deep.equal(sum(await judged(still, at)));
      }
    });
});

const page = (title: string, text: string): string =>
  `<html><head><title>${title}</title></head><body><h1>${title}</h1>${text}</body></html>`;
const html = (status: number, body: string, headers: { [name: string]: string } = {}): Reply => ({
  status,
  type: 'text/html',
  headers,
  body,
});

/** What stands before everything, by who sends it. */
const WALLS: [string, Reply][] = [
  [
    'nginx, a bare 403',
    html(
      403,
      `<html>\r\n<head><title>403 Forbidden</title></head>\r\n<body>\r\n<center><h1>403 Forbidden</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`,
    ),
  ],
  ['a gateway, 403 in JSON', { status: 403, json: { message: 'Forbidden' } }],
  ['nothing but 403', { status: 403 }],
  [
    'CloudFront',
    html(403, page('403 ERROR', 'Request blocked. <pre>Generated by cloudfront (CloudFront) Request ID: r1</pre>'), {
      'x-cache': 'Error from cloudfront',
    }),
  ],
  ['AWS WAF, a challenge with 202', { status: 202, headers: { 'x-amzn-waf-action': 'challenge' } }],
  ['AWS WAF, a captcha with 405', html(405, page('Human Verification', ''), { 'x-amzn-waf-action': 'captcha' })],
  ['Cloudflare, a challenge', html(403, page('Just a moment...', ''), { 'cf-mitigated': 'challenge', server: 'cloudflare' })],
  [
    'Cloudflare, a block',
    html(403, page('Attention Required! | Cloudflare', '<p class="cf-error-details">Sorry</p>'), { server: 'cloudflare' }),
  ],
  [
    'Akamai',
    html(403, page('Access Denied', 'Reference&#32;&#35;18&#46;2f <P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net&#47;18</P>'), {
      server: 'AkamaiGHost',
    }),
  ],
  ['DataDome', { status: 403, headers: { 'x-dd-b': '1' }, json: { url: 'https://geo.captcha-delivery.com/captcha/?initialCid=1' } }],
  ['HUMAN', html(403, page('Access to this page has been denied', '<div id="px-captcha"></div>'))],
  ['Imperva, with 200', html(200, '<html><body>Request unsuccessful. Incapsula incident ID: 1-2</body></html>')],
];

/** How a wall meets the machine's first file: not at all, like the rest, or with none there. */
const ROBOTS: [string, (own: Reply, wall: Reply) => Reply][] = [
  ['robots.txt let through', (own) => own],
  ['robots.txt behind it too', (_own, wall) => wall],
  ['no robots.txt', () => ({ status: 404 })],
];

describe('a site behind a wall', function () {
  this.timeout(60_000);

  it('is behind one of at least eight', () => expect(WALLS).to.have.length.of.at.least(8));

  for (const [name, wall] of WALLS)
    for (const [where, robots] of ROBOTS)
      it(`is inconclusive, and nothing of it is judged: ${name}, ${where}`, async () => {
        const site = honestSite(5, SIZE);
        site.layers.push((ask, own) => (ask.url.pathname === '/robots.txt' ? robots(own, wall) : wall));
        const { conclusive, score, caps, checks } = await judged(site, 5);
        const decided = checks
          .filter((check) => check.verdict !== 'inconclusive')
          .map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason.text}`);
        expect(decided).to.deep.equal([]);
        expect([conclusive, score.points, caps]).to.deep.equal([false, 0, []]);
      });
});

describe('the evidence of what is held against operations', function () {
  this.timeout(60_000);

  it('is what was held, and not all that was asked', async () => {
    const site = honestSite(4, SIZE);
    const report = await graded(grades(), site.origin, transportOf(site), 4);
    const { evidence } = report.verdict.checks.find(({ id }) => id === 'schema-conformance')!;
    const addresses = report.evidence.exchanges.flatMap(({ names, request }) =>
      names.some((name) => evidence.includes(name)) ? [request.url] : [],
    );
    expect(addresses).to.include(site.origin + site.operations[0]!.key.replace('GET ', ''));
    expect(addresses).to.not.include(`${site.origin}/docs`);
    expect(addresses).to.not.include(`${site.origin}/llms.txt`);
  });
});
