// Which part of an exchange is held against an operation, and what of it beside a JSON body: statuses, redirects, headers, cut bodies.
import { expect } from 'chai';
import { type Answered, doc, judge, type Loose, shown, told, withSchema } from './support.ts';

const INTEGER = { description: 'd', content: { 'application/json': { schema: { type: 'integer' } } } };
const PLAIN = { description: 'd' };
const with3 = (responses: Loose, operation: Loose = {}) => doc('3.0', { paths: { '/a': { get: { ...operation, responses } } } });

describe('conforms: statuses that are not declared', () => {
  for (const [name, responses, status, undeclared, expected] of [
    ['contradict where data says so', { 200: INTEGER }, 401, () => true, 'false status status'],
    ['are dropped where it does not', { 200: INTEGER }, 401, () => false, 'dropped undeclared'],
    ['are dropped where it does not, success too', { 404: INTEGER }, 200, () => false, 'dropped undeclared'],
    ['are asked for by their own number', { 200: INTEGER }, 403, (status: number) => status === 403, 'false status status'],
    ['are none under default', { 200: PLAIN, default: INTEGER }, 409, () => true, 'false type '],
    ['are errors where nothing but default is declared', { default: INTEGER }, 409, () => false, 'dropped undeclared'],
    ['are no successes where nothing but default is declared', { default: INTEGER }, 200, () => false, 'false type '],
    ['are redirects under default', { 200: PLAIN, default: INTEGER }, 302, () => false, 'dropped undeclared'],
    ['are no redirects under their range', { '3XX': INTEGER }, 302, () => false, 'false type '],
    ['of a payment wall are not declared by default', { 200: PLAIN, default: INTEGER }, 402, () => false, 'dropped undeclared'],
    ['of an offer are declared by their own number', { 402: INTEGER }, 402, () => false, 'false type '],
    ['are none under a range', { '4XX': INTEGER }, 409, () => true, 'false type '],
    ['of a refusal are not declared by default', { default: INTEGER }, 401, () => false, 'dropped undeclared'],
    [
      'of a refusal are not declared by default, and contradict where data says so',
      { default: INTEGER },
      401,
      () => true,
      'false status status',
    ],
    ['of a refusal are not declared by a range', { '4XX': INTEGER }, 403, () => false, 'dropped undeclared'],
    ['of a refusal are declared by their own number', { 403: INTEGER, default: PLAIN }, 403, () => false, 'false type '],
    ['are unknown where there are no responses', {}, 401, () => true, 'dropped no-responses'],
  ] as const)
    it(name, () => expect(told(judge(with3(responses), '"x"', { status, undeclared }))).to.equal(expected));
});

describe('conforms: refusals of what stands before the operation', () => {
  const foreign = { headers: { 'content-type': 'text/html; charset=utf-8' } };
  for (const [name, responses, options, expected] of [
    ['a page where none is declared is dropped', { 403: INTEGER }, { status: 403, ...foreign }, 'dropped undeclared'],
    ['so is plain text', { 401: INTEGER }, { status: 401, headers: { 'content-type': 'text/plain' } }, 'dropped undeclared'],
    ['a page of any other status contradicts', { 404: INTEGER }, { status: 404, ...foreign }, 'false content-type content-type'],
    ['what says that it is JSON contradicts', { 403: INTEGER }, { status: 403 }, 'false type '],
    ['a page is as declared', { 403: { description: 'd', content: { 'text/html': {} } } }, { status: 403, ...foreign }, 'type'],
    ['a page is anything', { 403: { description: 'd', content: { '*/*': {} } } }, { status: 403, ...foreign }, 'status'],
    ['a page is as undeclared as any body', { 403: PLAIN }, { status: 403, ...foreign }, 'status'],
  ] as const)
    it(name, () => {
      const judged = judge(with3(responses), '"x"', options);
      expect(judged.value === 'true' ? shown(judged) : told(judged)).to.equal(expected);
    });
});

describe('conforms: declared statuses, whatever they are', () => {
  for (const status of [200, 201, 206, 400, 402, 404, 410, 451])
    it(`holds the body of a ${status} against its schema`, () => {
      expect(told(judge(with3({ [status]: INTEGER }), '"x"', { status }))).to.equal('false type ');
      expect(shown(judge(with3({ [status]: INTEGER }), '1', { status }))).to.equal('schema');
    });

  for (const [name, operation, responses] of [
    ['a deprecated mark', { deprecated: true }, { 200: INTEGER }],
    ['a declared 402', {}, { 200: INTEGER, 402: PLAIN }],
    ['x-payment-info', { 'x-payment-info': {} }, { 200: INTEGER }],
    ['security', { security: [{ key: [] }] }, { 200: INTEGER }],
  ] as const)
    it(`holds it under ${name} and a challenge header`, () =>
      expect(told(judge(with3(responses, operation), '"x"', { headers: { 'cf-mitigated': 'challenge' } }))).to.equal('false type '));
});

