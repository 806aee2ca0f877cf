// The digest covers what a pack says, not how it is written; and the loaded pack is the same however it is written.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { loadPack, loadPackDocument } from '../../src/pack/load.ts';
import { ALPHA, good, loadFiles, PACK, withFolder } from './folder.ts';

function loaded(files: { [path: string]: string }): LoadedPack {
  const { pack, findings } = loadFiles(files);
  expect(findings).to.deep.equal([]);
  return pack as LoadedPack;
}

type Shuffle = (length: number) => number[];

/** The same value with the members of every object in another order. */
function reordered(value: unknown, shuffle: Shuffle): unknown {
  if (Array.isArray(value)) return value.map((v) => reordered(v, shuffle));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(shuffle(entries.length).map((i) => [entries[i]?.[0], reordered(entries[i]?.[1], shuffle)]));
}

describe('pack digests', () => {
  const original = loaded(good);

  it('is sha256 over the canonical form, with the format in it', () => {
    expect(original.digest).to.match(/^sha256:[0-9a-f]{64}$/);
    expect(original.document.format).to.equal(1);
    expect(original.document.rules.map((r) => r.id)).to.deep.equal(['alpha']);
  });

  it('does not change with comments, quoting, blank lines, anchors or flow style', () => {
    const commented = PACK.split('\n')
      .map((line) => (line === '' ? '' : `${line}   # a comment`))
      .join('\n\n');
    expect(loaded({ ...good, 'pack.yaml': `# head\n${commented}` }).digest).to.equal(original.digest);
    const block = stringify(parse(ALPHA), { collectionStyle: 'block', defaultStringType: 'QUOTE_DOUBLE' });
    expect(loaded({ ...good, 'alpha.yaml': block }).digest).to.equal(original.digest);
    const anchored = ALPHA.replace('select: $.doc,', 'select: &x $.doc,').replace('reasons:', 'reasons: &r');
    expect(loaded({ ...good, 'alpha.yaml': anchored }).digest).to.equal(original.digest);
  });

  it('does not change with key order, or between YAML and JSON', () => {
    const shuffles = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(shuffles, fc.integer({ min: 0, max: 8 }), (numbers, indent) => {
        const shuffle: Shuffle = (n) =>
          Array.from({ length: n }, (_, i) => i)
            .map((i) => [numbers.next().value ?? 0, i] as const)
            .sort((a, b) => a[0] - b[0] || a[1] - b[1])
            .map(([, i]) => i);
        const document = reordered(original.document, shuffle);
        const again = loadPackDocument(document);
        expect(again.digest).to.equal(original.digest);
        expect(JSON.stringify(again.probes)).to.equal(JSON.stringify(original.probes));
        const json = withFolder({ 'p.json': JSON.stringify(document, null, indent) }, (root) => loadPack(join(root, 'p.json')));
        expect(json.findings).to.deep.equal([]);
        expect(json.pack?.digest).to.equal(original.digest);
        const yaml = withFolder({ 'p.yaml': stringify(document, { indent: Math.max(indent, 1), aliasDuplicateObjects: false }) }, (root) =>
          loadPack(join(root, 'p.yaml')),
        );
        expect(yaml.pack?.digest).to.equal(original.digest);
      }),
      { numRuns: 10 },
    );
  });

  it('changes with anything that is said', () => {
    const changed = [
      { ...good, 'pack.yaml': PACK.replace('requests: 320', 'requests: 319') },
      { ...good, 'alpha.yaml': ALPHA.replace('all is well', 'all is good') },
      { ...good, 'alpha.yaml': ALPHA.replace('order: 10', 'order: 11') },
    ].map((files) => loaded(files).digest);
    expect(new Set([original.digest, ...changed]).size).to.equal(4);
  });

  it('does not depend on the names or order of files, nor on where the folder is', () => {
    const two = {
      'pack.yaml': PACK,
      'alpha.yaml': ALPHA,
      'zeta.yaml': ALPHA.replace('id: alpha', 'id: zeta').replace('order: 10', 'order: 5'),
    };
    const pack = loaded(two);
    expect(pack.document.rules.map((r) => r.id)).to.deep.equal(['zeta', 'alpha']);
    const elsewhere = withFolder(two, (root) => {
      mkdirSync(join(root, 'deep'));
      for (const [name, text] of Object.entries(two)) writeFileSync(join(root, 'deep', name), text);
      return loadPack(join(root, 'deep'));
    });
    expect(elsewhere.pack?.digest).to.equal(pack.digest);
  });

  it('freezes the document, all of it', () => {
    const frozen = (value: unknown): boolean =>
      typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen));
    expect(frozen(original.document)).to.equal(true);
  });

  it('gives a trusted document the same pack without checking it', () => {
    const pack = withFolder({ 'p.json': JSON.stringify(original.document) }, (root) =>
      loadPack(join(root, 'p.json'), { trusted: true }),
    ).pack;
    expect(pack?.digest).to.equal(original.digest);
    expect(JSON.stringify(pack?.probes)).to.equal(JSON.stringify(original.probes));
  });
});
