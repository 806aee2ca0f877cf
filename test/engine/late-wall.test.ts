// A wall that begins in the middle of a run, on a target that claims nothing: what it hid is not missing.
import { expect } from 'chai';
import type { Answer, Check } from '../../src/contract/generated/types.ts';
import { json, judged, pack, rule, type Table, text } from './world.ts';

const FORBIDDEN = text('<html><body><h1>403 Forbidden</h1></body></html>', 'text/html', 403);
const PATHS = ['/a', '/b', '/c', '/d'];

/** Answers as many requests, and refuses the rest. */
function limited(most: number): Table {
  let seen = 0;
  return { '*': (hop) => (++seen > most ? FORBIDDEN : PATHS.includes(new URL(hop.request.url).pathname) ? json({}) : json({}, 404)) };
}

const probes = Object.fromEntries(PATHS.map((path, i) => [`p${i}`, { get: path }]));
const rules = PATHS.map((path, i) =>
  rule(`has-${i}`, {
    order: 10 + i,
    assert: [{ select: `$.p${i}.outcome`, schema: { const: 'found' }, else: 'missing' }],
    reasons: { missing: `${path} is not there` },
  }),
);
const verdicts = async (table: Table): Promise<string[]> =>
  (await judged(pack(probes, rules), table)).verdict.checks.map(({ verdict, reason }) => `${verdict} ${reason.code}`);

describe('a wall that begins in the middle of a run', () => {
  // The first two requests are for robots.txt and the control.
  for (const most of [2, 3, 4, 5])
    it(`after ${most} requests, hides what comes after it`, async () => {
      const expected = PATHS.map((_, i) => (i < most - 2 ? 'pass pass' : 'inconclusive walled-since'));
      expect(await verdicts(limited(most))).to.deep.equal(expected);
    });

  it('is none where the control is still told that there is nothing', async () => {
    const table: Table = { '/a': FORBIDDEN, '/b': json({}), '/c': json({}), '/d': json({}) };
    expect(await verdicts(table)).to.deep.equal(['fail missing', 'pass pass', 'pass pass', 'pass pass']);
  });

  it('is not looked for where nothing was refused', async () => {
    const { log } = await judged(pack(probes, rules), Object.fromEntries(PATHS.map((path) => [path, json({})])));
    expect(log).to.have.length(2 + PATHS.length);
  });
});

describe('a page that begins in the middle of a run', () => {
  const page = text('<html><body><h1>We will be back soon</h1></body></html>', 'text/html');
  const links = ['/x', '/y', '/v1/z'];
  const doc = { links };
  const claims = pack({ doc: { get: '/doc' }, links: { select: '$.doc.json.links[*]', take: 3, get: '{{ $.item }}' } }, [
    rule('exist', {
      cap: 'C',
      assert: [{ select: '$.links[*].outcome', schema: { const: 'found' }, else: 'dead' }],
      reasons: { dead: 'what is claimed is not there' },
    }),
  ]);
  const there = (path: string): Answer => (path === '/doc' ? json(doc) : links.includes(path) ? json({}) : json({ title: 'none' }, 404));
  const site = (begins: (path: string, n: number) => boolean, after: Answer = page, before = there): Table => {
    let n = 0;
    return { '*': (hop) => (begins(new URL(hop.request.url).pathname, ++n) ? after : before(new URL(hop.request.url).pathname)) };
  };
  const isDead = (path: string): Answer => (path === '/y' ? json({ title: 'none' }, 404) : there(path));
  const said = async (table: Table): Promise<string> => {
    const { verdict, reason } = (await judged(claims, table)).verdict.checks[0] as Check;
    return `${verdict} ${reason.code}`;
  };

  const rows: [string, Table, string][] = [
    ['hides what comes after it', site((_, n) => n > 3), 'inconclusive walled-since'],
    ['hides it where one claim alone is left', site((_, n) => n > 5), 'inconclusive walled-since'],
    ['hides it behind an envelope, too', site((_, n) => n > 3, json({ error: 'rate limit exceeded' })), 'inconclusive walled-since'],
    ['is no way to a pass for who leads nowhere', site((_, n) => n > 5, page, isDead), 'inconclusive walled-since'],
    ['is none where only a folder answers everything', site((path) => path.startsWith('/v1/')), 'fail dead'],
    ['is none where it answers everything from the beginning', site((path) => path !== '/doc'), 'fail dead'],
    ['is none where nothing changes', site(() => false), 'pass pass'],
  ];
  for (const [what, table, expected] of rows) it(what, async () => expect(await said(table)).to.equal(expected));
});
