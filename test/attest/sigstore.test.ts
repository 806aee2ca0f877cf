// A stock library of DSSE verifies the envelope of a report, and no other: sigstore-js, with the key given and no transparency log asked for.
import { createPublicKey } from 'node:crypto';
import { bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify';
import { expect } from 'chai';
import type { Envelope, Report } from '../../src/contract/generated/types.ts';
import { ENVELOPES } from './forgeries.ts';
import { bytesOf, jwk, signedReport } from './signed.ts';

function verify(attestation: Envelope): void {
  const hint = attestation.signatures[0]!.keyid;
  const bundle = bundleFromJSON({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint }, tlogEntries: [], timestampVerificationData: { rfc3161Timestamps: [] } },
    dsseEnvelope: attestation,
  });
  const { kty, crv, x } = jwk();
  const rawBytes = createPublicKey({ key: { kty, crv, x }, format: 'jwk' }).export({ format: 'der', type: 'spki' });
  const nobody = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] } as never;
  const trust = toTrustMaterial(nobody, { [hint]: { rawBytes } } as never);
  new Verifier(trust, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 }).verify(toSignedEntity(bundle));
}

describe('sigstore-js', () => {
  let text: string;
  before(async () => {
    text = bytesOf(await signedReport()).toString();
  });
  const of = (file: string): Envelope => (JSON.parse(file) as Report).attestation!;

  it('verifies the envelope of a report', () => verify(of(text)));

  for (const [name, edit, code] of ENVELOPES.filter(([, , code]) => code === 'bad-signature'))
    it(`does not verify ${name}`, () => expect(() => verify(of(String(edit(text)))), code).to.throw());
});
