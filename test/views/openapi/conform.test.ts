// Answers held against operations: status, media type, and what may and may not be judged of a body.
import { expect } from 'chai';
import { stringify } from 'yaml';
import { type Answered, doc, judge, type Loose, told, withSchema } from './support.ts';

const JSON_OF = (schema: Loose) => ({ 'application/json': { schema } });
const INTEGER = { description: 'd', content: JSON_OF({ type: 'integer' }) };
const with2 = (members: Loose, responses: Loose, operation: Loose = {}) =>
  doc('2.0', { ...members, paths: { '/a': { get: { ...operation, responses } } } });
const with3 = (responses: Loose, line = '3.0', members: Loose = {}) => doc(line, { ...members, paths: { '/a': { get: { responses } } } });
const content = (map: Loose) => with3({ 200: { description: 'd', content: map } });

describe('conforms: status', () => {
  const exact = {
    200: INTEGER,
    '2XX': { description: 'd', content: JSON_OF({ type: 'string' }) },
    default: { description: 'd', content: JSON_OF({ type: 'null' }) },
  };
  for (const [name, responses, status, body, expected] of [
    ['the code itself first', exact, 200, 1, 'true'],
    ['then its range', exact, 201, 'x', 'true'],
    ['then default', exact, 404, 1, 'false type '],
    ['an undeclared success', { 404: INTEGER }, 201, 1, 'false status status'],
    ['an undeclared refusal', { 200: INTEGER }, 404, 'x', 'dropped undeclared'],
    ['an undeclared redirect', { 200: INTEGER }, 302, 'x', 'dropped undeclared'],
    ['a declared refusal', { 404: INTEGER }, 404, 'x', 'false type '],
    ['a range in lower case, which is a problem of the document alone', { '2xx': INTEGER }, 200, 1, 'true'],
    ['no responses at all', {}, 200, 1, 'dropped no-responses'],
    ['an extension, which is no response', { 'x-200': INTEGER }, 200, 1, 'dropped no-responses'],
    ['a reference', { 200: { $ref: '#/components/responses/R' } }, 200, 'x', 'false type '],
    ['a reference that leads nowhere', { 200: { $ref: '#/components/responses/None' } }, 200, 'x', 'not-evaluated unresolved-ref'],
    ['a reference that leaves the document', { 200: { $ref: 'r.json' } }, 200, 'x', 'not-evaluated remote-ref'],
  ] as const)
    it(name, () => {
      const document = with3(responses, '3.1', { components: { responses: { R: INTEGER } } });
      expect(told(judge(document, JSON.stringify(body), { status }))).to.equal(expected);
    });

  it('drops what has no operation', () => {
    expect(told(judge(with3({ 200: INTEGER }), '1', { place: '/paths/~1b/get' }))).to.equal('dropped no-operation');
    expect(told(judge('{"openapi": "9"}', '1'))).to.equal('dropped no-operation');
  });

  for (const [method, status] of [
    ['GET', 204],
    ['GET', 205],
    ['GET', 304],
    ['HEAD', 200],
  ] as const)
    it(`judges no body of ${method} ${status}`, () => {
      const responses = { 200: INTEGER, 204: INTEGER, 205: INTEGER, 304: INTEGER };
      expect(told(judge(with3(responses), 'not json', { method, status, type: 'text/html' }))).to.equal('true');
    });
});

