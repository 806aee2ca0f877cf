// What an import cannot carry over, each with its place and why; and the forms of the original's small schemas that it can.
import { expect } from 'chai';
import { type Imported, importDocument } from '../../src/pack/import/import-document.ts';
import { loadPackDocument } from '../../src/pack/load.ts';

function imported(requirement: object, environments: object = { e: { vars: { baseUrl: 'https://x.example' } } }, version = '1'): Imported {
  const document = { $type: 'Suite', name: 'x', version, environments, requirements: [{ id: 'r', ...requirement }] };
  const made = importDocument(JSON.stringify(document), 'x.json');
  loadPackDocument(made.pack);
  return made;
}
const said = ({ losses }: Imported): string[] =>
  losses.map(({ pointer, why, harmless }) => `${pointer.replace('/requirements/0/', '')}: ${why}${harmless ? ' (harmless)' : ''}`);

const get = (more: object): object => ({ kind: 'endpoint', method: 'get', path: '/a', expect: {}, ...more });
const expecting = (expect: object): object => get({ expect });
const path = (one: unknown): object => expecting({ paths: [one] });
const schema = (one: unknown): object => expecting({ schema: one });
const nested = (depth: number): object => (depth === 0 ? {} : { items: nested(depth - 1) });

const UNWRITABLE = 'the path has parts that cannot be written here';

const LOST: [string, object, string][] = [
  ['a path that is none', get({ path: 7 }), 'path: expected a path'],
  ['a path with a blank', get({ path: '/a b' }), 'path: a path has no blanks, no fragment and nothing beyond ASCII'],
  ['a path with a fragment', get({ path: '/a#b' }), 'path: a path has no blanks, no fragment and nothing beyond ASCII'],
  ['a path with dot segments', get({ path: '/a/%2E./b' }), 'path: a path has no dot segments'],
  ['a path that is too long', get({ path: `/${'a'.repeat(1000)}` }), 'path: the path is too long'],
  ['braces that are no name', get({ path: '/{{a b}}' }), 'path: a text with {{ or }} that is no name cannot be written'],
  [
    'a name with blanks around it',
    get({ method: 'post', body: { list: [' {{baseUrl}}', 1] } }),
    'body/list/0: a name with blanks around it changes its meaning with the type of its value',
  ],
  ['a body of a GET', get({ body: {} }), 'body: a get has no body'],
  ['captures that are no object', get({ capture: ['a'] }), 'capture: expected an object of names and paths'],
  ['a capture that is no path', get({ capture: { a: 1 } }), `capture/a: ${UNWRITABLE}`],
  ['an expectation that is none', get({ expect: [] }), 'expect: expected an object'],
  ['an unknown expectation', expecting({ latency: 5 }), 'expect/latency: latency is not known here'],
  ['a status that is none', expecting({ status: 'ok' }), 'expect/status: expected a status, or a list of them'],
  ['no status at all', expecting({ status: [] }), 'expect/status: expected a status, or a list of them'],
  ['a redirect', expecting({ status: 301 }), 'expect/status: redirects are followed before a status is judged (harmless)'],
  [
    'a Content-Type with a name',
    expecting({ contentTypeIncludes: '{{baseUrl}}' }),
    'expect/contentTypeIncludes: expected a text without names',
  ],
  [
    'a status that a verifier does not tell from its own bad luck',
    expecting({ status: [304, 425] }),
    'expect/status: an answer of 304 or 425 is inconclusive here, and never passes (harmless)',
  ],
  ['paths that are no list', expecting({ paths: {} }), 'expect/paths: expected a list'],
  ['a path of no object', path('a'), `expect/paths/0: ${UNWRITABLE}`],
  ['a path with a name that no path can ask for', path({ path: '$.a' }), `expect/paths/0/path: ${UNWRITABLE}`],
  ['a path with too many numbers', path({ path: '1.2.3.4.5.6' }), `expect/paths/0/path: ${UNWRITABLE}`],
  ['an unknown member of a path', path({ path: 'a', like: 1 }), 'expect/paths/0/like: like is not known here'],
  ['an exists that is no yes or no', path({ path: 'a', exists: 1 }), 'expect/paths/0/exists: expected true or false'],
  ['equal to a name without a value', path({ path: 'a', equals: '{{a.b}}' }), 'expect/paths/0/equals: nothing gives {{a.b}} a value'],
  ['one of nothing', path({ path: 'a', oneOf: [] }), 'expect/paths/0/oneOf: expected a list of values without names'],
  ['a bound that is a text', path({ path: 'a', lt: '3' }), 'expect/paths/0/lt: a bound is a number'],
  ['a schema with a name', schema({ const: '{{baseUrl}}' }), 'expect/schema: a schema is fixed; no name stands in it'],
  ['a schema that is no object', schema(true), 'expect/schema: a schema is an object'],
  ['a schema nested too deep', schema(nested(30)), `expect/schema${'/items'.repeat(30)}: schemas may be nested at most 30 deep`],
  ['an unknown type', schema({ type: ['string', 'date'] }), 'expect/schema/type: expected the name of a JSON type, or a list of them'],
  ['a foreign keyword', schema({ allOf: [] }), "expect/schema/allOf: allOf is no keyword of the original's small schemas"],
  ['a length below nought', schema({ minLength: -1 }), 'expect/schema/minLength: expected a whole number, 0 or more'],
  ['half an item', schema({ maxItems: 1.5 }), 'expect/schema/maxItems: expected a whole number, 0 or more'],
  ['required of no names', schema({ required: [1] }), 'expect/schema/required: expected a list of names'],
  ['properties that are none', schema({ properties: [] }), 'expect/schema/properties: expected an object of schemas'],
  ['an unknown surface', { kind: 'surface', surface: 'x' }, 'surface: expected one of llms.txt, agents.json, icp.json, openapi'],
  ['an unknown member of a surface', { kind: 'surface', surface: 'icp.json', like: 1 }, 'like: like is not known here'],
  ['a version that is no text', { kind: 'surface', surface: 'openapi', versionPrefix: 3 }, 'versionPrefix: expected a text'],
  ['a count that is no number', { kind: 'surface', surface: 'openapi', minOperations: 'two' }, 'minOperations: expected a number'],
];

