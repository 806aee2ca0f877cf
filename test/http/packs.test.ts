// The packs of the service are named where agents look: with a link to each, and how to ask for another than the default.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { INPUTS } from '../../src/mounts/mcp/schemas.ts';
import { openPack } from '../../src/run/bundled.ts';
import { VERSION } from '../../src/run/version.ts';
import { BundledPacks } from '../../src/service/packs.ts';
import { ROOT } from '../sources.ts';
import { ask } from './ask.ts';
import { mounted, type Place } from './served.ts';

const NAMES = readdirSync(join(ROOT, 'rules'), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

describe('the packs of the service', () => {
  let place: Place;
  before(async () => {
    const packs = await BundledPacks.load();
    const named = async ({ pack }: { pack?: string }): Promise<never> => packs.withName(pack) as never;
    place = await mounted({ grade: named, latest: (_target, pack) => named({ pack }) });
  });
  after(() => place.close());

  for (const path of ['/', '/llms.txt', '/llms-full.txt'])
    it(`are linked by ${path}, which says how to ask for one`, async () => {
      const { text } = await ask(`${place.url}${path}`);
      expect(text).to.include('?pack=NAME');
      for (const name of NAMES) {
        const { digest, document } = await openPack(name);
        expect(text).to.include(`- [${name}](${place.url}/packs/${digest}): ${document.title}\n`);
      }
    });

  for (const path of ['/', '/llms.txt', '/llms-full.txt'])
    it(`are named by ${path} as docs/gate.md names what a gate pins`, async () => {
      const { text } = await ask(`${place.url}${path}`);
      const [, name = ''] = /^Pin `([a-z-]+)`/m.exec(readFileSync(join(ROOT, 'docs/gate.md'), 'utf8')) ?? [];
      const { digest } = await openPack(name);
      expect(text).to.include(`"expectedDigest": "${digest}"}`).and.include(`(here that of ${name})`);
    });

  it('are linked by the page of /, since a gate names a digest', async () => {
    const { text } = await ask(`${place.url}/`, { headers: { accept: 'text/html' } });
    for (const name of NAMES) expect(text).to.include(`<dt><a href="/packs/${(await openPack(name)).digest}">${name}</a></dt>`);
    expect(text).to.include(`axproof ${VERSION}</p>`);
  });

  it('are no matter of a command line or a database to whoever reads /llms-full.txt', async () => {
    const { text } = await ask(`${place.url}/llms-full.txt`);
    for (const code of ['bad-pack', 'unknown-pack', 'beyond-grade', 'store-unavailable']) {
      const { title, fix } = (await ask(`${place.url}/errors/${code}`)).json();
      expect(text).to.include(`- \`${code}\`: ${title}. ${fix}\n`);
      expect(fix).not.to.match(/axproof |--pack|DATABASE_URL/);
    }
  });

  for (const path of ['/example.com?pack=nope', '/example.com/badge.svg?pack=nope', '/example.com?pack=axproof/nope'])
    it(`are told by ${path}, and where one of one's own goes`, async () => {
      const { status, json } = await ask(`${place.url}${path}`);
      expect([status, json().code, json().title]).to.deep.equal([404, 'unknown-pack', 'There is no such pack here']);
      expect(json().errors).to.deep.equal([`bundled packs: ${NAMES.join(', ')}`]);
      expect(json().fix).to.include('POST /verify').and.not.include('--');
      expect((await ask(`${place.url}/errors/unknown-pack`)).json()).to.include({ title: json().title, fix: json().fix });
    });

  it('are meant by what they call themselves too, as reports name them', async () => {
    const packs = await BundledPacks.load();
    for (const { name, document } of packs.all) {
      expect(document.name).to.equal(`axproof/${name}`);
      expect(packs.withName(document.name), name).to.equal(packs.withName(name));
    }
  });

  it('are named where a parameter takes one', async () => {
    const { parameters } = (await ask(`${place.url}/openapi.json`)).json().paths['/{domain}'].get;
    const { description } = parameters.find((one: { name: string }) => one.name === 'pack');
    for (const said of [description, INPUTS.grade.properties.pack.description]) expect(said).to.include(`: ${NAMES.join(', ')}.`);
  });
});
