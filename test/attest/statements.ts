// Statements that whoever holds a trusted key could sign, and that no reader believes all the same. It is no test.
import type { ErrorCode } from '../../src/contract/errors.ts';
import type { forged } from './signed.ts';

type Row = [name: string, change: Parameters<typeof forged>[1], code: ErrorCode];

export const STATEMENTS: Row[] = [
  ['another predicate', (s) => ({ ...s, predicateType: 'https://slsa.dev/verification_summary/v1' }), 'bad-statement'],
  ['another statement version', (s) => ({ ...s, _type: 'https://in-toto.io/Statement/v0.1' }), 'bad-statement'],
  ['no statement', () => ({ hello: 'world' }), 'bad-statement'],
  ['grade and passed', (s) => ({ ...s, predicate: { ...s.predicate, passed: true } }), 'bad-statement'],
  ['fewer subjects', (s) => ({ ...s, subject: s.subject.slice(0, 2) }), 'bad-statement'],
  ['passed instead of a grade', (s) => ({ ...s, predicate: { ...s.predicate, grade: undefined, passed: true } }), 'grade-mismatch'],
  ['subjects in another order', (s) => ({ ...s, subject: [...s.subject].reverse() }), 'statement-mismatch'],
  ['subjects of another name', (s) => ({ ...s, subject: s.subject.map((one) => ({ ...one, name: 'x' })) }), 'statement-mismatch'],
  ...(['report', 'verdict', 'evidence'] as const).map(
    (part, i): Row => [
      `another ${part}`,
      (s) => ({ ...s, subject: s.subject.map((one, at) => (at === i ? { ...one, digest: { sha256: '0'.repeat(64) } } : one)) }),
      `digest-mismatch-${part}`,
    ],
  ),
];
