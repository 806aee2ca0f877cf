// The markdown view in the terms of llms.txt, and texts that are made to blow up a Markdown parser.
import { expect } from 'chai';
import fc from 'fast-check';
import { expectLinear, sized } from '../whole.ts';
import { code, open, value, view } from './source.ts';

const LLMS = `# Widgets

> Widgets for
> agents.

Some words with [a guide](guide.md).

## API

- [OpenAPI](/openapi.json): every *operation*
- **[Card](https://other.example/card)** - who we are
  - [Nested](#frag), see [deep](?x=1)
- no link here
- see [late](late.md)

### Group

1. [Third](../third.md)

## Optional

* [Log][log]

[log]: https://site.example/log "title"
`;

describe('markdown view', () => {
  it('reads a whole llms.txt', () => {
    expect(value('markdown', LLMS, { type: 'text/plain' })).to.deep.equal({
      title: 'Widgets',
      preamble: 0,
      titles: 1,
      summary: 'Widgets for agents.',
      sections: [
        { title: 'API', depth: 2, links: 5, place: 'L8' },
        { title: 'Optional', depth: 2, links: 1, place: 'L20' },
      ],
      links: [
        { href: 'https://site.example/openapi.json', text: 'OpenAPI', section: 'API', notes: 'every operation', place: 'L10' },
        { href: 'https://other.example/card', text: 'Card', section: 'API', notes: 'who we are', place: 'L11' },
        { href: 'https://site.example/docs/page?x=1', text: 'deep', section: 'API', before: 'see', place: 'L12' },
        { href: 'https://site.example/docs/late.md', text: 'late', section: 'API', before: 'see', place: 'L14' },
        { href: 'https://site.example/third.md', text: 'Third', section: 'API', place: 'L18' },
        { href: 'https://site.example/log', text: 'Log', section: 'Optional', place: 'L22' },
        { href: 'https://site.example/docs/guide.md', text: 'a guide', before: 'Some words with', place: 'L6' },
      ],
      stray: ['L13', 'L14'],
      length: Buffer.byteLength(LLMS),
    });
  });

  const titles: [string, string, string | undefined, number][] = [
    ['a title', '# A\n', 'A', 1],
    ['an underlined title', 'A\n===\n', 'A', 1],
    ['white space before it', '\n\n# A', 'A', 1],
    ['a comment before it', '<!-- made by x -->\n\n# A', 'A', 1],
    ['front matter before it', '---\ntitle: X\n---\n# A', 'A', 1],
    ['words before it', 'Words.\n\n# A', 'A', 1],
    ['a section before it', '## A\n\n# B', undefined, 1],
    ['no title', '## A', undefined, 0],
    ['two titles', '# A\n\n# B', 'A', 2],
    ['a title in a quote', '> # A', undefined, 0],
    ['a title in code', '```\n# A\n```', undefined, 0],
    ['markup in it', '# The `x` *API* [here](y)', 'The x API here', 1],
  ];
  for (const [text, n] of [
    ['# A\n', 0],
    ['<!-- by x -->\n\n# A\n', 0],
    ['Words.\n\n- [a](b)\n\n# A\n', 2],
  ] as const)
    it(`${n} blocks before the title`, () =>
      expect(value('markdown', text, { type: 'text/markdown' })).to.deep.include({ title: 'A', preamble: n }));
  it('a quote right below a late title is its summary', () =>
    expect(value('markdown', 'Words.\n\n# A\n\n> S.\n', { type: 'text/markdown' })).to.deep.include({ preamble: 1, summary: 'S.' }));

  for (const [title, text, expected, n] of titles) {
    it(`${title}: ${expected ?? 'none'}`, () =>
      expect(value('markdown', text, { type: 'text/markdown' })).to.deep.include({ titles: n, ...(expected ? { title: expected } : {}) }));
    if (expected === undefined)
      it(`${title}: no title`, () => expect(value('markdown', text, { type: 'text/markdown' })).to.not.have.property('title'));
  }

  const summaries: [string, string, string | undefined][] = [
    ['right after the title', '# A\n> B', 'B'],
    ['after words', '# A\n\nwords\n\n> B', undefined],
    ['without a title', '> B', undefined],
  ];
  for (const [title, text, summary] of summaries) {
    it(`a quote ${title}: ${summary ?? 'no summary'}`, () =>
      expect(value('markdown', text, { type: 'text/markdown' }).summary).to.equal(summary));
  }

  it('ends a section at the next title', () => {
    expect(
      value('markdown', '# A\n## B\n- [x](y)\n# C\n- [z](w)', { type: 'text/markdown' }).links.map((l: { section?: string }) => l.section),
    ).to.deep.equal(['B', undefined]);
  });

  it('gives the line of a link inside its item', () => {
    expect(value('markdown', '## A\n- words\n  and [x](y)\n', { type: 'text/markdown' }).links[0].place).to.equal('L3');
  });

  const codes: [string, string, string][] = [
    ['HTML', '<!doctype html><p>x</p>', 'syntax'],
    ['XML', '<?xml version="1.0"?><a/>', 'syntax'],
    ['JSON', '{"a":1}', 'syntax'],
    ['no bytes', '', 'empty'],
    ['NUL', '# A\0', 'binary'],
  ];
  for (const [title, text, expected] of codes) {
    it(`${title}: ${expected}`, () => expect(code('markdown', text, { type: 'text/markdown' })).to.equal(expected));
  }

  const CUTS: [string, string, string[], string[]][] = [
    [
      'lines and items that are whole',
      '# A\n\n## B\n\n- [x](y)\n\n## C\n\n- [z](w)\n- [v](u)\n- [half](ha',
      ['y', 'w', 'u'],
      ['cut /links/2', 'cut /titles', 'cut /length', 'cut /sections/1/links'],
    ],
    ['one block', '# A\n', [], ['cut /title', 'cut /titles', 'cut /length', 'cut /summary']],
    ['no whole line', '# A', [], ['cut /titles', 'cut /length', 'cut /title', 'cut /preamble', 'cut /summary']],
    [
      'an item whose address may follow',
      '# A\n\n> S\n\n## B\n\n- [x][1]\n- words\n- [y](z)\n- more\n',
      ['z'],
      ['cut /stray/0', 'cut /stray/2', 'cut /titles', 'cut /length', 'cut /sections/0/links'],
    ],
    ['an open fence', '# A\n\n> S\n\n```\n# B\n- [x](y)\n', [], ['cut /titles', 'cut /length']],
  ];
  for (const [title, text, hrefs, places] of CUTS) {
    it(`gives what was read before a cut, and leaves the rest open: ${title}`, () => {
      const read = value('markdown', text, { truncated: true });
      expect(read.links.map((link: { href: string }) => link.href.split('/').at(-1))).to.deep.equal(hrefs);
      expect(open('markdown', text, { truncated: true })).to.deep.equal(places);
      const reading = view('markdown', text, { truncated: true });
      expect(reading.ok && reading.ends).to.deep.equal([['sections'], ['links'], ['stray']]);
    });
  }

  it('says of no certain place what the whole document says otherwise', () => {
    const piece = fc.constantFrom(
      '# T\n',
      '## S\n',
      '- [a](b)\n',
      '- c\n',
      '  - [d](e)\n',
      '> q\n',
      '\n',
      'w\n',
      '===\n',
      '```\n',
      '[r]: s\n',
      '- [r]\n',
      '<!-- x -->\n',
      '    - [f](g)\n',
    );
    const at = (root: unknown, path: (string | number)[]): unknown =>
      path.reduce<unknown>((found, name) => (found as { [name: string]: unknown } | undefined)?.[name], root);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), fc.nat(), (pieces, where) => {
        const text = pieces.join('');
        const part = text.slice(0, where % (text.length + 1));
        const cut = view('markdown', part, { type: 'text/markdown', truncated: true });
        const whole = view('markdown', text, { type: 'text/markdown' });
        if (!cut.ok || !whole.ok) return;
        const isOpen = (path: (string | number)[]): boolean =>
          (cut.places ?? []).some((place) => [...place.path.keys()].every((i) => i >= path.length || place.path[i] === path[i]));
        for (const name of ['title', 'preamble', 'summary', 'titles', 'length']) {
          if (!isOpen([name])) expect(at(cut.value, [name]), `${name} of ${part}`).to.deep.equal(at(whole.value, [name]));
        }
        for (const name of ['sections', 'stray']) {
          for (const [i, item] of (at(cut.value, [name]) as unknown[]).entries()) {
            if (!isOpen([name, i])) expect(at(whole.value, [name]), `${name} of ${part}`).to.deep.include(item);
          }
        }
        for (const [i, link] of (at(cut.value, ['links']) as object[]).entries()) {
          if (!isOpen(['links', i])) expect(at(whole.value, ['links']), `links of ${part}`).to.deep.include(link);
        }
      }),
      { numRuns: sized(2000) },
    );
  });

  it('reads the first 2 MiB of more', () => {
    const reading = view('markdown', `# A\n\n${'words and words\n\n'.repeat(140_000)}`, { type: 'text/markdown' });
    expect(reading).to.deep.include({ ok: true, ends: [['sections'], ['links'], ['stray']] });
    expect(reading.ok && reading.places).to.deep.equal([{ path: ['titles'], why: 'cut' }]);
  });

  it('gives masked links as open', () => {
    const text = '# A\n\n## B\n\n- [x](https://a.example/xxxx)\n- [y](z)\n';
    const start = text.indexOf('xxxx');
    expect(open('markdown', text, { redactions: [{ where: 'body', start, end: start + 4, kind: 'token' }] })).to.deep.equal([
      'redacted /links/0',
    ]);
  });

  const hostile = [
    '>',
    '> ',
    '- ',
    '1) ',
    '*',
    '*a ',
    '*a **b ',
    '[',
    '[a](',
    '![',
    '<',
    '<a ',
    '&',
    '\\',
    'a\n\n',
    'a\n=\n',
    '# a\n',
    '- [a](b)\n',
    '[a]: b\n',
    '_a_',
    '<!--',
    '```\n',
    '[a](<b',
    ']',
    '\t',
    '`',
    '|',
    '~~',
  ];
  for (const piece of hostile) {
    it(`survives a flood of ${JSON.stringify(piece)}`, () => {
      const text = piece.repeat(sized(500_000) / piece.length);
      expectLinear(() => void view('markdown', text, { type: 'text/markdown' }));
    });
  }

  it('survives nested lists, growing backticks and brackets that never close', () => {
    const texts = [
      Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i)}- a`).join('\n'),
      Array.from({ length: 1000 }, (_, i) => '`'.repeat(i + 1)).join(' '),
      '[a'.repeat(sized(100_000)) + '](b)'.repeat(sized(50_000)),
      `[a]: b\n\n${'[a]'.repeat(sized(100_000))}`,
    ];
    expectLinear(() => {
      for (const text of texts) view('markdown', text, { type: 'text/markdown' });
    });
  });

  it('throws for no text, and resolves every link', () => {
    const piece = fc.constantFrom(
      '# ',
      '## ',
      '- ',
      '> ',
      '[',
      ']',
      '(',
      ')',
      'a',
      'http://x/',
      '\n',
      '\n\n',
      ' ',
      '*',
      '`',
      '<',
      '>',
      '!',
      ':',
      '[a]: b\n',
      '    ',
      '---\n',
      '===\n',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const reading = view('markdown', pieces.join(''), { type: 'text/markdown' });
        if (!reading.ok) return;
        const { links } = reading.value as { links: { href: string }[] };
        for (const { href } of links) expect(URL.canParse(href)).to.equal(true);
      }),
      { numRuns: sized(1_000) },
    );
  });
});
