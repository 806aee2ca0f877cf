// Schemas by the line of their document: what each keyword means there, and what means nothing.
import { expect } from 'chai';
import { type Loose, toldSchema } from './support.ts';

const LINES = ['2.0', '3.0', '3.1', '3.2'];
const AT = (line: string) => (line === '2.0' ? '#/definitions/' : '#/components/schemas/');

describe('schemas: every line', () => {
  for (const line of LINES)
    for (const [schema, good, bad, keyword] of [
      [{ type: 'object' }, {}, [], 'type'],
      [{ type: 'integer' }, 2.0, 2.5, 'type'],
      [{ type: 'number' }, 2.5, '2', 'type'],
      [{ type: 'boolean' }, false, 0, 'type'],
      [{ enum: ['a', { b: [1, { c: null, d: 1 }] }] }, { b: [1, { d: 1, c: null }] }, { b: [1] }, 'enum'],
      [{ minimum: 2, maximum: 3 }, 3, 4, 'maximum'],
      [{ multipleOf: 0.01 }, 19.99, 19.999, 'multipleOf'],
      [{ multipleOf: 1e-7 }, 3e-7, 3.5e-7, 'multipleOf'],
      [{ multipleOf: 4 }, 1e21, 6, 'multipleOf'],
      [{ maxLength: 2 }, '😀😀', 'abc', 'maxLength'],
      [{ pattern: '^\\d+$' }, '12', 'x', 'pattern'],
      [{ maxItems: 1 }, [1], [1, 2], 'maxItems'],
      [
        { uniqueItems: true },
        [1, '1', [1], { a: 1 }],
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        'uniqueItems',
      ],
      [{ items: { type: 'string' } }, ['a'], [1], 'type'],
      [{ maxProperties: 1 }, { a: 1 }, { a: 1, b: 1 }, 'maxProperties'],
      [{ required: ['a'] }, { a: null }, {}, 'required'],
      [{ properties: { a: { type: 'string' } } }, { b: 1 }, { a: 1 }, 'type'],
      [{ properties: { a: {} }, additionalProperties: false }, { a: 1 }, { b: 1 }, 'additionalProperties'],
      [{ additionalProperties: { type: 'string' } }, { a: '' }, { a: 1 }, 'type'],
      [{ allOf: [{ minimum: 1 }, { maximum: 2 }] }, 1, 3, 'maximum'],
      [{ $ref: `${AT(line)}Tree` }, { kids: [{ kids: [] }] }, { kids: [{ kids: 1 }] }, 'type'],
      [{ required: ['constructor'] }, { constructor: 1 }, {}, 'required'],
      [{ properties: { toString: { type: 'string' } } }, {}, { toString: 1 }, 'type'],
      [JSON.parse('{"properties": {"__proto__": {"type": "string"}}}'), {}, JSON.parse('{"__proto__": 1}'), 'type'],
    ] as [Loose, Loose, Loose, string][])
      it(`${line}: ${JSON.stringify(schema).slice(0, 70)}`, () => {
        const schemas = { Tree: { type: 'object', properties: { kids: { type: 'array', items: { $ref: `${AT(line)}Tree` } } } } };
        expect(toldSchema(line, schema, good, schemas)).to.equal('true');
        expect(toldSchema(line, schema, bad, schemas).split(' ').slice(0, 2)).to.deep.equal(['false', keyword]);
      });

  for (const line of LINES)
    for (const [name, schema, body] of [
      ['format', { type: 'string', format: 'uuid' }, 'x'],
      ['unknown keywords', { 'x-a': 1, title: 't', xml: {}, externalDocs: {}, deprecated: true, nonsense: { not: {} } }, 1],
      ['examples', { type: 'integer', example: 'x', examples: ['x'], default: 'x' }, 1],
      ['discriminator', { type: 'object', discriminator: line === '2.0' ? 'kind' : { propertyName: 'kind', mapping: {} } }, {}],
      [
        'a property named after a keyword',
        { properties: { required: { type: 'string' }, $ref: { type: 'string' } } },
        { required: 'a', $ref: 'b' },
      ],
      ['readOnly', { readOnly: true, properties: { a: { readOnly: true } } }, { a: 1 }],
    ] as const)
      it(`${line}: ${name} means nothing`, () => expect(toldSchema(line, schema, body)).to.equal('true'));
});

/** What a schema says of a body, line by line. */
function table(title: string, rows: [string, Loose, Loose, Partial<Record<string, string>>][], schemas: Loose = {}): void {
  describe(title, () => {
    for (const [name, schema, body, expected] of rows)
      for (const line of LINES)
        if (expected[line] !== undefined)
          it(`${line}: ${name}`, () => expect(toldSchema(line, schema, body, schemas)).to.equal(expected[line]));
  });
}

