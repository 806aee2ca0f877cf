// When an exchange says that more may be declared for its address than was read.
import { expect } from 'chai';
import { json, judged, ORIGIN, pack, rule } from './world.ts';

const ONE = { openapi: '3.1.0', info: { title: 'Things', version: '1' }, servers: [{ url: ORIGIN }], paths: {} };
const catalog = (...hrefs: string[]) => json({ linkset: hrefs.map((href) => ({ href: `${ORIGIN}${href}` })) });

/** Two of the documents that the catalog names are read. */
const PROBES = {
  api: { firstOf: [{ get: '/openapi.json' }] },
  catalog: { get: '/catalog' },
  described: { sample: 2, eachOf: [{ select: '$.catalog.json.linkset[*]', get: '{{ $.item.href }}' }] },
  page: { get: '/page' },
};
const OPERATIONS = ["$['api'].openapi.operations[*]", '$.described[*].openapi.operations[*]'];

async function isOpen(routes: Parameters<typeof judged>[1]): Promise<boolean> {
  const told = rule('told', {
    assert: [{ select: '$.page.operationsOpen', schema: { const: true }, else: 'known' }],
    reasons: { known: 'All that may be declared was read.' },
  });
  const { verdict } = await judged(pack(PROBES, [told], { operations: OPERATIONS }), { '/page': json({ a: 1 }), ...routes });
  const [check] = verdict.checks;
  expect(check?.verdict).to.be.oneOf(['pass', 'fail']);
  return check?.verdict === 'pass';
}

describe('descriptions that were not read', () => {
  const read = { '/openapi.json': json(ONE), '/catalog': catalog('/a', '/b'), '/a': json(ONE), '/b': json(ONE) };

  it('are none where all were', async () => expect(await isOpen(read)).to.equal(false));

  it('are those that the draw left out', async () =>
    expect(await isOpen({ ...read, '/catalog': catalog('/a', '/b', '/c'), '/c': json(ONE) })).to.equal(true));

  it('are such as were cut', async () => {
    const cut = { ...json(ONE), body: { text: JSON.stringify(ONE).slice(0, 20) }, truncated: true as const };
    expect(await isOpen({ ...read, '/b': cut })).to.equal(true);
  });

  it('are such as something names and nobody saw', async () => expect(await isOpen({ ...read, '/b': { status: 503 } })).to.equal(true));

  it('are none that only the pack names, where nothing was seen', async () =>
    expect(await isOpen({ ...read, '/openapi.json': { status: 503 } })).to.equal(false));

  it('are none where what is named is no description', async () =>
    expect(await isOpen({ ...read, '/b': { status: 404 } })).to.equal(false));
});