describe('conforms: media types', () => {
  const STRING = { schema: { type: 'string' } };
  const NUMBER = { schema: { type: 'number' } };
  const FILE = { schema: { type: 'string', format: 'binary' } };
  const MORE = { schema: { ...FILE.schema, description: 'd', allOf: [{ type: 'object' }] } };
  const BASE64 = { schema: { type: 'string', format: 'byte' } };
  for (const [name, map, type, body, expected] of [
    ['the declared type', { 'application/json': NUMBER }, 'application/json', 1, 'true'],
    ['parameters of the answer', { 'application/json': NUMBER }, 'application/json; charset=utf-8', 1, 'true'],
    ['parameters of the document', { 'application/json; charset=utf-8': NUMBER }, 'application/json', 1, 'true'],
    ['a comma before what should be a parameter', { 'application/json': NUMBER }, 'application/json, charset=utf-8', 1, 'true'],
    [
      'two types, of which the last counts',
      { 'application/json': NUMBER },
      'application/json, text/html',
      1,
      'false content-type content-type',
    ],
    ['letter case', { 'Application/JSON': NUMBER }, 'APPLICATION/json', 1, 'true'],
    ['another type', { 'application/json': NUMBER }, 'text/html', 1, 'false content-type content-type'],
    [
      'a structured suffix, which is another type',
      { 'application/json': NUMBER },
      'application/problem+json',
      1,
      'false content-type content-type',
    ],
    ['a declared structured suffix', { 'application/hal+json': STRING }, 'application/hal+json', 1, 'false type '],
    ['no type', { 'application/json': NUMBER }, null, 1, 'false content-type content-type'],
    ['a type that is none', { 'application/json': NUMBER }, 'json', 1, 'false content-type content-type'],
    ['exact before range', { '*/*': STRING, 'application/*': STRING, 'application/json': NUMBER }, 'application/json', 1, 'true'],
    ['range before any', { '*/*': NUMBER, 'application/*': STRING }, 'application/json', 1, 'false type '],
    ['any', { '*/*': STRING }, 'application/json', 1, 'false type '],
    ['a range of another type', { 'text/*': STRING }, 'application/json', 1, 'false content-type content-type'],
    ['the parameters that fit best', { 'application/json;v=1': STRING, 'application/json;v=2': NUMBER }, 'application/json;v=2', 1, 'true'],
    [
      'one of several that differ in parameters only',
      { 'application/json;v=1': STRING, 'application/json;v=2': NUMBER },
      'application/json',
      1,
      'true',
    ],
    [
      'none of several that differ in parameters only',
      { 'application/json;v=1': STRING, 'application/json;v=2': STRING },
      'application/json',
      1,
      'false type ',
    ],
    ['text, of which only the type is judged', { 'text/plain': NUMBER }, 'text/plain', 'no number', 'true'],
    ['YAML, of which only the type is judged', { 'application/yaml': NUMBER }, 'application/yaml', 'no number', 'true'],
    ['JSON lines, of which only the type is judged', { 'application/jsonl': NUMBER }, 'application/jsonl', 'no number', 'true'],
    ['binary under any', { '*/*': NUMBER }, 'image/png', 'x', 'not-evaluated any-type'],
    ['XML by its other name', { 'application/xml': STRING }, 'text/xml; charset=utf-8', 'x', 'true'],
    ['JavaScript by an older name', { 'application/javascript': STRING }, 'text/javascript', 'x', 'true'],
    ['YAML by an older name', { 'text/yaml': STRING }, 'application/yaml', 'x', 'true'],
    ['another name of another type', { 'application/xml': STRING }, 'text/yaml', 'x', 'false content-type content-type'],
    ['octets', { 'application/octet-stream': NUMBER }, 'application/octet-stream', 'x', 'true'],
    ['a picture under octets', { 'application/octet-stream': NUMBER }, 'image/png', 'x', 'not-evaluated any-type'],
    ['a table under octets', { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }, 'text/csv', 'x', 'true'],
    ['a page under octets', { 'application/octet-stream': STRING }, 'text/html', 'x', 'false content-type content-type'],
    ['a document under octets', { 'application/octet-stream': STRING }, 'application/json', 1, 'false content-type content-type'],
    ['a document where a file of any type is declared', { '*/*': FILE }, 'application/json', { a: 1 }, 'true'],
    ['a document as a file of its type', { 'application/geo+json': FILE }, 'application/geo+json', { a: 1 }, 'true'],
    ['a file of which more is said', { '*/*': MORE }, 'application/json', { a: 1 }, 'not-evaluated any-type'],
    ['a document where text in base64 is declared', { '*/*': BASE64 }, 'application/json', { a: 1 }, 'false type '],
    ['octets under a picture', { 'image/png': STRING }, 'application/octet-stream', 'x', 'false content-type content-type'],
    ['JSON without schema', { 'application/json': {} }, 'application/json', 1, 'true'],
    ['no content at all', {}, 'image/png', 'x', 'true'],
  ] as const)
    it(name, () => expect(told(judge(content(map), JSON.stringify(body), { type }))).to.equal(expected));

  it('accepts any body where a response declares no content', () => {
    expect(told(judge(with3({ 200: { description: 'd' } }), '<html>', { type: 'text/html' }))).to.equal('true');
  });

  it('follows a media type of 3.2', () => {
    const components = { mediaTypes: { M: NUMBER } };
    const document = with3({ 200: { content: { 'application/json': { $ref: '#/components/mediaTypes/M' } } } }, '3.2', { components });
    expect(told(judge(document, '"x"'))).to.equal('false type ');
  });

  for (const [name, members, operation, response, type, expected] of [
    ['produces of the document', { produces: ['application/json'] }, {}, { schema: { type: 'string' } }, 'application/json', 'false type '],
    [
      'a type that it does not produce',
      { produces: ['application/json'] },
      {},
      { schema: {} },
      'text/html',
      'false content-type content-type',
    ],
    [
      'produces of the operation',
      { produces: ['text/html'] },
      { produces: ['application/json'] },
      { schema: { type: 'number' } },
      'application/json',
      'true',
    ],
    ['no produces', {}, {}, { schema: { type: 'string' } }, 'application/json', 'false type '],
    ['no schema', { produces: ['application/json'] }, {}, {}, 'text/html', 'true'],
    ['a file', { produces: ['application/json'] }, {}, { schema: { type: 'file' } }, 'application/json', 'true'],
    [
      'a file of another type',
      { produces: ['image/png'] },
      {},
      { schema: { type: 'file' } },
      'text/html',
      'false content-type content-type',
    ],
  ] as const)
    it(`Swagger 2.0: ${name}`, () => {
      const document = with2(members, { 200: { description: 'd', ...response } }, operation);
      expect(told(judge(document, '1', { type }))).to.equal(expected);
    });
});

