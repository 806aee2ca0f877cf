// Where two packs differ: lists are compared by place, so that what was added to one is shown and not the list.
import { expect } from 'chai';
import { type PackDifference, packChanges } from '../../src/run/pack-changes.ts';
import { good, loadFiles, ruleWith } from './folder.ts';

const line = (name: string): string => `  - {select: $.doc.json.${name}, else: dead}\n`;
const lines = (names: string): string => [...names].map(line).join('');
const one = (name: string) => ({ select: `$.doc.json.${name}`, else: 'dead' });

const differences = (was: string, is: string): PackDifference[] => {
  const [a, b] = [was, is].map((assert) => loadFiles({ ...good, 'alpha.yaml': ruleWith(assert) }).pack);
  return packChanges(a!, b!).rules.flatMap((rule) => rule.differences);
};

const CASES: [name: string, was: string, is: string, expected: PackDifference[]][] = [
  ['an element that was added', 'ab', 'acb', [{ place: '/assert/1', is: one('c') }]],
  ['one at the beginning', 'ab', 'cab', [{ place: '/assert/0', is: one('c') }]],
  ['one beside its like', 'ab', 'aab', [{ place: '/assert/1', is: one('a') }]],
  ['one that was removed', 'abc', 'ac', [{ place: '/assert/1', was: one('b') }]],
  ['one that was changed', 'abc', 'adc', [{ place: '/assert/1/select', was: one('b').select, is: one('d').select }]],
  [
    'one that was changed, and another added',
    'ab',
    'acd',
    [
      { place: '/assert/1/select', was: one('b').select, is: one('c').select },
      { place: '/assert/2', is: one('d') },
    ],
  ],
  [
    'two that changed places',
    'ab',
    'ba',
    [
      { place: '/assert/0/select', was: one('a').select, is: one('b').select },
      { place: '/assert/1/select', was: one('b').select, is: one('a').select },
    ],
  ],
];

const names = (...more: string[]): string =>
  `  - {select: $.doc.json.n, schema: {enum: [${[...Array.from({ length: 20 }, (_, i) => `"number ${i}"`), ...more].join(', ')}]}, else: dead}\n`;

describe('differences of packs, in lists', () => {
  for (const [name, was, is, expected] of CASES)
    it(`show ${name}`, () => expect(differences(lines(was), lines(is))).to.deep.equal(expected));

  it('show a name that was added to a long list, which would be cut', () =>
    expect(differences(names(), names('other'))).to.deep.equal([{ place: '/assert/0/schema/enum/20', is: 'other' }]));
});
