// Documents of a URL that are as large as honest ones may be: what a service serves is read from it as it is from a file.
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { MiB } from '../../src/contract/units.ts';
import { overlay } from '../../src/transport/fixture/overlay.ts';
import { ROOT } from '../sources.ts';
import { axproof } from './io.ts';
import { report, saved, written } from './reports.ts';
import { type Folder, folder } from './suite-folder.ts';

describe('large documents of a URL', function () {
  this.timeout(60_000);
  let dir: Folder;
  let server: Server;
  const at = (name: string): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`;

  before(async () => {
    dir = folder();
    server = createServer((request, response) => response.end(readFileSync(dir.path(`.${request.url}`)))).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  after(() => {
    server.close();
    dir.remove();
  });

  it('are reports with the bodies that a grade may hold', async () => {
    const page = { type: 'text/plain', body: `# Widgets\n\n${'A word and another. '.repeat(200_000)}` };
    const routes = Object.fromEntries(['openapi.json', 'openapi.yaml', 'swagger.json'].map((name) => [`/${name}`, page]));
    const whole = await report(overlay(written('empty'), { routes }));
    const bytes = readFileSync(saved(dir.path('large.json'), whole)).length;
    expect(bytes).to.be.above(8 * MiB);
    const [file, url] = [await axproof('replay', dir.path('large.json')), await axproof('replay', at('large.json'))];
    expect([url.status, url.err, url.out]).to.deep.equal([0, '', file.out]);
  });

  it('are packs with the documents that they may carry', async () => {
    const pack = join(ROOT, 'fixtures/own-contract');
    const { out } = await axproof('pack', 'build', pack);
    const { documents, ...rest } = JSON.parse(out) as { documents: { contract: string } };
    const large = JSON.stringify({ ...rest, documents: { contract: documents.contract + ' '.repeat(MiB) } });
    dir.write({ 'pack.json': large });
    const target = join(ROOT, 'fixtures/own-contract.cases/targets', 'good.yaml');
    await axproof('verify', target, '--spec', dir.path('pack.json'), '--record', dir.path('own.json'), '--quiet');
    const ran = await axproof('replay', dir.path('own.json'), '--pack', at('pack.json'));
    expect([ran.status, ran.err]).to.deep.equal([0, '']);
  });
});
