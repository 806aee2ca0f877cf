// What a conforming answer has shown, and what was left out of it: what is not evaluated is no pass.
import { expect } from 'chai';
import { doc, judge, type Loose, shown, withSchema } from './support.ts';

const AWAY = { $ref: './x.json' };
const TEXT = { type: 'string' };
const D2019 = 'https://json-schema.org/draft/2019-09/schema';
const SCHEMAS = {
  Text: TEXT,
  Any: {},
  Away: AWAY,
  Id: { $id: 'https://ids.example/id', type: 'string' },
  Named: { $id: 'Named', type: 'object', properties: { kid: { $ref: 'Named' }, name: { $ref: '#/$defs/Name' } }, $defs: { Name: TEXT } },
  Borrowing: { $id: 'Borrowing', properties: { a: { $ref: '#/components/schemas/Text' } } },
  Twice: { anyOf: [{ $id: 'Twin', type: 'string' }, { $id: 'Twin' }] },
  List: { $id: 'list', items: { $dynamicRef: '#item' }, $defs: { any: { $dynamicAnchor: 'item' } } },
  Texts: { $id: 'texts', $ref: 'list', $defs: { text: { $dynamicAnchor: 'item', type: 'string' } } },
  Plain: { $id: 'plain', $ref: 'list', $defs: { text: { $anchor: 'item', type: 'string' } } },
  Unsure: { $id: 'unsure', $ref: 'list', $defs: { a: { $dynamicAnchor: 'item' }, b: { $dynamicAnchor: 'item' } } },
  Tree: { $id: 'tree', $dynamicAnchor: 'node', properties: { kids: { items: { $dynamicRef: '#node' } } } },
  Strict: { $id: 'strict', $dynamicAnchor: 'node', $ref: 'tree', required: ['name'] },
  Nested: { $schema: D2019, $id: 'nested', $recursiveAnchor: true, properties: { kids: { items: { $recursiveRef: '#' } } } },
  Outer: { $schema: D2019, $id: 'named', $recursiveAnchor: true, $ref: 'nested', required: ['name'] },
  Fixed: { $schema: D2019, $id: 'fixed', type: 'object', required: ['n'], properties: { kids: { items: { $recursiveRef: '#' } } } },
  Anchored: { $defs: { t: { $anchor: 'fixed', type: 'string' } }, $dynamicRef: '#fixed' },
  Data: { example: { $id: 'Shown', type: 'string' }, enum: [{ $anchor: 'shown' }, 1] },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const table = (title: string, rows: readonly (readonly [string, Loose, Loose, string])[], line = '3.1') =>
  describe(title, () => {
    for (const [name, schema, body, expected] of rows)
      it(name, () => expect(shown(judge(withSchema(line, schema, SCHEMAS), JSON.stringify(body)))).to.equal(expected));
  });

table('conforms: what a pass has shown', [
  ['a type', TEXT, 'x', 'schema'],
  ['no schema worth the name', {}, 1, 'type'],
  ['true', true, 1, 'type'],
  ['annotations alone', { description: 'd', format: 'uuid', default: 1 }, 'x', 'type'],
  ['every type there is', { type: ['null', 'boolean', 'number', 'string', 'array', 'object'] }, 1, 'type'],
  ['every type but whole numbers only', { type: ['null', 'boolean', 'integer', 'string', 'array', 'object'] }, 1, 'schema'],
  ['a keyword for values of another kind', { minLength: 3 }, 5, 'type'],
  ['a keyword for values of this kind', { minLength: 3 }, 'abc', 'schema'],
  ['limits that refuse nothing', { minLength: 0, required: [], minItems: 0, uniqueItems: false, minProperties: 0 }, {}, 'type'],
  ['a member that is not there', { properties: { a: TEXT } }, {}, 'type'],
  ['a member that is there', { properties: { a: TEXT } }, { a: 'x' }, 'schema'],
  ['members that may not be there', { additionalProperties: false }, {}, 'schema'],
  ['an empty list', { items: TEXT }, [], 'type'],
  ['a reference', ref('Text'), 'x', 'schema'],
  ['a reference to nothing', ref('Any'), 'x', 'type'],
  ['a branch that holds', { anyOf: [{ type: 'null' }, TEXT] }, 'x', 'schema'],
  ['a branch that refuses nothing', { anyOf: [{ type: 'null' }, {}] }, 'x', 'type'],
  ['a branch that holds below what it is', { anyOf: [{ properties: { a: TEXT }, required: ['b'] }, {}] }, { a: 'x' }, 'type'],
  ['one branch of exactly one', { oneOf: [{ type: 'null' }, ref('Text')] }, 'x', 'schema'],
  ['a condition alone', { if: TEXT }, 'x', 'type'],
  // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
  ['what a condition asks for', { if: TEXT, then: { minLength: 1 } }, 'x', 'schema'],
  ['an exclusion', { not: { type: 'null' } }, 'x', 'schema'],
  ['an exclusion of nothing', { not: false }, 'x', 'type'],
  ['elements that are contained', { contains: TEXT }, ['x'], 'schema'],
  ['elements that need not be contained', { contains: TEXT, minContains: 0 }, ['x'], 'type'],
]);

table('conforms: what is not evaluated is no pass', [
  ['a reference away', AWAY, 1, 'not-evaluated remote-ref'],
  ['a reference away, one step on', ref('Away'), 1, 'not-evaluated remote-ref'],
  ['in allOf', { allOf: [AWAY] }, 1, 'not-evaluated remote-ref'],
  ['in anyOf, behind what does not hold', { anyOf: [{ type: 'null' }, AWAY] }, 1, 'not-evaluated remote-ref'],
  ['in anyOf, behind what holds in part', { anyOf: [{ allOf: [TEXT, { maxLength: 0 }] }, AWAY] }, 'x', 'not-evaluated remote-ref'],
  ['in oneOf', { oneOf: [{ type: 'null' }, AWAY] }, 1, 'not-evaluated remote-ref'],
  ['under a member', { properties: { a: AWAY } }, { a: 1 }, 'not-evaluated remote-ref'],
  ['under every element', { items: AWAY }, [1, 2], 'not-evaluated remote-ref'],
  ['under a member that is not there', { properties: { a: AWAY } }, {}, 'type'],
  ['beside what is', { type: 'object', properties: { a: AWAY, b: AWAY } }, { a: 1, b: 1 }, 'schema remote-ref:2'],
  ['beside what is false', { required: ['b'], properties: { a: AWAY } }, { a: 1 }, 'false required /b'],
  ['in oneOf, beside what is', { type: 'object', properties: { a: { oneOf: [AWAY, TEXT] } } }, { a: 1 }, 'schema remote-ref:1'],
  ['in oneOf, beside what is false', { type: 'object', required: ['b'], oneOf: [AWAY, {}] }, { a: 1 }, 'false required /b'],
  ['in oneOf, beside a lying member', { properties: { a: { oneOf: [AWAY] }, b: TEXT } }, { a: 1, b: 1 }, 'false type /b'],
  ['in not, beside a lying member', { properties: { b: TEXT }, not: AWAY }, { b: 1 }, 'false type /b'],
  // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
  ['in if', { type: 'object', if: AWAY, then: false, else: false }, {}, 'schema remote-ref:1'],
  ['in contains with a limit', { minItems: 1, contains: AWAY, maxContains: 1 }, [1, 2], 'schema remote-ref:1'],
  [
    'in oneOf, under unevaluatedProperties',
    { minProperties: 1, oneOf: [AWAY], unevaluatedProperties: false },
    { a: 1 },
    'schema remote-ref:1 unevaluated:1',
  ],
  ['in not of not', { not: { not: AWAY } }, 1, 'not-evaluated remote-ref'],
  ['a reference that leads nowhere', ref('None'), 1, 'not-evaluated unresolved-ref'],
  ['a pattern that cannot be run', { pattern: '^(?!a)' }, 'b', 'not-evaluated pattern'],
  ['a pattern that cannot be run, of text alone', { type: 'string', pattern: '^(?!a)' }, 'b', 'schema pattern:1'],
  ['a pattern of members that cannot be run', { patternProperties: { '^(?!a)': TEXT } }, { b: 1 }, 'not-evaluated pattern'],
  [
    'members by halves of surrogate pairs',
    { patternProperties: { '^[\\uD800-\\uDFFF]$': TEXT } },
    { '\u{1f600}': 1 },
    'not-evaluated pattern',
  ],
  ['such halves in braces', { patternProperties: { '^[\\u{D800}-\\u{DFFF}]$': TEXT } }, { '\u{1f600}': 1 }, 'not-evaluated pattern'],
  ['a dynamic reference to nothing', { $dynamicRef: '#node' }, 1, 'not-evaluated unresolved-ref'],
  [
    'a dynamic reference of a draft that has none',
    { $schema: 'https://json-schema.org/draft/2019-09/schema', $dynamicRef: '#' },
    1,
    'not-evaluated dynamic-ref',
  ],
  ['a recursive one', { $schema: 'https://json-schema.org/draft/2019-09/schema', $recursiveRef: '#' }, 1, 'not-evaluated dynamic-ref'],
  ['an unknown dialect', { $schema: 'https://x.example/', type: 'string' }, 1, 'not-evaluated dialect'],
]);

table('conforms: dynamic references', [
  ['one alone is a plain one', { properties: { a: ref('List') } }, { a: [1] }, 'type'],
  ['the outermost resource says what it means', ref('Texts'), [1], 'false type /0'],
  ['what it means holds', ref('Texts'), ['x'], 'schema'],
  ['inside another one, as there', { properties: { a: ref('Texts'), b: ref('List') } }, { a: ['x'], b: [1] }, 'schema'],
  ['a recursive reference means the outermost tree', ref('Outer'), { name: 'a', kids: [{}] }, 'false required /kids/0/name'],
  ['the inner one where it alone was entered', ref('Nested'), { kids: [{}] }, 'type'],
  ['without an anchor it is the schema that names itself', ref('Fixed'), { n: 1, kids: [{}] }, 'false required /kids/0/n'],
  ['an anchor that is not dynamic says nothing', ref('Plain'), [1], 'type'],
  ['one that is there twice is not known', ref('Unsure'), [1], 'not-evaluated identifier'],
  ['a tree that an extension closes', ref('Strict'), { name: 1, kids: [{ name: 2, kids: [{}] }] }, 'false required /kids/0/kids/0/name'],
  ['a tree that it does not close', ref('Tree'), { kids: [{}] }, 'type'],
  ['to an anchor of the other kind', { $ref: '#/components/schemas/Anchored' }, 1, 'false type '],
]);

table('conforms: identifiers', [
  ['one that only names', { $id: 'https://ids.example/x', type: 'string' }, 1, 'false type '],
  ['one that only names, and holds', { $id: 'x', type: 'string' }, 'x', 'schema'],
  ['one that is referred to by its URI', { $ref: 'https://ids.example/id' }, 1, 'false type '],
  ['one that is referred to by a pointer below it', { $ref: 'https://ids.example/id#/type' }, 1, 'not-evaluated schema'],
  ['a relative one', { $ref: 'Named' }, { kid: { name: 1 } }, 'false type /kid/name'],
  ['a relative one, spelled otherwise', { $ref: './Named' }, { name: 'x' }, 'schema'],
  ['a reference that only the document could answer', ref('Borrowing'), { a: 1 }, 'not-evaluated identifier'],
  ['one that two schemas have', { $ref: 'Twin' }, 1, 'not-evaluated identifier'],
  ['one that stands in an example', { $ref: 'Shown' }, 1, 'not-evaluated remote-ref'],
  ['an anchor that stands in an enum', { $ref: '#shown' }, 1, 'not-evaluated unresolved-ref'],
  ['one that nobody has', { $ref: 'https://ids.example/other' }, 1, 'not-evaluated remote-ref'],
  ['one that makes no URI, around a reference', { $id: 'http://[', $ref: 'Named' }, 1, 'not-evaluated identifier'],
]);
table(
  'conforms: identifiers mean nothing before 3.1',
  [
    ['around a local reference', { allOf: [ref('Borrowing')] }, { a: 1 }, 'false type /a'],
    ['by a URI', { $ref: 'https://ids.example/id' }, 1, 'not-evaluated remote-ref'],
  ],
  '3.0',
);

describe('conforms: one reference around every schema', () => {
  for (const line of ['2.0', '3.0', '3.1', '3.2'])
    for (const body of [1, 'x', { a: [1] }, [], null])
      it(`${line}: ${JSON.stringify(body)}`, () =>
        expect(shown(judge(withSchema(line, AWAY), JSON.stringify(body)))).to.equal('not-evaluated remote-ref'));
});

describe('conforms: what an answer without a schema shows', () => {
  const content = (map: Loose) => doc('3.0', { paths: { '/a': { get: { responses: { 200: { description: 'd', content: map } } } } } });
  for (const [name, document, type, body, expected] of [
    ['no content at all', content({}), 'text/html', '<p>', 'status'],
    ['a type that is not JSON', content({ 'text/csv': { schema: TEXT } }), 'text/csv', 'a,b', 'type'],
    ['an event stream', content({ 'text/event-stream': {} }), 'text/event-stream', 'data: 1', 'type'],
    ['JSON without a schema', content({ 'application/json': {} }), 'application/json', '1', 'type'],
    ['a range', content({ 'text/*': {} }), 'text/plain', 'x', 'type'],
    ['any type', content({ '*/*': { schema: TEXT } }), 'text/html', '<p>', 'status'],
    [
      'any type, where an object is published',
      content({ '*/*': { schema: { type: 'object' } } }),
      'text/html',
      '<p>',
      'not-evaluated any-type',
    ],
    ['any type, behind a reference', content({ '*/*': { schema: AWAY } }), 'text/html', '<p>', 'not-evaluated any-type'],
    ['any type without a schema', content({ '*/*': {} }), 'text/html', '<p>', 'status'],
    ['any type, with JSON', content({ '*/*': { schema: TEXT } }), 'application/json', '"x"', 'schema'],
    ['a key that is no media type', content({ json: { schema: TEXT } }), 'application/json', '1', 'not-evaluated media-type'],
    ['a media type behind a reference', content({ 'application/json': AWAY }), 'application/json', '1', 'not-evaluated remote-ref'],
  ] as const)
    it(name, () => expect(shown(judge(document, body, { type }))).to.equal(expected));

  it('takes the media type that the body fits, where several cover it', () => {
    const two = content({ 'application/json;v=1': { schema: AWAY }, 'application/json;v=2': { schema: TEXT } });
    expect(shown(judge(two, '"x"'))).to.equal('schema');
    expect(shown(judge(two, '1'))).to.equal('not-evaluated remote-ref');
  });
});

it('a document that a pack carries has no address, and its schemas name themselves all the same', () => {
  const schemas = { Text: { $id: 'text', type: 'string' }, Held: { $id: 'held', $ref: 'text' } };
  const document = withSchema('3.1', { $ref: '#/components/schemas/Held' }, schemas);
  expect(shown(judge(document, '1', { documentUrl: 'documents/contract' }))).to.equal('false type ');
});
