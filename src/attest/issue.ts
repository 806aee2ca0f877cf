// Signs what is issued: reports, releases of packs, and what is served in place of a document that was taken down. It must refuse whatever a reader would refuse.
import { AxproofError } from '../contract/errors.ts';
import type { Envelope, PackRef, Report, Tombstone } from '../contract/generated/types.ts';
import { jcs } from '../json/jcs.ts';
import { type WrittenText, writtenExchanges } from '../report/written.ts';
import { contradiction } from './contradiction.ts';
import { CLOCK_SKEW, instantText, parseInstant, windowText, within } from './instant.ts';
import { shaped } from './shape.ts';
import { type Signer, signEnvelope } from './sign.ts';
import { digestsOf, packStatement, statementBytes, statementOf, tombstoneStatement } from './statement.ts';

const refuse = (detail: string): never => {
  throw new AxproofError('not-signable', detail);
};

function checkTimes(report: Report, signer: Signer, now: number): void {
  const at = parseInstant(report.issued.at) ?? refuse(`issued.at is not of the form 2026-11-21T00:00:00.000Z`);
  if (at > now + CLOCK_SKEW) refuse(`the report says that it was issued at ${report.issued.at}, and now is ${instantText(now)}`);
  for (const time of [now, at])
    if (!within(signer.window, time))
      throw new AxproofError('no-signing-key', `key ${signer.kid} signs from ${windowText(signer.window)}, not at ${instantText(time)}`);
}

/** A signed report, with its digest and its exchanges as they were written out for that. */
export interface Attested<R extends Report = Report> {
  report: R;
  digest: string;
  exchanges: WrittenText;
}

/** Adds the attestation and changes nothing else. `now` is in milliseconds since 1970. Throws not-signable or no-signing-key. */
export async function attest<R extends Report>(report: R, signer: Signer, now: number): Promise<Attested<R>> {
  if (report.attestation !== undefined) refuse('the report is signed already');
  const form = shaped(report.kind, report);
  if (!form.ok) refuse(`it is no report: ${form.detail}`);
  const torn = contradiction(report);
  if (torn !== undefined) refuse(torn);
  if (report.issued.mode !== 'attested-remote') refuse(`its mode is ${report.issued.mode}: local runs are never signed`);
  if (report.evidence.target !== report.verdict.target) refuse('verdict and evidence are about two targets');
  const exchanges = writtenExchanges(report.evidence);
  const digests = digestsOf(report, exchanges);
  if (digests.verdict !== report.verdictDigest) refuse('verdictDigest is not the digest of the verdict');
  if (digests.evidence !== report.evidence.digest) refuse('evidence.digest is not the digest of the evidence');
  checkTimes(report, signer, now);
  const payload = statementBytes(statementOf(report, digests));
  return { report: { ...report, attestation: await signEnvelope(payload, signer) }, digest: digests.report, exchanges };
}

/** `now` is in milliseconds since 1970. */
export const signPack = (release: PackRef, signer: Signer, now: number): Promise<Envelope> =>
  signEnvelope(packStatement(release, instantText(now)), signer);

/** JCS bytes of the Tombstone: what it was, when and why it went, and nothing of the document. `at` is in milliseconds since 1970. */
export async function tombstone(
  { at, ...gone }: Pick<Tombstone, 'document' | 'digest' | 'reason'> & { at: number },
  signer: Signer,
): Promise<Uint8Array> {
  const plain = { format: 1, kind: 'Tombstone', ...gone, at: instantText(at) } as const;
  const whole: Tombstone = { ...plain, attestation: await signEnvelope(tombstoneStatement(plain), signer) };
  return Buffer.from(jcs(whole), 'utf8');
}
