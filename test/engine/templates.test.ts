// Where no control can stand, since a template of the site's documents takes whatever stands there: what is told of the claims in such a folder.
import { expect } from 'chai';
import { json, judged, pack, rule, type Table, text } from './world.ts';

const outcomesOf = async (links: string[], paths: { [path: string]: object }, table: Table): Promise<string[]> => {
  const probes = {
    root: { get: '/' },
    api: { get: '/openapi.json' },
    links: { eachOf: [{ select: '$.root.json.links[*]', get: '{{ $.item }}' }] },
    calls: { eachOf: [{ select: '$.api.openapi.operations[*]', where: { required: ['url'] }, get: '{{ $.item.url }}' }] },
  };
  const seen = rule('seen', { assert: [{ select: '$.links[*].outcome', schema: { const: 'found' } }] });
  const document = { openapi: '3.1.0', info: { title: 'Docs', version: '1' }, paths };
  const { verdict, recording } = await judged(
    pack(probes, [seen], { operations: ['$.api.openapi.operations[*]'], limits: { requests: 320, bytes: 67_108_864 } }),
    { '/': json({ links }), '/openapi.json': json(document), ...table },
    {},
  );
  const [check] = verdict.checks;
  const { evidence } = await recording.result();
  const controls = evidence.exchanges.filter(({ names }) => names.some((name) => name.startsWith('control')));
  return [check?.verdict as string, check?.reason.code as string, String(controls.some(({ request }) => request.url.includes('/docs/')))];
};

const operation = { responses: { 200: { description: 'x', content: { 'application/json': { schema: {} } } } } };
const page = (body: string): object => text(`<!doctype html><title>x</title><p>${body}`, 'text/html');
const links = ['/docs/first', '/docs/second'];
const get = { '/docs/{page}': { get: operation } };

describe('engine/templates', () => {
  const rows: [string, Parameters<typeof outcomesOf>, string[]][] = [
    [
      'one page for two claims cannot be told',
      [links, get, { '/docs/first': page('app') as never, '/docs/second': page('app') as never }],
      ['inconclusive', 'baseline', 'false'],
    ],
    [
      'pages of their own are there',
      [links, get, { '/docs/first': page('one') as never, '/docs/second': page('two') as never }],
      ['pass', 'pass', 'false'],
    ],
    [
      'one page at two addresses that differ in a query or a closing slash is there',
      [
        ['/docs/first', '/docs/first/', '/docs/first?x=1'],
        get,
        { '/docs/first': page('a') as never, '/docs/first/': page('a') as never, '/docs/first?x=1': page('a') as never },
      ],
      ['pass', 'pass', 'false'],
    ],
    [
      'who is sent on to another claim is told where to',
      [links, get, { '/docs/first': page('app') as never, '/docs/second': { status: 302, headers: { location: '/docs/first' } } }],
      ['pass', 'pass', 'false'],
    ],
    [
      'empty lists of two operations are theirs',
      [
        links,
        { ...get, '/docs/first': { get: operation }, '/docs/second': { get: operation } },
        { '/docs/first': json([]), '/docs/second': json([]) },
      ],
      ['pass', 'pass', 'false'],
    ],
    [
      'a template of another method keeps no control out',
      [
        links,
        { '/docs/{page}': { put: operation } },
        { '*': ({ request }) => (request.url.includes('/docs/') ? page('app') : json({ error: 'not found' }, 404)) },
      ],
      ['fail', 'failed', 'true'],
    ],
  ];
  for (const [name, given, expected] of rows)
    it(name, async () => {
      expect(await outcomesOf(...given)).to.deep.equal(expected);
    });
});
