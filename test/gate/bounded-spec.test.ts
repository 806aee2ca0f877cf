// What a stranger's spec may weigh: whoever extends the default pack has room for schemas of their own.
import { join } from 'node:path';
import { expect } from 'chai';
import type { AxproofError } from '../../src/contract/errors.ts';
import { boundedSpec } from '../../src/gate/containment/bounded-spec.ts';
import { packAt } from '../packs.ts';
import { ROOT } from '../sources.ts';

/** The default pack with one rule more, whose schema stands for so many values. */
function extended(values: number): string {
  const { document } = packAt(join(ROOT, 'rules/ax'));
  const allOf = Array.from({ length: values }, (_, i) => ({ const: i }));
  const rule = {
    id: 'own',
    order: 900,
    title: 'Own',
    why: 'x',
    fix: { default: 'x' },
    assert: [{ select: '$.root', schema: { allOf } }],
    reasons: { pass: 'x' },
  };
  return JSON.stringify({ ...document, rules: [...document.rules, rule] });
}

describe('the default pack as a stranger sends it', () => {
  it('has room for 750 conditions of its own', () => expect(() => boundedSpec(extended(750))).to.not.throw());

  it('has no room without end', () => {
    let code = 'none';
    try {
      boundedSpec(extended(3000));
    } catch (error) {
      ({ code } = error as AxproofError);
    }
    expect(code).to.equal('spec-too-costly');
  });
});
