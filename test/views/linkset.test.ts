// Link fields, linkset documents and catalogs in one form.
import { expect } from 'chai';
import fc from 'fast-check';
import { extendedValue, param, readWebLinks } from '../../src/views/link-header.ts';
import { code, open, type SourceParts, value, view } from './source.ts';

const JSON_TYPE: SourceParts = { type: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"' };
const TEXT_TYPE: SourceParts = { type: 'application/linkset' };
const header = (link: string): SourceParts => ({ type: 'text/html', headers: { link } });

const brief = (text: string): string[] =>
  readWebLinks(text).links.map((l) => `${l.target} ${l.params.map(([n, v]) => `${n}=${v}`).join('|')}`.trim());

describe('Link fields', () => {
  const table: [string, string, string[], boolean][] = [
    ['nothing', '', [], false],
    ['one link', '<a>; rel=b', ['a rel=b'], false],
    ['two links', '<a>; rel="b", <c>;rel=d', ['a rel=b', 'c rel=d'], false],
    ['commas and semicolons inside', '<a,b;c>; title="d, <e>; f"; rel=g', ['a,b;c title=d, <e>; f|rel=g'], false],
    ['escapes', '<a>; title="b \\"c\\" \\\\"', ['a title=b "c" \\'], false],
    ['a parameter without value before the next link', '<a>; b, <c>; rel=d', ['a b=', 'c rel=d'], false],
    ['white space everywhere', ' <a> ; rel = "b"  , <c> ;rel=d ', ['a rel=b', 'c rel=d'], false],
    ['empty members', ',, <a>;;rel=b;, ,', ['a rel=b'], false],
    ['repeated parameters', '<a>; rel=b; rel=c; hreflang=d; hreflang=e', ['a rel=b|rel=c|hreflang=d|hreflang=e'], false],
    ['names in capitals', '<a>; REL=B', ['a rel=B'], false],
    ['a name out of a prototype', '<a>; __proto__=b; rel=c', ['a __proto__=b|rel=c'], false],
    ['no angle brackets', 'a; rel=b, <c>; rel=d', ['c rel=d'], true],
    ['no end', '<a; rel=b', [], true],
    ['a quote without end', '<a>; rel="b', ['a rel=b'], true],
    ['rubbish after a link', '<a> x; rel=b, <c>', ['a', 'c'], true],
    ['line ends as white space', '<a>\n ; rel=b,\r\n<c>; rel=d\n', ['a rel=b', 'c rel=d'], false],
  ];
  for (const [title, text, links, broken] of table) {
    it(`reads ${title}`, () => {
      expect(brief(text)).to.deep.equal(links);
      expect(readWebLinks(text).broken).to.equal(broken);
    });
  }

  it('reads what it is given back, whatever stands in quotes', () => {
    const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;
    const target = fc.webUrl();
    fc.assert(
      fc.property(fc.array(fc.tuple(target, fc.string()), { maxLength: 5 }), (links) => {
        const field = links.map(([url, title]) => `<${url}>; title=${quoted(title)}; rel=x`).join(', ');
        const read = readWebLinks(field);
        expect(read.broken).to.equal(false);
        expect(read.links.map((l) => [l.target, param(l, 'title')])).to.deep.equal(links);
      }),
    );
  });

  it('throws for no text and stays linear', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<', '>', ';', ',', '"', '\\', '=', 'a', ' ', '*', "'"), { maxLength: 60 }),
        (parts) => void readWebLinks(parts.join('')),
      ),
    );
    const before = performance.now();
    for (const piece of ['<', '<a>;', '"', '<a>;b="', ',', ';', '<a>,', 'a', '\\']) readWebLinks(piece.repeat(1_000_000 / piece.length));
    expect(performance.now() - before).to.be.below(12_000);
  });

  const extended: [string, string | undefined][] = [
    ["UTF-8'en'%e2%82%ac%20x", '€ x'],
    ["utf-8''a", 'a'],
    ["iso-8859-1''a", undefined],
    ["UTF-8''%", undefined],
    ['a', undefined],
  ];
  for (const [text, expected] of extended) it(`extended value ${text}`, () => expect(extendedValue(text)).to.equal(expected));
});

