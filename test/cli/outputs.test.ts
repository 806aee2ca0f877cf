// Where a command writes to: two outputs have two places, and none of them is what the command reads.
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../sources.ts';
import { axproof } from './io.ts';
import { type Folder, folder } from './suite-folder.ts';

const target = (name: string): string => join(ROOT, 'fixtures/targets', `${name}.yaml`);

describe('outputs of the command line go over nothing that is read', function () {
  this.timeout(60_000);
  let dir: Folder;
  const file = (name: string): string => dir.path(name);
  beforeEach(() => {
    dir = folder();
  });
  afterEach(() => dir.remove());

  const rows: [string, () => string[]][] = [
    ['a target', () => ['grade', file('t.yaml'), '--out', file('t.yaml')]],
    ['a pack', () => ['grade', target('good'), '--pack', file('p.json'), '--out', file('p.json')]],
    ['a spec', () => ['verify', target('good'), '--spec', file('p.json'), '--reporter', `junit:${file('p.json')}`]],
    ['a report that is replayed', () => ['grade', '--replay', file('r.json'), '--out', file('r.json')]],
    ['the same by a reporter', () => ['grade', '--replay', file('r.json'), '--reporter', `json:${file('r.json')}`]],
    ['evidence, by its archive', () => ['evidence', file('r.json'), '--har', file('r.json')]],
    ['evidence, by its commands', () => ['evidence', file('r.json'), '--curl', file('r.json')]],
    ['a suite', () => ['suite', file('s.yaml'), '--reporter', `tap:${file('s.yaml')}`]],
    ['what a link leads to', () => ['grade', file('t.yaml'), '--out', file('link')]],
  ];
  for (const [name, args] of rows)
    it(name, async () => {
      const texts = { 't.yaml': 'a target', 'p.json': 'a pack', 'r.json': 'a report', 's.yaml': 'a suite' };
      dir.write(texts);
      symlinkSync(file('t.yaml'), file('link'));
      const ran = await axproof(...args());
      rmSync(file('link'));
      expect([ran.status, ran.out], ran.err).to.deep.equal([2, '']);
      expect(ran.err).to.match(/bad-usage: .* is read, and would be written over/);
      for (const [at, content] of Object.entries(texts)) expect(dir.read(at)).to.equal(content);
    });

  it('two outputs of which one is a link to the other', async () => {
    dir.write({ 'a.json': '' });
    symlinkSync(file('a.json'), file('link'));
    const ran = await axproof('grade', target('good'), '--out', file('link'), '--record', file('a.json'));
    rmSync(file('link'));
    expect([ran.status, ran.err]).to.satisfy(
      ([status, err]: [number, string]) => status === 2 && /two outputs would be written to/.test(err),
    );
  });
});
