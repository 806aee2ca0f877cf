// Text of a target never becomes markup: every page keeps exactly the elements, attributes and addresses that a harmless text gives it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import fc from 'fast-check';
import { type DefaultTreeAdapterMap, parse } from 'parse5';
import { visible } from '../../../src/contract/quote.ts';
import { errorPage } from '../../../src/report/html/error-page.ts';
import { livePage } from '../../../src/report/html/live-page.ts';
import { html, Markup } from '../../../src/report/html/markup.ts';
import { reportPage } from '../../../src/report/html/report-page.ts';
import { hostileProblem, hostileReport, hostileRun, XSS } from './hostile.ts';

type Node = DefaultTreeAdapterMap['node'];

const file = fileURLToPath(new URL('../../../fixtures/vectors/strings/blns.json', import.meta.url));
const NAUGHTY = JSON.parse(readFileSync(file, 'utf8')) as string[];

/** Elements of links come and go with the text: they are judged by their address instead. */
const LINKS = new Set(['a']);
const OUTSIDE = /^https?:\/\/[\x21-\x7e]+$/i;
const OWN = /^(?:#|\/(?![/\\]))[\x21-\x7e]*$|^mailto:/;

interface Shape {
  elements: string[];
  links: { href: string }[];
}

function shape(source: string): Shape {
  const found: Shape = { elements: [], links: [] };
  const queue: Node[] = [parse(source)];
  for (let node = queue.pop(); node; node = queue.pop()) {
    if ('tagName' in node) {
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
      if (LINKS.has(node.tagName)) found.links.push({ href: attributes.href ?? '' });
      else found.elements.push(`${node.tagName} ${Object.keys(attributes).sort().join(' ')}`);
    }
    if ('childNodes' in node) queue.push(...node.childNodes);
  }
  found.elements.sort();
  return found;
}

const MADE: Record<string, (text: string) => string> = {
  report: (text) => {
    const { report, pack, options } = hostileReport(text);
    return reportPage(report, pack, options);
  },
  live: (text) => livePage(hostileRun(text)),
  error: (text) => errorPage(hostileProblem(text)),
};

/** Paragraphs of a pack's prose depend on its line breaks and backticks, which stand for no target: they are let vary. */
const steady = (elements: readonly string[]): string[] =>
  elements.filter((name) => !/^(p|ul|ol|li|code|pre|div|span)( class| class data-copy| data-copy)?( )?$/.test(name));

function judge(name: string, text: string, plain: string[]): void {
  const page = MADE[name]!(text);
  const { elements, links } = shape(page);
  expect(steady(elements), `${name}: ${JSON.stringify(text)}`).to.deep.equal(plain);
  for (const { href } of links) {
    if (OWN.test(href)) continue;
    expect(href).to.match(OUTSIDE);
    expect(new URL(href).username, href).to.equal('');
  }
  expect(page).to.include('<meta name="referrer" content="no-referrer">');
  // Nothing that is invisible or turns text around reaches a reader.
  expect(visible(page, '\n\t') === page, `${name}: ${JSON.stringify(text)}`).to.equal(true);
}

describe('text of a target', () => {
  const plain = Object.fromEntries(Object.entries(MADE).map(([name, make]) => [name, steady(shape(make('harmless')).elements)]));

  for (const name of Object.keys(MADE)) {
    it(`makes no element: ${name}`, () => {
      for (const text of [...XSS, ...NAUGHTY]) judge(name, text, plain[name]!);
    }).timeout(60_000);
  }

  it('makes no element, whatever it is', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '`',
      '/',
      '=',
      ' ',
      '\n',
      '--',
      '!',
      'script',
      'a',
      ']]>',
      'https://',
      'javascript:',
      '\u202e',
      '\0',
    );
    const text = fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (source) => judge('error', source, plain.error!)),
      { numRuns: 500 },
    );
  });

  it('shows all 515 strings', () => expect(NAUGHTY).to.have.length(515));
});

describe('the template tag', () => {
  it('escapes strings, numbers and lists, and leaves out what is nothing', () => {
    expect(html`<p title="${'"<&>\'`'}">${['<', 1, null, undefined, false, html`<b>${'\u202e'}</b>`]}</p>`.toString()).to.equal(
      '<p title="&quot;&lt;&amp;&gt;&#39;&#96;">&lt;1<b>\\u{202e}</b></p>',
    );
  });

  it('takes no markup from anywhere but a template', () => {
    expect(html`${{ toString: () => '<b>' } as unknown as string}`.toString()).to.equal('&lt;b&gt;');
    expect(() => Markup.of(Object.assign(['<b>'], { raw: ['<b>'] }) as unknown as TemplateStringsArray, [])).to.throw(TypeError);
  });
});
