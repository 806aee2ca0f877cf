// Pinned reports in the commands that read reports: replay, diff and evidence.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { attest } from '../../src/attest/issue.ts';
import type { PinnedVerificationReport } from '../../src/contract/generated/types.ts';
import { buildPinnedReport, reportText } from '../../src/report/build.ts';
import { pinnedVerdict } from '../../src/report/pinned.ts';
import { judgeHere, runPinned } from '../../src/run/run.ts';
import { fixtureOrigin } from '../../src/transport/fixture/routes.ts';
import { fixture } from '../../src/transport/fixture/transport.ts';
import { ISSUED, jwk, keySet, signer } from '../attest/signed.ts';
import { axproof } from './io.ts';
import { NOW, standard, written } from './reports.ts';

describe('axproof replay and diff of pinned reports', function () {
  this.timeout(120_000);
  let dir: string;
  const at = (name: string): string => join(dir, name);
  const save = (name: string, report: PinnedVerificationReport): string => {
    writeFileSync(at(name), reportText(report));
    return at(name);
  };

  async function report(target: string, ratified: boolean): Promise<PinnedVerificationReport> {
    const site = written(target);
    return runPinned(judgeHere(await standard()), ratified, {
      target: fixtureOrigin(site),
      seed: 7,
      seedOrigin: 'caller',
      transport: fixture(site),
      now: () => NOW,
      mode: 'attested-remote',
    });
  }

  let good: PinnedVerificationReport;
  before(async () => {
    dir = mkdtempSync(join(tmpdir(), 'axproof-pinned-'));
    good = await report('good', true);
    expect(good.passed).to.equal(true);
  });
  after(() => rmSync(dir, { recursive: true }));

  it('replays a signed one, and says who vouches for it', async () => {
    const file = save('signed.json', (await attest(good, signer(), ISSUED)).report);
    writeFileSync(at('keys.json'), keySet(jwk()));
    const ran = await axproof('replay', file, '--jwks', at('keys.json'));
    expect(ran.status, ran.err).to.equal(0);
    expect(ran.out).to.match(/^same verdict, byte for byte: PASSED at sha256:[0-9a-f]{64}, ratified, sha256:/);
    expect(ran.out).to.include('signed by the trusted key');
  });

  it('replays those that did not pass as well', async () => {
    for (const [target, ratified] of [
      ['good', false],
      ['empty', true],
    ] as const) {
      const ran = await axproof('replay', save('other.json', await report(target, ratified)));
      expect(ran.status, ran.err).to.equal(0);
      expect(ran.out).to.include(`NOT PASSED at sha256:`);
    }
  });

  it('finds passed again from the evidence: a forged acceptance is none', async () => {
    const { verdict, evidence, issued } = await report('empty', true);
    const checks = verdict.checks.map((check) => ({ ...check, verdict: 'pass' as const }));
    const forged = buildPinnedReport({ verdict: pinnedVerdict({ ...verdict, checks, conclusive: true }, true), evidence, issued });
    expect(forged.passed).to.equal(true);
    const ran = await axproof('replay', save('forged.json', forged));
    expect([ran.status, /verdict-mismatch/.test(ran.err)]).to.deep.equal([4, true]);
  });

  it('does not vouch for a report that calls itself ratified', async () => {
    const { verdict, evidence, issued } = await report('good', false);
    const flipped = buildPinnedReport({ verdict: pinnedVerdict(verdict, true), evidence, issued });
    const ran = await axproof('replay', save('flipped.json', flipped));
    expect(ran.status, ran.err).to.equal(0);
    expect(ran.out).to.include(`ratified is what the report says of itself: hold ${verdict.pack.digest} against`);
    const plain = await axproof('replay', save('plain.json', await report('good', false)));
    expect(plain.out).not.to.include('what the report says of itself');
  });

  it('tells a ratified answer from another one', async () => {
    const [a, b] = [save('a.json', await report('good', false)), save('b.json', good)];
    const ran = await axproof('diff', a, b);
    expect(ran.status, ran.err).to.equal(1);
    expect(ran.out).to.match(/^NOT PASSED at sha256:\S+, not ratified -> PASSED at sha256:\S+, ratified; 0 checks changed\n$/);
    expect((await axproof('diff', b, b)).status).to.equal(0);
  });

  it('gives its evidence as HAR and curl', async () => {
    const ran = await axproof('evidence', save('c.json', good), '--curl', '--har', at('c.har'));
    expect(ran.status, ran.err).to.equal(0);
    expect(ran.out).to.include('curl ');
  });
});
