// What a body really is, whatever its Content-Type says.
import { expect } from 'chai';
import type { BodyKind, ViewSource } from '../../src/contract/view.ts';
import { AnswerReader } from '../../src/views/reader.ts';
import { expectLinear, sized } from '../whole.ts';
import { source } from './source.ts';

const LLMS = '# Site\n\n> What it is.\n\n## Docs\n\n- [API](/api.md): all of it\n';
const OPENAPI = 'openapi: 3.1.0\ninfo:\n  title: x\npaths:\n  /a:\n    get: {}\n';

const kindOf = (from: ViewSource): BodyKind => new AnswerReader(from).kind;

describe('body kind', () => {
  const table: [string, string | Uint8Array, string, string][] = [
    ['no bytes', '', 'text/html', 'none'],
    ['white space', '\n \n', 'application/json', 'none'],
    ['a page', '<!DOCTYPE html><html><body>x</body></html>', 'text/markdown', 'html'],
    ['a page after a comment', '<!-- x -->\n<!doctype html>', 'text/plain', 'html'],
    ['a page without a type', '\ufeff  <html lang=en><head>', '', 'html'],
    ['a page as JSON', '<!doctype html>', 'application/json', 'html'],
    ['a fragment', '<div class=a>x</div>', 'text/plain', 'html'],
    ['XHTML', '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"></html>', 'application/xml', 'html'],
    [
      'a page in an unread charset',
      new Uint8Array(Buffer.from('<!doctype html><p>\x83\x65', 'latin1')),
      'text/html; charset=shift_jis',
      'html',
    ],
    ...[
      ['an underlined heading', 'Widgets\n=====\n'],
      ['an item', '- plain\n'],
      ['a numbered item', '1. plain\n'],
      ['a quotation', '> Sells widgets.\n'],
      ['a row', '| plain | 1 |\n'],
      ['words that stand out', 'Sells **plain** widgets.\n'],
    ].flatMap(([name = '', rest = '']): [string, string, string, string][] => [
      [`markup before ${name}, as Markdown`, `<p align="center">W</p>\n\n${rest}`, 'text/markdown', 'markdown'],
      [`markup before ${name}, as a page`, `<p align="center">W</p>\n\n${rest}`, 'text/html', 'html'],
    ]),
    ['a script before Markdown, as Markdown', '<script setup>\nimport A from "./a"\n</script>\n\n# Guide\n', 'text/markdown', 'markdown'],
    ['a style before a list of links, as Markdown', '<style>#a {}</style>\n\n- [A](/a)\n', 'text/markdown', 'markdown'],
    ['a script before Markdown, as HTML', '<script setup></script>\n\n# Guide\n', 'text/html', 'html'],
    ['a script before markup, as Markdown', '<script>a</script>\n<p>W</p>\n', 'text/markdown', 'html'],
    ['a page, as Markdown', '<!doctype html>\n# Guide\n', 'text/markdown', 'html'],
    ['markup and no mark of Markdown, as Markdown', '<p>W</p>\n<p>a - b | c > d 2*3</p>\n', 'text/markdown', 'html'],
    ['components about Markdown', '<Note>\n\nText.\n\n</Note>\n\n- one\n\n<Card />\n', 'text/markdown', 'markdown'],
    ['components about Markdown, as XML', '<Note>\n\nText.\n\n</Note>\n\n- one\n\n<Card />\n', 'application/xml', 'xml'],
    ['components about nothing', '<Error><Code>NoSuchKey</Code></Error>\n', 'text/markdown', 'xml'],
    ['an element of its own name, as a page', '<my-app theme="a">W</my-app> x', 'text/html; charset=utf-8', 'html'],
    ['an element of its own name on several lines', '<!-- a -->\n<my-app\n  theme="a"\n>W</my-app>', 'text/html', 'html'],
    ['an element of its own name, as XML', '<my-app>W</my-app>', 'application/xml', 'xml'],
    ['an element of its own name, without a type', '<my-app>W</my-app>', '', 'xml'],
    ['an element with a namespace, as a page', '<my-list a="b" xmlns="x"><e/></my-list>', 'text/html', 'xml'],
    ['an element with a prefix, as a page', '<a:my-list xmlns:a="x"><e/></a:my-list>', 'text/html', 'xml'],
    ['an element without a dash, as a page', '<list><e/></list>', 'text/html', 'xml'],
    ['an element of its own name below a declaration', '<?xml version="1.0"?><my-app>W</my-app>', 'text/html', 'xml'],
    ['a README with a logo', '<p align="center"><img src="x"></p>\n\n# Site\n\nText.', 'text/plain', 'markdown'],
    ['a feed', '<?xml version="1.0"?><rss version="2.0"></rss>', 'text/html', 'xml'],
    ['XML without a declaration', '<urlset xmlns="x"><url/></urlset>\n', 'text/plain', 'xml'],
    ['an SVG', '<svg xmlns="x"></svg>', 'image/svg+xml', 'xml'],
    ['an autolink', '<https://site.example/>', 'text/plain', 'text'],
    ['an object', ' {"a": 1}', 'text/html', 'json'],
    ['a list', '[1, 2]', 'text/markdown', 'json'],
    ['a string', '"x"', 'text/plain', 'json'],
    ['a number as JSON', '42', 'application/json', 'json'],
    ['a number as text', '42', 'text/plain', 'text'],
    ['a word as JSON', 'Not found', 'application/json', 'text'],
    ['JSON that is refused for its depth', '['.repeat(100) + ']'.repeat(100), 'application/json', 'json'],
    ['JSON with equal names', '{"a":1,"a":2}', 'application/json', 'json'],
    ['JSON in Latin-1 that does not say so', new Uint8Array(Buffer.from('{"a":"\xe9"}', 'latin1')), 'application/json', 'json'],
    ['broken JSON', '{"a": 1,', 'application/json', 'text'],
    ['several JSON documents', '{"a":1}\n{"a":2}\n', 'application/x-ndjson', 'text'],
    ['a link in brackets', '[API](https://site.example/api)', 'text/plain', 'markdown'],
    ['llms.txt as Markdown', LLMS, 'text/markdown', 'markdown'],
    ['llms.txt as text', LLMS, 'text/plain', 'markdown'],
    ['llms.txt without a type', LLMS, '', 'markdown'],
    ['prose as Markdown', 'Just words.', 'text/markdown; charset=utf-8', 'markdown'],
    ['prose as text', 'Just words.', 'text/plain', 'text'],
    ['front matter', '---\ntitle: x\n---\n\nWords.', 'text/plain', 'markdown'],
    ['YAML as YAML', 'a: 1\n', 'application/yaml', 'yaml'],
    ['YAML of OpenAPI', OPENAPI, 'application/vnd.oai.openapi', 'yaml'],
    ['nested YAML as text', OPENAPI, 'text/plain', 'yaml'],
    ['nested YAML without a type, after a comment', `# Our API\n${OPENAPI}`, '', 'yaml'],
    ['marked YAML', '---\na: 1\n', 'text/plain', 'yaml'],
    ['marked YAML with an anchor', '--- &x !!map\na: 1\n', 'text/plain', 'yaml'],
    ['nested YAML after an anchor of its own', `&x\n${OPENAPI}`, 'text/plain', 'yaml'],
    ['nested YAML with anchors at its members', '&a openapi: &b 3.1.0\ninfo: &c !!map\n  &d title: x\n', 'text/plain', 'yaml'],
    ['YAML that is too deep for us', `${OPENAPI}x-deep: ${'['.repeat(70)}${']'.repeat(70)}\n`, 'text/plain', 'yaml'],
    ['YAML that is too large for us', `${OPENAPI}${'# x\n'.repeat(1_400_000)}`, 'text/plain', 'yaml'],
    ['words after an exclamation mark', '!note: this\n', 'text/plain', 'text'],
    ['flat YAML as text', 'a: 1\nb: 2\n', 'text/plain', 'text'],
    ['prose as YAML', 'Just words.', 'application/yaml', 'text'],
    ['security.txt', 'Contact: mailto:a@b.example\nExpires: 2027-01-01T00:00:00Z\n', 'text/plain', 'text'],
    ['robots.txt', 'User-agent: *\nDisallow: /x\n', 'text/plain', 'text'],
    ['an event stream', 'event: message\ndata: {"a":1}\n\n', 'text/event-stream', 'text'],
    ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff]), 'text/html', 'binary'],
    ['a PDF', '%PDF-1.7\nx', 'text/plain', 'binary'],
    ['text in no charset that is known', new Uint8Array(Buffer.from('caf\xe9', 'latin1')), 'text/plain', 'text'],
  ];
  for (const [title, body, type, kind] of table) {
    it(`${title} (${type || 'no type'}): ${kind}`, () => expect(kindOf(source(body, type === '' ? {} : { type }))).to.equal(kind));
  }

  const cut: [string, string, string][] = [
    ['JSON', '{"a": [1, 2', 'json'],
    ['a list', '[{"a', 'json'],
    ['YAML', OPENAPI, 'yaml'],
    ['Markdown that begins like YAML', 'Site:\n  - see [docs](https://a.example/)\n', 'markdown'],
    ['Markdown', '[a](b', 'text'],
    ['XML', '<urlset xmlns="x"><url', 'xml'],
    ['a page', '<!doctype html><p', 'html'],
  ];
  for (const [title, body, kind] of cut) {
    it(`${title} that is cut: ${kind}`, () => expect(kindOf(source(body, { truncated: true }))).to.equal(kind));
  }

  for (const piece of [
    '<!--',
    '<?',
    '<a ',
    '[a](',
    '# ',
    '---\n',
    'a:\n',
    '"',
    '{',
    '<!---->',
    'a: b\n  ',
    '\t',
    '[x',
    '- [',
    '&a ',
    '&',
    '&a\n',
    '!a b:\n',
    'a: &b &c ',
    'a: &b\n &c ',
  ]) {
    it(`is quick with a flood of ${JSON.stringify(piece)}`, () => {
      const text = piece.repeat(sized(1_000_000) / piece.length);
      expectLinear(() => void kindOf(source(text)));
    });
  }
});
