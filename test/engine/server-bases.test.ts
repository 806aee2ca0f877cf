// What a GET of a server's base is told to be, when a document declares several servers: the same of each.
import { expect } from 'chai';
import { json, judged, ORIGIN, pack, rule } from './world.ts';

const AWAY = 'https://api.t.example';
const OPERATIONS = ['$.api.openapi.operations[*]'];
const described = (...servers: string[]) =>
  json({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    servers: servers.map((url) => ({ url })),
    paths: { '/v1/things': { get: { responses: { 200: { description: 'All.' } } } } },
  });

async function outcomeAt(url: string, ...servers: string[]): Promise<string> {
  const told = rule('told', {
    assert: [{ select: '$.base.outcome', schema: { const: 'found' }, else: 'other' }],
    reasons: { other: '{{ $.finding.value }}' },
  });
  const probes = { api: { get: '/openapi.json' }, base: { get: '{{ $.api.json.externalDocs.url }}' } };
  const document = described(...servers);
  const body = { ...JSON.parse(document.body?.text ?? ''), externalDocs: { url } };
  const { verdict } = await judged(pack(probes, [told], { operations: OPERATIONS }), { '/openapi.json': json(body) });
  return String(verdict.checks[0]?.findings[0]?.value);
}

describe('bases of servers', () => {
  const both = [`${ORIGIN}/one`, `${AWAY}/two`];
  for (const servers of [both, [...both].reverse()])
    for (const base of [...both, ...both.map((server) => `${server}/v1`)])
      it(`${base} is none that a GET has to find, with ${servers[0]} named first`, async () =>
        expect(await outcomeAt(base, ...servers)).to.equal('method-refused'));

  it('what is no base is absent', async () => {
    for (const url of [`${AWAY}/one`, `${AWAY}/two/v2`, `${ORIGIN}/two`]) expect(await outcomeAt(url, ...both), url).to.equal('absent');
  });
});
