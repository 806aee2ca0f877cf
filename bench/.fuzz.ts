import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { judge, told, withSchema } from '/work/main/test/views/openapi/support.ts';
type Loose = any;
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


let ours = 0, theirs = 0, n = 0, skipped = 0, worst = 0; let gen = performance.now();
fc.assert(fc.property(schema, schema, schema, value, (root, a, b, body) => {
  n++;
  const document = withSchema('3.1', root, { A: { properties: { a: { $ref: '#/components/schemas/B' } }, anyOf: [a] }, B: { items: b } });
  let t = performance.now();
  const found = told(judge(document, JSON.stringify(body)));
  let d = performance.now() - t; ours += d; if (d > worst) { worst = d; console.log('worst', d, JSON.stringify(document).length, found); }
  if (found === 'true not-evaluated') { skipped++; return; }
  t = performance.now();
  const ajv = new Ajv2020({ strict: false, logger: false, meta: false, validateSchema: false });
  ajv.addSchema({ ...document, $id: 'https://doc.example/' });
  const valid = ajv.validate({ $ref: 'https://doc.example/#/paths/~1a/get/responses/200/content/application~1json/schema' }, body);
  theirs += performance.now() - t;
  if (found.startsWith('true') !== valid) throw new Error(found + JSON.stringify(ajv.errors));
}), { numRuns: Number(process.argv[2]), seed: Number(process.argv[3] ?? 1), endOnFailure: true });
console.log({ n, skipped, ours, theirs, total: performance.now() - gen });
