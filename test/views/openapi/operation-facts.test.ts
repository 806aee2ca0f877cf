// What an operation item says so that data of a pack can decide what may be asked: facts, no judgement.
import { expect } from 'chai';
import { doc, firstOperation, type Loose, view, withOperation } from './support.ts';

const OK = { 200: { description: 'ok' } };
const contentOf = (...types: string[]) => ({
  responses: { 200: { description: 'd', content: Object.fromEntries(types.map((type) => [type, {}])) } },
});

describe('openapi: accept', () => {
  for (const [name, types, expected] of [
    ['names the declared type', ['application/json'], 'application/json, */*;q=0.1'],
    [
      'names JSON first',
      ['text/html', 'application/hal+json', 'application/json'],
      'application/hal+json, application/json, text/html, */*;q=0.1',
    ],
    ['names no charset', ['application/json; charset=utf-8'], 'application/json, */*;q=0.1'],
    ['names other parameters', ['application/json;version=2'], 'application/json;version=2, */*;q=0.1'],
    ['names ranges', ['image/*'], 'image/*, */*;q=0.1'],
    ['names a type once', ['application/json', 'Application/JSON;charset=x'], 'application/json, */*;q=0.1'],
    ['names four at most', ['a/1', 'a/2', 'a/3', 'a/4', 'application/json'], 'application/json, a/1, a/2, a/3, */*;q=0.1'],
    ['is absent for anything', ['*/*'], undefined],
    ['is absent for what is none', ['json', 'a/b\r\nx: y', 'a/*b'], undefined],
    ['leaves values out that a header may not hold', ['a/b;c="\r\nx"', 'a/b;q=0'], 'a/b, */*;q=0.1'],
    ['is absent without types', [], undefined],
  ] as const)
    it(name, () => expect(firstOperation(withOperation('3.0', contentOf(...types))).accept).to.equal(expected));
});

describe('openapi: types', () => {
  for (const [name, types, expected] of [
    [
      'of JSON without a charset',
      ['application/json', 'application/JSON; charset=utf-8', 'a/b+json;charset="utf-16"'],
      ['application/json', 'a/b+json'],
    ],
    ['without UTF-8', ['text/html;Charset=UTF8', 'text/html'], ['text/html']],
    ['with another charset', ['text/html; charset=ISO-8859-1', 'text/html'], ['text/html;charset=iso-8859-1', 'text/html']],
    [
      'with other parameters',
      ['text/csv; header=Present', 'text/csv;header="present"', 'text/csv'],
      ['text/csv;header=present', 'text/csv'],
    ],
    ['as they are written, where they are none', ['A type; charset=utf-8', '*/*'], ['a type; charset=utf-8', '*/*']],
  ] as const)
    it(`are listed ${name}`, () => expect(firstOperation(withOperation('3.0', contentOf(...types))).types).to.deep.equal(expected));

  it('of produces are listed alike', () => {
    const responses = { 200: { description: 'd', schema: {} } };
    const produces = ['application/json;charset=UTF-8', 'application/json'];
    expect(firstOperation(withOperation('2.0', { responses, produces })).types).to.deep.equal(['application/json']);
  });
});

describe('openapi: parameters', () => {
  it('stand with their place and whether they are required', () => {
    const parameters = [
      { name: 'api_key', in: 'query', required: true, schema: {} },
      { name: 'X-Token', in: 'header', schema: {} },
    ];
    expect(firstOperation(withOperation('3.0', { parameters })).parameters).to.deep.equal([
      { name: 'api_key', in: 'query', required: true },
      { name: 'X-Token', in: 'header', required: false },
    ]);
  });

  it('are also the names of a whole query that is sent', () => {
    const content = { 'application/x-www-form-urlencoded': { example: { q: 'a', api_key: 'b' } } };
    const whole = { name: 'all', in: 'querystring', required: true, content };
    const of = (parameter: Loose) => firstOperation(withOperation('3.2', { parameters: [parameter] })).parameters;
    expect(of(whole)).to.deep.equal([
      { name: 'all', in: 'querystring', required: true },
      { name: 'q', in: 'query', required: true },
      { name: 'api_key', in: 'query', required: true },
    ]);
    expect(of({ ...whole, required: false })).to.deep.equal([{ name: 'all', in: 'querystring', required: false }]);
  });

  it('are bounded', () => {
    const parameters = Array.from({ length: 300 }, (_, index) => ({ name: `q${index}`, in: 'query', schema: {} }));
    expect(firstOperation(withOperation('3.0', { parameters })).parameters).to.have.length(100);
  });
});

