// The refs and problem views.
import { expect } from 'chai';
import { code, open, type SourceParts, value } from './source.ts';

const hrefs = (body: string, parts: SourceParts = {}): string[] => value('refs', body, parts).map((ref: { href: string }) => ref.href);

describe('refs view', () => {
  const table: [string, string, SourceParts, string[]][] = [
    [
      'URLs anywhere in JSON',
      '{"a":"https://x.example/1","b":["https://x.example/2","text https://x.example/3"]}',
      {},
      ['https://x.example/1', 'https://x.example/2'],
    ],
    [
      'paths of the site under any name, and by themselves in lists',
      '{"url":"/a","docs":["/b"],"surfaces":{"x":{"y":"/c"}},"more":"d"}',
      {},
      ['a', 'b', 'c'].map((p) => `https://site.example/${p}`),
    ],
    [
      'no templates, other hosts by two slashes or words',
      '{"url":"/a/{id}","href":"https://x.example/{a}","links":["//x.example/","a b","text"]}',
      {},
      [],
    ],
    ['each once', '{"url":"/a","href":"/a","docsUrl":"https://site.example/a"}', {}, ['https://site.example/a']],
    ['not the page itself', '{"url":"/docs/page","href":"https://site.example/docs/page#top"}', {}, []],
    ['YAML', 'info:\n  url: /a\n  other: https://x.example/\n', {}, ['https://site.example/a', 'https://x.example/']],
    [
      'Markdown and bare addresses',
      '# A\n\n- [x](/b)\n- see https://x.example/y.\n- `GET https://x.example/z`\n- https://x.example/{id}\n',
      {},
      ['https://site.example/b', 'https://x.example/y', 'https://x.example/z'],
    ],
    ['prose', 'Read https://x.example/a_(b), or (https://x.example/c).', { type: 'text/plain' }, ['https://x.example/c']],
    [
      'HTML',
      '<!doctype html><link rel=icon href=/i><a href="mailto:a@b.example">m</a><a href=x>x</a>',
      {},
      ['https://site.example/i', 'https://site.example/docs/x'],
    ],
    [
      'headers after the body',
      '{"url":"/a"}',
      { headers: { link: '</a>; rel=x, <b>; rel=up' } },
      ['https://site.example/a', 'https://site.example/docs/b'],
    ],
    ['headers without a body', '', { headers: { link: '</a>; rel=x' } }, ['https://site.example/a']],
    [
      'relative targets of a linkset',
      '{"linkset":[{"anchor":"https://site.example/","item":[{"href":"api"}]}]}',
      { type: 'application/linkset+json' },
      ['https://site.example/', 'https://site.example/docs/api'],
    ],
  ];
  for (const [title, body, parts, expected] of table) {
    it(`lists ${title}`, () => expect(hrefs(body, parts)).to.deep.equal(expected));
  }

  it('says where and how', () => {
    expect(value('refs', '{"links":[{"rel":"docs","href":"/a"}],"b/c":{"url":"/d"}}')).to.deep.equal([
      { href: 'https://site.example/a', rel: 'docs', place: '/links/0/href' },
      { href: 'https://site.example/d', place: '/b~1c/url' },
    ]);
    expect(value('refs', 'x\nhttps://x.example/', { type: 'text/plain' })).to.deep.equal([{ href: 'https://x.example/', place: 'L2' }]);
  });

  const codes: [string, string, string][] = [
    ['no bytes', '', 'empty'],
    ['binary', '\0', 'binary'],
    ['XML', '<?xml version="1.0"?><a/>', 'shape'],
    ['equal names', '{"a":1,"a":2}', 'duplicate-key'],
    ['too many', JSON.stringify(Array.from({ length: 50_001 }, (_, i) => `https://x.example/${i}`)), 'too-large'],
  ];
  for (const [title, body, expected] of codes) {
    it(`${title}: ${expected}`, () => expect(code('refs', body)).to.equal(expected));
  }

  it('gives masked and cut addresses as open', () => {
    const body = '{"a":"https://x.example/","b":"https://y.example/xxxx"}';
    const start = body.indexOf('xxxx');
    expect(open('refs', body, { redactions: [{ where: 'body', start, end: start + 4, kind: 'token' }] })).to.deep.equal(['redacted /1']);
    expect(open('refs', 'https://x.example/ https://y.exam', { type: 'text/plain', truncated: true })).to.deep.equal(['cut /1']);
  });

  it('is quick with dots, addresses and colons without end', () => {
    const before = performance.now();
    for (const text of [`https://${'.a'.repeat(300_000)}`, `https://${`${'.'.repeat(50_000)}a`.repeat(10)}`, 'https://'.repeat(100_000)])
      code('refs', text, { type: 'text/plain' });
    expect(performance.now() - before).to.be.below(12_000);
  });
});

describe('problem view', () => {
  const type = 'application/problem+json';
  it('reads a problem', () => {
    const body = '{"type":"/errors/pay","title":"Pay","status":402,"detail":"d","instance":"#1","price":{"amount":1},"__proto__":2}';
    const read = value('problem', body, { type, status: 402 });
    const { extensions, ...rest } = read;
    expect(rest).to.deep.equal({
      type: 'https://site.example/errors/pay',
      title: 'Pay',
      status: 402,
      detail: 'd',
      instance: 'https://site.example/docs/page#1',
    });
    expect(Object.entries(extensions)).to.deep.equal([
      ['price', { amount: 1 }],
      ['__proto__', 2],
    ]);
  });

  it('ignores members of the wrong type', () => {
    expect(value('problem', '{"type":1,"title":[],"status":"402","detail":null}', { type })).to.deep.equal({
      type: 'about:blank',
      extensions: {},
    });
  });

  const codes: [string, string, SourceParts, string][] = [
    ['a list', '[]', { type }, 'shape'],
    ['another document', '{"title":"x"}', { type: 'application/json', status: 404 }, 'shape'],
    ['a problem by its shape', '{"title":"x","status":404}', { type: 'application/json', status: 404 }, 'ok'],
    ['the status of another answer', '{"title":"x","status":400}', { type: 'application/json', status: 404 }, 'shape'],
    ['a success with a status', '{"title":"x","status":200}', { type: 'application/json' }, 'shape'],
    ['HTML', '<!doctype html>', { type }, 'syntax'],
    ['no body', '', { type }, 'empty'],
  ];
  for (const [title, body, parts, expected] of codes) {
    it(`${title}: ${expected}`, () => expect(code('problem', body, parts)).to.equal(expected));
  }

  it('carries open places', () => {
    expect(open('problem', '{"x":1e400}', { type })).to.deep.equal(['inexact /extensions/x']);
  });
});
