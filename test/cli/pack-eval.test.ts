// pack eval, and pack test --trace: what a path selects, what views read, and what every assertion came to, with its place.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { grade } from '../../src/mounts/cli/grade.ts';
import { packEval } from '../../src/mounts/cli/pack-eval.ts';
import { packInit } from '../../src/mounts/cli/pack-init.ts';
import { packTest } from '../../src/mounts/cli/pack-test.ts';
import { held } from './io.ts';

const RULE = `id: many
order: 20
title: Values of every kind
points: 1
why: because a test needs a rule
fix: nothing is to be fixed here
refs: [https://example.com/]
when:
  - {any: [{select: $.shared.json.no}, {not: {select: $.shared.json.off}}], else: off}
assert:
  - {select: $.shared.json.state, schema: {const: up}, else: not-up}
  - {select: $.broken.json.state, schema: {const: up}, else: not-up}
  - {select: "$.shared.json.list[*]", schema: {type: string}, optional: true, else: not-up}
  - {when: [{select: $.shared.json.no}], any: [{select: $.shared.json.state}], else: not-up}
reasons: {pass: It holds., off: It is off., not-up: It is not up.}
`;

describe('pack eval', function () {
  this.timeout(20_000);
  let dir: string;
  let pack: string;
  let target: string;
  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-eval-'));
    pack = join(dir, 'mine');
    target = join(dir, 'mine.cases/targets/good.yaml');
    await packInit(pack, held().io);
    writeFileSync(join(pack, 'many.yaml'), RULE);
    const file = join(pack, 'pack.yaml');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace('probes: {}', 'probes: {shared: {get: /shared.json}, broken: {get: /broken.json}}'),
    );
    writeFileSync(
      target,
      `${readFileSync(target, 'utf8')}  /shared.json: {json: {state: down, list: []}}\n  /broken.json: {failure: timed-out}\n`,
    );
    writeFileSync(join(dir, 'mine.cases/many.yaml'), 'cases:\n  - {name: wrong, expect: {verdict: pass, reason: pass}}\n');
  });
  after(() => rmSync(dir, { recursive: true }));

  async function evaluated(asked: string, on = target): Promise<string[]> {
    const { io, ran } = held();
    expect(await packEval(asked, { pack, target: on }, io)).to.equal(0);
    return ran().out.trimEnd().split('\n');
  }

  const VALUES = [
    ['9:5', 'true', 'any'],
    ['9:12', 'false', '  select $.shared.json.no (expected at least one, found none at https://good.example/shared.json)'],
    ['9:40', 'true', '  not'],
    ['9:46', 'false', '    select $.shared.json.off (expected at least one, found none at https://good.example/shared.json)'],
    ['11:5', 'false', 'schema $.shared.json.state (expected "up" at https://good.example/shared.json#/state)'],
    ['12:5', 'open', 'schema $.broken.json.state (timed-out)'],
    ['13:5', 'empty', 'schema $.shared.json.list[*]'],
    ['14:5', 'empty', 'any'],
    ['14:13', 'false', '  select $.shared.json.no (expected at least one, found none at https://good.example/shared.json)'],
    ['14:48', 'unasked', '  select $.shared.json.state'],
  ] as const;
  const lines = (): string[] => VALUES.map(([at, value, text]) => `${join(pack, 'many.yaml')}:${at}: ${value.padEnd(7)} ${text}`);

  it('says the value of every assertion with its place', async () => {
    expect(await evaluated('many')).to.deep.equal([...lines(), 'many: fail (not-up): It is not up.']);
  });

  it('says what a path selects, and what every view reads on the way', async () => {
    const out = await evaluated('$.shared.json.state');
    expect(out.slice(0, 3)).to.deep.equal([
      '1 nodes',
      '  shared.json#/state "down"',
      'shared: GET https://good.example/shared.json → 200, found',
    ]);
    expect(out).to.include('  openapi   not read: shape').and.to.include('  json      {"list":[],"state":"down"}');
    expect((await evaluated('$.broken.json.state'))[0]).to.equal('0 nodes, open: timed-out');
  });

  it('reads a recorded report as it reads the target', async () => {
    const report = join(dir, 'report.json');
    await grade(target, { pack, record: report, quiet: true, seed: 5 }, held().io);
    expect(await evaluated('many', report)).to.deep.equal(await evaluated('many'));
  });

  for (const [asked, message] of [
    ['manny', /neither a path, which begins with \$, nor a rule \(did you mean many\?\)/],
    ['$.sharde.json', /the pack has no probe sharde \(did you mean shared\?\)/],
    ['$.shared[?@.x]', /is no path/],
  ] as const) {
    it(`refuses ${asked}`, async () => {
      const error = await packEval(asked, { pack, target }, held().io).catch((one) => one);
      expect(error.code).to.equal('bad-usage');
      expect(error.message).to.match(message);
    });
  }

  it('pack test --trace says the same of a case that does not hold', async () => {
    const { io, ran } = held();
    expect(await packTest(pack, { rule: ['many'], trace: true }, io)).to.equal(1);
    expect(ran().out).to.include(
      `${lines()
        .map((line) => `\n  ${line}`)
        .join('')}\n`,
    );
  });
});
