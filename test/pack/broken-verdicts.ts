// Mistakes of rules that would turn a verdict: codes that the engine gives itself, and a level where a value is asked for.
import { assertion, type Case } from './breaking.ts';

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
];
