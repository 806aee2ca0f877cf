// Whatever a forger writes into the evidence, with every digest put right: it is judged, or refused by a code of exit status 4. It never breaks or hangs the judge.
import { expect } from 'chai';
import fc from 'fast-check';
import { shaped } from '../../src/attest/shape.ts';
import { ERRORS, type ErrorCode, EXIT } from '../../src/contract/errors.ts';
import type { VerificationReport } from '../../src/contract/generated/types.ts';
import { built } from '../service/built.ts';
import { sized } from '../whole.ts';
import { forged, report, written } from './reports.ts';

const TEXTS = [
  '',
  '://',
  'http://[',
  'https://widgets.example/%',
  'https://widgets.example:99999/',
  'javascript:1',
  '__proto__',
  '\r\nx: y',
];
const MORE_TEXTS = ['a'.repeat(5000), '9'.repeat(400), '{"a":', '[]', 'ZZZZ===', 'text/html; charset=utf-99', 'GET', 'http://a@b/'];
const text = fc.oneof(fc.constantFrom(...TEXTS, ...MORE_TEXTS), fc.string({ unit: 'binary' }));
const number = fc.constantFrom(0, 1, -1, 100, 200, 301, 302, 405, 429, 500, 999, 2 ** 53 - 1);

type Members = { [name: string]: unknown };

/** Every member of every object in the evidence, and every element of its lists. */
function places(value: unknown): [Members, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [[value as Members, name] as [Members, string], ...places(inner)]);
}

interface Mutation {
  at: number;
  text: string;
  number: number;
  drop: boolean;
}

function mutate(whole: VerificationReport, { at, text: words, number: amount, drop }: Mutation): void {
  const all = places(whole.evidence);
  const [holder, name] = all[at % all.length]!;
  const was = holder[name];
  if (typeof was === 'string') holder[name] = words;
  else if (typeof was === 'number') holder[name] = amount;
  else if (Array.isArray(was)) holder[name] = drop ? [] : [...was, ...was.slice(0, 1)];
  else if (!Array.isArray(holder)) delete holder[name];
}

describe('evidence that somebody made up', function () {
  this.timeout(60_000);

  it('is judged, or refused with exit status 4', async () => {
    const { judgeAgain } = await built();
    const whole = await report(written('good'));
    const mutation = fc.record({ at: fc.nat(), text, number, drop: fc.boolean() });
    const codes = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(mutation, { minLength: 1, maxLength: 3 }), async (mutations) => {
        const changed = structuredClone(whole);
        for (const one of mutations) mutate(changed, one);
        if (!shaped('VerificationReport', changed).ok) return;
        const made = forged(changed, () => {});
        const code = await judgeAgain(made, undefined).then(
          () => 'same' as const,
          (error: unknown) => {
            const code = (error as { code?: string }).code ?? '';
            if (!(code in ERRORS)) throw error;
            return code as ErrorCode;
          },
        );
        codes.set(code, (codes.get(code) ?? 0) + 1);
        if (code !== 'same') expect(ERRORS[code].exit, code).to.equal(EXIT.forged);
      }),
      { numRuns: sized(600), endOnFailure: true },
    );
    expect([...codes.keys()]).to.include.members(['same', 'verdict-mismatch', 'evidence-mismatch']);
  });
});
