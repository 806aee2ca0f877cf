// What the markdown view reads of the words around a link, and what is struck out.
import { expect } from 'chai';
import { value } from './source.ts';

describe('markdown view: words around links', () => {
  const noted: [string, string, (string | undefined)[]][] = [
    ['of a row what its later cells say', '| [a](/a) | Create | POST |\n| [b](/b) | | GET |\n', ['Create | POST', 'GET']],
    ['of a row without bars at its sides', '[a](/a) | POST\n', ['POST']],
    ['of a row up to its next link', '| [a](/a) | [b](/b) | POST |\n', [undefined, 'POST']],
    ['of a heading', '### [a](/a) (DELETE)\n', ['(DELETE)']],
    ['of no running text', 'See [a](/a), then POST.\n', [undefined]],
  ];
  for (const [name, source, notes] of noted)
    it(`reads notes ${name}`, () =>
      expect((value('markdown', source).links as { notes?: string }[]).map((link) => link.notes)).to.deep.equal(notes));

  const struck: [string, string, string[]][] = [
    ['a link', '~~[a](/a)~~ [b](/b)', ['/b']],
    ['the text of a link', '[~~a~~](/a)', []],
    ['a part of the text of a link', '[~~a~~ b](/a)', ['/a']],
    ['a link in HTML', 'x <del>[a](/a)</del> and <S><a href="/b">b</a></S>', []],
    ['an address', '~~https://site.example/a~~', []],
    ['what is never closed', 'x <del>[a](/a) ~~[b](/b)', ['/a', '/b']],
    ['what was never opened', 'x </del>[a](/a)</s>', ['/a']],
    ['a sign alone', '~ [a](/a) ~', ['/a']],
  ];
  for (const [name, source, paths] of struck)
    it(`strikes out ${name}`, () =>
      expect((value('markdown', `${source}\n`).links as { href: string }[]).map(({ href }) => new URL(href).pathname)).to.deep.equal(
        paths,
      ));

  it('counts what is struck out for its section, and keeps the lines of what follows', () => {
    const { sections, links, stray } = value('markdown', '# T\n\n## A\n\n- ~~[a](/a)~~\n- ~~x\n  y~~ [b](/b)\n');
    expect([sections, links, stray]).to.deep.equal([
      [{ title: 'A', depth: 2, links: 2, place: 'L3' }],
      [{ href: 'https://site.example/b', text: 'b', section: 'A', place: 'L7' }],
      ['L6'],
    ]);
  });
});
