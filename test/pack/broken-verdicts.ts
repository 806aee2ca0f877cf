// Mistakes of rules that would turn a verdict: codes that the engine gives itself, and a level where a value is asked for.
import { assertion, type Case, probe } from './breaking.ts';
import { good, ruleWith } from './folder.ts';

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
];
