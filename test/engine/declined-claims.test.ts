// Claims that robots.txt forbids: a rule that counts its claims judges those that it could ask, and says how many there were.
import { expect } from 'chai';
import type { Answer, Rule } from '../../src/contract/generated/types.ts';
import { check, json, judged, pack, rule, text } from './world.ts';

const LINKS = ['/a', '/b'];
const PROBES = { root: { get: '/' }, links: { eachOf: [{ select: '$.root.json.links[*]', get: '{{ $.item }}' }] } };

const told = async (forbidden: string[], parts: Partial<Rule>, more: { [path: string]: Answer } = {}): Promise<unknown[]> => {
  const assert = [{ select: '$.links[*].outcome', schema: { const: 'found' } }];
  const table = {
    '/robots.txt': text(['User-agent: *', ...forbidden.map((path) => `Disallow: ${path}`)].join('\n')),
    '/': json({ links: LINKS }),
    '/a': json({ a: 1 }),
    '/b': json({ b: 1 }),
    ...more,
  };
  const { verdict, reason, coverage } = await check(PROBES, rule('links', { assert, ...parts }), table);
  return [verdict, reason.code, ...(coverage ? [coverage.claimed, coverage.asked, coverage.notAskable] : [])];
};

describe('engine/declined claims', () => {
  const counted: Partial<Rule> = { cap: 'C', coverage: [{ select: '$.root.json.links[*]' }] };
  const rows: [string, Parameters<typeof told>, unknown[]][] = [
    ['one of two', [['/b'], counted], ['pass', 'pass', 2, 1, { declined: 1 }]],
    ['all', [LINKS, counted], ['inconclusive', 'declined', 2, 0, { declined: 2 }]],
    ['one beside what contradicts', [['/b'], counted, { '/a': json({}, 404) }], ['fail', 'failed', 2, 1, { declined: 1 }]],
    [
      'one beside another that was not seen',
      [['/b'], counted, { '/a': json({}, 503) }],
      ['inconclusive', 'server-error', 2, 0, { declined: 1, 'server-error': 1 }],
    ],
    ['one, in a rule that counts none', [['/b'], {}], ['inconclusive', 'declined']],
  ];
  /** A rule that says by itself that it does not apply where nothing is found, in a pack that demands so much of what is claimed. */
  const silent: Partial<Rule> = { ...counted, assert: [{ select: '$.exchanges[*].json.none', none: 'no' }], reasons: { no: 'nothing' } };
  for (const [name, forbidden, coverage, expected] of [
    ['all, and nothing is demanded', LINKS, undefined, 'not-applicable'],
    ['all, where it is demanded of what can be asked', LINKS, { askable: 100 }, 'inconclusive'],
    ['all, where it is demanded of what is claimed', LINKS, { all: 1 }, 'inconclusive'],
  ] as const)
    it(`${name}, by a rule to which nothing applies`, async () => {
      const document = pack(PROBES, [rule('links', silent as never)], coverage ? { coverage: { links: coverage } } : {});
      const table = {
        '/robots.txt': text(['User-agent: *', ...forbidden.map((path) => `Disallow: ${path}`)].join('\n')),
        '/': json({ links: LINKS }),
      };
      expect((await judged(document, table)).verdict.checks[0]?.verdict).to.equal(expected);
    });
  for (const [name, given, expected] of rows)
    it(name, async () => {
      expect(await told(...given)).to.deep.equal(expected);
    });
});