describe('conforms: redirects', () => {
  const hop = (status: number, headers: Answered['headers'] = { location: '/b' }) => ({ hop: { status, headers } });
  for (const [name, responses, body, options, expected] of [
    ['a declared one is the answer', { 200: INTEGER, 302: PLAIN }, '"x"', hop(302), 'status'],
    ['a declared one is the answer, without success', { 302: PLAIN }, '"x"', hop(302), 'status'],
    ['so is one under its range', { 200: INTEGER, '3XX': PLAIN }, '"x"', hop(307), 'status'],
    ['an undeclared one is followed', { 200: INTEGER }, '"x"', hop(302), 'false type '],
    ['an undeclared one is followed to what holds', { 200: INTEGER }, '1', hop(302), 'schema'],
    ['another declared one does not count', { 200: INTEGER, 301: PLAIN }, '"x"', hop(302), 'false type '],
    ['default declares none', { 200: INTEGER, default: PLAIN }, '"x"', hop(302), 'false type '],
    [
      'its own headers count',
      { 302: { ...PLAIN, headers: { Location: { required: true, schema: {} } } } },
      '1',
      hop(302, {}),
      'false required headers/location',
    ],
    ['its body is not asked for', { 302: INTEGER }, '"x"', hop(302), 'status'],
  ] as const)
    it(name, () => expect(shown(judge(with3(responses), body, options as Answered))).to.equal(expected));

  it('that was not followed is judged like any answer', () => {
    expect(shown(judge(with3({ 302: PLAIN }), '', { status: 302, type: null }))).to.equal('status');
    expect(told(judge(with3({ 200: INTEGER }), '', { status: 302, type: null }))).to.equal('dropped undeclared');
  });
});

