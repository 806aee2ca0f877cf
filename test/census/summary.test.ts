// What a census comes to: figures, what changed since an earlier one, and a page whose figures are those of the rows.

import { expect } from 'chai';
import { parse as parseHtml } from 'parse5';
import type { CensusRow, Grade } from '../../src/contract/generated/types.ts';
import { CensusChanges, type Kind } from '../../src/report/census/changes.ts';
import { figures, percent } from '../../src/report/census/charts.ts';
import { censusPage } from '../../src/report/census/page.ts';
import { CensusTally } from '../../src/report/census/tally.ts';
import { censusText } from '../../src/report/census/text.ts';
import { packAt } from '../packs.ts';
import { ROOT } from '../sources.ts';

const pack = packAt(`${ROOT}rules/ax`);
const about = { name: pack.document.name, version: pack.document.version, digest: pack.digest };
const AT = '2026-11-21T10:00:00.000Z';
const rest = { pack: about, engine: '2', seed: 7, issued: { at: AT, ms: 5 } };
const graded = (name: string, grade: Grade, more: Partial<CensusRow> = {}): CensusRow => ({
  target: `https://${name}`,
  grade,
  points: 5,
  outOf: 10,
  conclusive: true,
  checks: { 'llms-txt': 'pass', 'claims-exist': more.lies?.length ? 'fail' : 'pass' },
  lies: [],
  verdictDigest: 'sha256:00',
  ...rest,
  ...more,
});
const failed = (name: string, code: string): CensusRow => ({ target: `https://${name}`, error: { code, message: 'so it is' }, ...rest });
const LIE = 'claims-exist/dead';

const BLOCKED = { conclusive: false, checks: { 'llms-txt': 'inconclusive', 'claims-exist': 'inconclusive' } } as const;

const tallied = (rows: readonly CensusRow[]): CensusTally => {
  const tally = new CensusTally();
  for (const row of rows) tally.add(row);
  return tally;
};
const compared = (before: readonly CensusRow[], now: readonly CensusRow[]): CensusChanges => {
  const changes = new CensusChanges(new Map(before.map((row) => [row.target, row])));
  for (const row of now) changes.add(row);
  changes.end();
  return changes;
};

