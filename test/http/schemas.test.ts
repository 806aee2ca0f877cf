// The schemas that the service serves: one file each, named by a URN with its version, and every report that there was or is fits the one of its format.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { openPack } from '../../src/run/bundled.ts';
import { axproof } from '../cli/io.ts';
import { ROOT } from '../sources.ts';
import { ask } from './ask.ts';
import { mounted, type Place } from './served.ts';

const read = (path: string): unknown => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));

describe('the schemas that are served', function () {
  this.timeout(60_000);
  let place: Place;
  before(async () => {
    place = await mounted({});
  });
  after(() => place.close());

  const served = async (name: string): Promise<Record<string, unknown>> => (await ask(`${place.url}/schemas/${name}/1.json`)).json();
  const fits = async (name: string, value: unknown): Promise<unknown> => {
    const check = new Ajv2020({ strict: false }).compile(await served(name));
    return check(value) ? 'fits' : check.errors;
  };

  for (const name of ['report', 'evidence', 'pack', 'suite']) {
    it(`${name}: a schema by name and version, which refers to nothing else`, async () => {
      const answer = await ask(`${place.url}/schemas/${name}/1.json`);
      expect([answer.status, answer.type]).to.deep.equal([200, 'application/schema+json']);
      const schema = answer.json();
      expect(schema.$id).to.equal(`urn:axproof:schema:${name}:1`);
      expect(schema).to.deep.equal(read(`schemas/${name}/1.json`));
      const references = [...answer.text.matchAll(/"\$ref": "([^"]*)"/g)].map(([, to]) => to as string);
      expect(references.filter((to) => !(to.startsWith('#/$defs/') && to.slice(8) in schema.$defs))).to.deep.equal([]);
      expect((await ask(`${place.url}/schemas/${name}/2.json`)).status).to.equal(404);
    });
  }

  it('are fitted by reports of both kinds and both engines, by their evidence, and by the packs', async () => {
    const good = join(ROOT, 'fixtures/targets/good.yaml');
    const graded = JSON.parse((await axproof('grade', good, '--json')).out);
    const pinned = JSON.parse((await axproof('verify', join(ROOT, 'fixtures/targets/empty.yaml'), '--spec', 'auth', '--json')).out);
    expect([graded.kind, pinned.kind, graded.format, graded.evidence.format]).to.deep.equal([
      'VerificationReport',
      'PinnedVerificationReport',
      1,
      1,
    ]);
    for (const report of [graded, pinned, read('fixtures/engine-1/report.json')]) expect(await fits('report', report)).to.equal('fits');
    expect(await fits('evidence', graded.evidence)).to.equal('fits');
    for (const name of readdirSync(join(ROOT, 'rules'))) {
      if (!name.includes('.')) expect(await fits('pack', (await openPack(name)).document), name).to.equal('fits');
    }
  });

  it('take members that a later version adds to a report, and refuse what is none', async () => {
    const report = read('fixtures/engine-1/report.json') as { verdict: object };
    expect(await fits('report', { ...report, later: 1, verdict: { ...report.verdict, later: 1 } })).to.equal('fits');
    for (const other of [{ ...report, format: 2 }, { ...report, kind: 'Other' }, { ...report, verdict: {} }, {}])
      expect(await fits('report', other)).to.not.equal('fits');
    const pack = (await openPack('auth')).document;
    expect(await fits('pack', { ...pack, later: 1 })).to.not.equal('fits');
  });
});
