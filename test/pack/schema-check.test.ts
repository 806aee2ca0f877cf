// Checks of a pack's schemas: verdicts, places, our own words, laziness, precompiled checks, and no super-linear work.
import { expect } from 'chai';
import type { JsonSchema } from '../../src/contract/generated/types.ts';
import type { Json } from '../../src/contract/json.ts';
import type { CompileSchema } from '../../src/pack/compiled/ajv-compiler.ts';

import { schemaChecks, schemaKey, withoutIgnored } from '../../src/pack/compiled/schema-check.ts';
import type { SchemaCheck } from '../../src/pack/compiled/schema-types.ts';

const SHARED = {
  words: { type: 'string', pattern: '\\S' },
  named: { type: 'object', required: ['name'], properties: { name: { $ref: 'pack:words' } } },
};
const check = schemaChecks(SHARED);

/** A schema that asks for something on a condition. */
const when = (condition: JsonSchema, asked: JsonSchema): JsonSchema =>
  Object.fromEntries([
    ['if', condition],
    ['then', asked],
  ]);

type Case = [schema: JsonSchema, value: Json, place: string | undefined, keyword?: string, expected?: RegExp];
const CASES: Case[] = [
  [{ type: 'string' }, 'a', undefined],
  [{ type: 'string' }, 1, '', 'type', /^expected text$/],
  [{ type: ['string', 'null'] }, 1, '', 'type', /text or null/],
  [{ type: 'object', required: ['a b'] }, {}, '', 'required', /the member "a b"/],
  [{ properties: { 'a/b': { const: 1 } }, required: [] }, { 'a/b': 2 }, '/a~1b', 'const', /expected 1$/],
  [{ enum: ['a', 'b'] }, 'c', '', 'enum', /one of "a", "b"/],
  [{ pattern: '(?i)^ABC$' }, 'abc', undefined],
  [{ pattern: '(?i)^ABC$' }, 'abd', '', 'pattern'],
  [{ pattern: '^ABC$' }, 'abc', '', 'pattern', /\^ABC\$/],
  [{ minimum: 3 }, 2, '', 'minimum', /at least 3/],
  [{ exclusiveMaximum: 3 }, 3, '', 'exclusiveMaximum', /less than 3/],
  [{ minLength: 2 }, 'a', '', 'minLength', /at least 2 characters/],
  [{ minItems: 1 }, [], '', 'minItems', /at least 1/],
  [{ items: { type: 'string' } }, ['a', 1], '/1', 'type'],
  [
    { uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    '',
    'uniqueItems',
    /doubles/,
  ],
  [{ uniqueItems: true }, [1, '1', true, 'true', null, 'null', [1], '[1]'], undefined],
  [{ additionalProperties: false }, { x: 1 }, '', 'additionalProperties', /no member "x"/],
  [{ additionalProperties: false }, { '\u202e': 1 }, '', 'additionalProperties', /\\u\{202e\}/],
  [{ anyOf: [{ type: 'string' }, { type: 'object', required: ['a'] }] }, {}, '', 'anyOf', /forms that are allowed/],
  [{ oneOf: [{ type: 'string' }, { minLength: 1 }] }, 'a', '', 'oneOf', /more than one/],
  [{ not: { const: 1 } }, 1, '', 'not', /another value/],
  [{ contains: { const: 1 } }, [2], '', 'contains'],
  [{ propertyNames: { pattern: '^a' } }, { b: 1 }, '', 'propertyNames', /"b"/],
  // What a condition asks for is told where it is missing.
  [when({ required: ['a'] }, { required: ['b'] }), { a: 1 }, '', 'required', /the member "b"/],
  [when({ required: ['a'] }, { $ref: 'pack:named' }), { a: 1, name: ' ' }, '/name', 'pattern'],
  [{ if: { required: ['a'] }, else: { properties: { b: { items: { type: 'string' } } }, required: [] } }, { b: ['x', 1] }, '/b/1', 'type'],
  [when({ required: ['a'] }, { anyOf: [{ required: ['b'] }, { required: ['c'] }] }), { a: 1 }, '', 'anyOf'],
  [{ anyOf: [when({ required: ['a'] }, { required: ['b'] }), { required: ['c'] }] }, { a: 1 }, '', 'anyOf'],
  [{ $ref: 'pack:named' }, { name: 'x' }, undefined],
  [{ $ref: 'pack:named' }, { name: ' ' }, '/name', 'pattern'],
  [{ $defs: { a: { type: 'string' } }, items: { $ref: '#/$defs/a' } }, [1], '/0', 'type'],
  [{ properties: { a: { type: 'string' } }, required: [] }, JSON.parse('{"__proto__": {"a": 1}}') as Json, undefined],
  [{ required: ['toString'] }, {}, '', 'required'],
  ...(['2020-12', '2019-09', 'draft-07', 'draft-04'] as const).flatMap((name): Case[] => [
    [{ $ref: `std:${name}` }, { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, undefined],
    [{ $ref: `std:${name}` }, { properties: { a: { type: 'strin' } } }, '/properties/a/type', 'anyOf'],
    [
      { $ref: `std:${name}` },
      { properties: { a: { items: { minLength: 'x' } } } },
      name === '2020-12' ? '/properties/a/items/minLength' : '/properties/a/items',
    ],
    [{ $ref: `std:${name}` }, [], '', 'type'],
  ]),
  [{ $ref: 'std:draft-04' }, { minimum: 1, exclusiveMinimum: true }, undefined],
  [{ $ref: 'std:draft-07' }, { minimum: 1, exclusiveMinimum: true }, '/exclusiveMinimum'],
  [{ $ref: 'std:draft-04' }, { exclusiveMinimum: true }, ''],
];

describe('schema checks', () => {
  for (const [schema, value, place, keyword, expected] of CASES) {
    it(`${JSON.stringify(schema)} ${place === undefined ? 'holds for' : 'fails for'} ${JSON.stringify(value)}`, () => {
      const [fault, ...more] = check(schema)(value);
      expect(more).to.deep.equal([]);
      expect(fault?.place).to.equal(place);
      if (keyword) expect(fault?.keyword).to.equal(keyword);
      if (expected) expect(fault?.expected).to.match(expected);
      expect(check(schema)(value, true).length > 0).to.equal(place !== undefined);
    });
  }

  it('finds all faults when asked, and none of the branches of a composite one', () => {
    const schema = {
      type: 'object',
      required: ['x', 'y'],
      properties: { a: { type: 'string' }, b: { anyOf: [{ type: 'string' }, { type: 'object', required: ['q'] }] } },
    };
    const faults = check(schema)({ a: 1, b: {} }, true).map((f) => `${f.place} ${f.keyword}`);
    expect(faults).to.have.members([' required', ' required', '/a type', '/b anyOf']);
    expect(check(schema)({ a: 1, b: {} })).to.have.length(1);
  });

  it('keeps patterns apart', () => {
    const schema = { type: 'array', prefixItems: [{ pattern: '^a$' }, { pattern: '^b$' }] };
    expect(check(schema)(['a', 'b'])).to.deep.equal([]);
    expect(check(schema)(['a', 'a'])[0]?.place).to.equal('/1');
  });

  it('compiles when first asked, once, and not at all what the build compiled', () => {
    const compiled: JsonSchema[] = [];
    const counting: CompileSchema = (schema) => {
      compiled.push(schema);
      return () => [];
    };
    const ready: SchemaCheck = () => [{ place: '', keyword: 'ready', expected: 'expected nothing' }];
    const prepared = { $ref: 'pack:named' };
    const readyKey = schemaKey({ $ref: 'pack:named' }, SHARED);
    const checks = schemaChecks(SHARED, { compiler: counting, precompiled: (key) => (key === readyKey ? ready : undefined) });
    expect(checks(prepared)).to.equal(ready);
    const own = { type: 'string' };
    expect(checks(own)).to.equal(checks(own));
    expect(checks({ type: 'string' })).to.equal(checks(own));
    expect(compiled).to.deep.equal([own]);
  });

  it('has a key that changes with what a schema refers to, and with nothing else', () => {
    const schema = { $ref: 'pack:named' };
    const key = schemaKey(schema, SHARED);
    expect(schemaKey(schema, { ...SHARED, other: {} })).to.equal(key);
    expect(schemaKey(schema, { ...SHARED, words: { type: 'string' } })).not.to.equal(key);
    expect(schemaKey({ $ref: 'pack:words' }, SHARED)).not.to.equal(key);
  });

  it('takes a bare reference for what it stands for, and no circle of them', () => {
    const shared = { ...SHARED, alias: { $ref: 'pack:named' }, one: { $ref: 'pack:two' }, two: { $ref: 'pack:one' } };
    const keys = [{ $ref: 'pack:alias' }, { $ref: 'pack:named' }, SHARED.named].map((schema) => schemaKey(schema, shared));
    expect(new Set(keys)).to.have.lengthOf(1);
    expect(withoutIgnored({ $ref: 'pack:named', required: [] }, shared)).to.deep.equal({ $ref: 'pack:named', required: [] });
    expect(withoutIgnored({ $ref: 'pack:one' }, shared)).to.deep.equal({ $ref: 'pack:one' });
    const checks = schemaChecks(shared);
    expect(checks({ $ref: 'pack:alias' })({ name: ' ' })).to.deep.equal(checks(SHARED.named)({ name: ' ' }));
  });

  it('stays linear on long hostile values', () => {
    const started = process.cpuUsage().user;
    const many = Array.from({ length: 60_000 }, (_, i) => ({ n: i }));
    expect(check({ uniqueItems: true })(many)).to.deep.equal([]);
    expect(check({ $ref: 'std:draft-04' })({ enum: many })).to.deep.equal([]);
    expect(check({ pattern: '^(a|a)*$' })(`${'a'.repeat(100_000)}b`)).to.have.length(1);
    expect((process.cpuUsage().user - started) / 1e6).to.be.lessThan(5);
  });
});
