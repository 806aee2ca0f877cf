// Addresses in Markdown that are no links of Markdown: which are read, and texts with floods of them.
import { expect } from 'chai';
import { expectLinear, sized } from '../whole.ts';
import { value, view } from './source.ts';

describe('markdown view: addresses that are no links of Markdown', () => {
  const links = (text: string) => (value('markdown', `# T\n\n${text}\n`, { type: 'text/markdown' }) as { links: unknown[] }).links;
  const S = 'https://site.example';
  for (const [name, text, expected] of [
    [
      'an anchor in a line',
      'See <a class="x" href="/docs">the <b>docs</b></a>.',
      [{ href: `${S}/docs`, text: 'the docs', as: 'html', place: 'L3' }],
    ],
    [
      'anchors of a block',
      '<ul>\n<li><a href="/a">A &amp; B</a>\n<li><A HREF=/b>C</A>\n</ul>',
      [
        { href: `${S}/a`, text: 'A & B', as: 'html', place: 'L4' },
        { href: `${S}/b`, text: 'C', as: 'html', place: 'L5' },
      ],
    ],
    [
      'an address in a list',
      '- Docs: https://x.example/docs.',
      [{ href: 'https://x.example/docs', text: 'Docs', as: 'bare', place: 'L3' }],
    ],
    [
      'an address on a line of its own',
      'words\nhttps://x.example/a_b_c',
      [{ href: 'https://x.example/a_b_c', text: '', as: 'bare', place: 'L4' }],
    ],
    [
      'what emphasis stands before',
      '**Docs** - https://x.example/d',
      [{ href: 'https://x.example/d', text: 'Docs', as: 'bare', place: 'L3' }],
    ],
    ['no anchor in a comment', '<!-- <a href="/a">A</a> -->', []],
    ['no anchor that is code', '`<a href="/a">A</a>`\n\n    <a href="/b">B</a>', []],
    ['no address that is code', '`https://x.example/a`\n\n```\nhttps://x.example/b\n```', []],
    ['no template', 'https://x.example/{id} https://x.example/a/{id}', []],
    ['no part of an address', 'https://x.example/_a_ https://x.example/`id` https://x.example/**b**', []],
    ['no anchor that never ends', '<a href="/a">A', []],
    ['no anchor without an address, or within the page', '<a name="x">A</a> <a href="#x">B</a>', []],
    [
      'a link once',
      '[https://x.example/a](https://x.example/a)',
      [{ href: 'https://x.example/a', text: 'https://x.example/a', place: 'L3' }],
    ],
    ['an autolink as a link', '<https://x.example/a>', [{ href: 'https://x.example/a', text: 'https://x.example/a', place: 'L3' }]],
  ] as const)
    it(`reads ${name}`, () => expect(links(text)).to.deep.equal(expected));

  const D = 'https://x.example/docs';
  for (const [text, found] of [
    [`Read “${D}”.`, [D]],
    [`Read ‘${D}’, please.`, [D]],
    [`Read «${D}».`, [D]],
    [`${D}—they are short`, [D]],
    [`${D} – they are short`, [D]],
    [`See ${D}’s guide`, [D]],
    [`API：${D}。API：${D}，欢迎（${D}）【${D}】`, [D, D, D, D]],
    // What may be a part of an address.
    [`See ${D}/A–B`, []],
    [`See ${D}/Moore’s_law`, []],
    [`See ${D}/very-lo…`, []],
    ['See https://x.example/李白（诗人）', []],
  ] as const)
    it(`ends an address at marks of its text: ${text}`, () => {
      expect((links(text) as { href: string }[]).map(({ href }) => href)).to.deep.equal(found);
    });

  it('survives floods of anchors and of addresses', () => {
    const texts = [
      '<a href=x>',
      '<a href="/x">y</a> ',
      '*https://x.example/* ',
      'https://x.example/a ',
      '<p><a href=x>',
      '<svg><a href=x>',
    ];
    for (const piece of texts)
      expectLinear(() => void view('markdown', piece.repeat(sized(300_000) / piece.length), { type: 'text/markdown' }));
  });
});

describe('markdown view: words before a link', () => {
  const before = (text: string) =>
    (value('markdown', `# T\n\n${text}\n`, { type: 'text/markdown' }) as { links: { before?: string }[] }).links.map((link) => link.before);
  for (const [text, expected] of [
    ['Base URL: <https://x.example/v1>', ['Base URL']],
    ['- **Base URL** — [/v1](/v1)', ['Base URL']],
    ['| What | Where |\n|---|---|\n| Base URL | [/v1](/v1) |', ['Base URL']],
    ['| Base URL | of today | [/v1](/v1) |', ['Base URL | of today']],
    ['| Base URL | [/v1](/v1) | [docs](/docs) |', ['Base URL', undefined]],
    ['Words.\n[a](/a)', [undefined]],
    ['Base URL: [/v1](/v1), docs: [b](/b)', ['Base URL', 'docs']],
    [`${'x'.repeat(300)} [a](/a)`, ['x'.repeat(200)]],
  ] as const)
    it(`reads ${text.slice(0, 60)}`, () => expect(before(text)).to.deep.equal(expected));
});
