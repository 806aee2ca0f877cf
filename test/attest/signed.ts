// A signed sample report, the test key that signed it, and ways to forge one. The key is public: it must never sign anything real.

import { PAYLOAD_TYPE, seal } from '../../src/attest/envelope.ts';
import { attest } from '../../src/attest/issue.ts';
import { thumbprint } from '../../src/attest/public-key.ts';
import { publicKeyOf, type Signer, seedSigner } from '../../src/attest/sign.ts';
import { digestsOf, statementOf } from '../../src/attest/statement.ts';
import { trustedKeys } from '../../src/attest/verify/trust.ts';
import { type Verification, type VerifyReportOptions, verifyReport } from '../../src/attest/verify/verify-report.ts';
import type { Evidence, PublicKey, Statement, Verdict, VerificationReport } from '../../src/contract/generated/types.ts';
import { ENGINE } from '../../src/contract/limits.ts';
import { pae } from '../../src/contract/pae.ts';
import { jcs } from '../../src/json/jcs.ts';
import { buildReport } from '../../src/report/build.ts';
import { evidence, issued, verdict as old, clean as oldClean } from '../report/sample.ts';

/** The sample's verdicts as this engine would give them: those of another engine are told apart before their shape is. */
export const verdict: Verdict = { ...old, engine: ENGINE };
export const clean: Verdict = { ...oldClean, engine: ENGINE };

export const DAY = 86_400;
export const ISSUED = Date.parse(issued.at);
const SECONDS = ISSUED / 1000;
export const WINDOW = { nbf: SECONDS - 10 * DAY, exp: SECONDS + 80 * DAY };
export const TEST_SEED = new Uint8Array(32).fill(42);

export const signer = (seed: Uint8Array = TEST_SEED, window = WINDOW): Signer => seedSigner(seed, window);

const spelled = new Map<string, string>();

export function jwk(seed: Uint8Array = TEST_SEED, more: Partial<PublicKey> = {}): PublicKey {
  const name = Buffer.from(seed).toString('hex');
  const x = spelled.get(name) ?? Buffer.from(publicKeyOf(seed)).toString('base64url');
  spelled.set(name, x);
  return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint(x), use: 'sig', alg: 'EdDSA', ...WINDOW, status: 'current', ...more };
}

export const keySet = (...keys: unknown[]): string => JSON.stringify({ keys });

export const unsigned = (
  more: { verdict?: Verdict; evidence?: Evidence; issued?: Partial<VerificationReport['issued']> } = {},
): VerificationReport =>
  buildReport({
    verdict: more.verdict ?? verdict,
    evidence: more.evidence ?? evidence,
    issued: { ...issued, mode: 'attested-remote', ...more.issued },
  });

export const signedReport = async (report = unsigned(), by = signer(), now = ISSUED): Promise<VerificationReport> =>
  (await attest(report, by, now)).report;

/** What somebody who holds a key can make: any statement around any report, refused by attest or not. */
export async function forged(
  report: VerificationReport,
  statement: (honest: Statement) => unknown,
  spell: (value: unknown) => string = jcs,
): Promise<VerificationReport> {
  const by = signer();
  const payload = Buffer.from(spell(statement(statementOf(report, digestsOf(report)))));
  return { ...report, attestation: seal(payload, by.kid, await by.sign(pae(PAYLOAD_TYPE, payload))) };
}

export const bytesOf = (value: unknown): Buffer => Buffer.from(jcs(value), 'utf8');

export const verify = (bytes: Uint8Array, options: Partial<VerifyReportOptions> & { keys?: string } = {}): Verification => {
  const { keys = keySet(jwk()), ...rest } = options;
  return verifyReport(bytes, trustedKeys(keys), { now: ISSUED + 1000, ...rest });
};
