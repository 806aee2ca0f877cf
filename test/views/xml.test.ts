// The xml view: what it reads, what it refuses, and that hostile documents cost no more than their size.
import { expect } from 'chai';
import type { Redaction } from '../../src/contract/generated/types.ts';
import { xml } from '../../src/views/xml.ts';
import { expectLinear } from '../whole.ts';
import { code, reading, value } from './answer.ts';

const MAP = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const SITEMAP = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="${MAP}" xmlns:i="https://example.com/image">
  <url><loc> https://t.example/a?b=1&amp;c=2 </loc><lastmod>2026-01-05</lastmod></url>
  <url priority="1" i:kind="x">
    <loc><![CDATA[https://t.example/b]]></loc><i:loc>https://t.example/p.png</i:loc>
  </url>
</urlset>`;

describe('views/xml', () => {
  it('gives elements of the document’s namespace by name, and those of others apart', () => {
    const loc = (text: string, place: string) => ({ name: 'loc', namespace: MAP, place, text });
    expect(value(xml, { body: SITEMAP })).to.deep.equal({
      name: 'urlset',
      namespace: MAP,
      place: 'L2',
      elements: {
        url: [
          {
            name: 'url',
            namespace: MAP,
            place: 'L3',
            elements: {
              loc: [loc('https://t.example/a?b=1&c=2', 'L3')],
              lastmod: [{ name: 'lastmod', namespace: MAP, place: 'L3', text: '2026-01-05' }],
            },
          },
          {
            name: 'url',
            namespace: MAP,
            place: 'L4',
            attributes: { priority: '1' },
            elements: { loc: [loc('https://t.example/b', 'L5')] },
            others: { loc: [{ name: 'loc', namespace: 'https://example.com/image', place: 'L5', text: 'https://t.example/p.png' }] },
          },
        ],
      },
    });
  });

  const rows: [string, string, string][] = [
    ['a bare element', '<a/>', 'ok'],
    ['a prefix for the namespace of the document', '<m:a xmlns:m="x"><m:b/></m:a>', 'ok'],
    ['names that objects inherit', '<__proto__><constructor toString="1"/></__proto__>', 'ok'],
    ['numeric references', '<a>&#x41;&#66;</a>', 'ok'],
    ['comments and instructions', '<?xml version="1.0"?><!-- a --><?p q?><a><!-- b --></a>', 'ok'],
    ['nothing', '', 'empty'],
    ['JSON', '{"a": 1}', 'syntax'],
    ['a page', '<!doctype html><html><body><p>a</body></html>', 'syntax'],
    ['a page without a doctype', '<html><body><p>a<br></body></html>', 'syntax'],
    ['elements that cross', '<a><b></a></b>', 'syntax'],
    ['two roots', '<a/><b/>', 'syntax'],
    ['an end that is missing', '<a><b></b>', 'syntax'],
    ['a prefix of no namespace', '<x:a/>', 'syntax'],
    ['an attribute twice', '<a b="1" b="2"/>', 'syntax'],
    ['an ampersand alone', '<a>b & c</a>', 'syntax'],
    ['an entity that nothing declares', '<a>&nbsp;</a>', 'syntax'],
    ['a document type', '<!DOCTYPE a><a/>', 'shape'],
    ['entities that unfold', '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><a>&c;</a>', 'shape'],
    ['an entity from elsewhere', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>', 'shape'],
    ['64 levels', '<a>'.repeat(64) + '</a>'.repeat(64), 'ok'],
    ['65 levels', '<a>'.repeat(65) + '</a>'.repeat(65), 'too-deep'],
    ['more elements than are read', `<a>${'<b/>'.repeat(300_000)}</a>`, 'too-large'],
    ['more text than is read', `<a>${' '.repeat(8 * 1024 * 1024)}</a>`, 'too-large'],
  ];
  for (const [name, body, expected] of rows) it(`${name}: ${expected}`, () => expect(code(xml, { body })).to.equal(expected));

  it('keeps what objects inherit apart from what stands there', () => {
    const { elements } = value(xml, { body: '<a><__proto__>x</__proto__></a>' });
    expect(Object.keys(elements)).to.deep.equal(['__proto__']);
  });

  it('says of a cut document that it was cut', () => expect(code(xml, { body: '<a><b/>', truncated: true })).to.equal('cut'));

  it('opens the elements in which something was masked, and no other', () => {
    const body = '<a><b>token</b><c>plain</c><d e="token"/></a>';
    const mask = (at: number): Redaction => ({ where: 'body', start: at, end: at + 5, kind: 'token' });
    const read = reading(xml, { body, redactions: [mask(6), mask(body.lastIndexOf('token'))] });
    expect(read.ok && read.places).to.deep.equal([
      { path: ['elements', 'b', 0], why: 'redacted' },
      { path: ['elements', 'd', 0], why: 'redacted' },
    ]);
  });

  for (const [name, body] of [
    ['attributes', `<a ${Array.from({ length: 30_000 }, (_, i) => `b${i}="c"`).join(' ')}/>`],
    ['declared namespaces', `<a ${Array.from({ length: 20_000 }, (_, i) => `xmlns:b${i}="c"`).join(' ')}/>`],
    ['references', `<a>${'&amp;'.repeat(100_000)}</a>`],
    ['angle brackets', '<'.repeat(1_000_000)],
    ['a name without an end', `<${'a'.repeat(1_000_000)}`],
    ['a comment without an end', `<a><!--${'-'.repeat(1_000_000)}`],
    ['elements of many names', `<a>${Array.from({ length: 30_000 }, (_, i) => `<b${i}/>`).join('')}</a>`],
  ] as const)
    it(`reads many ${name} in linear time`, () => expectLinear(() => reading(xml, { body })));
});
