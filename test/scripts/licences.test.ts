// What is installed and copied with axproof: its licences against a list, and the bill of materials that a release carries.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { sbom } from '../../scripts/build/sbom.ts';
import { bundled, installed, permitted, refused } from '../../scripts/licences.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const { allowed } = JSON.parse(read('scripts/licences.json')) as { allowed: string[] };

describe('licences', () => {
  const table: [string | undefined, boolean][] = [
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-only', false],
    ['MIT-like', false],
    ['SEE LICENSE IN LICENSE.md', false],
    ['UNLICENSED', false],
    ['(MIT AND (ISC OR GPL-3.0-only))', false],
    ['', false],
    [undefined, false],
  ];
  for (const [expression, good] of table)
    it(`${expression} is ${good ? 'taken' : 'refused'}`, () => expect(permitted(expression, allowed)).to.equal(good));

  it('are known of everything that is installed, and of nothing that only develops', () => {
    const packages = installed(read('package-lock.json'));
    expect(refused(packages, allowed)).to.deep.equal([]);
    const names = packages.map(({ name }) => name);
    const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
    for (const [name, version] of Object.entries(dependencies ?? {})) expect(names).to.include(`${name} ${version}`);
    expect(names).not.to.include(`mocha ${devDependencies?.mocha}`);
  });

  it('are refused where one is not on the list or not told', () => {
    const lock = {
      packages: {
        '': {},
        'node_modules/a': { version: '1.0.0', license: 'GPL-3.0-only' },
        'node_modules/@b/c': { version: '2.0.0' },
        'node_modules/d': { dev: true },
      },
    };
    expect(refused(installed(JSON.stringify(lock)), allowed)).to.deep.equal(['a 1.0.0: GPL-3.0-only', '@b/c 2.0.0: no licence is told']);
  });

  it('are read out of the notices of the bundle', () => {
    const line = '-'.repeat(80);
    expect(bundled(`Code of these.\n\n${line}\n@a/b 1.2.3 ((MIT OR CC0-1.0))\n\ntext (MIT)\n\n${line}\nc 1.0.0 (GPL)\n`)).to.deep.equal([
      { name: '@a/b 1.2.3', licence: '(MIT OR CC0-1.0)' },
      { name: 'c 1.0.0', licence: 'GPL' },
    ]);
  });
});

describe('the bill of materials', function () {
  this.timeout(60_000);
  let text: string;
  before(() => {
    text = sbom(root);
  });

  it('is one of CycloneDX about this package', () => {
    const { name, version } = JSON.parse(read('package.json')) as Record<string, string>;
    const bom = JSON.parse(text);
    expect(bom).to.include({ bomFormat: 'CycloneDX', version: 1 });
    expect(bom.specVersion).to.match(/^1\.\d$/);
    expect(bom.metadata.component).to.include({ name, version, purl: `pkg:npm/${name}@${version}` });
  });

  it('lists every package that is installed with it, each with its licence and a hash, and none that only develops', () => {
    const { components } = JSON.parse(text) as {
      components: { name: string; version: string; licenses?: unknown[]; hashes?: unknown[] }[];
    };
    const listed = components.map(({ name, version }) => `${name} ${version}`);
    expect([...new Set(listed)].sort()).to.deep.equal([...new Set(installed(read('package-lock.json')).map(({ name }) => name))].sort());
    expect(components.filter(({ licenses, hashes }) => !licenses?.length || !hashes?.length)).to.deep.equal([]);
  });

  it('has the same bytes each time, and names no place that packages come from', () => {
    expect(text).not.to.match(/"timestamp"|"serialNumber"|registry\./);
  });
});