const CATALOG = {
  linkset: [
    { anchor: 'https://site.example/.well-known/api-catalog', item: [{ href: '/api' }, { href: 'https://other.example/api' }] },
    {
      anchor: 'https://site.example/api',
      'service-desc': [
        { href: '/openapi.json', type: 'application/openapi+json', title: 'The API', hreflang: ['en'], profile: ['https://p.example/'] },
      ],
      'https://rel.example/A': [{ href: 'x', 'title*': [{ value: 'Titel', language: 'de' }] }],
    },
  ],
};

describe('linkset view', () => {
  it('reads a catalog', () => {
    expect(value('linkset', JSON.stringify(CATALOG), JSON_TYPE)).to.deep.equal({
      source: 'linkset-json',
      document: 'valid',
      contexts: 2,
      profile: 'https://www.rfc-editor.org/info/rfc9727',
      links: [
        {
          anchor: 'https://site.example/.well-known/api-catalog',
          rel: 'item',
          href: 'https://site.example/api',
          place: '/linkset/0/item/0',
        },
        {
          anchor: 'https://site.example/.well-known/api-catalog',
          rel: 'item',
          href: 'https://other.example/api',
          place: '/linkset/0/item/1',
        },
        {
          anchor: 'https://site.example/api',
          rel: 'service-desc',
          href: 'https://site.example/openapi.json',
          type: 'application/openapi+json',
          title: 'The API',
          hreflang: ['en'],
          profile: 'https://p.example/',
          place: '/linkset/1/service-desc/0',
        },
        {
          anchor: 'https://site.example/api',
          rel: 'https://rel.example/a',
          href: 'https://site.example/docs/x',
          title: 'Titel',
          place: '/linkset/1/https:~1~1rel.example~1A/0',
        },
      ],
      problems: [],
    });
  });

  it('reads headers', () => {
    const field =
      '</a>; rel="Service-Desc alternate"; type="text/html"; title=t, <b>; rel=item; anchor="/c"; title*=UTF-8\'\'%C3%A9; title=e';
    expect(value('linkset', '<!doctype html>', header(field))).to.deep.equal({
      source: 'header',
      document: 'none',
      contexts: 2,
      links: [
        {
          anchor: 'https://site.example/docs/page',
          rel: 'service-desc',
          href: 'https://site.example/a',
          type: 'text/html',
          title: 't',
          place: 'link',
        },
        {
          anchor: 'https://site.example/docs/page',
          rel: 'alternate',
          href: 'https://site.example/a',
          type: 'text/html',
          title: 't',
          place: 'link',
        },
        { anchor: 'https://site.example/c', rel: 'item', href: 'https://site.example/docs/b', title: 'é', place: 'link' },
      ],
      problems: [],
    });
  });

  it('reads headers of an answer without a body', () => {
    expect(value('linkset', '', { headers: { link: '<x>; rel=api-catalog' } }).links).to.have.length(1);
  });

  it('reads addresses in UTF-8, and in Latin-1 where they are none', () => {
    const read = (bytes: Buffer) => value('linkset', '', { headers: { link: `<${bytes.toString('latin1')}>; rel=up` } }).links[0].href;
    expect(read(Buffer.from('/caf\u00e9')).endsWith('/caf%C3%A9')).to.equal(true);
    expect(read(Buffer.from('/caf\u00e9', 'latin1')).endsWith('/caf%C3%A9')).to.equal(true);
    expect(read(Buffer.from('/\u4e2d')).endsWith('/%E4%B8%AD')).to.equal(true);
  });

  it('gives a document first and the headers of its answer after it', () => {
    const read = value('linkset', JSON.stringify(CATALOG), { ...JSON_TYPE, headers: { link: '<z>; rel=up' } });
    expect(read.source).to.equal('linkset-json');
    expect(read.links.map((l: { place: string }) => l.place).slice(3)).to.deep.equal(['/linkset/1/https:~1~1rel.example~1A/0', 'link']);
  });

  it('reads the text form', () => {
    const text = '<https://site.example/a>\n ; rel="item next"; anchor="https://site.example/",\n<b>; rel=up; anchor="/x"\n';
    expect(value('linkset', text, TEXT_TYPE)).to.deep.include({ source: 'linkset-text', contexts: 2, problems: [] });
    expect(value('linkset', text, TEXT_TYPE).links.map((l: { rel: string }) => l.rel)).to.deep.equal(['item', 'next', 'up']);
  });

  const problems: [string, string, SourceParts, string[]][] = [
    ['no anchor', '{"linkset":[{"item":[{"href":"a"}]}]}', JSON_TYPE, ['no-anchor /linkset/0']],
    ['a relative anchor', '{"linkset":[{"anchor":"/x","item":[{"href":"a"}]}]}', JSON_TYPE, ['relative-anchor /linkset/0/anchor']],
    ['a bare object', '{"linkset":[{"anchor":"a:b","item":{"href":"a"}}]}', JSON_TYPE, ['relation-not-array /linkset/0/item']],
    [
      'a bare string',
      '{"linkset":[{"anchor":"a:b","item":"a"}]}',
      JSON_TYPE,
      ['relation-not-array /linkset/0/item', 'malformed /linkset/0/item'],
    ],
    ['a further member', '{"linkset":[],"x/y":1}', JSON_TYPE, ['extra-member /x~1y']],
    ['an object for the list', '{"linkset":{"anchor":"a:b","item":[{"href":"a"}]}}', JSON_TYPE, ['not-array /linkset']],
    ['a word for the list', '{"linkset":"x"}', JSON_TYPE, ['not-array /linkset']],
    ['nothing for the list', '{"linkset":null}', JSON_TYPE, ['not-array /linkset']],
    ['no href', '{"linkset":[{"anchor":"a:b","item":[{"url":"a"}]}]}', JSON_TYPE, ['no-href /linkset/0/item/0']],
    [
      'an href that does not resolve',
      '{"linkset":[{"anchor":"a:b","item":[{"href":"http://["}]}]}',
      JSON_TYPE,
      ['no-href /linkset/0/item/0'],
    ],
    ['no relation', '{"linkset":[{"anchor":"a:b"}]}', JSON_TYPE, ['no-relation /linkset/0']],
    ['a context that is none', '{"linkset":[1]}', JSON_TYPE, ['malformed /linkset/0']],
    ['a text without anchors', '<a>; rel=b', TEXT_TYPE, ['no-anchor L1']],
    ['a header link without relation', '', header('<a>; title=x'), ['no-relation link']],
    ['a broken header', '', header('<a>; rel=x, b'), ['malformed link']],
  ];
  for (const [title, body, parts, expected] of problems) {
    it(`names ${title}`, () => {
      expect(value('linkset', body, parts).problems.map((p: { code: string; place: string }) => `${p.code} ${p.place}`)).to.deep.equal(
        expected,
      );
    });
  }

  const LINK = { headers: { link: '<a>; rel=b' } };
  const documents: [string, string, SourceParts, string, string[]][] = [
    ['a linkset', JSON.stringify(CATALOG), { ...JSON_TYPE, ...LINK }, 'valid', []],
    ['one without anchors', '{"linkset":[{"item":[{"href":"a"}]}]}', { ...JSON_TYPE, ...LINK }, 'valid', ['document no-anchor']],
    ['a broken header beside a linkset', JSON.stringify(CATALOG), { ...JSON_TYPE, headers: { link: 'x' } }, 'valid', ['header malformed']],
    [
      'an object in place of the array',
      '{"linkset":{"item":[{"href":"a"}]}}',
      { ...JSON_TYPE, ...LINK },
      'broken',
      ['document not-array', 'document no-anchor'],
    ],
    ['a word in place of the array', '{"linkset":"x"}', { type: 'application/json', ...LINK }, 'broken', ['document not-array']],
    ['broken JSON', '{"linkset":[', { ...JSON_TYPE, ...LINK }, 'broken', ['document unreadable']],
    ['a page that calls itself a linkset', '<!doctype html>', { ...JSON_TYPE, ...LINK }, 'broken', ['document unreadable']],
    ['words that call themselves a linkset', 'words', { ...TEXT_TYPE, ...LINK }, 'broken', ['document unreadable']],
    ['one that was cut', '{"linkset":[{"anch', { ...JSON_TYPE, ...LINK, truncated: true }, 'unread', []],
    ['one that is too deep for us', `{"linkset":[${'['.repeat(70)}${']'.repeat(70)}]}`, { ...JSON_TYPE, ...LINK }, 'unread', []],
    ['no body', '', { ...JSON_TYPE, ...LINK }, 'none', []],
    ['a page', '<!doctype html>', { type: 'text/html', ...LINK }, 'none', []],
  ];
  for (const [title, body, parts, document, expected] of documents) {
    it(`tells the document from the header: ${title}`, () => {
      const read = value('linkset', body, parts);
      expect(read.document).to.equal(document);
      expect(read.problems.map((p: { source: string; code: string }) => `${p.source} ${p.code}`)).to.deep.equal(expected);
    });
  }

  it('is certain of the headers of a page that is cut', () => {
    expect(view('linkset', '<!doctype html><p', { ...LINK, type: 'text/html', truncated: true })).to.deep.include({ ends: [] });
    expect(view('linkset', '{"linkset":[', { ...LINK, type: 'text/html', truncated: true })).to.not.have.property('ends');
  });

  const codes: [string, string, SourceParts, string][] = [
    ['HTML without headers', '<!doctype html>', { type: 'text/html' }, 'shape'],
    ['another JSON document', '{"a":1}', { type: 'application/json' }, 'shape'],
    ['no body', '', JSON_TYPE, 'empty'],
    ['a cut document', '{"linkset":[{"anch', { ...JSON_TYPE, truncated: true }, 'cut'],
    ['a cut document with headers', '{"linkset":[{"anch', { ...JSON_TYPE, truncated: true, headers: { link: '<a>; rel=b' } }, 'ok'],
    ['equal names', '{"linkset":[],"linkset":[]}', JSON_TYPE, 'duplicate-key'],
    ['prose as a linkset', 'just words', TEXT_TYPE, 'syntax'],
    ['a cut text', '<a>; rel=b, <c', { ...TEXT_TYPE, truncated: true }, 'cut'],
    ['a linkset as JSON', '{"linkset":[]}', { type: 'application/json' }, 'ok'],
    ['too many links', `{"linkset":[{"anchor":"a:b","item":[${Array(50_001).fill('{"href":"a"}').join(',')}]}]}`, JSON_TYPE, 'too-large'],
    ['too many relations', `<a>; rel="${Array.from({ length: 50_001 }, (_, i) => i).join(' ')}"`, TEXT_TYPE, 'too-large'],
  ];
  for (const [title, body, parts, expected] of codes) {
    it(`${title}: ${expected}`, () => expect(code('linkset', body, parts)).to.equal(expected));
  }

  it('keeps relations out of prototypes plain', () => {
    const body = '{"linkset":[{"anchor":"a:b","__proto__":[{"href":"x"}],"constructor":[{"href":"y"}]}]}';
    expect(value('linkset', body, JSON_TYPE).links.map((l: { rel: string }) => l.rel)).to.deep.equal(['__proto__', 'constructor']);
  });

  it('gives masked links as open', () => {
    const body = '{"linkset":[{"anchor":"a:b","item":[{"href":"a"},{"href":"xxxx"}]}]}';
    const start = body.indexOf('xxxx');
    expect(open('linkset', body, { ...JSON_TYPE, redactions: [{ where: 'body', start, end: start + 4, kind: 'token' }] })).to.deep.equal([
      'redacted /links/1',
    ]);
    const parts: SourceParts = {
      headers: { link: '<a?t=xxxx>; rel=b' },
      redactions: [{ where: 'header', name: 'link', start: 5, end: 9, kind: 'token' }],
    };
    expect(open('linkset', '', parts)).to.deep.equal(['redacted /links/0']);
  });

  it('throws for no document', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (document) => {
        view('linkset', JSON.stringify({ linkset: document }), JSON_TYPE);
        view('linkset', JSON.stringify({ linkset: [document, { a: document }] }), JSON_TYPE);
      }),
    );
  });
});
