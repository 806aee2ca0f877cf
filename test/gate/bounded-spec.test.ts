// What a stranger's spec may weigh: whoever extends the default pack has room for schemas of their own.
import { join } from 'node:path';
import { expect } from 'chai';
import type { AxproofError } from '../../src/contract/errors.ts';
import { boundedSpec } from '../../src/gate/containment/bounded-spec.ts';
import { packAjv } from '../../src/pack/compiled/ajv-compiler.ts';
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
      boundedSpec(extended(820));
    } catch (error) {
      ({ code } = error as AxproofError);
    }
    expect(code).to.equal('spec-too-costly');
  });
});

describe('what schemas of a spec weigh', () => {
  const many = Array.from({ length: 60 }, (_, i) => ({ minimum: i }));
  const leaf = { anyOf: many };
  const caller = { anyOf: [...many, { $ref: 'pack:leaf' }] };
  /** 200 different schemas that refer to a shared one: written out they stand for some 36,000 values. */
  const spec = (name: string): string => {
    const { document } = packAt(join(ROOT, 'rules/llms-txt'));
    const assert = Array.from({ length: 200 }, (_, i) => ({ select: '$.root', schema: { not: { $ref: `pack:${name}` }, minLength: i } }));
    return JSON.stringify({ ...document, schemas: { ...document.schemas, leaf, caller }, rules: [{ ...document.rules[0], assert }] });
  };
  const codeOf = (text: string): string => {
    try {
      boundedSpec(text);
      return 'fits';
    } catch (error) {
      return (error as AxproofError).code;
    }
  };

  it('counts a shared schema at each place where it refers to nothing, and once where it does', () => {
    expect(codeOf(spec('leaf'))).to.equal('spec-too-costly');
    expect(codeOf(spec('caller'))).to.equal('fits');
  });

  it('is what ajv makes of them: the first is written out, the second is called', () => {
    const shared = { leaf: { minimum: 4321 }, caller: { maximum: 8765, not: { $ref: 'pack:leaf' } } };
    const written = (name: string): string =>
      String(packAjv(shared, { allErrors: false, source: true }).compile({ not: { $ref: `pack:${name}` } }).source?.validateCode);
    expect(written('leaf')).to.include('4321');
    expect(written('caller')).to.not.match(/8765|4321/);
  });
});