const everywhere = (expected: string) => Object.fromEntries(LINES.map((line) => [line, expected]));
const older = (before: string, after: string) => ({ '2.0': before, '3.0': before, '3.1': after, '3.2': after });

table('schemas: null', [
  [
    'nullable beside a type',
    { type: 'string', nullable: true },
    null,
    { '2.0': 'true nullable', '3.0': 'true', '3.1': 'true nullable', '3.2': 'true nullable' },
  ],
  ['nullable beside a type, with another fault', { type: 'string', nullable: true }, 1, everywhere('false type ')],
  ['nullable: false', { type: 'string', nullable: false }, null, everywhere('false type ')],
  ['nullable without type', { nullable: true }, null, everywhere('true')],
  ['x-nullable', { type: 'string', 'x-nullable': true }, null, { '2.0': 'true', '3.0': 'true nullable', '3.1': 'true nullable' }],
  ['a list of types', { type: ['string', 'null'] }, null, everywhere('true')],
  [
    'nullable beside an enum without null',
    { type: 'string', nullable: true, enum: ['a'] },
    null,
    { '3.0': 'true nullable', '3.1': 'true nullable' },
  ],
  ['nullable beside an enum with null', { type: 'string', nullable: true, enum: ['a', null] }, null, { '3.0': 'true' }],
  ['nullable beside allOf', { nullable: true, allOf: [{ type: 'object' }] }, null, { '3.0': 'true nullable', '3.1': 'true nullable' }],
  ['nullable beside allOf, with another fault', { nullable: true, allOf: [{ type: 'object' }] }, 1, { '3.0': 'false type ' }],
  ['nullable beside allOf, inside not', { not: { nullable: true, allOf: [{ type: 'object' }] } }, null, { '3.0': 'true' }],
]);

table(
  'schemas: references',
  [
    [
      'siblings',
      { properties: { a: { $ref: '#/components/schemas/Any', type: 'string' } } },
      { a: 1 },
      { '3.0': 'true', '3.1': 'false type /a' },
    ],
    [
      'nullable beside one',
      { $ref: '#/components/schemas/Text', nullable: true },
      null,
      { '3.0': 'true nullable', '3.1': 'true nullable' },
    ],
    [
      'nullable beside one, with another fault',
      { $ref: '#/components/schemas/Text', nullable: true },
      1,
      { '3.0': 'false type ', '3.1': 'false type ' },
    ],
    ['one to an escaped name', { $ref: '#/components/schemas/a~1b%20c~0d' }, 1, { '3.0': 'false type ', '3.1': 'false type ' }],
    ['one into a schema', { $ref: '#/components/schemas/Deep/properties/a' }, 1, { '3.0': 'false type ' }],
    [
      'one that leads nowhere',
      { required: ['x'], properties: { a: { $ref: '#/components/schemas/None' } } },
      { a: 1, x: 1 },
      { '3.0': 'true not-evaluated' },
    ],
    [
      'one that leads nowhere, and a fault beside it',
      { required: ['x'], properties: { a: { $ref: '#/none' } } },
      { a: 1 },
      { '3.0': 'false required /x' },
    ],
    [
      'one that leaves the document',
      { $ref: 'https://x.example/s.json' },
      1,
      { '3.0': 'not-evaluated remote-ref', '3.1': 'not-evaluated remote-ref' },
    ],
    ['one to itself', { $ref: '#/components/schemas/Loop' }, 1, { '3.0': 'not-evaluated too-deep', '3.1': 'not-evaluated too-deep' }],
    ['an anchor', { $ref: '#text' }, 1, { '3.0': 'not-evaluated unresolved-ref', '3.1': 'false type ' }],
    [
      'an $id, which moves the base',
      { $ref: '#/components/schemas/Moved' },
      1,
      { '3.0': 'not-evaluated unresolved-ref', '3.1': 'false type ' },
    ],
    ['a dynamic one', { $dynamicRef: '#text' }, 1, { '3.0': 'true', '3.1': 'false type ' }],
    ['one that is no text', { $ref: 5 }, 1, { '3.0': 'not-evaluated keyword' }],
  ],
  {
    Any: {},
    Text: { type: 'string' },
    Deep: { properties: { a: { type: 'string' } } },
    'a/b c~d': { type: 'string' },
    Loop: { $ref: '#/components/schemas/Loop' },
    Anchored: { $anchor: 'text', type: 'string' },
    Moved: { $id: 'https://x.example/moved', $defs: { in: { type: 'string' } }, $ref: '#/$defs/in' },
  },
);

