// A target that wants no verification: one request says so, and nothing comes after it.
import { expect } from 'chai';
import type { Answer } from '../src/contract/generated/types.ts';
import { openPack } from '../src/pack/compiled/open-pack.ts';
import { heeding } from '../src/run/opt-out.ts';
import { run } from '../src/run/run.ts';
import { OptOuts } from '../src/service/opt-outs.ts';
import { json, ORIGIN, pack, rule, type Table, text, world } from './engine/world.ts';

const PACK = openPack(
  pack({ home: { get: '/' }, llms: { get: '/llms.txt' } }, [
    rule('one', { assert: [{ select: '$.home', else: 'no' }], reasons: { pass: 'good', no: 'no' } }),
  ]),
);
const FILE = '/.well-known/axproof.json';

async function graded(table: Table, file = true): Promise<{ end: string; asked: string[] }> {
  const transport = world({ '/': json({}), '/llms.txt': text('# A'), ...table });
  const now = (): string => '2026-11-21T00:00:00.000Z';
  const options = {
    pack: PACK,
    target: ORIGIN,
    seed: 1,
    seedOrigin: 'caller',
    now,
    version: '0.0.0',
    transport: heeding(transport, { origin: ORIGIN, file }),
  } as const;
  const end = await run(options).then(
    ({ verdict }) => verdict.grade as string,
    ({ code }: { code: string }) => code,
  );
  return { end, asked: transport.log.map((line) => line.slice(`GET ${ORIGIN}`.length)) };
}

const away = (location: string): Answer => ({ status: 302, headers: { location } });
const OURS = 'User-agent: axproof\nDisallow: /';

describe('opting out', () => {
  const out: [string, Table, string[]][] = [
    ['a group for axproof', { '/robots.txt': text(OURS) }, ['/robots.txt']],
    ['one among others', { '/robots.txt': text(`User-agent: *\nAllow: /\n\n${OURS}\n`) }, ['/robots.txt']],
    ['one behind a redirect', { '/robots.txt': away('/r.txt'), '/r.txt': text(OURS) }, ['/robots.txt', '/r.txt']],
    ['the file', { [FILE]: json({ verification: false }) }, ['/robots.txt', FILE]],
    [
      'the file, beside rules for all',
      { '/robots.txt': text('User-agent: *\nDisallow: /'), [FILE]: json({ verification: false }) },
      ['/robots.txt', FILE],
    ],
  ];
  for (const [what, table, asked] of out)
    it(`by ${what} ends in declined, and nothing else is asked`, async () => {
      expect(await graded(table)).to.deep.equal({ end: 'declined', asked });
    });

  const not: [string, Table, boolean?][] = [
    ['rules for all', { '/robots.txt': text('User-agent: *\nDisallow: /') }],
    ['a group that keeps a part', { '/robots.txt': text(`${OURS}\nAllow: /llms.txt\nAllow: /.well-known/`) }],
    ['a group for another', { '/robots.txt': text('User-agent: axproofbot\nDisallow: /') }],
    ['a file of another shape', { [FILE]: json({ verification: { writes: { accept: [] } } }) }],
    ['a file that is no JSON', { [FILE]: text('false') }],
    ['a file that is not found', { [FILE]: json({ verification: false }, 404) }],
    ['a file elsewhere', { [FILE]: away('/other.json'), '/other.json': json({ verification: false }) }],
    ['the file, of somebody who asks for himself', { [FILE]: json({ verification: false }) }, false],
  ];
  for (const [what, table, file] of not)
    it(`is not done by ${what}`, async () => {
      const { end, asked } = await graded(table, file);
      expect(end).not.to.equal('declined');
      expect(asked.filter((path) => path === FILE)).to.have.length(file === false ? 0 : 1);
    });

  it('does not ask for the file where robots.txt forbids it by name', async () => {
    const { asked } = await graded({
      '/robots.txt': text('User-agent: axproof\nDisallow: /.well-known/'),
      [FILE]: json({ verification: false }),
    });
    expect(asked).not.to.include(FILE);
  });

  it('holds for a day', () => {
    let now = 0;
    const outs = new OptOuts(() => now);
    outs.check(ORIGIN);
    outs.heard(ORIGIN);
    now = 86_399_999;
    expect(() => outs.check(ORIGIN))
      .to.throw()
      .with.property('code', 'declined');
    outs.check('https://other.example');
    now = 86_400_000;
    outs.check(ORIGIN);
  });

  it('is not shortened by an older run that somebody looks at', () => {
    const outs = new OptOuts(() => 5 * 86_400_000);
    outs.heard(ORIGIN);
    outs.heard(ORIGIN, 86_400_000);
    expect(() => outs.check(ORIGIN)).to.throw();
  });
});
