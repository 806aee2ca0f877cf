// Kinds of sites: the table is valid and names only what the pack has; what a site publishes tells its kind, and the punch list leads with what is worth it.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import type { HeaderMap, Report, SiteKinds } from '../../src/contract/generated/types.ts';
import { definitions } from '../../src/mounts/http/definitions.ts';
import { siteKinds } from '../../src/report/kinds.ts';
import { summarise } from '../../src/report/summary.ts';
import { packAt } from '../packs.ts';
import { pack, stored } from './html/samples.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const table = JSON.parse(readFileSync(`${root}rules/kinds.json`, 'utf8')) as SiteKinds;

describe('kinds of sites', () => {
  it('stand in a table that its schema admits', () => {
    const at = (name: string): string => `#/$defs/${name}`;
    const validate = new Ajv2020({ strict: false }).compile({ $ref: at('SiteKinds'), $defs: definitions(['SiteKinds'], at) });
    validate(table);
    expect(validate.errors).to.equal(null);
    expect(validate({ ...table, kinds: [{ ...table.kinds[0], worth: [] }] }), 'a kind to which nothing is worth anything').to.equal(false);
  });

  it('name checks, reasons and probes that the pack has, and nothing twice', () => {
    const { document } = packAt(`${root}rules/${table.pack.split('/')[1]}`);
    const reasons = new Map(document.rules.map((rule) => [rule.id, rule.reasons]));
    const probes = new Set([...Object.keys(document.probes ?? {}), ...document.rules.flatMap((rule) => Object.keys(rule.probes ?? {}))]);
    expect(document.name).to.equal(table.pack);
    expect(Object.keys(table.surfaces).filter((id) => !reasons.has(id))).to.deep.equal([]);
    for (const { id, signs, worth, aside } of table.kinds) {
      expect(
        [...worth, ...aside].filter((check) => !reasons.has(check)),
        id,
      ).to.deep.equal([]);
      expect(
        worth.filter((check) => aside.includes(check)),
        id,
      ).to.deep.equal([]);
      for (const { check, unless = [], probes: asked = [] } of signs) {
        if (check !== undefined)
          expect(
            unless.filter((code) => !Object.hasOwn(reasons.get(check)!, code)),
            `${id}: ${check}`,
          ).to.deep.equal([]);
        expect(
          asked.filter((name) => !probes.has(name)),
          id,
        ).to.deep.equal([]);
      }
    }
  });

  /** The same site with another answer to one of its probes. */
  const withAnswer = (report: Report, name: string, text: string, headers: HeaderMap): Report => ({
    ...report,
    evidence: {
      ...report.evidence,
      exchanges: report.evidence.exchanges.map((one) =>
        one.names.includes(name) ? { ...one, answer: { ...one.answer, status: 200, headers, body: { text } } } : one,
      ),
    },
  });
  const page = (text: string, more: HeaderMap = {}): Report =>
    withAnswer(stored('empty'), 'rootHtml', text, { 'content-type': 'text/html', ...more });

  const KINDS: [what: string, report: Report, titles: string[] | undefined][] = [
    ['an API that speaks MCP', stored('good'), ['an MCP server', 'an API']],
    ['pages alone', stored('empty'), ['a site to read']],
    [
      'a cart whose media type is sent twice',
      page('<a href="/cart">', { 'content-type': 'text/html, text/html; charset=utf-8' }),
      ['a shop'],
    ],
    ['pages of products', page('<script type="application/ld+json">{"@type":"Product"}</script>'), ['a shop']],
    ['pages with prices in their markup', page('<div itemscope itemtype="https://schema.org/Offer">'), ['a shop']],
    ['a cart', page('<a href="/cart">Cart</a>'), ['a shop']],
    ['the header of a shop system', page('<p>Tea', { 'powered-by': 'Shopify' }), ['a shop']],
    ['an llms.txt that leads to products', withAnswer(stored('empty'), 'llms[0]', '# Tea\n\n- [All](/products.json)', {}), ['a shop']],
    ['pages that only speak of shops', page('<p>Offers of products: woocommerce, Shopify and prestashop compared.'), ['a site to read']],
    ['nothing that could be seen', stored('blocked'), undefined],
  ];
  for (const [what, report, titles] of KINDS)
    it(`are told by what is published: ${what}`, () => expect(siteKinds(report, pack)?.titles).to.deep.equal(titles));

  it('are told for the pack of the table alone', () => expect(siteKinds(stored('good'), { name: 'test/other' })).to.equal(undefined));

  it('lead the punch list with what is worth it, by a way that is as short', () => {
    const report = stored('empty');
    const { toFix, way, next, order } = summarise(report, pack);
    const content = table.kinds.find(({ alone }) => alone)!;
    const failing = new Set(report.verdict.checks.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id));
    expect(toFix.slice(0, 3).map(({ check }) => check.id)).to.deep.equal(content.worth.filter((id) => failing.has(id)));
    expect(way.map(({ id }) => id)).to.have.length(report.verdict.next!.fix.length);
    expect(next).to.equal(`The shortest way to D: ${way[0]!.id}, ${way[1]!.id} and ${way[2]!.id}.`);
    expect(order).to.have.length(report.verdict.checks.length);
    // The verdict itself stays as it was judged.
    expect(report.verdict.next!.fix).to.deep.equal(['llms-txt', 'agents-json', 'icp-json']);
  });
});