describe('openapi: what is said of security', () => {
  const KEY = [{ key: [] }];
  for (const line of ['2.0', '3.0', '3.1'])
    for (const [name, root, own, other, expected] of [
      ['nothing anywhere', undefined, undefined, undefined, 'silent'],
      ['nothing here, a requirement elsewhere', undefined, undefined, KEY, 'open'],
      ['an empty list', undefined, [], undefined, 'open'],
      ['an empty list for all', [], undefined, undefined, 'open'],
      ['an empty list under a requirement', KEY, [], undefined, 'open'],
      ['an entry that needs nothing', undefined, [{ key: [] }, {}], undefined, 'open'],
      ['empty lists and entries elsewhere alone', undefined, undefined, [{}], 'silent'],
      ['a requirement', undefined, KEY, undefined, 'protected'],
      ['a requirement for all', KEY, undefined, undefined, 'protected'],
      ['what cannot be read', undefined, { key: [] }, undefined, 'protected'],
    ] as const)
      it(`${line}: ${name} is ${expected}`, () => {
        const rule = (security: Loose) => (security ? { security } : {});
        const paths = { '/b': { post: { responses: OK, ...rule(other) } } };
        expect(firstOperation(withOperation(line, rule(own), { ...rule(root), paths })).said).to.equal(expected);
      });
});

describe('openapi: servers and marks', () => {
  it('gives the beginning of the summary', () => {
    expect(firstOperation(withOperation('3.0', { summary: 'Log out' })).summary).to.equal('Log out');
    expect(firstOperation(withOperation('3.0', { summary: 'x'.repeat(1000) })).summary).to.have.length(200);
    expect(firstOperation(withOperation('3.0', { summary: 5 }))).not.to.have.property('summary');
  });

  it('lists all servers where there are several', () => {
    const servers = [{ url: 'https://a.example' }, { url: '{x}' }, { url: '/v1' }];
    expect(firstOperation(withOperation('3.0', {}, { servers })).servers).to.deep.equal(['https://a.example', 'https://api.example/v1']);
    expect(firstOperation(withOperation('3.0', {}, { servers: [{ url: '/v1' }] }))).not.to.have.property('servers');
    expect(firstOperation(withOperation('3.0', { servers })).servers).to.have.length(2);
  });

  for (const [name, value, expected] of [
    ['a date', '2027-01-31', '2027-01-31'],
    ['no text', 5, undefined],
    ['a long text', 'x'.repeat(100), undefined],
  ] as const)
    it(`reads x-sunset: ${name}`, () => expect(firstOperation(withOperation('3.0', { 'x-sunset': value })).sunset).to.equal(expected));
});

const PET = { type: 'object', properties: { id: { type: 'integer' }, name: { type: 'string' }, slug: { type: 'string', format: 'uuid' } } };
const jsonOf = (schema: Loose) => ({ 200: { description: 'd', content: { 'application/json': { schema } } } });

/** The idFrom of GET /pets/{param}, over a list that answers with the schema. */
function idFrom(
  parameter: string,
  schema: Loose,
  { list = {}, one = {}, members = {}, type = { type: 'string' }, path = '/pets' }: Loose = {},
): Loose {
  const parameters = [{ name: parameter, in: 'path', required: true, schema: type }];
  const document = doc('3.1', {
    components: { schemas: { Pet: PET, Pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } } },
    paths: {
      [`/pets/{${parameter}}`]: { get: { parameters, responses: OK, ...one } },
      [path]: { get: { responses: jsonOf(schema), ...list } },
    },
    ...members,
  });
  return view(document).operations.find(({ templated }: Loose) => templated).idFrom;
}