describe('the summary of a census', () => {
  const x = (grade: Grade, more: Partial<CensusRow> = {}): CensusRow => graded('x.com', grade, more);
  const cases: [string, CensusRow | undefined, CensusRow | undefined, Kind | 'same' | 'open'][] = [
    ['the same grade', x('B'), x('B'), 'same'],
    ['a worse grade', x('A+'), x('A'), 'down'],
    ['a better grade', x('B'), x('A'), 'up'],
    ['another grade that is open', x('A'), x('C', { conclusive: false }), 'open'],
    ['another grade that was open', x('C', { conclusive: false }), x('A'), 'open'],
    ['a new lie', x('C'), x('C', { lies: [LIE] }), 'lie'],
    ['a lie that is gone', x('C', { lies: [LIE] }), x('C'), 'honest'],
    ['no answer any more', x('C'), failed('x.com', 'unreachable'), 'lost'],
    ['a first grade', failed('x.com', 'declined'), x('C'), 'found'],
    ['none, as before', failed('x.com', 'unreachable'), failed('x.com', 'unreachable'), 'same'],
    ['none, for another reason', failed('x.com', 'unreachable'), failed('x.com', 'declined'), 'reason'],
    ['the same grade, of which nothing was seen', x('F'), x('F', BLOCKED), 'open'],
    ['the same grade, of which nothing had been seen', x('F', BLOCKED), x('F'), 'open'],
    ['the same grade, open both times', x('F', BLOCKED), x('F', BLOCKED), 'same'],
    ['a target that left the list', x('C'), undefined, 'gone'],
    ['a target that is new', undefined, x('C'), 'joined'],
  ];
  for (const [name, was, is, kind] of cases)
    it(`tells ${name}`, () => {
      const changes = compared(was ? [was] : [], is ? [is] : []);
      const { same, open, of } = changes;
      const told = Object.entries(of).flatMap(([one, list]) => list.map(({ target }) => [one, target]));
      expect(told).to.deep.equal(kind === 'same' || kind === 'open' ? [] : [[kind, 'https://x.com']]);
      expect([same, open]).to.deep.equal([Number(kind === 'same'), Number(kind === 'open')]);
    });

  it('does not call a lie gone that could not be looked at', () => {
    const unseen = x('C', { conclusive: false, checks: { 'claims-exist': 'inconclusive' } });
    expect(compared([x('C', { lies: [LIE] })], [unseen]).of.honest).to.deep.equal([]);
  });

  it('does not call a lie gone of which the pack of today has no check', () => {
    const other = { ...x('C'), checks: { reachable: 'pass' as const } };
    expect(compared([x('C', { lies: [LIE] })], [other]).of.honest).to.deep.equal([]);
  });

  it('hides nobody behind a rounded share', () => {
    const shares = [
      [0, 9],
      [1, 9999],
      [1, 3],
      [9998, 9999],
      [9999, 9999],
      [0, 0],
    ] as const;
    expect(shares.map(([n, of]) => percent(n, of))).to.deep.equal(['0.0 %', '<0.1 %', '33.3 %', '>99.9 %', '100.0 %', '0 %']);
  });

  const rows = [
    graded('good.com', 'A+'),
    graded('open.com', 'B', { conclusive: false }),
    graded('liar.com', 'C', { lies: [LIE, 'claims-exist/mcp-dead'] }),
    failed('<img src=x onerror=alert(1)>', 'unreachable'),
    failed('no.com', 'declined'),
    failed('non.com', 'declined'),
  ];

  it('counts', () => {
    expect(censusText(tallied(rows))).to.equal(
      [
        '6 targets, 3 graded, 1 of them with an open grade',
        'grades: A+ 1, A 0, B 1, C 1, D 0, F 0',
        'without a grade: declined 2, unreachable 1',
        'lies: 1 target (33.3 %): claims-exist/dead 1, claims-exist/mcp-dead 1',
        '',
      ].join('\n'),
    );
    expect([figures(0), figures(999), figures(1234567), percent(1, 0), percent(1, 8)]).to.deep.equal([
      '0',
      '999',
      '1,234,567',
      '0 %',
      '12.5 %',
    ]);
  });

  it('says in text and on the page that other rules, or another engine, may have made the difference', () => {
    const now = [x('C')];
    const page = (before: CensusRow[]): string =>
      censusPage({
        ...{ tally: tallied(now), pack: pack.document, isBundled: true, version: '1' },
        ...{ earlier: [tallied(before)], changes: compared(before, now) },
      });
    const text = (before: CensusRow[]): string => censusText(tallied(now), compared(before, now), tallied(before));
    const others: [CensusRow, string][] = [
      [
        x('B', { pack: { ...about, version: '0.9.0', digest: 'sha256:00' } }),
        'another pack (axproof/ax 0.9.0): what changed may be the rules.',
      ],
      [x('B', { engine: '1' }), 'judged by engine 1: what changed may be the verifier.'],
    ];
    for (const [before, words] of others)
      for (const told of [text([before]), page([before])])
        expect(told)
          .to.include(words)
          .and.to.match(/worse grade/i);
    for (const told of [text([x('B')]), page([x('B')])]) expect(told).to.not.include('what changed may be');
  });

  it('lets no grade stand for what could not be seen', () => {
    const tally = tallied([graded('good.com', 'A+'), graded('blocked.com', 'F', BLOCKED)]);
    expect(censusText(tally)).to.include('2 graded, 1 of them with an open grade\ngrades: A+ 1, A 0, B 0, C 0, D 0, F 0, nothing seen 1\n');
    const html = censusPage({ tally, pack: pack.document, isBundled: true, earlier: [], version: '1' });
    expect(html).to.include('F: 0 (0.0 %); ?: 1 (50.0 %)').and.to.include('Of 1 nothing could be seen (?)');
  });

  it('names a command that anybody can give, and a pack by its digest where they have to find it', () => {
    const page = (isBundled: boolean): string =>
      censusPage({ tally: tallied(rows), pack: pack.document, isBundled, earlier: [], version: '1' });
    expect(page(true)).to.include('<code>axproof grade TARGET --pack axproof/ax --seed 7</code>.</p>');
    expect(page(false)).to.match(
      /<code>axproof grade TARGET --pack PACK --seed 7<\/code>, where <code>PACK<\/code> is the path of the pack with this digest\./,
    );
  });

  it('stands on one page that needs no script and loads nothing', () => {
    const before = [graded('good.com', 'C'), graded('liar.com', 'C'), graded('<b>old</b>', 'A')];
    const parts = { pack: pack.document, isBundled: true, version: '1.0.0', earlier: [tallied(before)], changes: compared(before, rows) };
    const html = censusPage({ tally: tallied(rows), ...parts });
    expect(censusPage({ tally: tallied(rows), ...parts, changes: compared(before, rows) })).to.equal(html);
    expect(html).not.to.match(/<script|<link|<img|<b>|url\(|@import|onerror=alert\(1\)>/i);
    expect(html.match(/https?:\/\/[^\s"<]+/g)?.filter((url) => !/\/\/(good|open|liar|no|non)\.com$|&lt;/.test(url)) ?? []).to.deep.equal(
      [],
    );
    const errors: string[] = [];
    parseHtml(html, { onParseError: ({ code }) => errors.push(code) });
    expect(errors).to.deep.equal([]);
    const labels = [...html.matchAll(/role="img" aria-label="([^"]*)"/g)].map(([, label]) => label);
    expect(labels).to.have.length(5);
    expect(labels[0]).to.equal('Targets by grade. A+: 1 (33.3 %); A: 0 (0.0 %); B: 1 (33.3 %); C: 1 (33.3 %); D: 0 (0.0 %); F: 0 (0.0 %)');
    expect(labels[1]).to.include('What is claimed exists: Pass 2, Fail 1, Not seen 0, Not applicable 0');
    expect(labels[3]).to.match(/^Grades by census\. 2026-11-21: A\+ 0, A 1, B 0, C 2.*; 2026-11-21: A\+ 1/);
    for (const words of [
      '@media print',
      'Better grade: 1',
      'New lie: 2',
      'No longer in the list: 1',
      'The target does not want to be verified',
      about.digest,
    ])
      expect(html, words).to.include(words);
  });

  it('draws bars as long as their figures', () => {
    const html = censusPage({
      tally: tallied([...rows, graded('b2.com', 'B')]),
      pack: pack.document,
      isBundled: true,
      earlier: [],
      version: '1',
    });
    const [chart = ''] = /aria-label="Targets by grade[\s\S]*?<\/svg>/.exec(html) ?? [];
    const widths = [...chart.matchAll(/<rect class="grade-\w" [^>]*width="([\d.]+)"/g)].map(([, wide]) => Number(wide));
    expect(widths).to.have.length(3);
    const [a, b, c] = widths as [number, number, number];
    expect([Math.round(b / a), Math.round(b / c)]).to.deep.equal([2, 2]);
  });
});
