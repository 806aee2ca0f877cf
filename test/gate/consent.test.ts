// Consent is found on the target, by digest and in one reading; without it nothing but the look-up is sent.
import { expect } from 'chai';
import { verifyPinned } from '../../src/gate/verify-pinned.ts';
import { codeOf, host, type Pages, pages, spec, type Target, target, writing } from './support.ts';

const accept = (...digests: unknown[]): object => ({ name: 'a card', verification: { writes: { accept: digests } } });
const text = JSON.stringify(accept(writing.digest));
/** In the order that they are looked at. */
const CONSENT_PLACES = ['/.well-known/agents.json', '/agents.json', '/.well-known/axproof.json'];
const LOOKED = CONSENT_PLACES.map((path) => `GET ${path}`);

describe('consent to writes', function () {
  this.timeout(30_000);
  let site: Target;
  let has: Pages;

  before(async () => {
    site = await target((request, response) => {
      // A page of an error is none of the target's words, also where it holds the right ones.
      const status = has[request.url ?? ''];
      if (typeof status === 'number') response.writeHead(status, { location: '/elsewhere' }).end(text);
      else pages({ '/doc.json': {}, '/elsewhere': text, ...has })(request, response);
    });
  });
  beforeEach(() => {
    has = {};
    site.heard.length = 0;
  });
  after(() => site.close());

  const request = { spec: writing.document, expectedDigest: writing.digest };

  for (const [at, place] of CONSENT_PLACES.entries()) {
    it(`is found in ${place}, and nothing more is looked up`, async () => {
      has = { [place]: accept('sha256:of another', writing.digest) };
      const report = await verifyPinned({ target: site.origin, ...request }, host());
      expect(report.passed).to.equal(true);
      expect(site.heard.slice(0, at + 1)).to.deep.equal(LOOKED.slice(0, at + 1));
      expect(site.heard[at + 1]).to.equal('GET /robots.txt');
      expect(report.evidence).to.have.deep.property('consent', { by: 'target', url: `${site.origin}${place}` });
    });
  }

  const missing: [name: string, page: Pages[string]][] = [
    ['nothing there', 404],
    ['a document that is only a part', 206],
    ['a document for others', 403],
    ['another digest', accept(spec.digest)],
    ['a prefix of the digest', accept(writing.digest.slice(0, -1))],
    ['the digest in capitals', accept(writing.digest.toUpperCase())],
    ['a wildcard', accept('*')],
    ['the digest within a list', accept([writing.digest])],
    ['a text instead of a list', { verification: { writes: { accept: writing.digest } } }],
    ['an object instead of a list', { verification: { writes: { accept: { [writing.digest]: true } } } }],
    ['the list one level up', { verification: { accept: [writing.digest] } }],
    ['the list at the top', { writes: { accept: [writing.digest] } }],
    ['true', { verification: { writes: true } }],
    ['verification as a list', { verification: [{ writes: { accept: [writing.digest] } }] }],
    ['null', 'null'],
    ['a list', `[${text}]`],
    ['no JSON', `${text}x`],
    ['a cut document', text.slice(0, -1)],
    ['a member twice', text.replace('{"name"', '{"verification":{},"name"')],
    ['the members on a prototype', `{"__proto__":${text}}`],
    ['too many bytes', `${text}${' '.repeat(300_000)}`],
    ['a redirect to the right document', 302],
    ['a server error', 500],
    ['too many requests', 429],
  ];
  for (const [name, page] of missing) {
    it(`is missing with ${name}`, async () => {
      has = { '/.well-known/agents.json': page };
      expect(await codeOf({ target: site.origin, ...request }, host())).to.equal('consent-missing');
      expect(site.heard).to.deep.equal(LOOKED);
    });
  }

  it('is not asked for by a spec that does not write', async () => {
    await verifyPinned({ target: site.origin, spec: spec.document }, host());
    expect(site.heard.filter((line) => LOOKED.includes(line))).to.deep.equal([]);
  });

  it('is the operator’s on loopback, and is then not looked up', async () => {
    const report = await verifyPinned({ target: site.origin, ...request, allowWrites: true }, host());
    expect(report.passed).to.equal(true);
    expect(report.evidence).to.have.deep.property('consent', { by: 'operator' });
    expect(site.heard.filter((line) => LOOKED.includes(line))).to.deep.equal([]);
  });

  it('is nobody else’s: a caller cannot allow writes to a target that is not loopback', async () => {
    const inner = host();
    const far = host({ open: async (at) => ({ ...(await inner.open(at)), loopback: false }) });
    expect(await codeOf({ target: site.origin, ...request, allowWrites: true }, far)).to.equal('bad-usage');
    expect(site.heard).to.deep.equal([]);
  });

  it('is looked for with ordinary headers', async () => {
    const seen: object[] = [];
    const one = await target((asked, response) => {
      seen.push(asked.headers);
      response.writeHead(404).end();
    });
    await codeOf({ target: one.origin, ...request }, host());
    await one.close();
    expect(Object.keys(seen[0] as object).sort()).to.deep.equal([
      'accept',
      'accept-encoding',
      'accept-language',
      'connection',
      'host',
      'sec-fetch-mode',
      'user-agent',
    ]);
  });

  it('is looked for within the time of the run', async () => {
    const slow = await target((_, response) => {
      // Headers and then nothing: without a bound each place takes as long as an exchange may.
      response.writeHead(200).write(' ');
    });
    const begun = performance.now();
    expect(await codeOf({ target: slow.origin, ...request }, host({ deadline: 400 }))).to.equal('consent-missing');
    expect(performance.now() - begun).to.be.lessThan(8_000);
    await slow.close();
  });

  it('says that a target is unreachable where it is', async () => {
    const gone = await target(pages({}));
    await gone.close();
    expect(await codeOf({ target: gone.origin, ...request }, host())).to.equal('unreachable');
  });
});
