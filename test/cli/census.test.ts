// axproof census as it is built: every target once whatever happens in between, the same bytes for the same answers, and Parquet that a stock reader reads.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import type { CensusRow } from '../../src/contract/generated/types.ts';
import { Sites } from './census-sites.ts';
import { cli, held, type Ran } from './io.ts';
import { builtCommand } from './packed.ts';
import { type Folder, folder, STATUS_PACK } from './suite-folder.ts';

describe('axproof census', function () {
  this.timeout(120_000);
  let dir: Folder;
  const sites = new Sites();
  before(() => sites.open());
  after(() => sites.close());
  beforeEach(() => {
    dir = folder(STATUS_PACK);
    sites.asked.clear();
    sites.wait = 0;
  });
  afterEach(() => dir.remove());

  const given = (...more: string[]): string[] => {
    const given = ['census', dir.path('list'), '--out', dir.path('out.ndjson'), '--pack', dir.path('status'), '--allow-private', ...more];
    return more.includes('--seed') ? given : [...given, '--seed', '7'];
  };
  async function census(...more: string[]): Promise<Ran> {
    const { io, ran } = held();
    const status = await cli(given(...more), io);
    return { status, ...ran() };
  }
  const rows = (name = 'out.ndjson'): CensusRow[] =>
    dir
      .read(name)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const timeless = (list: CensusRow[]): string => list.map(({ issued: _, ...row }) => `${JSON.stringify(row)}\n`).join('');

  it('grades each target once, in the order of the list, and tells what it left out', async () => {
    const list = sites.origins();
    dir.write({ list: [list[0], 'no name', ...list.slice(1), list[5], 'http://127.0.0.1:1'].join('\n') });
    const ran = await census(
      '--parquet',
      dir.path('out.parquet'),
      '--html',
      dir.path('out.html'),
      '--reports',
      dir.path('reports'),
      '--jobs',
      '5',
    );
    expect(ran.status, ran.err).to.equal(0);
    expect(ran.err)
      .to.match(/left out: .*list:2: .*no name/)
      .and.to.match(/left out: .*list:26: .* stands on line 7 already/);
    expect(ran.out).to.equal(
      '25 targets, 22 graded\ngrades: A+ 11, A 0, B 0, C 0, D 0, F 11\nwithout a grade: declined 2, unreachable 1\n',
    );
    const all = rows();
    expect(all.map(({ target }) => target)).to.deep.equal([...list, 'http://127.0.0.1:1']);
    expect(all.slice(0, 4).map(({ grade, error }) => grade ?? error?.code)).to.deep.equal(['A+', 'declined', 'declined', 'F']);
    expect(list.map(sites.runs)).to.deep.equal(list.map(() => 1));
    // Who says no is asked nothing more.
    expect([sites.asked.get('127.0.0.3'), sites.asked.get('127.0.0.4')]).to.deep.equal([
      ['/robots.txt'],
      ['/robots.txt', '/.well-known/axproof.json'],
    ]);
    const kept = readdirSync(dir.path('reports'));
    expect(kept).to.have.length(22);
    const [first] = all as [CensusRow];
    const report = JSON.parse(dir.read(`reports/http_127.0.0.2_${sites.port}.json`));
    expect([report.verdictDigest, report.verdict.grade, report.issued.mode]).to.deep.equal([first.verdictDigest, 'A+', 'advisory-local']);
    expect(existsSync(dir.path('out.ndjson.lock'))).to.equal(false);
    const table = await parquetReadObjects({ file: await asyncBufferFromFile(dir.path('out.parquet')) });
    expect(
      table.map((row) => [row.target, row.grade ?? undefined, row.error ?? undefined, row.check_up ?? undefined, row.seed]),
    ).to.deep.equal(all.map(({ target, grade, error, checks }) => [target, grade, error?.code, checks?.up, 7n]));
    expect([table[0]?.points, table[0]?.conclusive, table[0]?.lies, table[0]?.issued_at.toISOString()]).to.deep.equal([
      1,
      true,
      [],
      first.issued.at,
    ]);
    expect(dir.read('out.html')).to.include('Census of 25 targets').and.to.include('The service is up');
  });

  it('gives the grade that axproof grade gives', async () => {
    dir.write({ list: sites.origin(2) });
    await census('--seed', '11', '--reports', dir.path('reports'));
    const { io } = held();
    await cli(['grade', sites.origin(2), '--pack', dir.path('status'), '--seed', '11', '--record', dir.path('one.json'), '--json'], io);
    const one = JSON.parse(dir.read('one.json'));
    const [row] = rows();
    expect([one.verdictDigest, one.verdict.grade]).to.deep.equal([row?.verdictDigest, row?.grade]);
    const kept = JSON.parse(dir.read(`reports/http_127.0.0.2_${sites.port}.json`));
    expect(kept.verdict).to.deep.equal(one.verdict);
  });

  it('keeps the report of a target whose name fills that of a file, or reads as that of another', async () => {
    const long = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(50)}.localhost`;
    const list = [`http://${long}:${sites.port}`, `http://a_b.localhost:${sites.port}`];
    dir.write({ list: list.join('\n') });
    expect(await census('--reports', dir.path('reports'))).to.include({ status: 0 });
    expect(rows().map(({ target, grade }) => [target, typeof grade])).to.deep.equal(list.map((target) => [target, 'string']));
    const digested = /^http_[\w.]{1,140}_[0-9a-f]{64}\.json$/;
    expect(readdirSync(dir.path('reports')).map((name) => digested.test(name))).to.deep.equal([true, true]);
  });

  it('says which results have no report where an earlier run kept none', async () => {
    dir.write({ list: sites.origin(2) });
    expect((await census()).err).not.to.include('no report');
    dir.write({ list: `${sites.origin(2)}\n${sites.origin(6)}` });
    expect((await census('--reports', dir.path('reports'))).err).to.include(`1 result has no report in ${dir.path('reports')}`);
    expect(readdirSync(dir.path('reports'))).to.have.length(1);
  });

  it('goes on where it was killed, and asks nobody again who has a result', async () => {
    const list = sites.origins();
    dir.write({ list: list.join('\n') });
    sites.wait = 60;
    const child = spawn(process.execPath, [builtCommand(), ...given('--jobs', '2')], { stdio: 'ignore' });
    const lines = (): number => (existsSync(dir.path('out.ndjson')) ? rows().length : 0);
    while (lines() < 4) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGKILL');
    await once(child, 'close');
    const before = rows();
    expect(before.length).to.be.within(4, list.length - 2);
    // As if it had been killed while it wrote.
    writeFileSync(dir.path('out.ndjson'), `${dir.read('out.ndjson')}{"target":"http://127.0.0.9`);
    sites.wait = 0;
    const ran = await census();
    expect([ran.status, ran.err.includes(`has ${before.length} of ${list.length} results already`)], ran.err).to.deep.equal([0, true]);
    const all = rows();
    expect(all.map(({ target }) => target)).to.deep.equal(list);
    for (const row of before) {
      expect(sites.runs(row.target), row.target).to.equal(1);
      expect(all.find(({ target }) => target === row.target)).to.deep.equal(row);
    }
    expect(Math.max(...list.map(sites.runs))).to.be.at.most(2);
    // Whole by now: the same command asks nobody, and writes the same bytes.
    const [text, asked] = [dir.read('out.ndjson'), [...sites.asked].flat(2).length];
    expect((await census()).status).to.equal(0);
    expect([dir.read('out.ndjson') === text, [...sites.asked].flat(2).length]).to.deep.equal([true, asked]);
    // Another census of the same answers differs in nothing but its times.
    expect((await census('--out', dir.path('other.ndjson'))).status).to.equal(0);
    expect(timeless(rows('other.ndjson'))).to.equal(timeless(all));
  });

  it('keeps its seed, and what was interrupted', async () => {
    const list = sites.origins(6);
    dir.write({ list: list.join('\n') });
    sites.wait = 30;
    const { io, ran, stop } = held({ freshSeed: () => 99 });
    const args = given('--jobs', '1').slice(0, -2);
    const done = cli(args, io);
    while (sites.runs(list[2] as string) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    stop();
    expect([await done, ran().err.includes('axproof: interrupted: ')]).to.deep.equal([130, true]);
    expect(rows().length).to.be.within(1, 5);
    const again = held({ freshSeed: () => 100 });
    expect(await cli(args, again.io)).to.equal(0);
    expect(rows().map(({ target, seed }) => [target, seed])).to.deep.equal(list.map((target) => [target, 99]));
  });

  for (const [when, begun, at, waits] of [
    ['of being cut off', true, '2026-11-20T23:59:20.000Z', 20],
    ['of being cut off before its first result', false, '2026-11-20T23:59:20.000Z', 20],
    ['where the clock was set back since', true, '2026-11-21T06:00:00.000Z', 60],
  ] as const)
    it(`asks nobody outside again within a minute ${when}`, async () => {
      dir.write({ list: `${sites.origin(2)}\nexample.com`, first: sites.origin(2), 'out.ndjson': '' });
      const first = given().map((arg) => (arg === dir.path('list') ? dir.path('first') : arg));
      if (begun) expect(await cli(first, held().io)).to.equal(0);
      utimesSync(dir.path('out.ndjson'), new Date(at), new Date(at));
      const { io, ran, stop } = held();
      setTimeout(stop, 300);
      expect(await cli(given(), io)).to.equal(130);
      expect(ran().err).to.include(`waiting ${waits} s, so that no target is asked twice within a minute`);
      expect(rows()).to.have.length(begun ? 1 : 0);
    });

  it('says what changed', async () => {
    dir.write({ list: sites.origins(5).join('\n') });
    await census('--out', dir.path('old.ndjson'));
    const old = rows('old.ndjson').slice(0, 4);
    writeFileSync(dir.path('old.ndjson'), [{ ...old[0], grade: 'C' }, ...old.slice(1)].map((row) => `${JSON.stringify(row)}\n`).join(''));
    const ran = await census('--compare', dir.path('old.ndjson'), '--html', dir.path('out.html'));
    expect(ran.out.split('\n').slice(-4)).to.deep.equal([
      'since the earlier census: 3 as they were, 0 with a grade that is open, of which nothing is said',
      `better grade: ${sites.origin(2)}: grade C -> grade A+`,
      `new in the list: ${sites.origin(6)}: grade A+`,
      '',
    ]);
    expect(dir.read('out.html')).to.include('Better grade: 1');
  });

  it('refuses what it cannot do, before anything is sent', async () => {
    const [a, b] = [sites.origin(2), sites.origin(5)];
    dir.write({ list: a, other: b, none: 'not a target\n', junk: 'junk\n', one: '{"target":"x"}\n', report: '{"issued":{}}' });
    expect((await census()).status).to.equal(0);
    sites.asked.clear();
    const cases: [string, string[], RegExp][] = [
      ['no list', ['census', '--out', dir.path('new')], /bad-usage: missing required argument 'list'/],
      ['no file', ['census', dir.path('list')], /bad-usage: .*--out/],
      ['another seed', given('--seed', '8'), /bad-census: .*begun with the seed 7/],
      ['another pack', [...given(), '--pack', 'ax'], /bad-census: .*begun with the pack test\/status 1\.0\.0/],
      ['another list', given().map((arg) => (arg === dir.path('list') ? dir.path('other') : arg)), /bad-census: .*holds .*does not name/],
      [
        'a list without a target',
        given().map((arg) => (arg === dir.path('list') ? dir.path('none') : arg)),
        /left out.*\n.*bad-data: .*names no target/,
      ],
      ['a file of something else', given('--out', dir.path('junk')), /bad-census: .*line 1 is not JSON/],
      ['a row of another form', given('--compare', dir.path('one')), /bad-census: .*line 1 is no row/],
      ['one file for two', given('--html', dir.path('out.ndjson')), /bad-usage: two outputs would be written to/],
      ['its own earlier census', given('--compare', dir.path('out.ndjson')), /bad-usage: .*is read, and would be written over/],
      ['an earlier one that is not there', given('--compare', dir.path('nowhere')), /bad-file: .*nowhere cannot be read/],
      [
        'a file of something else, without a line',
        given('--out', dir.path('report')),
        /bad-census: .*ends with what is no row of a census/,
      ],
      ['a device in place of a file', given('--out', '/dev/full'), /bad-file: .*no regular file/],
      ['too many at once', given('--jobs', '257'), /bad-usage: .*1 to 256/],
      ['ranges that are none', given('--shared-ranges', 'x', '--out', dir.path('new')), /bad-config/],
    ];
    for (const [name, args, said] of cases) {
      const { io, ran } = held();
      expect(await cli(args, io), name).to.equal(2);
      expect(ran().err, name).to.match(said);
    }
    expect([...sites.asked]).to.deep.equal([]);
    expect(dir.read('report')).to.equal('{"issued":{}}');
    const held2 = held();
    expect(
      await cli(
        given().filter((arg) => arg !== '--allow-private'),
        held2.io,
      ),
    ).to.equal(2);
    expect(held2.ran().err).to.match(/--allow-private is not given/);
  });

  it('lets one process at a time work on a file, and reads stdin', async () => {
    dir.write({ list: sites.origins(3).join('\n') });
    sites.wait = 100;
    const args = given().map((arg) => (arg === dir.path('list') ? '-' : arg));
    const child = spawn(process.execPath, [builtCommand(), ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.end(readFileSync(dir.path('list')));
    const ended = once(child, 'close');
    while (!existsSync(dir.path('out.ndjson'))) await new Promise((resolve) => setTimeout(resolve, 10));
    const second = await census();
    expect([second.status, second.err.includes('file-busy: another process works on ')]).to.deep.equal([3, true]);
    expect([(await ended)[0], rows().length, Math.max(...sites.origins(3).map(sites.runs))]).to.deep.equal([0, 3, 1]);
  });
});
