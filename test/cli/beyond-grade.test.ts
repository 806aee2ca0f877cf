// A pack that is too large for a grade is refused by everyone who grades, before anything is sent; its plan is shown, and the gate takes it.

import { join } from 'node:path';
import { expect } from 'chai';
import { ROOT } from '../../bench/parts/setup.ts';
import type { AxproofError } from '../../src/contract/errors.ts';
import { LocalService } from '../../src/service/local.ts';
import { fixtureSite, type Site } from '../service/site.ts';
import { axproof } from './io.ts';
import { folder } from './suite-folder.ts';

const PACK = join(ROOT, 'rules/ax-whole');

describe('a pack that is too large for a grade', function () {
  this.timeout(60_000);
  let site: Site;
  before(async () => {
    site = await fixtureSite();
  });
  after(() => site.close());

  it('is refused by axproof grade, which sends nothing', async () => {
    const { status, err, out } = await axproof('grade', site.origin, '--pack', PACK);
    expect([status, out]).to.deep.equal([2, '']);
    expect(err)
      .to.match(/beyond-grade/)
      .and.match(/requests: 640 at worst, and a grade has at most 320/);
    expect(site.asked('/robots.txt')).to.equal(0);
  });

  it('has a plan all the same', async () => {
    const { status, out, err } = await axproof('grade', site.origin, '--pack', PACK, '--plan');
    expect(status).to.equal(0);
    expect(out).to.include('Bound: 640 requests');
    expect(err).to.match(/without --plan grade refuses the pack, beyond-grade: /);
  });

  it('is refused by a suite where nobody ratified it, and taken where somebody did', async () => {
    const digest = (await axproof('spec-digest', PACK)).out.trim();
    const suite = (how: string) => `format: 1\nname: t\ntargets: {site: "${site.origin}"}\n${how}`;
    const graded = `packs: {whole: ${PACK}}\ntests:\n  - {target: site, pack: whole}\n`;
    const pinned = `specs: {whole: {pack: ${PACK}, digest: "${digest}"}}\ntests:\n  - {target: site, spec: whole}\n`;
    const dir = folder({ 'graded.yaml': suite(graded), 'pinned.yaml': suite(pinned) });
    try {
      const refused = await axproof('suite', dir.path('graded.yaml'));
      expect(refused.status).to.equal(2);
      expect(refused.err).to.include('beyond-grade');
      expect(site.asked('/robots.txt')).to.equal(0);
      const taken = await axproof('suite', dir.path('pinned.yaml'), '--reporter', 'json');
      expect(taken.err).to.not.include('beyond-grade');
      expect(JSON.parse(taken.out).verdict.spec.digest).to.equal(digest);
    } finally {
      dir.remove();
    }
  });

  it('is refused by the verifier in process', async () => {
    const service = new LocalService({ allowPrivate: true });
    const asked = service.grade({ target: site.origin, pack: 'ax-whole', start: true }, { address: '127.0.0.1' }, { most: 10_000 });
    const error = await asked.catch((thrown: AxproofError) => thrown);
    expect((error as AxproofError).code).to.equal('beyond-grade');
  });
});
