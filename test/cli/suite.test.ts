// axproof suite from outside: the example of the docs, order, exit statuses, bail, rows, secrets, reporters, baselines, interrupts.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { axproof, cli, held } from './io.ts';
import { blocks, type Folder, firstPack, fixtureOf, folder, STATUS_PACK, withEnv, within } from './suite-folder.ts';

interface Told {
  name: string;
  target: string;
  report?: { verdict: { grade: string; passed?: boolean }; evidence: object };
  error?: { code: string };
}
const results = (out: string): Told[] => (JSON.parse(out) as { results: Told[] }).results;
const suiteOf = (tests: string, more = ''): string => `format: 1
name: test
targets: {up: up.yaml, down: down.yaml, off: "http://127.0.0.1:9"}
packs: {status: ./status}
${more}tests:
${tests}`;

describe('axproof suite', function () {
  this.timeout(60_000);
  let dir: Folder;
  let digest: string;
  before(async () => {
    dir = folder({ ...STATUS_PACK, 'up.yaml': fixtureOf('up'), 'down.yaml': fixtureOf('down') });
    digest = (await axproof('spec-digest', dir.path('status'))).out.trim();
  });
  after(() => dir.remove());

  const suite = async (text: string, ...args: string[]) => {
    dir.write({ 's.yaml': text });
    return axproof('suite', dir.path('s.yaml'), '--reporter', 'json', ...args);
  };

  describe('the example of docs/suite.md', () => {
    let shop: Folder;
    before(() => {
      shop = folder({
        ...blocks('suite.md'),
        'status/pack.yaml': firstPack('pack.yaml'),
        'status/status.yaml': firstPack('status.yaml'),
        'shop.yaml': `title: shop
target: https://shop.example
routes:
  /status.json: {json: {state: up}}
  /tenants/7/offers/lamp: {json: {currency: EUR}}
  /tenants/7/offers/chair: {json: {currency: USD}}
`,
      });
    });
    after(() => shop.remove());

    it('runs as the page says', async () => {
      const ran = await axproof('suite', shop.path('suite.yaml'), '--env', 'local', '--reporter', 'json');
      expect(ran.status, ran.err + ran.out.slice(0, 2000)).to.equal(0);
      expect(results(ran.out).map((r) => r.name)).to.deep.equal([
        'The shop says how it is',
        'Each article is offered · row 1',
        'Each article is offered · row 2',
      ]);
      expect(ran.err).to.match(/advisory-local/);
    });

    it('takes other rows', async () => {
      shop.write({ 'other.json': '[{"article": "lamp", "currency": "USD"}]' });
      const ran = await axproof(
        'suite',
        shop.path('suite.yaml'),
        '--env',
        'local',
        '--data',
        shop.path('other.json'),
        '--reporter',
        'json',
      );
      expect([ran.status, results(ran.out).length]).to.deep.equal([1, 2]);
    });

    it('takes secrets from the process alone', async () => {
      const without = await withEnv({}, 'suite', shop.path('suite.yaml'), '--env', 'staging');
      expect([without.status, /missing-secret.*SHOP_KEY/.test(without.err)]).to.deep.equal([2, true]);
    });
  });

  const one = (target: string, more = 'pack: status'): string => `  - {name: ${target}, target: ${target}, ${more}}\n`;
  const specs = (is: string): string => `specs: {status: {pack: ./status, digest: "${is}"}}\n`;
  const wrong = `sha256:${'0'.repeat(64)}`;
  const statuses: [string, () => string, number, string[]?][] = [
    ['all pass', () => suiteOf(one('up')), 0],
    ['one fails', () => suiteOf(one('up') + one('down')), 1],
    ['one is not reachable', () => suiteOf(one('up') + one('off')), 3],
    ['a fail weighs more than what cannot be reached', () => suiteOf(one('off') + one('down')), 1],
    ['a spec passes at its digest', () => suiteOf(one('up', 'spec: status'), specs(digest)), 0],
    ['a spec fails', () => suiteOf(one('down', 'spec: status'), specs(digest)), 1],
    ['a spec has another digest, which weighs most', () => suiteOf(one('down') + one('up', 'spec: status'), specs(wrong)), 4],
    ['a grade is enough', () => suiteOf(one('down', 'pack: status, minGrade: F')), 0],
    ['a grade is not', () => suiteOf(one('down', 'pack: status, minGrade: C')), 1],
    [
      'a target is none',
      () => suiteOf('  - {name: x, target: bad, pack: status}\n').replace('targets: {', 'targets: {bad: "https://a.example/x", '),
      2,
    ],
    ['the suite is none', () => 'format: 2', 2],
    ['a pack is not there', () => suiteOf(one('up')).replace('./status', './nowhere'), 2],
    ['an environment is not there', () => suiteOf(one('up')), 2, ['--env', 'x']],
    ['too many side by side', () => suiteOf(one('up')), 2, ['--jobs', '17']],
    ['rows that nobody wants', () => suiteOf(one('up')), 2, ['--data', 'x.csv']],
  ];
  for (const [name, text, status, args] of statuses) {
    it(`exit ${status}: ${name}`, async () => {
      const ran = await suite(text(), ...(args ?? []));
      expect(ran.status, ran.err).to.equal(status);
    });
  }

  it('sends nothing at all when anything of the suite cannot be read', async () => {
    let hits = 0;
    const server = createServer((_, response) => {
      hits++;
      response.end();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const text = suiteOf(one('off')).replace('http://127.0.0.1:9', origin);
    expect(
      (await suite(text.replace('packs: {', 'packs: {other: ./nowhere, ').concat('  - {name: b, target: up, pack: other}\n'))).status,
    ).to.equal(2);
    expect((await suite(text.replace('pack: status', 'pack: stat'))).status).to.equal(2);
    expect(hits).to.equal(0);
    server.close();
  });

  it('says why a digest differs in lines, and never breaks an escape', async () => {
    dir.write({ 's.yaml': suiteOf(one('up', 'spec: status'), specs(wrong)) });
    for (const kind of ['cli', 'markdown', 'github', 'junit']) {
      const { out } = await axproof('suite', dir.path('s.yaml'), '--reporter', kind);
      expect(out, kind).to.not.include('u{');
      expect(out, kind).to.match(/the spec is not the one that was ratified/);
    }
    const { out } = await axproof('suite', dir.path('s.yaml'));
    expect(out).to.match(/^ +\S \(run\): the spec is not the one that was ratified\n +the spec is\s+sha256:/m);
  });

  it('the line Again runs the suite again, with what it was given', async () => {
    dir.write({ 's.yaml': suiteOf('  - {name: up, target: up, pack: status, rows: true}\n'), 'rows.json': '[{"n": 1}]' });
    const given = ['--data', dir.path('rows.json'), '--seed', '7'];
    const { out } = await axproof('suite', dir.path('s.yaml'), ...given);
    const line = /^Again +(.+)$/m.exec(out)?.[1] ?? '';
    expect(line).to.equal(`axproof suite ${dir.path('s.yaml')} --data ${dir.path('rows.json')} --seed 7`);
    expect((await axproof(...line.split(' ').slice(1))).out).to.equal(out);
  });

  it('a digest that differs sends nothing, and the other tests still run', async () => {
    const ran = await suite(suiteOf(one('up') + one('off', 'spec: status'), specs(wrong)));
    expect(results(ran.out).map((r) => r.error?.code ?? r.report?.verdict.grade)).to.deep.equal(['A+', 'digest-mismatch']);
  });

  it('draws a fresh seed for each test, or gives all of them one', async () => {
    let next = 0;
    const { io, ran } = held({ freshSeed: () => ++next });
    dir.write({ 's.yaml': suiteOf(one('up') + one('down')) });
    await cli(['suite', dir.path('s.yaml'), '--reporter', 'json', '--jobs', '1'], io);
    expect(ran().out)
      .to.match(/"seed":\s*1\b/)
      .and.match(/"seed":\s*2\b/);
    expect((await suite(suiteOf(one('up')), '--seed', '7')).out).to.match(/"seed":\s*7\b/);
  });

  it('--bail starts nothing more, and says so', async () => {
    const text = suiteOf(`${one('down') + one('up')}  - {name: last, target: up, pack: status}\n`);
    const ran = await suite(text, '--bail', '--jobs', '1');
    expect(ran.status).to.equal(1);
    expect(results(ran.out).map((r) => r.error?.code ?? r.report?.verdict.grade)).to.deep.equal(['F', 'not-started', 'not-started']);
    expect(ran.err).to.match(/2 of 3 tests were not started/);
    expect(results((await suite(text, '--jobs', '1')).out).every((r) => r.error === undefined)).to.equal(true);
  });

  it('--bail goes on behind a fail that the baseline knows', async () => {
    dir.write({ 's.yaml': suiteOf(one('down') + one('up')) });
    const args = ['suite', dir.path('s.yaml'), '--bail', '--jobs', '1', '--reporter', 'json', '--baseline', dir.path('known.json')];
    for (const more of [['--update-baseline'], []]) {
      const { status, out } = await axproof(...args, ...more);
      expect([status, results(out).map((r) => r.error?.code ?? r.report?.verdict.grade)]).to.deep.equal([0, ['F', 'A+']]);
    }
  });

  it('a fail that a least grade allows is known to reporters, and no error', async () => {
    const github = async (text: string): Promise<string> => {
      dir.write({ 's.yaml': text });
      return (await axproof('suite', dir.path('s.yaml'), '--reporter', 'github')).out;
    };
    expect(await github(suiteOf(one('down', 'pack: status, minGrade: F'))))
      .to.match(/::notice/)
      .and.not.match(/::error/);
    expect(await github(suiteOf(one('down')))).to.match(/::error/);
  });

  it('several reporters, and a baseline that is about grades alone', async () => {
    dir.write({ 's.yaml': suiteOf(`${one('down')}  - {name: pinned, target: down, spec: status}\n`, specs(digest)) });
    const args = ['suite', dir.path('s.yaml'), '--baseline', dir.path('base.json')];
    expect((await axproof(...args, '--update-baseline')).status).to.equal(1);
    const ran = await axproof(
      ...args,
      '--reporter',
      `junit:${dir.path('j.xml')}`,
      '--reporter',
      `tap:${dir.path('t.tap')}`,
      '--reporter',
      'cli',
    );
    expect(ran.status, 'a spec stands for itself').to.equal(1);
    dir.write({ 's.yaml': suiteOf(one('down')) });
    expect((await axproof(...args)).status, 'a known fail').to.equal(0);
    expect(dir.read('j.xml')).to.match(/<testsuites/);
    expect(dir.read('t.tap')).to.match(/^TAP version 14/);
    expect(ran.out).to.match(/pinned/);
  });

  it('keeps a secret out of every report, and sends it', async () => {
    const secret = 'correct-horse-7';
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(request.url);
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ state: 'up', echo: request.url }));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const keyed = folder({
      'status/pack.yaml': (STATUS_PACK['status/pack.yaml'] as string).replace('/status.json', '"/status.json?key={{ $.env.key }}"'),
      'status/up.yaml': STATUS_PACK['status/up.yaml'] as string,
      's.yaml': `format: 1\nname: s\nenvironments: {e: {key: {secret: THE_KEY}}}\ntargets: {t: "${origin}"}\npacks: {status: ./status}\ntests: [{target: t, pack: status}]\n`,
    });
    const ran = await withEnv({ THE_KEY: secret }, 'suite', keyed.path('s.yaml'), '--env', 'e', '--reporter', 'json');
    keyed.remove();
    server.closeAllConnections();
    server.close();
    expect(ran.out + ran.err).to.not.include(secret);
    expect(seen.join('\n')).to.include(secret);
  });

  it('a folder beside the suite takes the place of no bundled pack, and is named by a path', async () => {
    const planted = folder({
      'auth/pack.yaml': STATUS_PACK['status/pack.yaml'] as string,
      'auth/up.yaml': STATUS_PACK['status/up.yaml'] as string,
      'up.yaml': fixtureOf('up'),
    });
    const packOf = async (named: string): Promise<string> => {
      planted.write({ 's.yaml': suiteOf('  - {target: up, pack: status}\n').replace('./status', named) });
      return (await within(planted.path('.'), () => axproof('suite', 's.yaml', '--reporter', 'json'))).out;
    };
    expect(await packOf('auth')).to.match(/"name": "axproof\/auth"/);
    expect(await packOf('./auth')).to.match(/"name": "test\/status"/);
    planted.remove();
  });

  it('leaves with 130 when interrupted, and tells nothing', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    dir.write({ 's.yaml': suiteOf(one('off') + one('up')).replace('http://127.0.0.1:9', origin) });
    const { io, ran, stop } = held();
    const status = cli(['suite', dir.path('s.yaml')], io);
    setTimeout(stop, 300);
    expect([await status, ran().out, /interrupted/.test(ran().err)]).to.deep.equal([130, '', true]);
    silent.closeAllConnections();
    silent.close();
  });
});
