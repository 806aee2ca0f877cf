// pack mutate, and pack test --coverage: what no case notices or shows is named with its place.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { packInit } from '../../src/mounts/cli/pack-init.ts';
import { packMutate } from '../../src/mounts/cli/pack-mutate.ts';
import { packTest } from '../../src/mounts/cli/pack-test.ts';
import { withoutOne } from '../../src/pack/compiled/path.ts';
import { openSource } from '../../src/run/cases/source.ts';
import { OPERATORS } from '../../src/run/mutate/mutant.ts';
import { mutantsOf } from '../../src/run/mutate/mutants.ts';
import { ROOT } from '../sources.ts';
import { held, type Ran } from './io.ts';

describe('pack mutate', function () {
  this.timeout(30_000);
  let dir: string;
  let pack: string;
  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-mutate-'));
    pack = join(dir, 'mine');
    await packInit(pack, held().io);
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  async function mutated(more: Parameters<typeof packMutate>[1] = {}): Promise<Ran> {
    const { io, ran } = held();
    const status = await packMutate(pack, more, io);
    return { status, ...ran() };
  }

  function change(file: string, from: string | RegExp, to: string): void {
    const path = join(dir, file);
    const text = readFileSync(path, 'utf8');
    expect(text.replace(from, to)).not.to.equal(text);
    writeFileSync(path, text.replace(from, to));
  }

  /** Takes one case away, by its name. */
  const without = (name: string): void => change('mine.cases/status.yaml', new RegExp(`^ {2}- name: ${name}\\n(?: {4}.*\\n)+`, 'm'), '');

  it('the first pack has cases that notice every mutant but the one that is waived', async () => {
    const { status, out } = await mutated();
    expect(status, out).to.equal(0);
    expect(out.match(/100\.0 %/g)).to.have.length(3);
  });

  it('has every mutant in one of several parts', async () => {
    const source = await openSource(pack);
    const names = (part?: { at: number; of: number }): string[] =>
      mutantsOf(source, { seed: 1, share: 1, ...(part ? { part } : {}) }).map(({ name }) => name);
    const parts = [1, 2, 3].map((at) => names({ at, of: 3 }));
    expect(parts.flat().sort()).to.deep.equal(names().sort());
    expect(Math.max(...parts.map(({ length }) => length)) - Math.min(...parts.map(({ length }) => length))).to.be.at.most(1);
    const { status, err } = await mutated({ part: { at: 1, of: 3 } });
    expect([status, err]).to.satisfy(([code, said]: [number, string]) => code === 0 && said.includes(`${parts[0]?.length} changes`));
  });

  const survivors: [string, () => void, RegExp][] = [
    [
      'a value of a list',
      () => without('the service is degraded'),
      /mine\/status\.yaml:\d+:\d+: survived status\/assert\/1\/schema\/properties\/state\/enum\/1 schema enum without "degraded"\n/,
    ],
    [
      'a selection that may be empty',
      () => without('a page in place of JSON'),
      /status\.yaml:20:5: survived status\/assert\/1\/optional loosen optional\n/,
    ],
    [
      'points',
      () => change('mine.cases/status.yaml', ', points: 1', ''),
      /status\.yaml:\d+:\d+: survived status\/points points points 2\n/,
    ],
    [
      'a band',
      () => change('mine.cases/status.yaml', / grade: A\+\}|, grade: F, next: \{.*\}\}/g, '}'),
      /pack\.yaml:9:9: survived \/bands\/0 band without A\+\n/,
    ],
    [
      'what a waiver was for',
      () => rmSync(join(dir, 'mine.cases/waivers.yaml')),
      /status\.yaml:18:5: survived status\/assert\/0\/optional loosen optional\n/,
    ],
  ];
  for (const [what, plant, line] of survivors) {
    it(`lists what no case notices: ${what}`, async () => {
      plant();
      const { status, out } = await mutated();
      expect(status).to.equal(1);
      expect(out).to.match(line);
    });
  }

  it('names a waiver that nothing needs, and refuses to begin with cases that do not hold', async () => {
    change('mine.cases/waivers.yaml', 'status/assert/0/optional loosen optional', 'status/assert/0 negate');
    expect((await mutated()).out).to.match(/waivers\.yaml:4:13: idle-waiver status\/assert\/0 negate: /);
    change('mine.cases/status.yaml', 'state: fine', 'state: up');
    const error = await mutated().catch((one) => one);
    expect([error.code, error.details.length]).to.deep.equal(['bad-fixture', 2]);
  });

  it('draws the same share with the same seed', async () => {
    const source = await openSource(join(ROOT, 'rules/auth'));
    const drawn = (seed: number): string[] => mutantsOf(source, { seed, share: 0.1 }).map(({ name }) => name);
    const all = mutantsOf(source, { seed: 1, share: 1 });
    expect(drawn(1)).to.deep.equal(drawn(1)).and.not.to.deep.equal(drawn(2));
    expect(drawn(1).length).to.be.within(all.length * 0.05, all.length * 0.15);
    // What stands behind an anchor is written once, and is one mutant that changes it wherever it is used.
    expect(all.filter(({ edits }) => edits.length > 1)).not.to.be.empty;
    expect(new Set(all.map(({ name }) => name)).size).to.equal(all.length);
  });

  it('leaves out one name of a union', () => {
    expect(withoutOne("$['a','b'].c['d','e']").map(({ path }) => path)).to.deep.equal([
      "$['b'].c['d','e']",
      "$['a'].c['d','e']",
      "$['a','b'].c['e']",
      "$['a','b'].c['d']",
    ]);
    expect(withoutOne('$["a", "b"]..x')).to.deep.equal([
      { name: '"a"', path: '$["b"]..x', alone: '$["a"]..x' },
      { name: '"b"', path: '$["a"]..x', alone: '$["b"]..x' },
    ]);
    // An item of a list, or of an object whose members are numbers: one place.
    expect(withoutOne("$.a[0,'0'].id")).to.deep.equal([]);
  });

  it('has every operator in the docs', () => {
    const page = readFileSync(join(ROOT, 'docs/packs.md'), 'utf8');
    for (const [name, { class: kind, does }] of Object.entries(OPERATORS)) expect(page).to.include(`| \`${name}\` | ${kind} | ${does} |`);
  });

  it('pack test --coverage counts what the cases show and names what none does', async () => {
    change('mine/status.yaml', 'select: $.status.json\n', 'select: [$.status.json, $.status.yaml.no]\n');
    without('there is no such file');
    const { io, ran } = held();
    expect(await packTest(pack, { coverage: true }, io)).to.equal(1);
    const { out } = ran();
    expect(out).to.match(/^status +2\/3 +3\/4 +0\/0 +1\/2$/m);
    for (const line of [
      /status\.yaml:18:5: status: never false\n/,
      /status\.yaml:20:\d+: status: nothing at \$\.status\.yaml\.no\n/,
      /status\.yaml:\d+:\d+: status: no case shows the reason missing\n/,
    ])
      expect(out).to.match(line);
  });
});
