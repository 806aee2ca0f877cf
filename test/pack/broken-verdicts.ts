// Mistakes that would turn a verdict or a grade: codes that the engine gives itself, a level where a value is asked for, bands and caps.
import { alpha, assertion, type Case, pack, probe } from './breaking.ts';
import { ALPHA, good, ruleWith } from './folder.ts';

export const BROKEN_VERDICTS: Case[] = [
  ...(
    [
      ['else', 'contradicted'],
      ['else', 'timed-out'],
      ['else', 'pass'],
      ['else', 'whole'],
      ['else', 'not-applicable'],
      ['none', 'unsent'],
      ['then', 'robots-timed-out'],
      ['then', 'whole'],
    ] as const
  ).map(
    ([key, code]): Case => [
      `${code}, which the engine gives itself, as ${key}`,
      assertion(`  - {${key}: ${code}, select: $.doc.json${key === 'else' ? '' : ', else: dead'}}\n`),
      'alpha.yaml',
      '9:12',
      'reserved-name',
      /the engine gives itself/,
    ],
  ),
  [
    'a level in the when of a rule',
    { ...good, 'alpha.yaml': ruleWith('', 'when: [{select: $.doc, level: should}]\n') },
    'alpha.yaml',
    '4:24',
    'idle-member',
    /level has no effect/,
  ],
  ['a level in the when of a source', probe('{get: /a, when: [{select: $.doc, level: should}]}'), 'pack.yaml', '18:43', 'idle-member'],
  [
    'a level in until',
    probe('{firstOf: [{get: /a}, {get: /b}], until: [{select: $.self, level: should}]}'),
    'pack.yaml',
    '18:69',
    'idle-member',
  ],
  [
    'a level in one of several ways of until',
    probe('{firstOf: [{get: /a}, {get: /b}], until: [{any: [{select: $.self}, {select: $.self, level: should}]}]}'),
    'pack.yaml',
    '18:94',
    'idle-member',
  ],
  ['a code in until', probe('{firstOf: [{get: /a}], until: [{select: $.self, else: dead}]}'), 'pack.yaml', '18:58', 'idle-member'],
  [
    'a level on the one member of any',
    assertion('  - {any: [{select: $.doc.json, level: should}], else: dead}\n'),
    'alpha.yaml',
    '9:33',
    'idle-member',
    /every member of any/,
  ],
  [
    'a level on every member of any',
    assertion('  - {any: [{select: $.doc.json, level: should}, {select: $.doc, level: should}], else: dead}\n'),
    'alpha.yaml',
    '9:33',
    'idle-member',
    /every member of any/,
  ],
  [
    'a level within not',
    assertion('  - {not: {select: $.doc.json, level: should}, else: dead}\n'),
    'alpha.yaml',
    '9:32',
    'idle-member',
    /within not/,
  ],
  [
    'coverage in a rule that has none',
    assertion('  - {select: $.coverage.claimed, else: dead}\n'),
    'alpha.yaml',
    '9:16',
    'unknown-name',
    /a rule that has coverage/,
  ],
  ['bands that rise', pack('[70, B]', '[100, B]'), 'pack.yaml', '6:21', 'bad-bands'],
  ['grades that rise', pack('[70, B]', '[70, A+]'), 'pack.yaml', '6:25', 'bad-bands'],
  ['bands that do not end at 0', pack('[0, F]', '[5, F]'), 'pack.yaml', '6:30', 'bad-bands'],
  [
    'a cap that is no band',
    { ...good, 'beta.yaml': ALPHA.replace('id: alpha', 'id: beta').replace('points: 1', 'cap: C') },
    'beta.yaml',
    '4:6',
    'bad-cap',
  ],
  ['no points at all', alpha('points: 1', 'cap: B'), 'pack.yaml', '1:1', 'bad-cap'],
  [
    'a grade for nothing at all that is no band',
    pack('engine:', 'score: {of: applicable, none: D}\nengine:'),
    'pack.yaml',
    '4:31',
    'bad-cap',
  ],
  // Extends.
  ['an unknown base', pack('engine:', 'extends: {pack: nowhere}\nengine:'), 'pack.yaml', '4:17', 'unknown-pack'],
];
