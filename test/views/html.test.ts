// The html view, and pages that are made to blow up a parser of HTML.
import { expect } from 'chai';
import fc from 'fast-check';
import { expectLinear, sized } from '../whole.ts';
import { code, open, value, view } from './source.ts';

const PAGE = `<!DOCTYPE html>
<html lang="en"><head>
<title> The
 site </title>
<meta name="Description" content="What it is.">
<link rel="alternate ALTERNATE" type="Text/Markdown" href="/index.md">
<script>var a = '<a href="/no">no</a>';</script><style>a{}</style>
</head><body>
<h1>Widgets <em>now</em></h1>
<p>Read <a href="docs/">the docs</a>, <a href="#top">up</a>, <a href="javascript:x()">run</a>
or <a href='https://other.example/x' rel=nofollow>else<b>where</b></a>.</p>
<template><a href="/hidden">hidden</a></template>
<noscript><a href="/plain">plain</a></noscript>
<h2>More</h2><svg><a href="/svg">s</a></svg>
</body></html>`;

describe('html view', () => {
  it('reads a whole page', () => {
    expect(value('html', PAGE)).to.deep.equal({
      lang: 'en',
      title: 'The site',
      description: 'What it is.',
      headings: ['Widgets now', 'More'],
      links: [
        { href: 'https://site.example/index.md', rel: ['alternate'], type: 'text/markdown', text: '', place: 'L6' },
        { href: 'https://site.example/docs/docs/', rel: [], text: 'the docs', place: 'L10' },
        { href: 'https://other.example/x', rel: ['nofollow'], text: 'elsewhere', place: 'L11' },
        { href: 'https://site.example/plain', rel: [], text: 'plain', place: 'L13' },
      ],
      scripts: 1,
      text:
        'Widgets'.length +
        'now'.length +
        'Read'.length +
        'the docs'.length +
        1 +
        'up'.length +
        1 +
        'run'.length +
        'or'.length +
        'else'.length +
        'where'.length +
        1 +
        'plain'.length +
        'More'.length +
        1,
      cjk: 0,
    });
  });

  it('resolves against the first base element', () => {
    const page = '<!doctype html><base href="/b/"><base href="/c/"><a href="x">x</a>';
    expect(value('html', page).links[0].href).to.equal('https://site.example/b/x');
  });

  it('counts what is seen in Chinese, Japanese and Korean', () => {
    const page = '<!doctype html><title>花</title><script>草</script><p>花の カタ 꽃 ab。𠮷';
    expect(value('html', page)).to.deep.include({ text: '花の カタ 꽃 ab。𠮷'.length, cjk: 6 });
  });

  it('counts a link once that the parser has to open again', () => {
    expect(value('html', '<!doctype html><a href=x><p>1</a>2</p>').links).to.have.length(1);
    expect(value('html', '<!doctype html><p><a href=x>1</p><p>2</p>').links).to.have.length(1);
  });

  const codes: [string, string, string][] = [
    ['Markdown', '# A', 'syntax'],
    ['JSON', '{"a":1}', 'syntax'],
    ['no bytes', '', 'empty'],
    ['4 MiB and more', `<!doctype html>${'x'.repeat(4_200_000)}`, 'too-large'],
    ['elements 600 deep', `<!doctype html>${'<div>'.repeat(600)}`, 'too-deep'],
    ['elements 500 deep', `<!doctype html>${'<div>'.repeat(500)}`, 'ok'],
  ];
  for (const [title, text, expected] of codes) {
    it(`${title}: ${expected}`, () => expect(code('html', text)).to.equal(expected));
  }

  it('leaves open what a cut may have changed', () => {
    expect(open('html', '<!doctype html><a href=a>a</a><a href=b>b', { truncated: true })).to.deep.equal([
      'cut /scripts',
      'cut /text',
      'cut /cjk',
      'cut /title',
      'cut /description',
      'cut /lang',
      'cut /links/1',
    ]);
    const whole = '<!doctype html><html lang=en><meta name=description content=d><h1>a</h1><h2>b';
    expect(open('html', whole, { truncated: true }).slice(4)).to.deep.equal(['cut /headings/1']);
    expect(view('html', whole, { truncated: true })).to.deep.include({ ends: [['headings'], ['links']] });
  });

  it('gives masked parts as open', () => {
    const page = '<!doctype html><title>T</title><h1>mail xxx@site.example</h1><a href="mailto:xxxx@a.example">write</a><a href=b>b</a>';
    const at = (part: string) => ({
      where: 'body' as const,
      start: page.indexOf(part),
      end: page.indexOf(part) + part.length,
      kind: 'email' as const,
    });
    expect(open('html', page, { redactions: [at('xxx@site'), at('xxxx@a')] })).to.deep.equal(['redacted /headings/0', 'redacted /links/0']);
  });

  const n = sized(500_000);
  const rep = (piece: string): string => piece.repeat(n / piece.length);
  const hostile: [string, string][] = [
    ...[
      '<div>',
      '<p>',
      '<b>',
      '<table>',
      '<table><td>',
      '<a>',
      '<a href=x>y',
      '<li>',
      '<select>',
      '<template>',
      '<svg>',
      '<!--',
      '&',
      '<',
      '</p>',
      '</b>',
      '<frameset>',
      '<nobr>',
      '<button>',
      '<form>',
      '<b><p>x</b>',
      '<p>x</p>',
      '<ruby><rt>',
      '<h1>',
    ].map((piece): [string, string] => [piece, rep(piece)]),
    ['attributes', `<a ${Array.from({ length: n / 8 }, (_, i) => `a${i}`).join(' ')}>`],
    ['attributes of body', Array.from({ length: n / 12 }, (_, i) => `<body a${i}>`).join('')],
    ['formatting opened again', `<p>${Array.from({ length: 400 }, (_, i) => `<b a${i}>`).join('')}${rep('</p><p>x')}`],
    ['text before a table', `<table>${rep('a<i></i>')}`],
    ['headings in headings', `${'<h1><div>'.repeat(200)}${rep('text ')}`],
    ['unclosed script', `<script>${rep('<!--<script')}`],
    ['unclosed title', `<title>${rep('</titl')}`],
  ];
  for (const [title, page] of hostile) {
    it(`survives a flood of ${title}`, () => {
      expectLinear(() => expect(['ok', 'too-deep', 'too-large']).to.include(code('html', `<!doctype html>${page}`)));
    });
  }

  it('throws for no page', () => {
    const piece = fc.constantFrom(
      '<a href=x>',
      '</a>',
      '<b>',
      '</b>',
      '<p>',
      '</p>',
      '<table>',
      '<td>',
      '</table>',
      '<select>',
      '<option>',
      '<template>',
      '</template>',
      '<svg>',
      '<title>',
      '</title>',
      '<frameset>',
      '<form>',
      '<!--',
      '-->',
      '<base href=//x>',
      '<body a>',
      '<html b>',
      'x',
      '&amp',
      '\r\n',
      '<h1>',
      '</h1>',
      '<nobr>',
      '<ruby>',
      '<rt>',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const reading = view('html', `<!doctype html>${pieces.join('')}`);
        expect(reading.ok).to.equal(true);
      }),
      { numRuns: sized(1_000) },
    );
  });
});
