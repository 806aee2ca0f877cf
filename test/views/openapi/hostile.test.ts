// Documents and bodies made to crash, hang, fill memory or mislead. Bounds are generous: they catch what is not linear.
import { expect } from 'chai';
import fc from 'fast-check';
import { compileRe2, re2RegExp } from '../../../src/contract/re2.ts';
import { ReadBudget } from '../../../src/views/openapi/context.ts';
import { sized, WHOLE } from '../../whole.ts';
import { doc, judge, type Loose, read, told, toldSchema, view, withOperation, withSchema } from './support.ts';

const RESPONSES = { 200: { description: 'ok' } };
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, index) => make(index));
const map = (count: number, make: (index: number) => [string, Loose]): Loose => Object.fromEntries(many(count, make));
const schemas = (name: number) => `#/components/schemas/S${name}`;
const outcome = (document: Loose): string => {
  const reading = read(document);
  return reading.ok ? 'read' : reading.code;
};

describe('openapi: hostile documents', function () {
  this.timeout(30_000);

  it('reads many paths', () => {
    const size = sized(50_000);
    const document = doc('3.0', { paths: map(size, (index) => [`/p${index}`, { get: { responses: RESPONSES } }]) });
    expect(view(document).operations).to.have.length(size);
  });

  for (const [name, document] of [
    ['more operations than any interface has', doc('3.0', { paths: map(100_001, (index) => [`/p${index}`, { get: {} }]) })],
    [
      'one path item with many parameters under many paths',
      doc('3.1', {
        paths: map(20_000, (index) => [`/p${index}`, { $ref: '#/components/pathItems/P' }]),
        components: { pathItems: { P: { parameters: many(2_000, (index) => ({ name: `q${index}`, in: 'query', schema: {} })), get: {} } } },
      }),
    ],
    [
      'one long name in every operation',
      doc('3.1', {
        paths: map(20_000, (index) => [`/p${index}`, { $ref: '#/components/pathItems/P' }]),
        components: { pathItems: { P: { get: { operationId: 'x'.repeat(100_000) } } } },
      }),
    ],
    [
      'many names in every security rule',
      doc('3.1', {
        security: [map(5_000, (index) => [`s${'x'.repeat(100)}${index}`, []])],
        paths: map(20_000, (index) => [`/p${index}`, { get: {} }]),
      }),
    ],
    [
      'many servers at one shared operation',
      doc('3.1', {
        paths: map(20_000, (index) => [`/p${index}`, { $ref: '#/components/pathItems/P' }]),
        components: { pathItems: { P: { get: { servers: many(100, (index) => ({ url: `https://s${index}.example` })) } } } },
      }),
    ],
  ] as const)
    it(`stops at ${name}`, () => expect(outcome(document)).to.equal('too-large'));

  it('ends where references lead in circles', () => {
    const paths = {
      '/a': { $ref: '#/paths/~1b' },
      '/b': { $ref: '#/paths/~1a' },
      '/c': { $ref: '#/paths/~1c' },
      '/d': { get: { $ref: '#/paths/~1d/get' } },
    };
    const { operations, problems } = view(doc('3.1', { paths }));
    expect(operations).to.deep.equal([]);
    expect(problems.filter(({ code }: Loose) => code === 'ref-cycle')).to.have.length(4);
  });

  it('ends where published values branch without end', () => {
    const branching = map(40, (index) => [
      `S${index}`,
      { allOf: many(8, () => ({ $ref: schemas(index + 1) })), oneOf: many(8, () => ({ $ref: schemas(index + 1) })) },
    ]);
    const parameters = many(50, (index) => ({ name: `q${index}`, in: 'query', required: true, schema: { $ref: schemas(0) } }));
    expect(
      view(withOperation('3.1', { parameters }, { components: { schemas: { ...branching, S40: {} } } })).operations[0].callable,
    ).to.equal(false);
  });

  it('reads a long reference, path, server and parameter in linear time', () => {
    const long = '{/a'.repeat(100_000);
    const paths = {
      [`/${long}`]: {
        get: {
          responses: { 200: { $ref: `#/${long}` } },
          parameters: [{ name: long, in: 'query', required: true, example: long, schema: {} }],
        },
      },
    };
    const [operation] = view(doc('3.0', { servers: [{ url: long }], paths })).operations;
    expect(operation).to.include({ callable: false });
    expect(operation).not.to.have.property('server');
  });

  it('takes __proto__ and its kind for plain names', () => {
    const text = `{"openapi": "3.0.0", "info": {"title": "t", "version": "1"}, "security": [{"__proto__": []}], "components": {
      "securitySchemes": {"__proto__": {"type": "http", "scheme": "basic"}}, "schemas": {"__proto__": {"type": "string"}}},
      "paths": {"/__proto__": {"get": {"operationId": "__proto__", "parameters": [{"name": "__proto__", "in": "query", "required": true, "example": {"__proto__": 1}, "schema": {}}],
      "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/__proto__"}}}}}}}, "/constructor": {"get": {"responses": {"200": {"$ref": "#/constructor"}}}}, "__proto__": {}}}`;
    const value = view(text);
    expect(value.operations.map(({ id }: Loose) => id)).to.deep.equal(['GET /__proto__', 'GET /constructor']);
    expect(value.operations[0]).to.deep.include({ url: 'https://api.example/__proto__?__proto__=1', security: [['__proto__']] });
    expect(value.schemes[0].name).to.equal('__proto__');
    expect(value.problems.map(({ code }: Loose) => code)).to.deep.equal(['unresolved-ref', 'path-without-slash']);
    expect(told(judge(text, '1', { place: '/paths/~1__proto__/get' }))).to.equal('false type ');
    expect(({} as Loose).type).to.equal(undefined);
  });

  it('counts work, not time', () => {
    const budget = new ReadBudget(10, 10);
    budget.spend(10);
    expect(() => budget.spend()).to.throw();
    expect(() => budget.write(11)).to.throw();
  });

  it('never throws, whatever stands where', () => {
    const names = [
      'paths',
      'get',
      'parameters',
      'responses',
      '200',
      'content',
      'application/json',
      'schema',
      'servers',
      'url',
      'security',
      'components',
      '/a',
      '$ref',
      'in',
      'name',
      'type',
      'items',
    ];
    const { value } = fc.letrec<{ value: Loose }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 6, withCrossShrink: true },
        fc.constantFrom<Loose>(null, true, 0, '', '#/paths', '#/components/x', 'query', 'path', '/a', '{x}'),
        fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 4 }),
        fc.array(tie('value'), { maxLength: 3 }),
      ),
    }));
    fc.assert(
      fc.property(fc.constantFrom('2.0', '3.0', '3.1', '3.2'), value, value, value, value, (line, item, components, servers, security) => {
        const document = doc(line, { paths: { '/a': item, '/b': { get: item } }, components, servers, security, definitions: components });
        view(document);
        for (const place of ['/paths/~1a/get', '/paths/~1b/get']) told(judge(document, '{"a": [1]}', { place }));
      }),
      { numRuns: sized(300) },
    );
  });
});

