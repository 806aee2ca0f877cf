// What the service signs: reports verify under the published keys, also across a rotation, replay to the same bytes, and leave a signed tombstone.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { KeyFolder } from '../../src/attest/keys/folder.ts';
import { trustedKeys } from '../../src/attest/verify/trust.ts';
import { verifyReport } from '../../src/attest/verify/verify-report.ts';
import { verifyTombstone } from '../../src/attest/verify/verify-tombstone.ts';
import type { VerificationReport } from '../../src/contract/generated/types.ts';
import type { Io } from '../../src/mounts/cli/io.ts';
import { cli } from '../cli/io.ts';
import { built, envOf, newFolder, served } from './built.ts';
import { until } from './site.ts';

const DAY = 86_400_000;
const bytesOf = async (url: string): Promise<Buffer> => {
  const answer = await fetch(url, { headers: { accept: 'application/json' } });
  expect(answer.status, url).to.equal(200);
  return Buffer.from(await answer.arrayBuffer());
};

function io(env: Record<string, string> = {}): Io & { said: string } {
  const one = {
    said: '',
    out: (text: string) => {
      one.said += text;
    },
    err: (text: string) => {
      one.said += text;
    },
    outIsTerminal: false,
    errIsTerminal: false,
    color: false,
    columns: 80,
    now: () => new Date().toISOString(),
    freshSeed: () => 1,
    env,
    signal: new AbortController().signal,
  };
  return one;
}

describe('what the service signs', function () {
  this.timeout(90_000);
  const folder = newFolder();
  let shift = 0;
  let service: Awaited<ReturnType<typeof served>>;
  const self: Buffer[] = [];

  before(async () => {
    // A next key has to be published a week before it signs.
    const keys = new KeyFolder(join(folder, 'keys'));
    await keys.add(Date.now() - 8 * DAY);
    await keys.add(Date.now() - 8 * DAY, { aheadDays: 7 });
    service = await served(folder, { AXPROOF_SELF_EVERY: '10' }, { now: () => Date.now() + shift });
  });
  after(() => service.close());

  it('is a self-report without fault, whose honesty checks saw samples', async () => {
    self.push(await bytesOf(`${service.url}/self?format=json`));
    const { verdict, issued } = JSON.parse(self[0]!.toString()) as VerificationReport;
    expect({ grade: verdict.grade, conclusive: verdict.conclusive, mode: issued.mode }).to.deep.equal({
      grade: 'A+',
      conclusive: true,
      mode: 'attested-remote',
    });
  });

  it('verifies under the published keys, on both sides of a rotation in the middle of the load', async () => {
    const kidOf = (report: Buffer): string => (JSON.parse(report.toString()) as VerificationReport).attestation!.signatures[0]!.keyid;
    const anew = async (): Promise<void> => {
      const last = self.at(-1)!;
      shift += 11_000;
      // The stored one is answered at once, and made anew behind it.
      await until(async () => {
        const now = await bytesOf(`${service.url}/self?format=json`);
        if (now.equals(last)) return false;
        self.push(now);
        return true;
      });
    };
    await anew();
    const load = Promise.all(Array.from({ length: 40 }, () => bytesOf(`${service.url}/self?format=json`)));
    await new KeyFolder(join(folder, 'keys')).rotate(Date.now());
    await load;
    await anew();
    await anew();
    expect(new Set(self.map(kidOf)).size).to.equal(2);
    const jwks = async (): Promise<{ keys: { status: string }[] }> =>
      JSON.parse((await bytesOf(`${service.url}/.well-known/jwks.json`)).toString());
    await until(
      async () =>
        (await jwks()).keys
          .map(({ status }) => status)
          .sort()
          .join() === 'current,historic',
    );
    const keys = trustedKeys(JSON.stringify(await jwks()));
    for (const report of self) {
      const { ok, detail } = verifyReport(report, keys, { now: Date.now() });
      expect(ok, detail).to.equal(true);
    }
  });

  it('replays to the same bytes by its digest', async () => {
    const answer = await fetch(`${service.url}/self?format=json`, { headers: { accept: 'application/json' } });
    const [, address = ''] = /<([^>]+\/reports\/sha256:[0-9a-f]{64})>; rel="canonical"/.exec(answer.headers.get('link') ?? '') ?? [];
    const file = join(folder, 'report.json');
    const jwks = join(folder, 'jwks.json');
    writeFileSync(file, await bytesOf(address));
    writeFileSync(jwks, await bytesOf(`${service.url}/.well-known/jwks.json`));
    const one = io();
    expect(await cli(['replay', file, '--jwks', jwks], one), one.said).to.equal(0);
  });

  it('takes nothing down from a store that is not there, and makes none', async () => {
    const { takedown } = await built();
    const env = { ...envOf(folder), AXPROOF_DATA: join(folder, 'elsewhere') };
    const error = await takedown({ digest: `sha256:${'0'.repeat(64)}`, kind: 'report', reason: 'x' }, io(env)).catch(
      (thrown: Error) => thrown,
    );
    expect(error).to.have.property('code', 'bad-file');
    expect(existsSync(env.AXPROOF_DATA)).to.equal(false);
  });

  it('leaves a signed 410 after a takedown, of the report and of its evidence', async () => {
    const { takedown } = await built();
    const { evidence } = JSON.parse(self[0]!.toString()) as VerificationReport;
    const one = io(envOf(folder));
    expect(await takedown({ digest: evidence.digest!, kind: 'evidence', reason: 'a person asked for it' }, one)).to.equal(0);
    const [, digest = ''] = /report (sha256:[0-9a-f]{64})/.exec(one.said) ?? [];
    await until(async () => (await fetch(`${service.url}/reports/${digest}`)).status === 410);
    const keys = trustedKeys(await bytesOf(`${service.url}/.well-known/jwks.json`));
    for (const path of [`/reports/${digest}`, `/evidence/${evidence.digest}`]) {
      const gone = await fetch(`${service.url}${path}`);
      expect(gone.status).to.equal(410);
      const check = verifyTombstone(Buffer.from(await gone.arrayBuffer()), keys);
      expect(check.ok && check.tombstone).to.include({ kind: 'Tombstone', document: 'evidence', digest: evidence.digest });
    }
    const address = `${service.url}/reports/${digest}`;
    const [edited, jwks] = [join(folder, 'edited.json'), `${service.url}/.well-known/jwks.json`];
    writeFileSync(edited, (await (await fetch(address)).text()).replace('a person', 'no person'));
    for (const [args, words] of [
      [[address, '--jwks', jwks], /^axproof: gone: .*was taken down at .*a person asked for it.*; signed by a trusted key\n/],
      [[address], /^axproof: gone: .*who says so was not checked/],
      [[edited, '--jwks', jwks], /^axproof: statement-mismatch: /],
    ] as const) {
      const two = io();
      expect(await cli(['replay', ...args], two), two.said).to.be.oneOf([2, 4]);
      expect(two.said).to.match(words);
    }
  });
});