table('schemas: numbers and arrays', [
  ['boolean exclusiveMinimum', { minimum: 3, exclusiveMinimum: true }, 3, older('false exclusiveMinimum ', 'true not-evaluated')],
  [
    'boolean exclusiveMinimum, written first',
    { exclusiveMaximum: true, maximum: 3 },
    3,
    older('false exclusiveMaximum ', 'true not-evaluated'),
  ],
  ['exclusiveMinimum: false', { minimum: 3, exclusiveMinimum: false }, 3, older('true', 'true not-evaluated')],
  ['numeric exclusiveMinimum', { exclusiveMinimum: 3 }, 3, older('not-evaluated keyword', 'false exclusiveMinimum ')],
  ['tuple items', { items: [{ type: 'string' }] }, [1], older('false type /0', 'not-evaluated keyword')],
  ['prefixItems', { prefixItems: [{ type: 'string' }] }, [1], older('true', 'false type /0')],
  ['items after prefixItems', { prefixItems: [{}], items: false }, [1, 2], { '3.1': 'false items ' }],
]);

table('schemas: keywords that a line has not', [
  ['oneOf', { oneOf: [{ type: 'string' }] }, 1, { '2.0': 'true', '3.0': 'false oneOf ', '3.1': 'false oneOf ' }],
  ['oneOf twice', { oneOf: [{ type: 'number' }, { minimum: 0 }] }, 1, { '3.0': 'false oneOf ' }],
  [
    'oneOf twice, where a discriminator says which one counts',
    { oneOf: [{ type: 'object' }, { required: ['kind'] }], discriminator: { propertyName: 'kind' } },
    { kind: 'a' },
    { '3.0': 'true', '3.1': 'true' },
  ],
  [
    'oneOf with a discriminator, of which none fits',
    { oneOf: [{ type: 'string' }, { required: ['kind', 'id'] }], discriminator: { propertyName: 'kind' } },
    { kind: 'a' },
    { '3.0': 'false anyOf ', '3.1': 'false anyOf ' },
  ],
  ['anyOf', { anyOf: [{ type: 'string' }] }, 1, { '2.0': 'true', '3.0': 'false anyOf ' }],
  ['not', { not: { type: 'number' } }, 1, { '2.0': 'true', '3.0': 'false not ' }],
  ['const', { const: 2 }, 1, older('true', 'false const ')],
  ['a boolean schema', { properties: { a: false } }, { a: 1 }, older('not-evaluated schema', 'false false /a')],
  // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
  ['if and then', { if: { minimum: 1 }, then: { minimum: 5 } }, 1, older('true', 'false minimum ')],
  ['patternProperties', { patternProperties: { '^a': { type: 'string' } } }, { ab: 1 }, older('true', 'false type /ab')],
  ['propertyNames', { propertyNames: { maxLength: 1 } }, { ab: 1 }, older('true', 'false propertyNames /ab')],
  ['contains', { contains: { const: 1 } }, [2], older('true', 'false contains ')],
  ['dependentRequired', { dependentRequired: { a: ['b'] } }, { a: 1 }, older('true', 'false dependentRequired /b')],
  ['dependentSchemas', { dependentSchemas: { a: { required: ['b'] } } }, { a: 1 }, older('true', 'false required /b')],
  [
    'unevaluatedProperties',
    { properties: { a: {} }, unevaluatedProperties: false },
    { b: 1 },
    older('true', 'false unevaluatedProperties /b'),
  ],
]);

const SECRET = { properties: { secret: { type: 'string', writeOnly: true }, name: {} }, required: ['secret', 'name'] };
table(
  'schemas: writeOnly members that are required',
  [
    ['in the schema itself', SECRET, { name: 1 }, { '2.0': 'false required /secret', '3.0': 'true', '3.1': 'true' }],
    ['other members still are', SECRET, { secret: 'x' }, { '3.0': 'false required /name', '3.1': 'false required /name' }],
    ['by reference', { properties: { a: { $ref: '#/components/schemas/Hidden' } }, required: ['a'] }, {}, { '3.0': 'true', '3.1': 'true' }],
    [
      'by a part of the allOf of the member',
      {
        properties: { a: { allOf: [{ description: 'A secret.' }, { allOf: [{ $ref: '#/components/schemas/Hidden' }] }] } },
        required: ['a'],
      },
      {},
      { '3.0': 'true', '3.1': 'true' },
    ],
    [
      'in a part of allOf',
      { allOf: [{ $ref: '#/components/schemas/Account' }, { required: ['secret'] }] },
      { name: 1 },
      { '3.0': 'true', '3.1': 'true' },
    ],
    [
      'readOnly members are required of answers',
      { properties: { a: { readOnly: true } }, required: ['a'] },
      {},
      everywhere('false required /a'),
    ],
  ],
  { Hidden: { writeOnly: true }, Account: SECRET },
);