describe('conforms: declared headers', () => {
  const TYPED = (type: Loose, more: Loose = {}) => ({ schema: { type, ...more } });
  const LIST = TYPED('array', { items: { type: 'integer' } });
  const answered = (name: string, header: Loose, value?: string, options: Answered = {}) => {
    const responses = { 200: { ...INTEGER, headers: { [name]: header } } };
    const components = { headers: { H: TYPED('integer') }, schemas: { S: { type: 'boolean' } } };
    const document = doc('3.1', { components, paths: { '/a': { get: { responses } } } });
    return shown(judge(document, '1', { ...options, headers: value === undefined ? {} : { [name.toLowerCase()]: value } }));
  };
  for (const [name, header, value, expected] of [
    ['required and there', { required: true, ...TYPED('string') }, '', 'schema'],
    ['required and absent', { required: true, ...TYPED('string') }, undefined, 'false required headers/x-a'],
    ['not required and absent', TYPED('integer'), undefined, 'schema'],
    ['a whole number', TYPED('integer'), '12', 'schema'],
    ['a whole number with a fraction of nothing', TYPED('integer'), '12.0', 'schema'],
    ['a fraction for a whole number', TYPED('integer'), '1.5', 'false type headers/x-a'],
    ['words for a whole number', TYPED('integer'), 'soon', 'false type headers/x-a'],
    ['a number', TYPED('number'), '-1.5e3', 'schema'],
    ['words for a number', TYPED('number'), 'NaN', 'false type headers/x-a'],
    ['true', TYPED('boolean'), 'True', 'schema'],
    ['true of RFC 9651', TYPED('boolean'), '?1', 'schema'],
    ['a number for true', TYPED('boolean'), '7', 'false type headers/x-a'],
    ['a word for a number that is the only choice', { schema: { anyOf: [{ type: 'integer' }] } }, 'ten', 'false type headers/x-a'],
    ['a choice that is no list', { schema: { anyOf: { type: 'integer' } } }, 'ten', 'schema'],
    ['a word where two are a choice', { schema: { oneOf: [{ type: 'integer' }, { type: 'string' }] } }, 'ten', 'schema'],
    ['text is any text', TYPED('string'), '1, 2', 'schema'],
    ['a number or text', TYPED(['integer', 'string']), 'x', 'schema'],
    ['a reference', { $ref: '#/components/headers/H' }, 'x', 'false type headers/x-a'],
    ['a schema behind a reference', { schema: { $ref: '#/components/schemas/S' } }, 'x', 'false type headers/x-a'],
    ['sent twice', TYPED('integer'), '1, 2', 'schema'],
    ['empty', TYPED('integer'), '', 'schema'],
    ['required and empty', { required: true, ...TYPED('integer') }, '', 'false type headers/x-a'],
    ['required and empty, where null may come', { required: true, ...TYPED(['integer', 'null']) }, '', 'schema'],
    ['a list', LIST, '1, 2', 'schema'],
    ['a list of words', LIST, 'x', 'false type headers/x-a'],
    ['a list with a word in it', LIST, '1, x', 'false type headers/x-a'],
    ['an empty list', { required: true, ...LIST }, '', 'schema'],
    ['a list with nothing at its end', LIST, '1, 2,', 'schema'],
    ['a list as JSON', LIST, '["x"]', 'schema'],
    ['a list of whatever', TYPED('array'), 'x', 'schema'],
    ['a list of texts', TYPED('array', { items: { type: 'string' } }), '1, x', 'schema'],
    ['a number by its content', { content: { 'application/json': TYPED('integer') } }, '7', 'schema'],
    ['a word where its content is a number', { content: { 'application/json': TYPED('integer') } }, 'x', 'false type headers/x-a'],
    ['a list by its content', { content: { 'application/json': LIST } }, 'x', 'schema'],
    ['content that is no JSON', { content: { 'text/plain': TYPED('integer') } }, 'x', 'schema'],
    ['null among the types', TYPED(['integer', 'null']), 'null', 'schema'],
    ['null among the types, and another text', TYPED(['integer', 'null']), 'x', 'false type headers/x-a'],
    ['null alone', TYPED('null'), 'x', 'schema'],
    ['the only part of an allOf', { schema: { allOf: [{ type: 'integer' }] } }, 'x', 'false type headers/x-a'],
    ['two parts of an allOf', { schema: { allOf: [{ type: 'integer' }, {}] } }, 'x', 'schema'],
    ['sent twice, and no element fits', TYPED('integer'), 'x, y', 'false type headers/x-a'],
    ['only a limit is broken', TYPED('integer', { maximum: 1 }), '5', 'schema'],
    ['a style of its own', { style: 'label', ...TYPED('integer') }, 'x', 'schema'],
    ['content in place of a schema', { content: { 'application/json': {} } }, 'x', 'schema'],
    ['a reference away', { $ref: 'h.json' }, 'x', 'schema remote-ref:1'],
    ['a reference away, and no such header', { $ref: 'h.json' }, undefined, 'schema remote-ref:1'],
    ['a reference to nowhere', { $ref: '#/components/headers/None' }, 'x', 'schema unresolved-ref:1'],
    ['a schema away', { required: true, schema: { $ref: 'h.json' } }, 'x', 'schema remote-ref:1'],
    ['a schema away, and no such header', { schema: { $ref: 'h.json' } }, undefined, 'schema'],
    ['a schema away, and required', { required: true, schema: { $ref: 'h.json' } }, undefined, 'false required headers/x-a'],
    ['a type beside a schema away', { schema: { type: 'integer', $ref: 'h.json' } }, 'x', 'schema remote-ref:1'],
  ] as const)
    it(name, () => expect(answered('X-A', header, value)).to.equal(expected));

  for (const name of ['Content-Type', 'content-length', 'Transfer-Encoding', 'not a name'])
    it(`leaves ${name} alone`, () => expect(answered(name, { required: true, ...TYPED('integer') })).to.equal('schema'));

  for (const [many, expected] of [
    [200, 'schema'],
    [201, 'schema too-large:1'],
    [300, 'schema too-large:1'],
  ] as const)
    it(`are counted where ${many} are too many`, () => {
      const headers = Object.fromEntries(Array.from({ length: many }, (_, i) => [`X-${i}`, TYPED('string')]));
      expect(shown(judge(with3({ 200: { ...INTEGER, headers } }), '1'))).to.equal(expected);
    });

  it('that are not known are counted beside a body that is not known', () => {
    const content = { 'application/json': { schema: { type: 'array', items: { $ref: 'i.json' } } } };
    const responses = { 200: { ...PLAIN, content, headers: { 'X-A': { $ref: 'h.json' }, 'X-B': { $ref: '#/no' } } } };
    expect(shown(judge(with3(responses), '[1]'))).to.equal('schema remote-ref:2 unresolved-ref:1');
  });

  it('leaves the type of a masked one alone', () => {
    const redactions = [{ where: 'header', name: 'x-a', start: 0, end: 6, kind: 'token' }] as const;
    expect(answered('X-A', TYPED('integer'), 'secret', { redactions })).to.equal('schema');
  });

  it('are told beside the faults of the body, and where the body cannot be seen', () => {
    const document = with3({ 200: { ...INTEGER, headers: { 'X-A': { required: true, ...TYPED('string') } } } });
    const result = judge(document, '"x"') as Loose;
    expect(result.faults.map(({ place }: Loose) => place)).to.deep.equal(['headers/x-a', '']);
    expect(told(judge(document, '"x', { truncated: true }))).to.equal('false required headers/x-a');
    expect(told(judge(document, '', { method: 'HEAD' }))).to.equal('false required headers/x-a');
  });

  it('of Swagger 2.0 name their type themselves', () => {
    const responses = { 200: { ...PLAIN, headers: { 'X-A': { type: 'integer' } } } };
    const document = doc('2.0', { paths: { '/a': { get: { responses } } } });
    expect(told(judge(document, '1', { headers: { 'x-a': 'soon' } }))).to.equal('false type headers/x-a');
    expect(told(judge(document, '1'))).to.equal('true');
  });

  for (const [format, expected] of [
    [undefined, 'false type headers/x-a'],
    ['csv', 'false type headers/x-a'],
    ['pipes', 'true'],
  ] as const)
    it(`of Swagger 2.0 may be lists: ${format}`, () => {
      const header = { type: 'array', items: { type: 'integer' }, ...(format === undefined ? {} : { collectionFormat: format }) };
      const document = doc('2.0', { paths: { '/a': { get: { responses: { 200: { ...PLAIN, headers: { 'X-A': header } } } } } } });
      expect(told(judge(document, '1', { headers: { 'x-a': '1|x' } }))).to.equal(expected);
    });
});