describe('conforms: bodies that cannot be judged', () => {
  const LIAR = withSchema('3.0', {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, mail: { type: 'string', maxLength: 3 } },
  });
  const redacted = (...path: (string | number)[]): Answered => ({ places: [{ path, why: 'redacted' }] });
  for (const [name, body, options, expected] of [
    ['no JSON', '<html>', {}, 'false json '],
    ['an empty body', '', {}, 'false json '],
    ['an empty body without type', '', { type: null }, 'false json '],
    ['a cut body', '{"id": "x"', { truncated: true }, 'unclear cut'],
    ['a cut body of an undeclared status', '{', { truncated: true, status: 201 }, 'false status status'],
    ['a cut body of an undeclared type', '{', { truncated: true, type: 'text/html' }, 'false content-type content-type'],
    ['a member twice', '{"id": 1, "id": "x"}', {}, 'not-evaluated duplicate-key'],
    ['more depth than is read', '['.repeat(80) + ']'.repeat(80), {}, 'not-evaluated too-deep'],
    ['a fault at a redacted place', '{"id": 1, "mail": "long"}', redacted('mail'), 'unclear redacted'],
    ['a fault beside a redacted place', '{"id": "x", "mail": "abc"}', redacted('mail'), 'false type /id'],
    ['faults at and beside a redacted place', '{"mail": "long"}', redacted('mail'), 'false required /id'],
    ['a redacted place without fault', '{"id": 1, "mail": "abc"}', redacted('mail'), 'true'],
    ['a fault below a redacted place', '{"id": "x"}', redacted(), 'unclear redacted'],
    ['a number that is not known exactly', '{"id": 1.5}', { places: [{ path: ['id'], why: 'inexact' }] }, 'not-evaluated inexact'],
  ] as const)
    it(name, () => expect(told(judge(LIAR, body, options as Answered))).to.equal(expected));

  it('finds by itself that a number cannot be held exactly', () => {
    expect(told(judge(withSchema('3.0', { type: 'integer', maximum: 5 }), '9007199254740993'))).to.equal('not-evaluated inexact');
  });

  const MAIL = { type: 'object', properties: { mail: { type: 'string', maxLength: 3 } } };
  for (const [name, schema, body, expected] of [
    ['anyOf around it', { anyOf: [MAIL, { type: 'null' }] }, { mail: 'long' }, 'unclear redacted'],
    [
      'oneOf around it',
      { oneOf: [{ required: ['mail'] }, { properties: { mail: { maxLength: 9 } } }] },
      { mail: 'long' },
      'unclear redacted',
    ],
    ['not around it', { not: { properties: { mail: { minLength: 4 } } } }, { mail: 'long' }, 'unclear redacted'],
    [
      'a condition on it',
      // biome-ignore lint/suspicious/noThenProperty: the name of the keyword
      { if: { properties: { mail: { minLength: 4 } } }, then: { required: ['x'] } },
      { mail: 'long' },
      'unclear redacted',
    ],
    ['enum around it', { enum: [{ mail: 'a' }] }, { mail: 'long' }, 'unclear redacted'],
    [
      'equal elements around it',
      { properties: { list: { uniqueItems: true } } },
      { list: [{ mail: 'a' }, { mail: 'a' }] },
      'unclear redacted',
    ],
    ['a count around it, which does not hang on it', { maxProperties: 0 }, { mail: 'long' }, 'false maxProperties '],
    ['anyOf beside it', { properties: { other: { anyOf: [{ type: 'null' }] } } }, { other: 1, mail: 'long' }, 'false anyOf /other'],
  ] as const)
    it(`redacted: ${name}`, () => {
      const path = 'list' in body ? ['list', 0, 'mail'] : ['mail'];
      expect(told(judge(withSchema('3.1', schema), body, redacted(...path)))).to.equal(expected);
    });
});

