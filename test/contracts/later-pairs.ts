// Pairs of documents that were judged wrongly once, as in pairs.ts.
import { json, type Members } from './documents.ts';
import { answers, asks, document, in2, in30, object, query, takes, text, whole } from './parts.ts';

/** As springdoc writes inheritance: the base lists those that are made of it. */
const pets = (name: Members): Members =>
  in30({
    ...answers({ $ref: '#/components/schemas/Pet' }),
    components: {
      schemas: {
        Pet: { ...object({ kind: text, name }, ['kind']), oneOf: ['Cat', 'Dog'].map((one) => ({ $ref: `#/components/schemas/${one}` })) },
        Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }, object({ claws: text })] },
        Dog: { allOf: [{ $ref: '#/components/schemas/Pet' }, object({ bark: text })] },
      },
    },
  });

const number = { type: 'number' };
const fixed = (title: string): Members => ({ const: { title } });
const listed = (items: unknown): Members => ({ type: 'array', items });
const mapped = (rest: unknown): Members => ({ type: 'object', additionalProperties: rest });
const patterned = (one: unknown): Members => ({ type: 'object', properties: { a: text }, patternProperties: { '^x-': one } });

const texts = { type: 'array', items: text };
const old = (collectionFormat?: string): Members => ({
  name: 'a',
  in: 'query',
  ...texts,
  ...(collectionFormat ? { collectionFormat } : {}),
});
/** A list in the query, as Swagger 2.0 and as OpenAPI 3 say it. */
const asked2 = (collectionFormat?: string): Members => in2(old(collectionFormat), object({ a: text }));
const asked3 = (more?: Members): Members => ({
  ...in30(asks()),
  servers: [{ url: '/v1' }],
  paths: { '/things': { get: { parameters: [query('a', texts, more)], responses: { 200: json(object({ a: text })) } } } },
});
const body2 = (name: string): Members => ({ name, in: 'body', required: true, schema: object({ a: text }) });
const consuming = (made: Members, ...consumes: string[]): Members => ({ ...made, consumes });
const signed2 = (scheme: Members): Members => ({ ...asked2('multi'), security: [{ it: ['r'] }], securityDefinitions: { it: scheme } });
const signed3 = (scheme: Members): Members => ({
  ...asked3(),
  security: [{ key: ['r'] }],
  components: { securitySchemes: { key: scheme } },
});
const urls = { authorizationUrl: 'https://a.example/in', tokenUrl: 'https://a.example/t', scopes: {} };
const oauth = (...flows: string[]): Members => ({ type: 'oauth2', flows: Object.fromEntries(flows.map((one) => [one, urls])) });
const comes = (...types: string[]): Members =>
  document({ responses: { 200: { description: '', content: Object.fromEntries(types.map((one) => [one, { schema: text }])) } } });
const forms = (all: Members, more: Members = {}): Members => ({ properties: { all }, oneOf: [text, object({ a: text, ...more })] });
const statuses = (...keys: string[]): Members => document({ responses: Object.fromEntries(keys.map((one) => [one, json(text)])) });
const hooked = (schema: Members): Members => ({
  ...answers(text),
  webhooks: { done: { post: { requestBody: json(schema), responses: {} } } },
});

