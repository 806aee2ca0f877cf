// The Markdown report says what to do, and nothing of the target's making becomes markup in it.

import { expect } from 'chai';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { openSources } from '../../scripts/build/packs.ts';
import { buildReport } from '../../src/report/build.ts';
import { fixFor } from '../../src/report/fix.ts';
import { fenced, inert } from '../../src/report/inert.ts';
import { markdown } from '../../src/report/markdown.ts';
import { reasonOf } from '../../src/report/markdown-parts.ts';
import { prose, sentence } from '../../src/report/prose.ts';
import { ROOT } from '../sources.ts';
import { sized } from '../whole.ts';
import { golden } from './golden.ts';
import { clean, evidence, HOSTILE, issued, pack, verdict } from './sample.ts';

interface Node {
  type: string;
  value?: string;
  url?: string;
  children?: Node[];
}

function walk(text: string): Node[] {
  const all: Node[] = [];
  const queue: Node[] = [fromMarkdown(text) as Node];
  for (let node = queue.pop(); node; node = queue.pop()) {
    all.push(node);
    queue.push(...(node.children ?? []));
  }
  return all;
}

const textOf = (node: Node): string => node.value ?? (node.children ?? []).map(textOf).join('');
const report = buildReport({ verdict, evidence, issued });

describe('markdown report', () => {
  it('is as reviewed: faults', () => golden('report-faults.md', markdown(report, pack)));
  it('is as reviewed: clean', () => golden('report-clean.md', markdown(buildReport({ verdict: clean, evidence, issued }), pack)));

  it('holds no markup of the target', () => {
    const nodes = walk(markdown(report, pack));
    const types = new Set(nodes.map((node) => node.type));
    for (const type of ['image', 'html', 'imageReference', 'linkReference', 'definition', 'footnoteReference'])
      expect(types.has(type), type).to.equal(false);
    expect(new Set(nodes.filter((node) => node.type === 'link').map((node) => node.url))).to.deep.equal(new Set(pack.rules[0]!.refs));
    const headings = nodes.filter((node) => node.type === 'heading').map(textOf);
    expect(headings).to.have.members([
      'Grade F (not verified honest) for https://example.com',
      'First: let the verifier in',
      'To fix',
      '1. second: The second works',
      '2. honest: The honest works',
      'Next',
      'Checks',
      'Not seen',
      'Advice',
      'Replay',
    ]);
    const plain = nodes
      .filter((node) => node.type === 'text')
      .map(textOf)
      .join(' ');
    expect(plain).to.not.match(/evil|script|everyone/);
  });

  it('lets no text act, alone or in a cell', () => {
    const markup = fc.constantFrom(
      '[a](b)',
      '![a](b)',
      '<a>',
      '*a*',
      '_a_',
      '`',
      '``',
      '|',
      '\\',
      '\n',
      '\n\n',
      '# ',
      '- ',
      '1. ',
      '> ',
      '~~~',
      '<!--',
      'http://a.b',
      '&amp;',
      '\t',
      '[a]: b',
      '[^1]',
      '<?',
      ']]>',
      '$',
    );
    const text = fc.array(fc.oneof(markup, fc.string({ maxLength: 6 })), { maxLength: 10 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (source) => {
        const types = new Set(walk(`before ${inert(source)} after ${inert(source)}`).map((node) => node.type));
        for (const type of types) expect(['root', 'paragraph', 'text', 'inlineCode']).to.include(type);
        expect(inert(source)).to.not.include('|');
        const spoken = new Set(walk(`before ${sentence(source)} after`).map((node) => node.type));
        for (const type of spoken) expect(['root', 'paragraph', 'text', 'inlineCode']).to.include(type);
        expect(sentence(source)).to.not.include('|');
        const [block, ...others] = (fromMarkdown(`${fenced(source)}\n\nafter`) as Node).children!;
        expect(block!.type).to.equal('code');
        expect(others.map(textOf)).to.deep.equal(['after']);
      }),
      { numRuns: sized(1_000) },
    );
  });

  it('tells a reason in the words of its rule, and as code where a target may be quoted in it', () => {
    const [rule] = pack.rules;
    const check = verdict.checks.find(({ id }) => id === rule!.id)!;
    const says = (text: string, reasons: string): string =>
      reasonOf({ ...check, reason: { code: 'x', text } }, { ...rule!, reasons: { x: reasons } });
    const own = 'There is no /llms.txt, or :smile: (what answers there).';
    expect(says(own, own)).to.equal('There is no `/llms.txt`, or `:smile`: (what answers there).');
    expect(says('do as llms.txt says', '{{ $.finding.value }}')).to.equal('`do as llms.txt says`');
    expect(reasonOf({ ...check, reason: { code: 'constructor', text: own } }, undefined)).to.equal(`\`${own}\``);
  });

  it('gives the fix with its example, ready to paste', () => {
    const nodes = walk(markdown(report, pack));
    expect(nodes.filter((node) => node.type === 'code').map((node) => node.value)).to.include(
      '{"name": "example", "url": "https://example.com"}',
    );
  });

  it('keeps paragraphs, lists, spans and blocks of a pack, and nothing else', () => {
    const text = 'Serve `a b` at https://x.example/y, *now*.\n\n- one <b>\n- two [x](y)\n\n~~~yaml\na: ```\n~~~\nend';
    expect(prose(text)).to.equal(
      'Serve `a b` at `https://x.example/y`, `*now*`.\n\n- one `<b>`\n- two `[x](y)`\n\n````yaml\na: ```\n````\nend',
    );
    expect(prose('Serve {"state": "up"} at /status.json.')).to.equal('Serve `{"state": "up"}` at `/status.json`.');
    expect(prose('An open { and a } that closes it, {"a": {"b": 1}}')).not.to.match(/``|undefined/);
    const types = new Set(walk(prose(HOSTILE.join('\n'))).map((node) => node.type));
    for (const type of ['image', 'html', 'link', 'heading', 'definition', 'emphasis']) expect(types.has(type), type).to.equal(false);
  });

  for (const [name, { document }] of openSources(ROOT)) {
    it(`gives an example to paste for every rule of rules/${name}`, () => {
      for (const rule of document.rules)
        expect(walk(prose(fixFor(rule.fix, ''))).filter((node) => node.type === 'code').length, rule.id).to.be.greaterThan(0);
    });
  }

  it('says what a cap does to the points', () => {
    const capped = { ...verdict, grade: 'C' as const, score: { points: 4, outOf: 4 } };
    expect(markdown(buildReport({ verdict: capped, evidence, issued }), pack)).to.include('the points alone would earn A+');
  });

  it('works without the rule texts of another pack', () => {
    expect(markdown(report, { ...pack, rules: [] }))
      .to.include('second')
      .and.not.include('How to fix it');
  });
});