const SCHEMAS: [string, object, unknown][] = [
  ['a constant, which decides alone', { const: 1, type: 'string' }, { const: 1 }],
  ['an enumeration, which decides alone', { enum: ['a'], type: 'number' }, { enum: ['a'] }],
  ['several types, each once', { type: ['string', 'null', 'string'] }, { type: ['string', 'null'] }],
  ['bounds and a pattern', { type: 'string', minLength: 2, pattern: '^a' }, { minLength: 2, type: 'string', pattern: '^a' }],
  ['words for people, which judge nothing', { title: 'x', nullable: true }, { anyOf: [{ type: 'null' }, {}] }],
];

const variables = (vars: unknown): object => ({ e: { vars } });
const ENVIRONMENTS: [string, object, string][] = [
  [
    'a variable with a dot in its name',
    variables({ baseUrl: 'https://x.example', 'a.b': 1 }),
    '/environments/e/vars/a.b: the name of a variable is letters, digits and _',
  ],
  [
    'a variable that is a list',
    variables({ baseUrl: 'https://x.example', a: [] }),
    '/environments/e/vars/a: a variable is a text, a number, true or false',
  ],
  [
    'an environment with a blank in its name',
    { ...variables({ baseUrl: 'https://x.example' }), 'a b': { vars: {} } },
    '/environments/a b: the name of an environment is letters, digits and . _ -: left out (harmless)',
  ],
  ...['https://x.example/v2', 'x.example/v2', 'https://x.example/v2/?a#b', 'https://x.example?a'].map(
    (baseUrl): [string, object, string] => [
      `what stands behind the origin in ${baseUrl}`,
      variables({ baseUrl }),
      '/environments/e/vars/baseUrl: a target is an origin, of the original too: what stands behind it is left out, and paths of requests are asked as they are written (harmless)',
    ],
  ),
];

describe('what an import loses', () => {
  for (const [what, requirement, loss] of LOST) it(what, () => expect(said(imported(requirement))).to.deep.equal([loss]));
  for (const [what, environments, loss] of ENVIRONMENTS)
    it(what, () => expect(said(imported(get({}), environments))).to.deep.equal([loss]));
});

describe('what an import keeps', () => {
  for (const [what, original, kept] of SCHEMAS)
    it(what, () => {
      const made = imported(schema(original));
      expect(said(made)).to.deep.equal([]);
      expect(JSON.stringify(made.pack)).to.include(`"schema":${JSON.stringify(kept)}`);
    });

  it('a name of a member that no plain step may have', () =>
    expect(JSON.stringify(imported(path({ path: 'a-b.c', exists: false })).pack)).to.include("json['a-b'].c"));
  it('the origin of a baseUrl with a path, which is asked, and no text that names the whole of it', () => {
    const environments = { ...variables({ baseUrl: 'https://x.example/v2', a: 1 }), f: { vars: { baseUrl: 'http://localhost:1/', a: 2 } } };
    const { suite, losses } = imported(get({ method: 'post', body: '{{baseUrl}}/{{a}}' }), environments);
    const bases = Object.values(suite!.environments!).map(({ baseUrl }) => baseUrl);
    expect(bases).to.deep.equal(['https://x.example', 'http://localhost:1/']);
    expect(losses.flatMap(({ why, harmless }) => (harmless ? [] : why))).to.deep.equal(['nothing gives {{baseUrl}} a value']);
  });

  it('numbers and a yes or no as variables', () => {
    const vars = { baseUrl: 'https://x.example', a: 1, b: true };
    expect(imported(get({}), variables(vars)).suite?.environments).to.deep.equal({ e: vars });
  });

  for (const [version, kept] of [
    ['1.2.3', '1.2.3'],
    ['1.2.3-beta.1', '1.2.3-beta.1'],
    ['v2', '2.0.0'],
    ['v1.4.0', '1.4.0'],
    ['3.1', '3.1.0'],
    ['of May', '0.0.0'],
  ] as const)
    it(`the version ${version} as ${kept}`, () => expect(imported(get({}), undefined, version).pack.version).to.equal(kept));
});
