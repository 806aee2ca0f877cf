// A wall that begins in the middle of a run, on a target that claims nothing: what it hid is not missing.
import { expect } from 'chai';
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
      const expected = PATHS.map((_, i) => (i < most - 2 ? 'pass pass' : 'inconclusive walled'));
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
