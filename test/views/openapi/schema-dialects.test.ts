// Dialects that a schema names itself, unevaluated members, and a comparison with plain ajv.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { WHOLE } from '../../whole.ts';
import { judge, type Loose, told, toldSchema, withSchema } from './support.ts';

describe('schemas: dialects of 3.1', () => {
  const dialect = (jsonSchemaDialect: string, schema: Loose, body: Loose) =>
    told(judge({ ...withSchema('3.1', schema), jsonSchemaDialect }, body));
  const D7 = 'http://json-schema.org/draft-07/schema#';
  const D4 = 'http://json-schema.org/draft-04/schema#';
  for (const [name, uri, schema, body, expected] of [
    ['an unknown one', 'https://x.example/dialect', { type: 'string' }, 1, 'not-evaluated dialect'],
    ['the base one', 'https://spec.openapis.org/oas/3.1/dialect/base', { type: 'string' }, 1, 'false type '],
    ['draft-07: tuples', D7, { items: [{ type: 'string' }], additionalItems: false }, ['a', 1], 'false items '],
    ['draft-07: siblings of $ref', D7, { $ref: '#/paths', type: 'string' }, {}, 'true'],
    ['draft-07: dependencies', D7, { dependencies: { a: ['b'], c: { required: ['d'] } } }, { c: 1 }, 'false required /d'],
    ['draft-04: boolean limits', D4, { minimum: 1, exclusiveMinimum: true }, 1, 'false exclusiveMinimum '],
    ['draft-04: id means nothing', D4, { id: 'http://x.example/', type: 'string' }, 1, 'false type '],
  ] as const)
    it(name, () => expect(dialect(uri, schema, body)).to.equal(expected));

  it('reads $schema of one schema', () => {
    const schema = { properties: { a: { $schema: D4, minimum: 1, exclusiveMinimum: true } } };
    expect(told(judge(withSchema('3.1', schema), { a: 1 }))).to.equal('false exclusiveMinimum /a');
  });
});

describe('schemas: unevaluated members', () => {
  const schemas = { Base: { properties: { a: {} } }, Wide: { allOf: [{ $ref: '#/components/schemas/Base' }], properties: { b: {} } } };
  for (const [name, schema, body, expected] of [
    ['sees through references', { $ref: '#/components/schemas/Wide', unevaluatedProperties: false }, { a: 1, b: 1 }, 'true'],
    [
      'refuses the rest',
      { $ref: '#/components/schemas/Wide', unevaluatedProperties: false },
      { a: 1, c: 1 },
      'false unevaluatedProperties /c',
    ],
    [
      'sees the branch that fits',
      { anyOf: [{ $ref: '#/components/schemas/Base' }], unevaluatedProperties: { type: 'string' } },
      { a: 1, c: 'x' },
      'true',
    ],
    ['refuses elements', { prefixItems: [{}], unevaluatedItems: false }, [1, 2], 'false unevaluatedItems '],
  ] as const)
    it(name, () => expect(toldSchema('3.1', schema, body, schemas)).to.equal(expected));
});

describe('schemas: compared with ajv', () => {
  const leaf = fc.oneof(
    fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'null', 'boolean', 'array', 'object') }),
    fc.record({ enum: fc.array(fc.jsonValue({ maxDepth: 1 }), { minLength: 1, maxLength: 3 }) }),
    fc.record({ minimum: fc.integer({ min: -5, max: 5 }), maxLength: fc.nat(3) }, { requiredKeys: [] }),
    fc.record({ required: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 }), minItems: fc.nat(2) }, { requiredKeys: [] }),
    fc.constantFrom<Loose>({ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }, true, false, {}),
  );
  const { schema } = fc.letrec<{ schema: Loose }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      leaf,
      fc.record(
        {
          properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'), { maxKeys: 3 }),
          additionalProperties: tie('schema'),
          items: tie('schema'),
          allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
          anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
          oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
          not: tie('schema'),
          if: tie('schema'),
          // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
          then: tie('schema'),
          contains: tie('schema'),
          unevaluatedProperties: tie('schema'),
        },
        { requiredKeys: [] },
      ),
    ),
  }));
  const value = fc.letrec<{ value: Loose }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom<Loose>(null, true, 0, 1, 7, '', 'ab', 'abcd'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), { maxKeys: 3 }),
    ),
  })).value;

  it('agrees with it on ordinary schemas', () => {
    fc.assert(
      fc.property(fc.tuple(schema, schema, schema, value), (values) => {
        // Plain objects: ajv tells those without prototype from the others.
        const [root, a, b, body] = JSON.parse(JSON.stringify(values));
        const document = withSchema('3.1', root, {
          A: { properties: { a: { $ref: '#/components/schemas/B' } }, anyOf: [a] },
          B: { items: b },
        });
        const found = told(judge(document, JSON.stringify(body)));
        // References that lead back to the same value make ajv overflow.
        if (found.startsWith('not-evaluated')) return;
        const ajv = new Ajv2020({ strict: false, logger: false, meta: false, validateSchema: false });
        ajv.addSchema({ ...document, $id: 'https://doc.example/' });
        const place = '#/paths/~1a/get/responses/200/content/application~1json/schema';
        const valid = ajv.validate({ $ref: `https://doc.example/${place}` }, body);
        expect(found.startsWith('true'), `${found} ${JSON.stringify(ajv.errors)}`).to.equal(valid);
      }),
      { numRuns: WHOLE ? 60 : 15 },
    );
  });
});
