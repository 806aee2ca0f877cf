// docs/verify.md, followed from its first recipe to its last in an empty folder, against a service on loopback.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { VerificationReport } from '../../src/contract/generated/types.ts';
import { newFolder, served } from '../service/built.ts';
import { blocks, type Ran, type RecipeFolder, recipeFolder } from './recipe-folder.ts';

const axproof = fileURLToPath(new URL('../../dist/axproof.js', import.meta.url));

describe('docs/verify.md, step by step', function () {
  this.timeout(180_000);
  let service: Awaited<ReturnType<typeof served>>;
  let folder: RecipeFolder;
  let kid: string;
  const sh = (...args: string[]): Promise<Ran> => folder.run('sh', args);

  before(async function () {
    const made = recipeFolder();
    if (!made || !existsSync(axproof)) return this.skip();
    folder = made;
    // The one program of ours that the page names, for what no stock tool can do.
    folder.program('axproof', `exec '${process.execPath}' '${axproof}' "$@"`);
    service = await served(newFolder());
    for (const [name, text] of blocks('docs/verify.md'))
      folder.file(name, text.replace('https://verifier.example', service.url).replace('domain=example.com', 'domain=self'));
  });
  after(async () => {
    folder?.remove();
    await service?.close();
  });

  it('fetches a report and the keys', async () => {
    const { status, said } = await sh('fetch.sh');
    expect(status, said).to.equal(0);
    kid = (JSON.parse(folder.read('report.json').toString()) as VerificationReport).attestation?.signatures[0]?.keyid ?? '';
    expect(JSON.parse(folder.read('keys.json').toString()).keys.map((key: { kid: string }) => key.kid)).to.deep.equal([kid]);
  });

  it('comes to the same digest by both recipes', async () => {
    const found = [
      await sh('verify.sh', 'report.json', 'keys.json', kid),
      await folder.run('python3', ['verify.py', 'report.json', 'keys.json', kid]),
    ];
    expect(found[0]).to.deep.equal(found[1]);
    expect(found[0]).to.deep.include({ status: 0 });
    const [, digest = ''] = /(sha256:\S+),/.exec(found[0]?.said ?? '') ?? [];
    const answer = await fetch(`${service.url}/reports/${digest}`, { headers: { accept: 'application/json' } });
    expect(Buffer.from(await answer.arrayBuffer()).equals(folder.read('report.json'))).to.equal(true);
  });

  it('shows the evidence, whose digests are those of what is heard again', async () => {
    const { status, said } = await sh('evidence.sh', 'report.json', 'keys.json');
    expect(status, said).to.equal(0);
    const lines = said.split('\n').filter((line) => /^(\d{3}|-) /.test(line));
    const { evidence } = JSON.parse(folder.read('report.json').toString()) as VerificationReport;
    expect(lines).to.have.length(evidence.exchanges.length);
    const again = lines.filter((line) => / GET whole [0-9a-f]{64} http:\/\/\S+\/llms\.txt$/.test(line));
    expect(again).not.to.deep.equal([]);
    const [, , , was, url = ''] = again[0]!.split(' ');
    expect(
      createHash('sha256')
        .update(Buffer.from(await (await fetch(url)).arrayBuffer()))
        .digest('hex'),
    ).to.equal(was);
  });

  it('replays it', async () => {
    const { status, said } = await sh('replay.sh', 'report.json', 'keys.json');
    expect(status, said).to.equal(0);
    expect(said).to.include('same verdict, byte for byte').and.to.include(`signed by the trusted key ${kid}`);
  });

  it('finds it in the log, and keeps the key of the log', async () => {
    const { status, said } = await sh('log.sh');
    expect(status, said).to.equal(0);
    expect(said).to.match(/ is entry \d+ of \d+ in /);
    folder.file(
      'log.vkey',
      folder
        .read('log.vkey')
        .toString()
        .replace(/\+[0-9a-f]{8}\+/, '+00000000+'),
    );
    expect((await sh('log.sh')).status).to.not.equal(0);
  });

  it('goes no step further with a report that was edited', async () => {
    const whole = folder.read('report.json').toString();
    folder.file('report.json', whole.replace('{', '{"verdict":{"grade":"A+"},'));
    for (const recipe of ['verify.sh', 'evidence.sh', 'replay.sh', 'log.sh']) {
      const { status, said } = await sh(recipe, 'report.json', 'keys.json');
      expect(status, recipe).to.be.a('number').and.not.equal(0);
      expect(said, recipe).not.to.match(/verified|is entry|same verdict|^\d{3} /m);
    }
    folder.file('report.json', whole);
  });

  it('asks verify.py first wherever it asks at all: what that one does not believe, the others do not look at', async () => {
    folder.program('python3', 'exit 1');
    for (const recipe of ['evidence.sh', 'log.sh']) {
      const { status, said } = await sh(recipe, 'report.json', 'keys.json');
      expect([status, said], recipe).to.deep.equal([1, '']);
    }
  });
});