describe('conforms: bodies that were cut', () => {
  const document = withSchema('3.0', { type: 'object' });
  for (const [begins, type, expected] of [
    ['{"a": 1, ', 'application/json', 'unclear cut'],
    ['[1, 2', 'application/json', 'unclear cut'],
    ['[', 'application/json', 'unclear cut'],
    ['', 'application/json', 'unclear cut'],
    ['\ufeff {', 'application/json', 'unclear cut'],
    ['"a te', 'application/json', 'unclear cut'],
    ['12', 'application/json', 'unclear cut'],
    ['tru', 'application/json', 'unclear cut'],
    ['<!doctype html><p>', 'application/json', 'false json '],
    ['id,name\n1,a\n', 'application/json', 'false json '],
    ['1,2,3\n', 'application/json', 'false json '],
    ['"id","name"\n', 'application/json', 'false json '],
    ['{id: 1', 'application/json', 'false json '],
    ['[ x', 'application/json', 'false json '],
    ['truth', 'application/json', 'false json '],
    ['<!doctype html><p>', 'text/html', 'false content-type content-type'],
    ['id,name\n', 'text/csv', 'false content-type content-type'],
  ] as const)
    it(`${type} ${JSON.stringify(begins)}`, () => expect(told(judge(document, begins, { type, truncated: true }))).to.equal(expected));

  it('show their type where they are no JSON', () => {
    const stream = doc('3.0', {
      paths: { '/a': { get: { responses: { 200: { description: 'd', content: { 'text/event-stream': {} } } } } } },
    });
    expect(shown(judge(stream, 'data: 1', { type: 'text/event-stream', truncated: true }))).to.equal('type');
  });
});

describe('conforms: numbers that cannot be held exactly', () => {
  const BIG = '9007199254740993';
  for (const [name, schema, body, expected] of [
    ['a whole number is one all the same', { type: 'integer' }, BIG, 'schema'],
    ['within limits far away', { type: 'integer', minimum: 0 }, BIG, 'schema'],
    ['at a limit', { type: 'integer', maximum: 9007199254740992 }, BIG, 'not-evaluated inexact'],
    ['one of a list', { enum: [9007199254740992] }, BIG, 'not-evaluated inexact'],
    ['nearly whole', { type: 'integer' }, '1.00000000000000000001', 'not-evaluated inexact'],
    ['too large', { type: 'number' }, '1e400', 'schema'],
    ['beside a lie', { required: ['b'], properties: { a: { type: 'integer' } } }, `{"a": ${BIG}}`, 'false required /b'],
    ['of another type, whatever it is', { type: ['string', 'null'] }, BIG, 'false type '],
    ['many of them', { items: { type: 'number' } }, `[${Array(300).fill('0.12345678901234567890').join()}]`, 'schema'],
    [
      'many of them, where they matter',
      { items: { enum: [0.12345678901234568] } },
      `[${Array(300).fill('0.12345678901234567890').join()}]`,
      'not-evaluated inexact',
    ],
  ] as const)
    it(name, () => expect(shown(judge(withSchema('3.1', schema), body))).to.equal(expected));
});
