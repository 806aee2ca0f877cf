// The pages of four reports as reviewed, and what each of them has to say.
import { expect } from 'chai';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { SCRIPT_PATH, STYLE_PATH } from '../../../src/report/html/assets.ts';
import { golden } from '../golden.ts';
import { PAGES } from './samples.ts';

type Node = DefaultTreeAdapterMap['node'];

function text(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(text).join(' ') : '';
}

/** The names of assets change with every colour. */
const named = (html: string): string => html.replace(STYLE_PATH, '/assets/HASH.css').replace(SCRIPT_PATH, '/assets/HASH.js');

const said = (name: string): string => text(parse(PAGES[name]!())).replace(/\s+/g, ' ');

describe('pages of reports', () => {
  for (const name of ['good', 'liar', 'blocked', 'pinned'])
    it(`are as reviewed: ${name}`, () => golden(`html/${name}.html`, named(PAGES[name]!())));

  it('parse without an error', () => {
    for (const [name, make] of Object.entries(PAGES)) {
      const errors: string[] = [];
      parse(make(), { onParseError: ({ code, startLine }) => errors.push(`${name}:${startLine}: ${code}`) });
      expect(errors).to.deep.equal([]);
    }
  });

  it('say what a grade rests on', () => {
    expect(said('good')).to.include('Grade A+').and.include('10 of 10 points').and.not.include('What to do next');
    expect(said('liar')).to.include('the points alone would earn A').and.include('Caps the grade at C');
    expect(said('blocked')).to.include('Nothing could be seen').and.include('lower bound');
    expect(said('pinned')).to.include('NOT PASSED').and.include('not ratified').and.include('Failed: second, honest.');
  });

  it('put the shortest way first', () => {
    const html = PAGES.pinned!();
    const list = html.slice(html.indexOf('class="punch"'), html.indexOf('</ol>', html.indexOf('class="punch"')));
    expect([...list.matchAll(/href="#check-([a-z]+)"/g)].map(([, id]) => id)).to.deep.equal(['second', 'honest']);
  });

  it('carry no style and no script of their own', () => {
    for (const make of Object.values(PAGES)) {
      expect(make()).to.not.match(/<style|\sstyle="|\son[a-z]+="/);
      expect(make().match(/<script/g)).to.have.length(1);
    }
  });
});
