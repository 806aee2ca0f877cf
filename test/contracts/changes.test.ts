// What breaks clients between two documents, against a table judged by hand; and that nothing that breaks them is ever called safe.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { contractChanges } from '../../src/run/contracts/changes.ts';
import { type Contract, readContract } from '../../src/run/contracts/read-contract.ts';
import { SchemaSubset } from '../../src/run/contracts/schema-subset.ts';
import { dialectOf } from '../../src/views/openapi/dialect.ts';
import { SchemaSource } from '../../src/views/openapi/schema-source.ts';
import { PAIRS } from './pairs.ts';
import { answers, object, text } from './parts.ts';

const contract = (document: unknown, name: string): Contract => readContract(Buffer.from(JSON.stringify(document)), name);

function verdict(old: unknown, now: unknown): { is: 'breaking' | 'unknown' | 'safe'; said: string } {
  const changes = contractChanges(contract(old, 'old.json'), contract(now, 'new.json')).flatMap((one) => one.changes);
  const is = changes.some(({ effect }) => effect === 'breaking') ? 'breaking' : changes.length > 0 ? 'unknown' : 'safe';
  return { is, said: JSON.stringify(changes) };
}

describe('Changes between two contracts', () => {
  it('are judged over at least 30 pairs', () => {
    expect(PAIRS.length).to.be.at.least(30);
    expect(new Set(PAIRS.map(({ name }) => name)).size).to.equal(PAIRS.length);
  });
  for (const { name, judged, because, old, new: now } of PAIRS)
    it(`${name}: ${judged}, for ${because}`, () => {
      const { is, said } = verdict(old, now);
      expect(is, said).to.equal(judged);
    });
});

describe('Changes of alternatives', () => {
  it('that fail alike are told once', () => {
    const heirs = (name: object) => answers({ oneOf: ['a', 'b'].map((kind) => object({ kind: { const: kind }, name }, ['kind'])) });
    const { said } = verdict(answers(object({ kind: text, name: { ...text, maxLength: 5 } }, ['kind'])), heirs(text));
    expect(said.match(/maxLength/g)).to.have.length(1);
  });
});

/** Schemas that name all that a value may have, so that a contract and JSON Schema mean the same. */
const { schema: schemas } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    fc.constantFrom({ type: 'string' }, { type: 'integer' }, { type: 'number' }, { type: ['string', 'null'] }, {}, { type: 'boolean' }),
    fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 'b', 1, null, true), { minLength: 1 }) }),
    fc.record({
      type: fc.constant('integer'),
      minimum: fc.integer({ min: -2, max: 2 }),
      exclusiveMaximum: fc.integer({ min: -2, max: 3 }),
    }),
    fc.record({ type: fc.constant('string'), minLength: fc.nat(2) }, { requiredKeys: ['type'] }),
    fc.record(
      { type: fc.constant('array'), items: tie('schema'), maxItems: fc.nat(2), uniqueItems: fc.boolean() },
      { requiredKeys: ['type'] },
    ),
    fc.record({
      type: fc.constant('object'),
      required: fc.subarray(['a', 'b']),
      properties: fc.record({ a: tie('schema'), b: tie('schema') }, { requiredKeys: [] }),
      additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
    }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie('schema') }),
  ),
}));
const VALUES: unknown[] = ['', 'a', 'b', 'abc', 0, 1, -1, 2, 1.5, null, true, false, [], ['a'], [1], [1, 1], ['a', 'b'], [null], {}];
for (const a of ['a', 1, null, [], {}, true]) VALUES.push({ a }, { b: a }, { a, b: 'a' }, { a, b: a }, { c: a }, { a, c: 1 });

describe('What is proved of schemas', () => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  const placed = (schema: object) => {
    const source = new SchemaSource(schema as never, dialectOf({}, '3.1'));
    return { source, site: source.root };
  };
  it('is never called accepted where some value is refused', () => {
    let proved = 0;
    fc.assert(
      fc.property(schemas, schemas, fc.constantFrom('request' as const, 'answer' as const), (a, b, way) => {
        if (new SchemaSubset(way).of([placed(a)], placed(b)).length > 0) return;
        proved++;
        const [takes, other] = [ajv.compile(a), ajv.compile(b)];
        for (const value of VALUES)
          if (takes(value)) expect(other(value), `${JSON.stringify(value)} ${JSON.stringify(a)} ${JSON.stringify(b)}`).to.equal(true);
      }),
      { numRuns: 1500, seed: 7 },
    );
    expect(proved).to.be.above(50);
  });
});