table('schemas: what cannot be evaluated', [
  ['a look-around', { pattern: '^(?=a)' }, 'b', everywhere('not-evaluated pattern')],
  ['an end of Python', { pattern: '^[-a-z]+\\Z' }, 'abc', everywhere('not-evaluated pattern')],
  ['an intersection of Java', { pattern: '^[a-z&&[^b]]+$' }, 'acd', everywhere('not-evaluated pattern')],
  ['a name of XSD', { pattern: '^\\i\\c*$' }, 'ab', everywhere('not-evaluated pattern')],
  ['a backreference', { pattern: '(a)\\1' }, 'b', everywhere('not-evaluated pattern')],
  ['a repeat beyond RE2', { pattern: '^.{1,5000}$' }, '', everywhere('not-evaluated pattern')],
  ['a pattern between slashes', { pattern: '/^[a-z]+$/' }, 'abc', everywhere('not-evaluated pattern')],
  ['a pattern between slashes, with its flags', { pattern: '/[a-z]+$/gi' }, 'abc', everywhere('not-evaluated pattern')],
  ['a pattern of slashes', { pattern: '^/[a-z]+/$' }, '/a', everywhere('false pattern ')],
  ['letters beyond ASCII', { pattern: '^\\w+$' }, 'Café', everywhere('not-evaluated pattern')],
  ['digits beyond ASCII', { pattern: '^[\\d-]+$' }, '٣-٤', everywhere('not-evaluated pattern')],
  ['what is no letter by some', { pattern: '^[^\\w]+$' }, 'é', everywhere('not-evaluated pattern')],
  ['what is no letter, in a class', { pattern: '^[\\W_]+$' }, 'é', everywhere('not-evaluated pattern')],
  ['the end of a word beyond ASCII', { pattern: '^Caf\\b' }, 'Café', everywhere('not-evaluated pattern')],
  ['letters by no reader', { pattern: '^\\w+$' }, 'Café au lait', everywhere('false pattern ')],
  ['letters of ASCII', { pattern: '^\\w+$' }, 'a-b', everywhere('false pattern ')],
  ['letters beyond ASCII inside not', { not: { pattern: '^\\w+$' } }, 'Café', { '3.0': 'not-evaluated pattern' }],
  ['one pattern among faults', { required: ['b'], properties: { a: { pattern: '(?!a)' } } }, { a: 'a' }, everywhere('false required /b')],
  ['a pattern inside not, where less would blame more', { not: { pattern: '(?=a)' } }, 'b', { '3.0': 'not-evaluated pattern' }],
  ['a format inside not', { not: { format: 'uuid' } }, 'abc', { '3.0': 'not-evaluated format' }],
  ['a format inside if', { if: { format: 'uuid' }, else: { minLength: 9 } }, 'abc', { '3.1': 'not-evaluated format' }],
  ['a format inside oneOf', { oneOf: [{ type: 'string', format: 'uuid' }, { type: 'integer' }] }, 1.5, { '3.0': 'false oneOf ' }],
  ['a pattern inside oneOf', { oneOf: [{ pattern: '(?=a)' }, { type: 'string' }] }, 'b', { '3.0': 'not-evaluated pattern' }],
  [
    'a pattern inside anyOf, and none fits',
    { anyOf: [{ type: 'object', properties: { a: { pattern: '(?=a)' } } }] },
    1,
    { '3.0': 'false anyOf ' },
  ],
  [
    'a pattern of patternProperties',
    { patternProperties: { '(?=a)': {} }, additionalProperties: false },
    { b: 1 },
    { '3.1': 'not-evaluated pattern' },
  ],
  ['required that is no list', { required: true, type: 'object' }, 1, everywhere('false type ')],
  ['an unknown type', { type: 'date' }, 1, everywhere('not-evaluated keyword')],
  ['an empty enum', { enum: [] }, 1, everywhere('not-evaluated keyword')],
  ['properties that are no map', { properties: [], additionalProperties: false }, { a: 1 }, everywhere('not-evaluated keyword')],
  ['a schema that is none', { items: 5 }, [1], everywhere('not-evaluated schema')],
  [
    'unevaluatedProperties over what cannot be read',
    { allOf: [{ $ref: 'x.json' }], unevaluatedProperties: false },
    { a: 1 },
    { '3.1': 'not-evaluated remote-ref' },
  ],
]);
