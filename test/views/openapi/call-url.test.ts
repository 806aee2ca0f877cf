// The URL that an operation can be called at: serialization styles, published values, and when there is none.
import { expect } from 'chai';
import fc from 'fast-check';
import { doc, firstOperation, type Loose, withOperation } from './support.ts';

const ARRAY = ['blue', 'black'];
const OBJECT = { R: 100, G: 200 };

/** The URL of GET /a (or of a path) with one required parameter. */
function urlOf(parameter: Loose, { line = '3.1', path = '/a', components = {} } = {}): string | undefined {
  const item = { get: { parameters: [{ name: 'color', required: true, ...parameter }], responses: { 200: { description: 'ok' } } } };
  const { url } = firstOperation(doc(line, { paths: { [path]: item }, ...(line === '2.0' ? {} : { components }) }));
  return url?.replace('https://api.example', '');
}

describe('openapi: callable URLs', () => {
  for (const [style, explode, example, expected] of [
    [undefined, undefined, 'blue', '?color=blue'],
    [undefined, undefined, ARRAY, '?color=blue&color=black'],
    ['form', false, ARRAY, '?color=blue,black'],
    [undefined, undefined, OBJECT, '?R=100&G=200'],
    ['form', false, OBJECT, '?color=R,100,G,200'],
    ['spaceDelimited', false, ARRAY, '?color=blue%20black'],
    ['spaceDelimited', false, OBJECT, '?color=R%20100%20G%20200'],
    ['pipeDelimited', false, ARRAY, '?color=blue%7Cblack'],
    ['pipeDelimited', undefined, ARRAY, '?color=blue%7Cblack'],
    ['deepObject', true, OBJECT, '?color%5BR%5D=100&color%5BG%5D=200'],
    ['deepObject', true, ARRAY, undefined],
    ['matrix', false, 'blue', undefined],
    [undefined, undefined, true, '?color=true'],
    [undefined, undefined, 0, '?color=0'],
    [undefined, undefined, "a b/c?d=e&f'(é)", '?color=a%20b%2Fc%3Fd%3De%26f%27%28%C3%A9%29'],
    [undefined, undefined, [['nested']], undefined],
    [undefined, undefined, [], undefined],
  ] as const)
    it(`query ${style ?? 'default'} ${explode ?? ''} ${JSON.stringify(example)}`, () => {
      const url = urlOf({ in: 'query', style, explode, example, schema: {} });
      expect(url).to.equal(expected && `/a${expected}`);
    });

  for (const [style, explode, example, expected] of [
    [undefined, undefined, 'blue', 'blue'],
    [undefined, undefined, ARRAY, 'blue,black'],
    [undefined, undefined, OBJECT, 'R,100,G,200'],
    ['simple', true, OBJECT, 'R=100,G=200'],
    ['label', false, 'blue', '.blue'],
    ['label', false, ARRAY, '.blue,black'],
    ['label', true, ARRAY, '.blue.black'],
    ['label', true, OBJECT, '.R=100.G=200'],
    ['matrix', false, 'blue', ';color=blue'],
    ['matrix', true, 'blue', ';color=blue'],
    ['matrix', false, ARRAY, ';color=blue,black'],
    ['matrix', true, ARRAY, ';color=blue;color=black'],
    ['matrix', false, OBJECT, ';color=R,100,G,200'],
    ['matrix', true, OBJECT, ';R=100;G=200'],
    ['form', true, 'blue', undefined],
    [undefined, undefined, 'a/b', 'a%2Fb'],
    [undefined, undefined, '', undefined],
  ] as const)
    it(`path ${style ?? 'default'} ${explode ?? ''} ${JSON.stringify(example)}`, () => {
      const url = urlOf({ in: 'path', style, explode, example, schema: {} }, { path: '/w/{color}/x' });
      expect(url).to.equal(expected && `/w/${expected}/x`);
    });

  for (const [format, expected] of [
    [undefined, '?color=blue,black'],
    ['csv', '?color=blue,black'],
    ['ssv', '?color=blue%20black'],
    ['tsv', '?color=blue%09black'],
    ['pipes', '?color=blue%7Cblack'],
    ['multi', '?color=blue&color=black'],
  ] as const)
    it(`Swagger 2.0 collectionFormat ${format ?? 'absent'}`, () => {
      const url = urlOf(
        { in: 'query', type: 'array', items: { type: 'string' }, collectionFormat: format, default: ARRAY },
        { line: '2.0' },
      );
      expect(url).to.equal(`/a${expected}`);
    });

  for (const [name, parameter, expected] of [
    ['example before examples', { example: 'e', examples: { a: { value: 'x' } }, schema: { default: 'd' } }, 'e'],
    ['examples before the schema', { examples: { a: { value: 'x' } }, schema: { example: 's' } }, 'x'],
    ['the first example that has a value', { examples: { a: { externalValue: 'u' }, b: { $ref: '#/components/examples/E' } } }, 'ref'],
    ['example of the schema', { schema: { example: 's', const: 'c' } }, 's'],
    ['examples of the schema', { schema: { examples: ['l'], const: 'c' } }, 'l'],
    ['const', { schema: { const: 'c', default: 'd' } }, 'c'],
    ['default before enum', { schema: { default: 'd', enum: ['a'] } }, 'd'],
    ['the first of enum', { schema: { enum: ['a', 'b'] } }, 'a'],
    ['a referenced schema', { schema: { $ref: '#/components/schemas/S' } }, 'S'],
    ['default beside a reference', { schema: { $ref: '#/components/schemas/Empty', default: 'd' } }, 'd'],
    ['a part of allOf', { schema: { allOf: [{ type: 'string' }, { $ref: '#/components/schemas/S' }] } }, 'S'],
    ['items of an array', { schema: { type: 'array', items: { enum: ['i'] } } }, 'i'],
    ['items of an array that needs more', { schema: { type: 'array', minItems: 2, items: { enum: ['i'] } } }, undefined],
    ['null, which fills nothing', { schema: { default: null, enum: ['a'] } }, 'a'],
    ['type and format, which publish nothing', { schema: { type: 'string', format: 'uuid', minLength: 1 } }, undefined],
    ['a schema that refers to itself', { schema: { $ref: '#/components/schemas/Loop' } }, undefined],
    ['JSON content', { content: { 'application/json': { example: { a: [1] } } } }, '%7B%22a%22%3A%5B1%5D%7D'],
    ['other content', { content: { 'text/plain': { schema: { default: 't' } } } }, 't'],
  ] as const)
    it(`takes ${name}`, () => {
      const schemas = { S: { enum: ['S'] }, Empty: {}, Loop: { allOf: [{ $ref: '#/components/schemas/Loop' }] } };
      const url = urlOf({ in: 'query', ...parameter }, { components: { schemas, examples: { E: { value: 'ref' } } } });
      expect(url).to.equal(expected && `/a?color=${expected}`);
    });

  it('takes x-example in Swagger 2.0 only', () => {
    expect(urlOf({ in: 'query', type: 'string', 'x-example': 'x' }, { line: '2.0' })).to.equal('/a?color=x');
    expect(urlOf({ in: 'query', schema: {}, 'x-example': 'x' })).to.equal(undefined);
  });

  it('takes dataValue and serializedValue of 3.2', () => {
    expect(urlOf({ in: 'query', schema: {}, examples: { a: { dataValue: 'v' } } }, { line: '3.2' })).to.equal('/a?color=v');
    expect(urlOf({ in: 'query', schema: {}, examples: { a: { serializedValue: 'color=v%20w' } } }, { line: '3.2' })).to.equal(
      '/a?color=v%20w',
    );
    expect(urlOf({ in: 'query', schema: {}, examples: { a: { serializedValue: 'a#b' } } }, { line: '3.2' })).to.equal(undefined);
  });

  const FORM = 'application/x-www-form-urlencoded';
  for (const [name, type, media, expected, line] of [
    ['members of a form', FORM, { example: { q: 'a b&c', n: 2, on: true, tag: ARRAY } }, 'q=a%20b%26c&n=2&on=true&tag=blue&tag=black'],
    ['a form as text', FORM, { example: 'q=a+b&n=2' }, 'q=a+b&n=2'],
    ['a form as text that no query may hold', FORM, { example: 'q=a b' }, undefined],
    ['the writing of a form, before its data', FORM, { examples: { a: { dataValue: { q: 'a b' }, serializedValue: 'q=a+b' } } }, 'q=a+b'],
    ['members that nest', FORM, { example: { q: { a: 1 } } }, undefined],
    ['members with an encoding of their own', FORM, { example: { q: ARRAY }, encoding: { q: { explode: false } } }, undefined],
    ['the writing of members with one', FORM, { examples: { a: { serializedValue: 'q=a,b' } }, encoding: { q: {} } }, 'q=a,b'],
    ['a form of its schema', FORM, { schema: { type: 'object', default: { q: 1 } } }, 'q=1'],
    ['a form without an example', FORM, { schema: { type: 'object' } }, undefined],
    ['an empty form', FORM, { example: {} }, undefined],
    ['JSON', 'application/json', { example: { a: [1] } }, '%7B%22a%22%3A%5B1%5D%7D'],
    ['JSON as it is written', 'application/json', { examples: { a: { serializedValue: '{"a":1}' } } }, '%7B%22a%22%3A1%7D'],
    ['JSON that is encoded', 'application/json', { examples: { a: { serializedValue: '%7B%22a%22%3A1%7D' } } }, '%7B%22a%22%3A1%7D'],
    ['text', 'application/jsonpath', { example: '$.a[1:1]' }, '%24.a%5B1%3A1%5D'],
    ['a number as text', 'text/plain', { example: 7 }, undefined],
    ['a form before 3.2', FORM, { example: { q: 1 } }, undefined, '3.1'],
  ] as const)
    it(`takes a whole query: ${name}`, () => {
      const url = urlOf({ in: 'querystring', content: { [type]: media } }, { line: line ?? '3.2' });
      expect(url).to.equal(expected && `/a?${expected}`);
    });

  it('takes an example of a whole query itself, and nothing beside it', () => {
    const whole = { name: 'all', in: 'querystring', required: true, example: { q: 1 }, content: { [FORM]: { example: { q: 2 } } } };
    const beside = { name: 'n', in: 'query', required: true, example: 1, schema: {} };
    const of = (...parameters: Loose[]) => firstOperation(withOperation('3.2', { parameters })).url;
    expect(of(whole)).to.match(/\?q=1$/);
    expect(of({ ...whole, required: false })).to.match(/[a-z]$/);
    expect(of(whole, beside)).to.equal(undefined);
    expect(of(whole, { ...whole, name: 'again' })).to.equal(undefined);
  });

  for (const [name, operation, callable] of [
    ['an optional parameter without value', { parameters: [{ name: 'q', in: 'query', schema: {} }] }, true],
    ['a required header', { parameters: [{ name: 'X-A', in: 'header', required: true, example: 'a', schema: {} }] }, false],
    [
      'a required Accept header, which is the caller’s own',
      { parameters: [{ name: 'accept', in: 'header', required: true, schema: {} }] },
      true,
    ],
    ['a required User-Agent header', { parameters: [{ name: 'User-Agent', in: 'header', required: true, schema: {} }] }, true],
    ['a required cookie', { parameters: [{ name: 'c', in: 'cookie', required: true, example: 'a', schema: {} }] }, false],
    ['a parameter that cannot be read', { parameters: [{ $ref: '#/components/parameters/None' }] }, false],
    ['a required request body', { requestBody: { required: true, content: {} } }, false],
    ['a request body that may be left out', { requestBody: { content: {} } }, true],
    ['a request body that nobody can look at', { requestBody: { $ref: 'b.json' } }, false],
    ['a required Content-Type header', { parameters: [{ name: 'Content-Type', in: 'header', required: true, schema: {} }] }, true],
    ['deprecated', { deprecated: true }, true],
    ['a declared 402', { responses: { 402: { description: 'd' } } }, true],
    ['security', { security: [{ key: [] }] }, true],
    ['vendor marks', { 'x-internal': true, 'x-payment-info': {}, 'x-sunset': '2020-01-01' }, true],
  ] as const)
    it(`${name}: ${callable ? 'callable' : 'not callable'}`, () => {
      const found = firstOperation(withOperation('3.0', operation));
      expect(found.callable).to.equal(callable);
      expect(Object.hasOwn(found, 'url')).to.equal(callable);
    });

  it('calls only GET and HEAD', () => {
    const of = (method: string) =>
      firstOperation(doc('3.0', { paths: { '/a': { [method]: { responses: { 200: { description: 'ok' } } } } } })).callable;
    expect(['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace'].filter(of)).to.deep.equal(['get', 'head']);
  });

  for (const [path, expected] of [
    ['/a b/ä', '/a%20b/%C3%A4'],
    ['/a%20b', '/a%20b'],
    ['/a\\b', '/a%5Cb'],
    ['/a?x=1', undefined],
    ['/a#x', undefined],
    ['a', undefined],
    ['/../a', undefined],
    ['/a/%2E%2e/b', undefined],
    ['//evil.example/a', '//evil.example/a'],
    ['/@evil.example', '/@evil.example'],
  ] as const)
    it(`writes the path ${path}`, () => {
      const { url } = firstOperation(doc('3.0', { paths: { [path]: { get: { responses: { 200: { description: 'ok' } } } } } }));
      expect(url).to.equal(expected && `https://api.example${expected}`);
    });

  it('refuses a value that would walk to another path', () => {
    for (const example of ['..', '.']) expect(urlOf({ in: 'path', example, schema: {} }, { path: '/w/{color}/x' })).to.equal(undefined);
  });

  it('never leaves the server, whatever a document publishes', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.constantFrom('path', 'query'), (piece, example, where) => {
        const path = where === 'path' ? `/w/${piece}{color}` : `/w/${piece}`;
        const url = urlOf({ in: where, example, schema: {} }, { path });
        if (url === undefined) return;
        const parsed = new URL(`https://api.example${url}`);
        expect(parsed.origin).to.equal('https://api.example');
        expect(parsed.pathname.startsWith('/w/')).to.equal(true);
        expect(parsed.hash).to.equal('');
      }),
    );
  });
});