describe('openapi: ids from the answer of a list', () => {
  const PETS = { type: 'array', items: PET };
  const LIST = '/paths/~1pets/get';
  const BASE = { list: LIST, url: 'https://api.example/pets', before: 'https://api.example/pets/', after: '', formats: [] };
  const NUMBER = { ...BASE, pointer: ['id'], names: ['id'], types: ['integer', 'string'] };
  const TEXT = { ...BASE, types: ['string'] };
  for (const [name, parameter, schema, options, expected] of [
    ['a list', 'id', PETS, {}, NUMBER],
    ['the id of a thing', 'petId', PETS, {}, { ...NUMBER, names: ['id', 'petId'] }],
    ['the id of a thing, with a line', 'pet_id', PETS, {}, { ...NUMBER, names: ['id', 'pet_id'] }],
    [
      'an id by the name of the thing',
      'id',
      { type: 'array', items: { properties: { pet_id: { type: 'integer' }, owner_id: { type: 'integer' } } } },
      {},
      { ...NUMBER, pointer: ['pet_id'], names: ['pet_id', 'id'] },
    ],
    ['an id of another thing', 'id', { type: 'array', items: { properties: { ownerId: { type: 'integer' } } } }, {}, undefined],
    ['a member of its name', 'slug', PETS, {}, { ...TEXT, pointer: ['slug'], names: ['slug'], formats: ['uuid'] }],
    [
      'a list in an object',
      'id',
      { type: 'object', properties: { total: { type: 'integer' }, items: PETS } },
      {},
      { ...NUMBER, pointer: ['items', 'id'] },
    ],
    ['references', 'id', { $ref: '#/components/schemas/Pets' }, {}, NUMBER],
    [
      'a list under its slash',
      'id',
      PETS,
      { path: '/pets/' },
      { ...NUMBER, list: '/paths/~1pets~1/get', url: 'https://api.example/pets/' },
    ],
    ['two lists in an object', 'id', { type: 'object', properties: { a: PETS, b: PETS } }, {}, undefined],
    ['no list', 'id', PET, {}, undefined],
    ['a list of texts', 'id', { type: 'array', items: { type: 'string' } }, {}, undefined],
    ['no such member', 'code', PETS, {}, undefined],
    ['a parameter that is no id', 'kid', PETS, {}, undefined],
    ['a name, for others to judge', 'name', PETS, {}, { ...TEXT, pointer: ['name'], names: ['name'] }],
    [
      'an address, for others to judge',
      'emailId',
      { type: 'array', items: { properties: { emailId: { type: 'string', format: 'email' } } } },
      { type: { type: 'string', format: 'idn-email' } },
      { ...TEXT, pointer: ['emailId'], names: ['emailId'], formats: ['email', 'idn-email'] },
    ],
    ['an id of no type', 'id', { type: 'array', items: { properties: { id: {} } } }, { type: {} }, { ...NUMBER, types: [] }],
    [
      'a list that needs a parameter whose value is published',
      'id',
      PETS,
      { list: { parameters: [{ name: 'q', in: 'query', required: true, example: 1, schema: {} }] } },
      { ...NUMBER, url: 'https://api.example/pets?q=1' },
    ],
    [
      'a list that needs a parameter without a value',
      'id',
      PETS,
      { list: { parameters: [{ name: 'q', in: 'query', required: true, schema: {} }] } },
      undefined,
    ],
    ['a list on another server', 'id', PETS, { list: { servers: [{ url: 'https://b.example' }] } }, undefined],
    ['a path that is no list of it', 'id', PETS, { path: '/cats' }, undefined],
    [
      'one that needs a header too',
      'id',
      PETS,
      {
        one: {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'X-A', in: 'header', required: true, schema: {} },
          ],
        },
      },
      undefined,
    ],
    ['one whose id is published', 'id', PETS, { type: { type: 'string', example: 'x' } }, undefined],
  ] as const)
    it(name, () => expect(idFrom(parameter, schema, options)).to.deep.equal(expected));

  it('keeps what else the call needs', () => {
    const parameters = [
      { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
      { name: 'v', in: 'query', required: true, example: 'x y', schema: {} },
    ];
    expect(idFrom('id', PETS, { one: { parameters } })).to.include({ before: 'https://api.example/pets/', after: '?v=x%20y' });
  });

  for (const [name, link, expected] of [
    ['by its operationId', { operationId: 'one' }, ['code']],
    ['by its reference', { operationRef: '#/paths/~1shelf~1{book}~1pages/get' }, ['code']],
    ['of another operation', { operationId: 'two' }, undefined],
    ['of another parameter', { operationId: 'one', parameters: { page: '$response.body#/0/code' } }, undefined],
    ['of what is no body', { operationId: 'one', parameters: { book: '$request.query.code' } }, undefined],
    ['of a place with slashes', { operationId: 'one', parameters: { 'path.book': '$response.body#/books/0/a~1b' } }, ['books', 'a/b']],
  ] as const)
    it(`follows a link ${name}`, () => {
      const parameters = [{ name: 'book', in: 'path', required: true, schema: { type: 'string' } }];
      const content = jsonOf({ type: 'array', items: { properties: { code: { type: 'string' } } } })[200].content;
      const links = { book: { parameters: { book: '$response.body#/0/code' }, ...link } };
      const { operations } = view(
        doc('3.1', {
          paths: {
            '/books': { get: { responses: { 200: { description: 'd', content, links } } } },
            '/shelf/{book}/pages': { get: { operationId: 'one', parameters, responses: OK } },
          },
        }),
      );
      expect(operations[1].idFrom?.pointer).to.deep.equal(expected);
      expect(operations[0].givesIds).to.equal(expected && true);
      if (expected) expect(operations[1].idFrom).to.include({ before: 'https://api.example/shelf/', after: '/pages' });
    });

  it('reads Swagger 2.0', () => {
    const parameters = [{ name: 'id', in: 'path', required: true, type: 'integer' }];
    const paths = {
      '/pets': { get: { responses: { 200: { description: 'd', schema: PETS } } } },
      '/pets/{id}': { get: { parameters, responses: OK } },
    };
    expect(view(doc('2.0', { paths })).operations[1].idFrom).to.deep.equal({ ...NUMBER, types: ['integer'] });
  });
});
