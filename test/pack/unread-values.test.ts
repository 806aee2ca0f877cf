// A value that cannot be read is said once, as it is written: what stands in its place is no second mistake.
import { basename } from 'node:path';
import { expect } from 'chai';
import { formatFinding } from '../../src/pack/finding.ts';
import { ALPHA, type Files, good, loadFiles, PACK } from './folder.ts';

const said = (files: Files, at = ''): string[] =>
  loadFiles(files, {}, at).findings.map(({ file, ...rest }) => formatFinding({ file: basename(file), ...rest }));
const alpha = (from: string, to: string): string[] => said({ ...good, 'alpha.yaml': ALPHA.replace(from, () => to) });

const UNREAD: [name: string, from: string, to: string, line: string][] = [
  [
    'an integer that is too long',
    'points: 1',
    'points: 9007199254740993',
    'alpha.yaml:4:9: bad-value expected an integer within 2^53-1; write longer ones as text (found 9007199254740993)',
  ],
  ['a number beyond all', 'points: 1', 'points: 1e400', 'alpha.yaml:4:9: bad-value expected a number that JSON can carry (found 1e400)'],
  [
    'an alias without its anchor',
    'points: 1',
    'points: *none',
    'alpha.yaml:4:9: syntax no anchor of this name stands before the alias (found *none)',
  ],
  ['a lone surrogate', 'title: The first rule', 'title: "The \\ud800 rule"', 'alpha.yaml:3:8: bad-value the text has a lone surrogate'],
  [
    'a tag',
    'title: The first rule',
    'title: !!binary aGk=',
    'alpha.yaml:3:17: bad-value tags are not part of packs; write the plain value (found tag:yaml.org,2002:binary)',
  ],
];

describe('values that cannot be read', () => {
  for (const [name, from, to, line] of UNREAD)
    it(`are said once: ${name}`, () => {
      expect(ALPHA).to.include(from);
      expect(alpha(from, to)).to.deep.equal([line]);
    });

  it('are said where they are written, and not where an alias stands', () =>
    expect(alpha('order: 10\ntitle: The first rule\npoints: 1', 'order: &far 1e400\ntitle: The first rule\npoints: *far')).to.deep.equal([
      'alpha.yaml:2:13: bad-value expected a number that JSON can carry (found 1e400)',
    ]));

  for (const value of ['1e400', '9007199254740993', '"\\ud800"'])
    it(`are said once of a resolved pack: ${value}`, () => {
      const { document } = loadFiles(good).pack!;
      const text = JSON.stringify(document).replace('"points":1', () => `"points":${value}`);
      const found = said({ 'pack.json': text }, 'pack.json');
      expect(found, found.join('\n')).to.have.length(1);
      expect(found[0]).to.match(/^pack\.json:1:\d+: bad-value /);
    });

  it('hide no mistake that stands beside them', () =>
    expect(alpha('order: 10\n', 'order: ten\n').concat(alpha('points: 1', 'points: 1e400\nextra: 1'))).to.deep.equal([
      'alpha.yaml:2:8: wrong-type expected an integer (found "ten")',
      'alpha.yaml:4:9: bad-value expected a number that JSON can carry (found 1e400)',
      'alpha.yaml:5:1: unknown-member unknown member "extra"; known here: id, order, title, why, fix, mends, refs, points, cap, probes, when, assert, coverage, reasons',
    ]));

  it('and a pack without points is still told so', () =>
    expect(alpha('points: 1', 'points: 0')).to.deep.equal([
      'pack.yaml:1:1: bad-cap at least one rule has points, or there is nothing to grade',
    ]));
});

describe('references of a rule', () => {
  for (const ref of ['https://', 'https:///a', '"https:// a"', 'http://a.example/'])
    it(`are addresses: ${ref} is none`, () => {
      const found = alpha('refs: [https://example.com/]', `refs: [${ref}]`);
      expect(found).to.have.length(1);
      expect(found[0]).to.include('alpha.yaml:7:8: wrong-value expected text that matches ^https://');
    });

  it('may have a path, a query and a port', () =>
    expect(said({ 'pack.yaml': PACK, 'alpha.yaml': ALPHA.replace('https://example.com/', 'https://a.example:8443/x?y#z') })).to.deep.equal(
      [],
    ));
});