describe('conforms: faults', () => {
  const schema = {
    type: 'array',
    items: {
      type: 'object',
      required: ['id'],
      additionalProperties: false,
      properties: { id: { type: 'integer' }, 'a/b~c': { type: ['string', 'null'], maxLength: 2 } },
    },
  };
  const body = [{ id: 1 }, { id: 'x', 'a/b~c': 'abc' }, { extra: { a: 1 } }];
  const expected = [
    { keyword: 'maxLength', place: '/1/a~1b~0c', message: 'must have at most 2 characters', value: '"abc"' },
    { keyword: 'type', place: '/1/id', message: 'must be of type integer', value: '"x"' },
    { keyword: 'additionalProperties', place: '/2/extra', message: 'a member that the schema does not allow', value: 'object of 1' },
    { keyword: 'required', place: '/2/id', message: 'a required member is missing' },
  ];
  const sorted = (result: Loose) => result.faults.sort((a: Loose, b: Loose) => (a.place < b.place ? -1 : 1));

  it('are all listed, with place, keyword, words of our own, and the value', () => {
    expect(sorted(judge(withSchema('3.1', schema), body))).to.deep.equal(expected);
  });

  it('are the same where the document is YAML', () => {
    expect(sorted(judge(stringify(withSchema('3.1', schema)), body, { documentType: 'application/yaml' }))).to.deep.equal(expected);
  });

  it('name the closest miss of anyOf, and its other branches not at all', () => {
    const alternatives = {
      anyOf: [{ type: 'null' }, { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'string' } } } } }],
    };
    const result = judge(withSchema('3.1', alternatives), { a: { b: 1 } }) as Loose;
    expect(result.faults).to.deep.equal([
      { keyword: 'type', place: '/a/b', message: 'must be of type string (in the alternative that fits best)', value: '1' },
    ]);
  });

  it('are bounded, and so are their values', () => {
    const many = judge(
      withSchema('3.0', { type: 'array', items: { type: 'string' } }),
      Array.from({ length: 1000 }, (_, index) => index),
    ) as Loose;
    expect(many.faults).to.have.length(20);
    const long = judge(withSchema('3.0', { type: 'integer' }), JSON.stringify('x'.repeat(100_000))) as Loose;
    expect(long.faults[0].value.length).to.be.lessThan(120);
  });

  it('never hold text of the document or the answer in their message', () => {
    const odd = {
      type: 'object',
      required: ['SECRET'],
      properties: { b: { enum: ['SECRET'] }, c: { pattern: 'SECRET' }, d: { const: 'SECRET' } },
    };
    const result = judge(withSchema('3.1', odd), { b: 'SECRET2', c: 'x', d: 'SECRET3' }) as Loose;
    expect(result.faults).to.have.length(4);
    for (const { message } of result.faults) expect(message).not.to.contain('SECRET');
  });
});