describe('conforms: hostile schemas and bodies', function () {
  this.timeout(30_000);
  const NOT = 'not-evaluated too-large';

  it('counts the steps of branches that branch', () => {
    const doubling = map(60, (index) => [`S${index}`, { anyOf: [{ $ref: schemas(index + 1) }, { $ref: schemas(index + 1) }] }]);
    expect(toldSchema('3.0', { $ref: schemas(0) }, 1, { ...doubling, S60: { type: 'string' } })).to.equal(NOT);
  });

  it('counts the steps of recursion over a body', () => {
    const Tree = { anyOf: many(4, () => ({ type: 'object', properties: { a: { $ref: '#/components/schemas/Tree' } }, required: ['a'] })) };
    let body: Loose = 1;
    for (let depth = 0; depth < 60; depth++) body = { a: body };
    expect(toldSchema('3.0', { $ref: '#/components/schemas/Tree' }, body, { Tree })).to.equal(NOT);
  });

  it('bounds how deep schemas call each other', () => {
    const chain = map(3_000, (index) => [`S${index}`, { allOf: [{ $ref: schemas(index + 1) }] }]);
    expect(toldSchema('3.0', { $ref: schemas(0) }, 1, { ...chain, S3000: { type: 'string' } })).to.equal('not-evaluated too-deep');
    const loop = { A: { allOf: [{ $ref: '#/components/schemas/A' }] } };
    expect(toldSchema('3.0', { $ref: '#/components/schemas/A' }, 1, loop)).to.equal('not-evaluated too-deep');
  });

  it('bounds the branches and members of one schema', () => {
    expect(toldSchema('3.0', { anyOf: many(5_000, (index) => ({ type: 'object', required: [`x${index}`] })) }, {})).to.equal(NOT);
    expect(toldSchema('3.0', { properties: map(5_000, (index) => [`p${index}`, { type: 'string' }]) }, {})).to.equal(NOT);
  });

  it('bounds what one body may have compiled', () => {
    const wide = { allOf: many(1_200, (index) => ({ $ref: schemas(index) })) };
    const each = map(1_200, (index) => [
      `S${index}`,
      { properties: map(60, (inner) => [`p${inner}`, { type: 'string', maxLength: index }]) },
    ]);
    expect(toldSchema('3.0', wide, {}, each)).to.equal(NOT);
  });

  it('still judges large ordinary schemas', () => {
    const size = WHOLE ? 1_000 : 250;
    const members = map(size, (index) => [`p${index}`, { type: 'object', properties: { a: { type: 'string', minLength: 1 } } }]);
    const body = map(size, (index) => [`p${index}`, { a: index === size - 1 ? '' : 'x' }]);
    expect(toldSchema('3.0', { type: 'object', properties: members }, body)).to.equal(`false minLength /p${size - 1}/a`);
  });

  it('judges a recursive body as deep as it may be', () => {
    const Tree = {
      type: 'object',
      properties: { kid: { $ref: '#/components/schemas/Tree' }, name: { type: 'string' }, size: { type: 'integer' } },
    };
    let body: Loose = { name: 5 };
    for (let depth = 0; depth < 60; depth++) body = { kid: body, name: 'n', size: depth };
    expect(toldSchema('3.0', { $ref: '#/components/schemas/Tree' }, body, { Tree })).to.equal(`false type ${'/kid'.repeat(60)}/name`);
  });

  for (const [name, schema, body] of [
    ['unique elements', { uniqueItems: true }, many(20_000, (index) => ({ index, list: [index] }))],
    ['a large enum', { items: { enum: many(4_000, (index) => ({ index })) } }, many(20_000, (index) => ({ index: index % 4_000 }))],
    ['a pattern on a long text', { pattern: '^(a|a)*$' }, 'a'.repeat(100_000)],
    ['many required members', { required: many(1_000, (index) => `p${index}`) }, map(1_000, (index) => [`p${index}`, 1])],
    ['a number of extreme size', { multipleOf: 5e-324 }, 1e308],
  ] as const)
    it(`judges ${name} in linear time`, () => expect(toldSchema('3.1', schema, body)).to.equal('true'));

  for (const [name, schema, body, expected] of [
    ['every element wrong', { items: { $ref: '#/components/schemas/Text' } }, many(100_000, (index) => index), 'false type /0'],
    ['no element contained', { contains: { type: 'object', required: ['x'] } }, many(100_000, (index) => index), 'false contains '],
    [
      'every element in no branch',
      { items: { anyOf: [{ $ref: '#/components/schemas/Text' }, { type: 'null' }] } },
      many(50_000, (index) => index),
      'false anyOf /0',
    ],
    [
      'every member wrong',
      { additionalProperties: { $ref: '#/components/schemas/Text' } },
      map(50_000, (index) => [`m${index}`, index]),
      'false type /m0',
    ],
  ] as const)
    it(`reports ${name} in linear time`, () => expect(toldSchema('3.1', schema, body, { Text: { type: 'string' } })).to.equal(expected));

  it('bounds the work of one pattern', () => {
    const slow = { items: { pattern: '^[ab]*(a[ab]{900}[bc]{3})?d?$' } };
    expect(
      toldSchema(
        '3.0',
        slow,
        many(50, () => 'ab'.repeat(2_000)),
      ),
    ).to.equal(NOT);
  });

  it('says the same of an answer, whatever was judged before', () => {
    const document = withSchema(
      '3.0',
      { anyOf: many(60, (index) => ({ $ref: schemas(index) })) },
      map(60, (index) => [`S${index}`, { type: 'object', required: [`r${index}`] }]),
    );
    const first = told(judge(document, { r59: 1 }));
    const second = told(judge(document, { none: 1 }));
    expect([told(judge(document, { none: 1 })), told(judge(document, { r59: 1 }))]).to.deep.equal([second, first]);
  });
});

describe('re2', () => {
  it('gives every pattern a text of its own, by which ajv keeps them apart', () => {
    expect(String(re2RegExp('a'))).not.to.equal(String(re2RegExp('b')));
    expect(String(re2RegExp('a', 'u'))).to.equal(String(re2RegExp('a', 'u')));
    expect(re2RegExp('^a+$').test('aaa')).to.equal(true);
    expect(re2RegExp('(?i)^A$').test('a')).to.equal(true);
  });

  for (const pattern of [
    '(?=a)',
    '(a)\\1',
    '[',
    '(a{1000}b{1000}){5}',
    'a{1000}'.repeat(20),
    `(${'a{10}'.repeat(500)}){100}`,
    'a'.repeat(5_000),
  ])
    it(`refuses ${pattern.slice(0, 20)}`, () => expect(() => compileRe2(pattern)).to.throw());

  for (const pattern of ['^[0-9a-f]{8}-[0-9a-f]{4}$', '^.{1,1000}$', '[\\]{5}]', '[^]{9}]', '\\{900}', '{', 'a{,5}', '(a|b)*?c'])
    it(`compiles ${pattern}`, () => expect(compileRe2(pattern).size).to.be.greaterThan(0));
});
