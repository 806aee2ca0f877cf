// Schemas out of every keyword that rules may use: the loader says what is wrong with one, or it judges every value, and as a second judge does.
import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonSchema } from '../../src/contract/generated/types.ts';
import type { Json } from '../../src/contract/json.ts';
import { schemaChecks } from '../../src/pack/compiled/schema-check.ts';
import { checkSchemas } from '../../src/pack/lint/check-schemas.ts';
import { anySchema, anyValue, judge as second } from '../random-schemas.ts';
import { judge, told, withSchema } from '../views/openapi/support.ts';
import { sized } from '../whole.ts';

/** Which values a schema of a pack lets be, or the code of what the loader says. */
function byPack(schema: JsonSchema, values: readonly Json[], every: boolean): boolean[] | string {
  const codes: string[] = [];
  const checks = schemaChecks({});
  checkSchemas({ schemas: { one: schema } }, checks, (_, code) => codes.push(code));
  return codes[0] ?? values.map((value) => checks(schema)(value, every).length === 0);
}

const SCHEMAS = fc.tuple(anySchema, fc.array(anyValue, { minLength: 5, maxLength: 5 }));
/** The library counts every element as seen by contains, where only those are that it found: it blames nobody for the others. */
const countsContained = (schema: Json): boolean =>
  /"contains".*"unevaluatedItems"|"unevaluatedItems".*"contains"/.test(JSON.stringify(schema));

describe('random schemas', () => {
  it('are refused by a code, or judge as a second judge does', () => {
    fc.assert(
      fc.property(SCHEMAS, fc.boolean(), ([schema, values], every) => {
        const verdicts = byPack(schema as JsonSchema, values, every);
        if (typeof verdicts === 'string') expect(verdicts).oneOf(['bad-schema', 'missing-required']);
        else if (!countsContained(schema)) expect(verdicts).deep.equal(values.map((value) => second(schema, value).valid));
      }),
      { numRuns: sized(1_000) },
    );
  });

  it('of a document never throw, and neither blame nor praise what the second judge does not', () => {
    fc.assert(
      fc.property(SCHEMAS, ([schema, values]) => {
        for (const value of values) {
          const verdict = judge(withSchema('3.1', schema), JSON.stringify(value));
          if (countsContained(schema) || (verdict.value === 'true' && Object.keys(verdict.left).length > 0)) continue;
          expect(told(verdict).split(' ')[0]).equal(String(second(schema, value).valid));
        }
      }),
      { numRuns: sized(400) },
    );
  });
});

const A = { type: 'string' };
type Slip = [what: string, schema: JsonSchema, value: Json, valid: boolean];
const SLIPS: Slip[] = [
  [
    'members matched beside a branch that was not taken',
    { patternProperties: { a: A }, anyOf: [{ required: [], properties: { b: A } }, {}] },
    { a: 'a', b: 1 },
    true,
  ],
  [
    'the same within a condition',
    { if: { patternProperties: { a: A }, anyOf: [{ required: ['b'], properties: { b: A } }, {}] }, else: false },
    { a: 'a' },
    true,
  ],
  [
    'and beside a branch that takes all members',
    { patternProperties: { a: A }, anyOf: [{ additionalProperties: true }] },
    { a: 'a' },
    true,
  ],
  ['a list that contains nothing, beside prefixItems', { prefixItems: [A], contains: { const: 1 } }, [], false],
  ['a list that contains nothing, behind one that does', { items: { contains: { const: 1 } } }, [[1], []], false],
  ['elements of a branch that was not taken', { anyOf: [{ prefixItems: [A] }, {}], unevaluatedItems: false }, [1], false],
  ['elements of a branch that takes all', { anyOf: [{ items: A }], unevaluatedItems: false }, ['a', 'b'], true],
  [
    'a member that is named like one that every object has',
    { anyOf: [{ patternProperties: { a: A } }], unevaluatedProperties: false },
    { toString: 1 },
    false,
  ],
  ['such a member in a value that is compared', { const: { a: 1 } }, { toString: 1 }, false],
  [
    'such members that are equal',
    { enum: [{ constructor: 1, toString: [1], valueOf: null }] },
    { valueOf: null, toString: [1], constructor: 1 },
    true,
  ],
];

describe('slips of the schema library', () => {
  for (const [what, schema, value, valid] of SLIPS)
    it(what, () => {
      expect([byPack(schema, [value], false), byPack(schema, [value], true)]).deep.equal([[valid], [valid]]);
      expect(told(judge(withSchema('3.1', schema), JSON.stringify(value))).split(' ')[0]).equal(String(valid));
    });
});
