// --reporter, --baseline and the progress bar of the command line: what is written where, and the exit status.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Log } from 'sarif';
import { ROOT } from '../sources.ts';
import { axproof, cli, held } from './io.ts';

const target = (name: string): string => join(ROOT, 'fixtures/targets', `${name}.yaml`);

describe('reporters of the command line', function () {
  this.timeout(60_000);
  let dir: string;
  const file = (name: string): string => join(dir, name);
  const text = (name: string): string => readFileSync(file(name), 'utf8');
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-reporters-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  const STARTS: Record<string, RegExp> = {
    cli: /^─+\n {2}GRADE A\+/,
    json: /^\{\n {2}"format": 1,\n {2}"kind": "VerificationReport"/,
    junit: /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites /,
    sarif: /^\{\n {2}"\$schema"/,
    tap: /^TAP version 14\n/,
    github: /^::notice title=axproof::/,
    markdown: /^# Grade A\+ for/,
  };
  for (const [kind, start] of Object.entries(STARTS)) {
    it(`${kind} goes to stdout, in the place of the report, and to a file in a folder that is made`, async () => {
      const ran = await axproof('grade', target('good'), '--seed', '7', '--reporter', kind);
      expect([ran.status, ran.out], ran.err).to.satisfy(([status, out]: [number, string]) => status === 0 && start.test(out));
      const path = file(`deep/er/${kind}.txt`);
      const filed = await axproof('grade', target('good'), '--seed', '7', '--reporter', `${kind}:${path}`);
      expect(filed.out).to.equal('');
      expect(text(`deep/er/${kind}.txt`)).to.equal(ran.out);
    });
  }

  it('sarif has one set of fingerprints whichever of its forty dead links a seed draws', async () => {
    const links = Array.from({ length: 40 }, (_, i) => `- [Tea ${i}](/teas/${i}): a tea\n`).join('');
    const llms = { type: 'text/markdown', body: `# Teas\n\n> All of our teas.\n\n## Teas\n\n${links}` };
    writeFileSync(file('teas.yaml'), JSON.stringify({ title: 'Teas', target: 'https://teas.example', routes: { '/llms.txt': llms } }));
    const [drawn, prints] = [new Set<string>(), new Set<string>()];
    for (const seed of ['1', '2', '3', '4', '5']) {
      const { out } = await axproof('grade', file('teas.yaml'), '--seed', seed, '--reporter', 'sarif');
      const { results } = (JSON.parse(out) as Log).runs[0]!;
      const dead = results!.filter(({ ruleId }) => ruleId === 'claims-exist');
      drawn.add(dead.map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation?.uri).join());
      prints.add(JSON.stringify([...new Set(results!.map(({ partialFingerprints }) => partialFingerprints?.['axproof/v2']))].sort()));
    }
    // Two seeds may begin with the same of forty.
    expect(drawn.size, 'seeds draw others').to.be.above(3);
    expect(prints.size).to.equal(1);
  });

  it('several at once, and --out and --record as ever', async () => {
    const ran = await axproof(
      ...['grade', target('empty'), '--reporter', `junit:${file('a.xml')}`, '--reporter', `tap:${file('b.tap')}`, '--reporter', 'github'],
      ...['--record', file('r.json'), '--out', file('o.json'), '--format', 'json'],
    );
    expect(ran.status).to.equal(1);
    expect(ran.out).to.match(/^(::(notice|error|warning) title=.*\n)+$/);
    expect(text('a.xml')).to.include('<failure ');
    expect(text('b.tap')).to.include('\n1..12\n');
    expect(JSON.parse(text('r.json')).verdictDigest).to.equal(JSON.parse(text('o.json')).verdictDigest);
  });

  it('leaves no report of an earlier run where this one has none', async () => {
    const args = ['--reporter', `junit:${file('a.xml')}`, '--record', file('r.json'), '--out', file('o.txt')];
    expect((await axproof('grade', target('good'), '--seed', '7', ...args)).status).to.equal(0);
    expect(text('a.xml')).to.include('failures="0"');
    expect((await axproof('grade', target('good'), '--pack', file('no-pack'), ...args)).status).to.equal(2);
    const { io, stop } = held();
    stop();
    for (const name of ['a.xml', 'r.json', 'o.txt']) expect(existsSync(file(name)), name).to.equal(false);
    expect((await axproof('grade', target('good'), '--seed', '7', ...args)).status).to.equal(0);
    expect(await cli(['grade', target('good'), ...args], io)).to.equal(130);
    for (const name of ['a.xml', 'r.json', 'o.txt']) expect(existsSync(file(name)), name).to.equal(false);
  });

  it('takes away nothing that it has to read, and nothing where it is used wrongly', async () => {
    expect((await axproof('grade', target('good'), '--seed', '7', '--record', file('r.json'))).status).to.equal(0);
    const before = text('r.json');
    const again = await axproof('grade', target('good'), '--seed', '7', '--replay', file('r.json'), '--record', file('r.json'), '--quiet');
    expect(again.status, again.err).to.equal(0);
    expect(JSON.parse(text('r.json')).verdictDigest).to.equal(JSON.parse(before).verdictDigest);
    writeFileSync(file('x.xml'), 'kept');
    const wrong = ['--reporter', `junit:${file('x.xml')}`, '--reporter', `tap:${file('x.xml')}`];
    expect((await axproof('grade', target('good'), ...wrong)).status).to.equal(2);
    expect(text('x.xml')).to.equal('kept');
  });

  it('writes no control characters and no commands of a CI runner to stderr, whoever named a file', async () => {
    for (const args of [
      ['grade', target('good'), '--pack', 'a\u001b[2J'],
      ['suite', 'x\n::error title=a::b.yaml'],
      ['a\u001b[2J\n::notice::b'],
    ]) {
      const ran = await axproof(...args);
      expect(ran.status).to.equal(2);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      expect(ran.err).not.to.match(/[\x00-\x09\x0b-\x1f\x7f]|^\s*::/m);
    }
  });

  const refused: [string, string[], RegExp][] = [
    ['two reporters on stdout', ['--reporter', 'tap', '--reporter', 'junit'], /only one report can go to stdout/],
    ['a reporter beside --json', ['--reporter', 'tap', '--json'], /only one report can go to stdout/],
    ['a reporter that is none', ['--reporter', 'html'], /there is no reporter html: cli, json/],
    ['a reporter of every object', ['--reporter', 'constructor'], /there is no reporter/],
    ['a file without a name', ['--reporter', 'tap:'], /names no file/],
    ['one file for two', ['--reporter', 'tap:DIR/x', '--reporter', 'junit:DIR/./x'], /two outputs would be written to/],
    ['--update-baseline alone', ['--update-baseline'], /wants --baseline FILE/],
    ['a baseline that is not there', ['--baseline', 'DIR/none.json'], /bad-file/],
  ];
  for (const [name, args, err] of refused) {
    it(`refuses ${name} before anything is sent`, async () => {
      const ran = await axproof('grade', 'http://127.0.0.1:9', ...args.map((arg) => arg.replace('DIR', dir)));
      expect([ran.status, ran.out], ran.err).to.deep.equal([2, '']);
      expect(ran.err).to.match(err);
    });
  }

  it('writes what happened when nothing answers', async () => {
    const ran = await axproof('grade', 'http://127.0.0.1:9', '--reporter', `junit:${file('a.xml')}`, '--reporter', 'json');
    expect(ran.status).to.equal(3);
    expect(text('a.xml')).to.include('<error type="unreachable"');
    expect(JSON.parse(ran.out).results[0].error.code).to.equal('unreachable');
    expect(ran.err).to.include('unreachable');
  });

  it('github appends to the step summary, where there is one', async () => {
    writeFileSync(file('summary.md'), 'before\n');
    const { io, ran } = held({ env: { GITHUB_STEP_SUMMARY: file('summary.md') } });
    await cli(['grade', target('good'), '--reporter', 'github'], io);
    expect(text('summary.md')).to.match(/^before\n# Grade A\+ for `https:/);
    expect(ran().out).to.match(/^::notice title=axproof::/);
  });

  describe('--baseline', () => {
    const grade = (name: string, ...more: string[]): ReturnType<typeof axproof> =>
      axproof('grade', target(name), '--seed', '7', '--baseline', file('base.json'), ...more);
    const change = (verdict: string, now: string): void => {
      const baseline = JSON.parse(text('base.json'));
      const entry = baseline.entries.find((e: { verdict: string }) => e.verdict === verdict);
      entry.verdict = now;
      writeFileSync(file('base.json'), JSON.stringify(baseline));
    };

    it('is written, and then what it knows is no failure', async () => {
      const first = await grade('empty', '--update-baseline');
      expect(first.status, first.err).to.equal(0);
      expect(JSON.parse(text('base.json'))).to.include({ format: 1, kind: 'Baseline' });
      const again = await grade('empty');
      expect(again.status).to.equal(0);
      expect(again.err).to.match(/10 known and not held against the target/);
      expect((await axproof('grade', target('empty'), '--seed', '7')).status).to.equal(1);
    });

    it('fails on what is worse, and says what', async () => {
      await grade('empty', '--update-baseline');
      change('fail', 'pass');
      const ran = await grade('empty');
      expect(ran.status).to.equal(1);
      expect(ran.err).to.match(/1 worse than the baseline\n {2}[a-z0-9-]+ of https:\/\/empty\.example: pass -> fail \(/);
    });

    it('says what was fixed', async () => {
      await grade('good', '--update-baseline');
      change('pass', 'fail');
      const ran = await grade('good');
      expect(ran.status).to.equal(0);
      expect(ran.err).to.match(/1 fixed/);
    });

    it('does not hide what could not be seen, unless it knows it', async () => {
      await grade('blocked', '--update-baseline');
      expect((await grade('blocked')).status).to.equal(0);
      change('inconclusive', 'pass');
      expect((await grade('blocked')).status).to.equal(3);
    });

    it('does not hide a target that is not there, and keeps its baseline', async () => {
      const before = '{"format":1,"kind":"Baseline","entries":[]}';
      writeFileSync(file('base.json'), before);
      expect((await axproof('grade', 'http://127.0.0.1:9', '--baseline', file('base.json'))).status).to.equal(3);
      expect((await axproof('grade', 'http://127.0.0.1:9', '--baseline', file('base.json'), '--update-baseline')).status).to.equal(3);
      expect(JSON.parse(text('base.json'))).to.deep.equal(JSON.parse(before));
    });

    for (const [name, content] of [
      ['not JSON', '{'],
      ['another format', '{"format":2,"kind":"Baseline","entries":[]}'],
      ['another document', '{"format":1,"kind":"Report"}'],
      [
        'a verdict that is none',
        '{"format":1,"kind":"Baseline","entries":[{"target":"x","pack":"x","check":"x","verdict":"ok","codes":[]}]}',
      ],
    ] as const) {
      it(`refuses a file that is ${name}`, async () => {
        writeFileSync(file('base.json'), content);
        const ran = await axproof('grade', 'http://127.0.0.1:9', '--baseline', file('base.json'));
        expect([ran.status, /bad-baseline/.test(ran.err)], ran.err).to.deep.equal([2, true]);
      });
    }

    it('marks the known in the reports', async () => {
      await grade('empty', '--update-baseline');
      const ran = await grade('empty', '--reporter', 'github');
      expect(ran.out)
        .to.match(/::notice title=llms-txt/)
        .and.not.to.match(/::error/);
      expect(existsSync(file('base.json'))).to.equal(true);
    });
  });

  describe('progress', () => {
    /** What a terminal shows in the end of what was written to it. */
    const shown = (written: string): string[] =>
      written.split('\n').map((line) =>
        line
          .split('\r')
          .reduce((on, over) => over + on.slice(over.length), '')
          .trimEnd(),
      );

    it('counts checks on one line and leaves nothing behind', async () => {
      const { io, ran } = held({ errIsTerminal: true });
      await cli(['grade', target('good')], io);
      const { err } = ran();
      expect(err)
        .to.match(/\[\.{20}\] 0\/12/)
        .and.to.match(/\[#{20}\] 12\/12 \S/);
      expect(err.split('\n')).to.have.length(2);
      expect(shown(err)[0]).to.match(/^axproof: advisory-local/);
      expect(err).not.to.include('\u001b');
    });

    it('is erased before an error is told', async () => {
      const { io, ran } = held({ errIsTerminal: true });
      await cli(['grade', 'http://127.0.0.1:9'], io);
      expect(shown(ran().err)[0]).to.match(/^axproof: unreachable/);
    });

    const silent: [string, string[], object][] = [
      ['in a pipe', [], {}],
      ['with --quiet', ['--quiet'], { errIsTerminal: true }],
      ['in CI', [], { errIsTerminal: true, env: { CI: 'true' } }],
    ];
    for (const [name, args, more] of silent) {
      it(`is not drawn ${name}`, async () => {
        const { io, ran } = held(more);
        await cli(['grade', target('good'), ...args], io);
        expect(ran().err).not.to.include('\r');
      });
    }

    it('fits a narrow terminal', async () => {
      const { io, ran } = held({ errIsTerminal: true, columns: 40 });
      await cli(['grade', target('good')], io);
      for (const line of ran().err.split(/[\r\n]/)) if (line.includes('[')) expect(line.length).to.be.below(40);
    });
  });
});
