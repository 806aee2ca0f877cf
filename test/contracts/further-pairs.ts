// Further pairs of documents, as in pairs.ts: names, callbacks, defaults, ranges, directions, other spellings of the same.
import { json, type Members } from './documents.ts';
import { answers, asks, document, in30, object, query, takes, text, whole } from './parts.ts';

const done = { 204: { description: 'done' } };
const key = (where: string, name: string): Members => ({
  ...document({ responses: done }),
  security: [{ key: [] }],
  components: { securitySchemes: { key: { type: 'apiKey', in: where, name } } },
});
const login = (...scopes: string[]): Members => ({
  ...document({ responses: done, security: [{ login: scopes }] }),
  components: {
    securitySchemes: { login: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://a.example/t', scopes: {} } } } },
  },
});
const calls = (schema: Members): Members =>
  document({ responses: done, callbacks: { done: { '{$request.body#/url}': { post: { ...takes(schema), responses: done } } } } });
const gets = (path: string, ...parameters: Members[]): Members => ({
  ...document({}),
  paths: { [path]: { get: { parameters, responses: { 200: json(text) } } } },
});
const inPath = (name: string, schema: Members): Members => ({ name, in: 'path', required: true, schema });
const at = (url: string, variables?: Members): Members => ({ ...answers(text), servers: [{ url, ...(variables ? { variables } : {}) }] });
const statuses = (...keys: string[]): Members => document({ responses: Object.fromEntries(keys.map((one) => [one, json(text)])) });
const types = (...names: string[]): Members =>
  document({ responses: { 200: { description: 'x', content: Object.fromEntries(names.map((one) => [one, { schema: text }])) } } });
const kinds = (mapping: Members): Members =>
  answers({ oneOf: [object({ kind: text }, ['kind'])], discriminator: { propertyName: 'kind', mapping } });

const sends = (...names: string[]): Members =>
  document({ requestBody: { content: Object.fromEntries(names.map((one) => [one, { schema: text }])) }, responses: done });
const steps = (step: number): Members => ({ ...whole, multipleOf: step });
const hooked = (schema: Members): Members => ({ ...document({ responses: done }), webhooks: { done: { post: takes(schema) } } });

export const FURTHER: ['breaking' | 'safe' | 'unknown', string, string, Members, Members][] = [
  ['breaking', 'a key in the query with a capital', 'names in a query have a case', key('query', 'key'), key('query', 'Key')],
  ['safe', 'a key in a header with a capital', 'names of headers have none', key('header', 'x-key'), key('header', 'X-Key')],
  ['breaking', 'a scope more', 'tokens lack it', login('read'), login('read', 'more')],
  ['safe', 'a scope less', 'tokens have more than is needed', login('read', 'more'), login('read')],
  ['unknown', 'a callback says otherwise', 'the direction is the other one', calls(object({ a: text })), calls(object({ a: whole }))],
  [
    'unknown',
    'a default changes',
    'who leaves it out gets another answer',
    asks(query('n', { ...whole, default: 20 })),
    asks(query('n', { ...whole, default: 5 })),
  ],
  [
    'breaking',
    'a text in a path becomes a number',
    'ids of text are refused',
    gets('/t/{id}', inPath('id', text)),
    gets('/t/{id}', inPath('id', whole)),
  ],
  [
    'breaking',
    'two places of a path change their order',
    'a number stands where text was',
    gets('/t/{a}/{b}', inPath('a', text), inPath('b', whole)),
    gets('/t/{b}/{a}', inPath('a', text), inPath('b', whole)),
  ],
  ['breaking', 'a slash at the end of a path', 'it is another address', gets('/t'), gets('/t/')],
  [
    'breaking',
    'a version in a variable of the server',
    'every address changes',
    at('https://a.example/{v}', { v: { default: 'v1' } }),
    at('https://a.example/{v}', { v: { default: 'v2' } }),
  ],
  [
    'safe',
    'a variable for the host',
    'the path is the same',
    at('https://a.example/v1'),
    at('https://{r}.example/v1', { r: { default: 'b' } }),
  ],
  ['breaking', '200 becomes 2XX', 'it may answer 204', statuses('200'), statuses('2XX')],
  ['safe', '2XX becomes 200', 'clients know it', statuses('2XX'), statuses('200')],
  ['breaking', 'one of two formats is gone', 'who asks for it gets none', types('application/json', 'text/csv'), types('application/json')],
  [
    'breaking',
    'JSON of another name',
    'clients ask for the one and get none',
    types('application/json'),
    types('application/vnd.things+json'),
  ],
  [
    'breaking',
    'a member that was only read has to be sent',
    'nobody sends it',
    takes(object({ id: { ...whole, readOnly: true } }, ['id'])),
    takes(object({ id: whole }, ['id'])),
  ],
  [
    'safe',
    'a member that is only written is gone from an answer',
    'it never came',
    answers(object({ a: text, secret: { ...text, writeOnly: true } }, ['a'])),
    answers(object({ a: text }, ['a'])),
  ],
  [
    'breaking',
    'values of a map are of another type',
    'clients read text',
    answers({ type: 'object', additionalProperties: text }),
    answers({ type: 'object', additionalProperties: whole }),
  ],
  [
    'breaking',
    'a list that was never empty may be',
    'clients take the first',
    answers({ type: 'array', items: text, minItems: 1 }),
    answers({ type: 'array', items: text }),
  ],
  [
    'breaking',
    'other members are refused',
    'they were taken by name of none',
    takes({ type: 'object', additionalProperties: true }),
    takes({ type: 'object', additionalProperties: false }),
  ],
  [
    'safe',
    'a list of values becomes any text in a request',
    'all that was taken is taken',
    asks(query('k', { enum: ['a', 'b'] })),
    asks(query('k', text)),
  ],
  ['breaking', 'fractions are refused', 'who sends 1.5 is refused', takes({ type: 'number' }), takes(whole)],
  ['breaking', 'fractions come', 'clients read whole numbers', answers(whole), answers({ type: 'number' })],
  [
    'safe',
    'an exclusive limit in two spellings',
    '3.0 and 3.1 say the same',
    in30(answers({ type: 'integer', minimum: 1, exclusiveMinimum: true })),
    answers({ type: 'integer', exclusiveMinimum: 1 }),
  ],
  ['safe', 'const and a list of one', 'the same in other words', answers({ const: 'a' }), answers({ enum: ['a'] })],
  [
    'safe',
    'a parameter moves up to its path, by reference',
    'the same in another place',
    asks(query('a', text)),
    {
      ...document({}),
      paths: { '/things': { parameters: [{ $ref: '#/components/parameters/A' }], post: { responses: done } } },
      components: { parameters: { A: query('a', text) } },
    },
  ],
  [
    'safe',
    'a value without parts is written with explode',
    'explode is about parts',
    asks(query('a', text)),
    asks(query('a', text, { explode: false })),
  ],
  [
    'breaking',
    'a list is written otherwise',
    'a=1&a=2 is read as one value',
    asks(query('a', { type: 'array', items: text })),
    asks(query('a', { type: 'array', items: text }, { explode: false })),
  ],
  [
    'safe',
    'a map of anything, said in another way',
    'a schema that names no type takes all',
    answers(object({}, [], { additionalProperties: { properties: { name: text } } })),
    answers(object({}, [], { additionalProperties: true })),
  ],
  [
    'breaking',
    'another format of text in an answer',
    'bytes come bare that came in base64',
    answers({ ...text, format: 'byte' }),
    answers({ ...text, format: 'binary' }),
  ],
  ['unknown', 'other names of kinds', 'what a name stands for is not compared', kinds({ a: '#/a' }), kinds({ b: '#/a' })],
  [
    'breaking',
    'a media type of a body is not taken any more',
    'who sends it is refused',
    sends('application/json', 'text/csv'),
    sends('application/json'),
  ],
  [
    'safe',
    'a media type of a body is taken as well',
    'nobody has to send it',
    sends('application/json'),
    sends('application/json', 'text/csv'),
  ],
  ['breaking', 'numbers of a body come in steps', 'the others are refused', takes(whole), takes(steps(5))],
  ['safe', 'numbers of a body come in smaller steps', 'a multiple of ten is one of five', takes(steps(10)), takes(steps(5))],
  ['unknown', 'webhooks say otherwise', 'they are not compared', hooked(text), hooked(whole)],
];
