// Signing and verifying a report, each as a multiple of one Ed25519 operation of node:crypto plus one SHA-256, over the bytes of the same report.
import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import { attest } from '../src/attest/issue.ts';
import { thumbprint } from '../src/attest/public-key.ts';
import { publicKeyOf, seedSigner } from '../src/attest/sign.ts';
import { trustedKeys } from '../src/attest/verify/trust.ts';
import { verifyReport } from '../src/attest/verify/verify-report.ts';
import { buildReport, reportText } from '../src/report/build.ts';
import { loadFixture } from '../src/transport/fixture/load.ts';
import { fixtureOrigin } from '../src/transport/fixture/routes.ts';
import { fixture } from '../src/transport/fixture/transport.ts';
import { median, rounded } from './parts/median.ts';
import { defaultPack, gradeOnce, targetFile } from './parts/setup.ts';

const ROUNDS = 15;
const TIMES = 20;
const SEED = new Uint8Array(32).fill(42);

const target = loadFixture(targetFile('good'));
const { verdict, evidence, issued } = await gradeOnce(defaultPack(), fixtureOrigin(target), fixture(target));
const report = buildReport({ verdict, evidence, issued: { ...issued, mode: 'attested-remote' } });
const now = Date.parse(issued.at);
const window = { nbf: now / 1000 - 86_400, exp: now / 1000 + 86_400 };
const signer = seedSigner(SEED, window);
const x = Buffer.from(publicKeyOf(SEED)).toString('base64url');
const jwk = { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint(x), use: 'sig', alg: 'EdDSA', ...window, status: 'current' };
const trust = trustedKeys(JSON.stringify({ keys: [jwk] }));
const bytes = Buffer.from(reportText((await attest(report, signer, now)).report), 'utf8');
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const signature = sign(null, bytes, privateKey);

const TASKS: Record<string, () => unknown> = {
  bareSign: () => [createHash('sha256').update(bytes).digest(), sign(null, bytes, privateKey)],
  bareVerify: () => [createHash('sha256').update(bytes).digest(), verify(null, bytes, publicKey, signature)],
  sign: () => attest(report, signer, now),
  verify: () => {
    if (!verifyReport(bytes, trust, { now }).ok) throw new Error('the report does not verify');
  },
};

/** Milliseconds of one call each, the tasks taken in turn so that a busy moment hits all of them. */
async function measured(): Promise<Record<string, number>> {
  const all = new Map(Object.keys(TASKS).map((name) => [name, [] as number[]]));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [name, task] of Object.entries(TASKS)) {
      const began = performance.now();
      for (let i = 0; i < TIMES; i += 1) await task();
      if (round >= 0) all.get(name)!.push((performance.now() - began) / TIMES);
    }
  }
  return Object.fromEntries([...all].map(([name, times]) => [name, median(times)]));
}

const ms = await measured();
console.log(
  JSON.stringify({
    bench: 'attest',
    bytes: bytes.length,
    signMs: rounded(ms.sign!),
    verifyMs: rounded(ms.verify!),
    bareSignMs: rounded(ms.bareSign!, 3),
    bareVerifyMs: rounded(ms.bareVerify!, 3),
    sign: rounded(ms.sign! / ms.bareSign!, 1),
    verify: rounded(ms.verify! / ms.bareVerify!, 1),
  }),
);