export const LATER: ['breaking' | 'safe' | 'unknown', string, string, Members, Members][] = [
  ['breaking', 'a base that lists its heirs, widened', 'longer names come', pets({ ...text, maxLength: 5 }), pets(text)],
  ['unknown', 'a base that lists its heirs, narrowed', 'both heirs may fit', pets(text), pets({ ...text, maxLength: 5 })],
  ['safe', 'a whole number above nought', 'it is one at least', takes({ ...whole, exclusiveMinimum: 0 }), takes({ ...whole, minimum: 1 })],
  [
    'safe',
    'a whole number below ten',
    'it is nine at most',
    answers({ ...whole, maximum: 9 }),
    answers({ ...whole, exclusiveMaximum: 10 }),
  ],
  ['breaking', 'a number above nought', 'a half comes', answers({ ...number, minimum: 1 }), answers({ ...number, exclusiveMinimum: 0 })],
  ['safe', 'steps in decimals', '0.3 is three of 0.1', answers({ ...number, multipleOf: 0.1 }), answers({ ...number, multipleOf: 0.3 })],
  ['safe', 'numbers in steps of one', 'they are whole', answers(whole), answers({ ...number, multipleOf: 1 })],
  ['breaking', 'steps for listed values', '1 is refused', takes({ enum: [1, 2] }), takes({ ...whole, multipleOf: 2 })],
  ['breaking', 'constants of members that are named as words are', 'the other one comes', answers(fixed('a')), answers(fixed('b'))],
  ['unknown', 'a list becomes a tuple', 'numbers come', answers(listed(text)), answers({ ...listed(false), prefixItems: [number] })],
  ['unknown', 'members by a pattern', 'they may be numbers', answers(mapped(text)), answers({ ...patterned(number) })],
  [
    'safe',
    'a member beside a pattern',
    'both keep the pattern',
    answers(patterned(text)),
    answers({ ...patterned(text), required: ['a'] }),
  ],
  ['breaking', 'a member has to have one of its own', 'it was free', takes(object({}, ['m'])), takes(object({ m: { required: ['a'] } }))],
  ['breaking', 'a list with commas becomes one repeated', 'a=b,c is one element now', asked2(), asked3()],
  ['safe', 'a repeated list of Swagger 2.0', 'form repeats too', asked2('multi'), asked3()],
  ['safe', 'a list with bars of Swagger 2.0', 'it has bars still', asked2('pipes'), asked3({ style: 'pipeDelimited' })],
  ['safe', 'Swagger 2.0: another name of the body', 'it is not sent', in2(body2('body'), text), in2(body2('payload'), text)],
  ['breaking', 'Swagger 2.0: a body', 'nobody sends one', in2(query('a', {}), text), in2(body2('payload'), text)],
  ['safe', 'Swagger 2.0: consumes without a body', 'nothing is sent', consuming(asked2(), 'application/json'), asked2()],
  [
    'breaking',
    'Swagger 2.0: a type of bodies gone',
    'it is sent',
    consuming(in2(body2('b'), text), 'application/json', 'text/xml'),
    consuming(in2(body2('b'), text), 'application/json; charset=utf-8'),
  ],
  ['safe', 'basic of Swagger 2.0', 'http says the same', signed2({ type: 'basic' }), signed3({ type: 'http', scheme: 'Basic' })],
  ['breaking', 'basic becomes bearer', 'it is a token', signed2({ type: 'basic' }), signed3({ type: 'http', scheme: 'bearer' })],
  [
    'safe',
    'a flow of Swagger 2.0',
    'only its name is new',
    signed2({ type: 'oauth2', flow: 'accessCode', ...urls }),
    signed3(oauth('authorizationCode')),
  ],
  ['safe', 'a flow more', 'tokens of the other one suffice', signed3(oauth('implicit')), signed3(oauth('implicit', 'password'))],
  ['breaking', 'a flow less', 'no token comes that way', signed3(oauth('implicit', 'password')), signed3(oauth('implicit'))],
  ['safe', 'any type becomes one', 'it was among them', comes('*/*'), comes('application/json', 'text/plain')],
  ['breaking', 'a range becomes a type of another', 'it was not among them', comes('text/*'), comes('application/json')],
  ['safe', 'a 304', 'it comes to who asks for it', statuses('200'), statuses('200', '304')],
  ['breaking', 'a 303', 'nobody knew of it', statuses('200'), statuses('200', '303')],
  [
    'safe',
    'whole numbers of 32 bits become doubles',
    'all of them are',
    takes({ ...whole, format: 'int32' }),
    takes({ ...number, format: 'double' }),
  ],
  ['safe', 'words of webhooks', 'prose is no promise', hooked({ ...text, description: 'x' }), hooked({ ...text, description: 'y' })],
  ['safe', 'an optional member in one of the forms of a body', 'it may be left out', takes(forms(text)), takes(forms(text, { b: text }))],
  ['breaking', 'a member that no form of a body names any more', 'it was sent', takes(forms(text, { b: text })), takes(forms(text))],
];
