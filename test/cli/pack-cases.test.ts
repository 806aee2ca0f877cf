// pack init and pack test, as somebody uses them who begins in an empty folder.
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { packInit } from '../../src/mounts/cli/pack-init.ts';
import { type PackTestOptions, packTest } from '../../src/mounts/cli/pack-test.ts';
import { loadPack } from '../../src/pack/load.ts';
import { held, type Ran } from './io.ts';

describe('pack init and pack test', function () {
  this.timeout(20_000);
  let dir: string;
  let pack: string;
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-cases-'));
    pack = join(dir, 'mine');
    expect(await packInit(pack, held().io)).to.equal(0);
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  async function tested(path = pack, options: PackTestOptions = {}): Promise<Ran> {
    const { io, ran } = held();
    const status = await packTest(path, options, io);
    return { status, ...ran() };
  }

  /** Names of the cases that are run. */
  async function casesOf(options: PackTestOptions): Promise<string[]> {
    const { runs } = JSON.parse((await tested(pack, { ...options, reporter: 'json' })).out) as { runs: { name: string }[] };
    return runs.map(({ name }) => name);
  }

  function change(file: string, from: string | RegExp, to: string): void {
    const path = join(dir, file);
    const text = readFileSync(path, 'utf8');
    const changed = text.replace(from, to);
    expect(changed).not.to.equal(text);
    writeFileSync(path, changed);
  }

  const cases = (): string => join(dir, 'mine.cases/status.yaml');

  it('init writes a pack of the given name whose cases hold, beside it, and says where it looked', async () => {
    expect(loadPack(pack).pack?.document.name).to.equal('me/mine');
    const { status, out, err } = await tested();
    expect([status, out]).to.deep.equal([0, '8 cases passed, 0 problems\n']);
    expect(err).to.include(`cases: ${join(dir, 'mine.cases')}; targets: ${join(dir, 'mine.cases/targets')}`);
    for (const file of ['mine/pack.yaml', 'mine/status.yaml', 'mine.cases/status.yaml', 'mine.cases/targets/good.yaml']) {
      const [, schema = ''] = /^# yaml-language-server: \$schema=(.+)$/m.exec(readFileSync(join(dir, file), 'utf8')) ?? [];
      const { $ref } = JSON.parse(readFileSync(join(dir, file, '..', schema), 'utf8'));
      expect($ref).to.match(/^\.\.\/[a-z]+\.schema\.json#\/\$defs\/[A-Z]/);
    }
  });

  it('init overwrites nothing and takes no odd name', async () => {
    let codes: unknown[] = [];
    for (const path of [pack, join(dir, 'My Pack')]) codes = [...codes, await packInit(path, held().io).catch((error) => error.code)];
    expect(codes).to.deep.equal(['bad-usage', 'bad-usage']);
  });

  const faults: [string, () => void, RegExp][] = [
    [
      'a verdict that is another',
      () => change('mine.cases/status.yaml', 'state: fine', 'state: up'),
      /status\.yaml:18:23: case-fails status: a state that nobody knows: expected fail \(unclear-state\), got pass/,
    ],
    [
      'a reason that the rule has not',
      () => change('mine.cases/status.yaml', 'reason: missing', 'reason: mising'),
      /status\.yaml:15:37: unknown-code status: there is no such file: the rule has no reason mising, so no finding can have it \(did you mean missing\?\)\n/,
    ],
    [
      'a finding that the rule has not',
      () => change('mine.cases/status.yaml', 'reason: missing', 'reason: missing, findings: [mising]'),
      /status\.yaml:15:57: unknown-code status: .* \(did you mean missing\?\)\n/,
    ],
    [
      'points',
      () => change('mine/status.yaml', 'points: 1', 'points: 2'),
      /case-fails status: the service is up: expected points 1, got 2\n/,
    ],
    ['a grade', () => change('mine/pack.yaml', '[50, C], [0, F]', '[50, C], [0, D]'), /expected grade "F", got "D"/],
    [
      'what comes next',
      () => change('mine.cases/status.yaml', 'fix: [status]', 'fix: []'),
      /expected next \{"fix":\[\],"grade":"A\+"\}, got \{"fix":\["status"\],"grade":"A\+"\}/,
    ],
    [
      'a reason that no case shows',
      () => change('mine.cases/status.yaml', /^ {2}- name: there is no such file\n(?: {4}.*\n)+/m, ''),
      /mine\/status\.yaml:\d+:3: reason-unshown status: no case shows the reason missing\n/,
    ],
    [
      'a case that does not load',
      () => change('mine.cases/status.yaml', 'reason: missing', 'reson: missing'),
      /status\.yaml:\d+:\d+: case-unread status: schema there is no member "reson" here\n/,
    ],
    [
      'a target that is not there',
      () => change('mine.cases/status.yaml', 'name: the service is up', 'name: the service is up\n    target: bad'),
      /status\.yaml:\d+:11: case-unread status: the service is up: there is no target bad in /,
    ],
    [
      'a target that does not load',
      () => change('mine.cases/targets/good.yaml', 'title:', 'titel:'),
      /targets\/good\.yaml:\d+:1: case-unread status: /,
    ],
    [
      'a route that no request takes',
      () => change('mine.cases/status.yaml', 'name: the service is up', 'name: the service is up\n    routes: {/staus.json: null}'),
      /status\.yaml:\d+:\d+: dead-route status: the service is up: no request takes the route \/staus\.json \(did you mean \/status\.json\?\)\n/,
    ],
    [
      'the same route in two spellings',
      () =>
        change(
          'mine.cases/status.yaml',
          'name: the service is up',
          'name: the service is up\n    routes: {/status.json: null, GET /status.json: {json: {state: up}}}',
        ),
      /dead-route status: the service is up: no request takes the route \/status\.json/,
    ],
    [
      'a misspelt route of a target',
      () => change('mine.cases/targets/good.yaml', '/status.json', '/satus.json'),
      /targets\/good\.yaml:\d+:3: dead-route good: no request takes the route \/satus\.json \(did you mean \/status\.json\?\)\n/,
    ],
    [
      'a request that must not be sent',
      () => change('mine.cases/status.yaml', /(name: there is no such file\n(?:.*\n)*?.*expect: \{)/, '$1unasked: [/status.json], '),
      /status\.yaml:\d+:\d+: case-fails status: there is no such file: expected no request for \/status\.json\n/,
    ],
    [
      'two cases of one name',
      () => change('mine.cases/status.yaml', 'name: there is no such file', 'name: the service is up'),
      /status\.yaml:\d+:11: case-twice status: another case is called the service is up\n/,
    ],
    [
      'a finding that nobody can make',
      () => change('mine.cases/status.yaml', /(name: the service is up\n(?:.*\n)*?.*expect: \{)/, '$1noFindings: [mising], '),
      /status\.yaml:\d+:\d+: unknown-code status: the service is up: the rule has no reason mising, .* \(did you mean missing\?\)\n/,
    ],
    [
      'a count of findings that is another one',
      () => change('mine.cases/status.yaml', /(name: there is no such file\n(?:.*\n)*?.*expect: \{)/, '$1counts: {missing: 3}, '),
      /status\.yaml:\d+:\d+: case-fails status: there is no such file: expected 3 findings missing, got 1\n/,
    ],
    [
      'none of a finding that nobody can make',
      () => change('mine.cases/status.yaml', /(name: the service is up\n(?:.*\n)*?.*expect: \{)/, '$1counts: {mising: 0}, '),
      /status\.yaml:\d+:\d+: unknown-code status: the service is up: the rule has no reason mising, .* \(did you mean missing\?\)\n/,
    ],
    [
      'cases in a file of another ending',
      () => writeFileSync(join(dir, 'mine.cases/status.yml'), readFileSync(cases())),
      /status\.yml: no-rule status: the file is not read: the cases of a rule stand in status\.yaml\n/,
    ],
    [
      'a target in a file of another ending',
      () => renameSync(join(dir, 'mine.cases/targets/good.yaml'), join(dir, 'mine.cases/targets/good.yml')),
      /status\.yaml:\d+:\d+: case-unread status: the service is up: .*good\.yml is not read: a target is called good\.yaml\n/,
    ],
    [
      'a misspelt target',
      () => change('mine.cases/status.yaml', 'name: the service is up', 'name: the service is up\n    target: godo'),
      /status\.yaml:\d+:\d+: case-unread status: the service is up: there is no target godo in .* \(did you mean good\?\)\n/,
    ],
    [
      'a target that cannot be read, of no case',
      () => writeFileSync(join(dir, 'mine.cases/targets/bad.yaml'), 'routes: [}'),
      /targets\/bad\.yaml:1:\d+: case-unread bad: /,
    ],
    ['cases of no rule', () => writeFileSync(join(dir, 'mine.cases/statis.yaml'), readFileSync(cases())), /statis\.yaml: no-rule statis: /],
  ];
  for (const [what, plant, line] of faults) {
    it(`test says with its place: ${what}`, async () => {
      plant();
      const { status, out } = await tested();
      expect(status).to.equal(1);
      expect(out).to.match(line);
    });
  }

  it('test goes on after a file that does not load, takes rules, and knows those it has', async () => {
    writeFileSync(
      join(pack, 'second.yaml'),
      readFileSync(join(pack, 'status.yaml'), 'utf8')
        .replace('id: status', 'id: second')
        .replace('  status: {get', '  other: {get')
        .replaceAll('$.status', '$.other'),
    );
    writeFileSync(join(dir, 'mine.cases/second.yaml'), 'cases: [}');
    const { out } = await tested();
    expect(out)
      .to.match(/second\.yaml:1:\d+: case-unread second: syntax/)
      .and.match(/\n?\d+ cases passed, \d+ problems\n$/);
    expect((await tested(pack, { rule: ['second'] })).out).to.match(/^.*case-unread[^\n]*\n(?:.*case-unread[^\n]*\n)*0 cases passed/);
    const error = await packTest(pack, { rule: ['statuss'] }, held().io).catch((one) => one);
    expect([error.code, error.message]).to.deep.equal(['bad-usage', `${pack} has no rule statuss (did you mean status?)`]);
  });

  it('test runs one of several parts: together they are all cases, each once, and every part says what needs no run', async () => {
    const all = await casesOf({});
    const parts = await Promise.all([1, 2, 3].map((at) => casesOf({ part: { at, of: 3 } })));
    expect(parts.map(({ length }) => length)).to.deep.equal([3, 3, 2]);
    expect(parts.flat().sort()).to.deep.equal([...all].sort());
    change('mine.cases/status.yaml', 'name: there is no such file', 'name: the service is up');
    change('mine.cases/targets/good.yaml', '/status.json', '/satus.json');
    for (const at of [1, 2]) {
      const { out } = await tested(pack, { part: { at, of: 2 } });
      expect(out)
        .to.match(/case-twice status/)
        .and.not.match(/dead-route good/);
    }
  });

  it('a pack that extends another is asked for the cases of its own rules, with the targets of its base at hand', async () => {
    const more = join(dir, 'more');
    mkdirSync(more);
    mkdirSync(join(dir, 'more.cases'));
    writeFileSync(join(more, 'pack.yaml'), 'name: me/more\nversion: 0.1.0\ntitle: More\nengine: "2"\nextends: {pack: ../mine}\n');
    const rule =
      'id: found\norder: 20\ntitle: There is a home page\npoints: 1\nwhy: because a test needs a rule\nfix: nothing is to be fixed here\nrefs: [https://example.com/]\n';
    writeFileSync(
      join(more, 'found.yaml'),
      `${rule}probes: {home: {get: /}}\nassert: [{select: $.home.outcome, schema: {const: found}, else: gone}]\nreasons: {pass: P, gone: G}\n`,
    );
    const { out } = await tested(more);
    expect(out.match(/reason-unshown found: no case shows the reason (?:gone|pass)\n/g)).to.have.length(2);
    expect(out).to.match(/\n0 cases passed, 2 problems\n$/);
    writeFileSync(
      join(dir, 'more.cases/found.yaml'),
      'cases:\n  - {name: a, expect: {verdict: pass, reason: pass}}\n  - {name: b, routes: {/: null}, expect: {verdict: fail, reason: gone}}\n',
    );
    expect(await tested(more)).to.include({ status: 0, out: '2 cases passed, 0 problems\n' });
  });

  it('says where it looked when there are no cases', async () => {
    rmSync(join(dir, 'mine.cases'), { recursive: true });
    const { status, err } = await tested();
    expect(status).to.equal(1);
    expect(err).to.include(`no cases: there is no folder ${join(dir, 'mine.cases')} and no `);
  });

  it('reports as JSON, JUnit and SARIF', async () => {
    change('mine.cases/status.yaml', 'state: fine', 'state: up');
    const json = JSON.parse((await tested(pack, { reporter: 'json' })).out);
    expect(json.runs.filter((run: { holds: boolean }) => !run.holds)).to.have.length(1);
    const sarif = JSON.parse((await tested(pack, { reporter: 'sarif' })).out);
    const [one] = sarif.runs[0].results;
    expect(one.ruleId).to.equal('case-fails');
    expect(one.locations[0].physicalLocation.region).to.deep.equal({ startLine: 18, startColumn: 23 });
    expect((await tested(pack, { reporter: 'junit' })).out).to.match(/<testsuite name="status" tests="8" failures="1">/);
  });

  it('watches until it is interrupted', async () => {
    const { io, ran, stop } = held();
    const until = async (what: RegExp): Promise<void> => {
      while (!what.test(ran().out)) await new Promise((done) => setTimeout(done, 10));
    };
    const status = packTest(pack, { watch: true }, io);
    await until(/8 cases passed/);
    appendFileSync(cases(), '  - {name: again, expect: {verdict: pass, reason: pass}}\n');
    await until(/9 cases passed/);
    appendFileSync(join(pack, 'status.yaml'), 'oops: 1\n');
    await until(/unknown member/);
    stop();
    expect(await status).to.equal(2);
  });

  it('watches a pack that does not load from the beginning, until it does', async () => {
    const { io, ran, stop } = held();
    const until = async (what: RegExp): Promise<void> => {
      while (!what.test(ran().out)) await new Promise((done) => setTimeout(done, 10));
    };
    const rule = join(pack, 'status.yaml');
    const sound = readFileSync(rule, 'utf8');
    writeFileSync(rule, `${sound}oops: 1\n`);
    const status = packTest(pack, { watch: true }, io);
    await until(/unknown member/);
    writeFileSync(rule, sound);
    await until(/8 cases passed/);
    appendFileSync(cases(), '  - {name: again, expect: {verdict: pass, reason: pass}}\n');
    await until(/9 cases passed/);
    stop();
    expect(await status).to.equal(0);
  });
});
