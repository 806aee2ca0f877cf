// Mutants of targets: what a rule reads of a document where it passes, each member left out or given another type, and whether the rule minds.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { packMutate } from '../../src/mounts/cli/pack-mutate.ts';
import { caseFolders } from '../../src/run/cases/folders.ts';
import { openSource } from '../../src/run/cases/source.ts';
import { mutateTargets, type TargetMutant } from '../../src/run/mutate/mutate-targets.ts';

const PACK = `name: test/thing
version: 0.1.0
title: A thing
engine: "2"
limits: {requests: 60, bytes: 31457280}
bands: [[100, A+], [0, F]]
control: {get: "/{{ $.run.nonce }}"}
schemas:
  sum: {type: object, required: [amount], properties: {amount: {type: number}}}
`;
const RULE = `id: thing
order: 10
title: The thing says what it is
points: 1
why: It is for tests.
fix: It is for tests.
refs: [https://www.rfc-editor.org/rfc/rfc8259]
probes:
  thing: {get: /thing.json}
assert:
  - select: $.thing.json
    schema: {type: object, required: [name, price], properties: {name: {type: string}, price: {$ref: "pack:sum"}, colour: {type: string}}}
    else: unclear
  - {select: "$.thing.json.tags[*]", schema: {type: string}, optional: true, level: should, else: tag}
  - {select: "$.thing.json['home','page']", optional: true, else: unclear}
reasons:
  pass: The thing says what it is.
  unclear: The thing says too little.
  tag: A tag is a text.
`;
const CASES = `cases:
  - name: all is said
    target: thing
    expect: {verdict: pass, reason: pass}
  - name: nothing is said
    target: thing
    routes: {/thing.json: {json: {}}}
    expect: {verdict: fail, reason: unclear}
  - name: the page in a language
    target: thing
    routes: {/thing.json: [{accept: text/plain, body: Tea}, {json: {name: Tea, price: {amount: 2}}}]}
    expect: {verdict: pass, reason: pass}
`;
const TARGET = `title: A thing
target: https://thing.example
routes:
  /thing.json: {json: {name: Tea, price: {amount: 2, currency: EUR}, colour: green, tags: [hot], home: "\${origin}/", weight: 3}}
`;

const scratch = mkdtempSync(join(tmpdir(), 'axproof-targets-'));

function pack(): string {
  const folder = join(scratch, 'thing');
  const cases = `${folder}.cases`;
  mkdirSync(folder, { recursive: true });
  mkdirSync(join(cases, 'targets'), { recursive: true });
  writeFileSync(join(folder, 'pack.yaml'), PACK);
  writeFileSync(join(folder, 'thing.yaml'), RULE);
  writeFileSync(join(cases, 'thing.yaml'), CASES);
  writeFileSync(join(cases, 'targets', 'thing.yaml'), TARGET);
  return folder;
}

async function mutants(choice: { share: number; part?: { at: number; of: number } }): Promise<TargetMutant[]> {
  const source = await openSource(pack());
  const folders = caseFolders(source.path, source.bases, {});
  return mutateTargets(source, folders, { seed: 1, ...choice }, new AbortController().signal);
}

describe('mutants of targets', () => {
  after(() => rmSync(scratch, { recursive: true }));

  it('are the members that the rule reads, each left out and retyped; it minds what it asks for', async () => {
    const told = (await mutants({ share: 1 })).map(({ name, noticed }) => `${noticed ? 'noticed' : 'unnoticed'} ${name}`);
    expect(told.sort()).to.deep.equal(
      [
        'noticed thing /thing.json#/name dropped',
        'noticed thing /thing.json#/name retyped',
        'noticed thing /thing.json#/price dropped',
        'noticed thing /thing.json#/price retyped',
        'noticed thing /thing.json#/price/amount dropped',
        'noticed thing /thing.json#/price/amount retyped',
        'noticed thing /thing.json#/colour retyped',
        'unnoticed thing /thing.json#/colour dropped',
        'noticed thing /thing.json#/tags/0 retyped',
        'unnoticed thing /thing.json#/tags/0 dropped',
        'unnoticed thing /thing.json#/home dropped',
        'unnoticed thing /thing.json#/home retyped',
      ].sort(),
    );
  });

  it('come in parts that are all of them together, and in a share', async () => {
    const names = (list: TargetMutant[]): string[] => list.map(({ name }) => name);
    const all = names(await mutants({ share: 1 }));
    const parts = [1, 2, 3].map((at) => mutants({ share: 1, part: { at, of: 3 } }));
    expect((await Promise.all(parts)).flatMap(names).sort()).to.deep.equal([...all].sort());
    const some = names(await mutants({ share: 0.5 }));
    expect(all).to.include.members(some);
    expect(some.length).to.be.within(1, all.length - 1);
  });

  it('are listed with the case in which they were tried, and counted by rule', async () => {
    const lines: string[] = [];
    const io = { out: (text: string) => lines.push(text), err: () => {}, signal: new AbortController().signal };
    expect(await packMutate(pack(), { of: 'targets' }, io as never)).to.equal(0);
    const text = lines.join('');
    expect(text).to.match(/thing\.yaml:2:\d+: unnoticed thing \/thing\.json#\/home dropped\n/);
    expect(text).to.match(/thing +12 +8 +4\n$/);
  });
});
