// Checks a report file against trusted keys and lists what was checked. It must never throw, never sign, and never read a clock.
import type { ErrorCode } from '../../contract/errors.ts';
import type { Report, Statement } from '../../contract/generated/types.ts';
import { pae } from '../../contract/pae.ts';
import { type Opened, open, PAYLOAD_TYPE } from '../envelope.ts';
import { CLOCK_SKEW, dateText, instantText, parseInstant, windowText, within } from '../instant.ts';
import { type Digests, digestsOf } from '../statement.ts';
import { digestFault, disagreement, readStatement } from './agreement.ts';
import { type Checked, type CheckFault, Checklist, fault } from './checklist.ts';
import { readReport } from './read-report.ts';
import type { TrustedKey, TrustedKeys } from './trust.ts';

export interface VerifyReportOptions {
  /** Milliseconds since 1970. */
  now: number;
  /** Seconds; a report of any age passes unless given. */
  maxAge?: number;
  /**
   * The seam of the transparency log: when (Unix seconds) a checkpoint that the reader trusts covered the report of this digest. A report under a
   * revoked key is believed only when that was before the revocation, since a thief can date what he signs. Nothing is believed unless given.
   */
  loggedAt?(reportDigest: string): number | undefined;
}

export interface Verification {
  ok: boolean;
  /** The code of the failure that says the most. */
  code?: ErrorCode;
  detail?: string;
  checks: Checked[];
  /** What the file says, where it can be read at all. It is to be believed only when ok. */
  report?: Report;
  digests?: Digests;
  /** Key that the envelope names. */
  kid?: string;
  /** The attestation is there, whatever it is worth. */
  signed: boolean;
}

interface State {
  report?: Report;
  digests?: Digests;
  envelope?: Opened;
  key?: TrustedKey;
  statement?: Statement;
}

const verification = (list: Checklist, state: State, signed: boolean): Verification => {
  const first = list.first;
  return {
    ok: list.holds,
    ...(first && { code: first.code!, detail: first.detail! }),
    checks: list.checked,
    ...(state.report && { report: state.report }),
    ...(state.digests && { digests: state.digests }),
    ...(state.envelope && { kid: state.envelope.kid }),
    signed,
  };
};

function findKey({ kid }: Opened, trust: TrustedKeys | undefined, state: State): CheckFault | undefined {
  if (!trust) return fault('unknown-key', `no key set was given; the report names the key ${kid}`);
  const key = trust.find(kid);
  if (key === undefined) return fault('unknown-key', `the report names the key ${kid}`);
  if (key === 'other') return fault('wrong-algorithm', `the key ${kid} is not an Ed25519 key`);
  state.key = key;
  return undefined;
}

function revoked({ jwk }: TrustedKey, digest: string, options: VerifyReportOptions): CheckFault | undefined {
  if (jwk.status !== 'revoked') return undefined;
  const since = jwk.revoked_at ?? 0;
  const logged = options.loggedAt?.(digest);
  return logged !== undefined && logged < since ? undefined : fault('revoked-key', `the key ${jwk.kid} was revoked at ${dateText(since)}`);
}

/** Whatever the signature rests on: the envelope, and the key that it names. */
function checkSignature(
  list: Checklist,
  state: State,
  attestation: unknown,
  trust: TrustedKeys | undefined,
  options: VerifyReportOptions,
): void {
  const { report, digests } = state;
  list.check('envelope', report !== undefined, () => {
    if (attestation === undefined) return fault('unsigned', `the report has no attestation; its mode is ${report!.issued.mode}`);
    const opening = open(attestation);
    if (!opening.ok) return fault(opening.code, opening.detail);
    state.envelope = opening;
    return undefined;
  });
  const { envelope } = state;
  list.check('key', envelope !== undefined, () => findKey(envelope!, trust, state));
  const { key } = state;
  list.check('key-in-force', key !== undefined, () => revoked(key!, digests!.report, options));
  list.check('signature', key !== undefined, () =>
    key!.verifies(pae(PAYLOAD_TYPE, envelope!.payload), envelope!.signature)
      ? undefined
      : fault('bad-signature', `it is not a signature of the key ${key!.jwk.kid} over this statement`),
  );
}

function checkContent(list: Checklist, state: State): void {
  const { report, digests, envelope } = state;
  list.check('statement', envelope !== undefined, () => {
    const read = readStatement(envelope!.payload);
    if ('code' in read) return read;
    state.statement = read;
    return undefined;
  });
  const { statement } = state;
  list.check('agreement', statement !== undefined, () => disagreement(statement!, report!, digests!));
  list.check('verdict', report !== undefined, () => digestFault('verdict', report!, digests!, statement));
  list.check('evidence', report !== undefined, () => {
    const { evidence, verdict } = report!;
    if (evidence.target !== verdict.target) return fault('target-mismatch', 'the evidence names another target than the verdict');
    return digestFault('evidence', report!, digests!, statement);
  });
  list.check('report', statement !== undefined, () => digestFault('report', report!, digests!, statement));
}

function checkTimes(list: Checklist, { report, key }: State, { now, maxAge }: VerifyReportOptions): void {
  const text = report?.issued.at ?? '';
  const at = parseInstant(text) ?? Number.NaN;
  list.check('window', report !== undefined && key !== undefined, () => {
    if (Number.isNaN(at)) return fault('issued-outside-window', 'issued.at is not of the form 2026-11-21T00:00:00.000Z');
    return within(key!.jwk, at)
      ? undefined
      : fault('issued-outside-window', `it was issued at ${text}; the key's window is ${windowText(key!.jwk)}`);
  });
  list.check('clock', report !== undefined && !Number.isNaN(at), () =>
    at <= now + CLOCK_SKEW ? undefined : fault('issued-in-future', `it was issued at ${text}, and now is ${instantText(now)}`),
  );
  // An age that cannot be told is none that was asked for, also where nobody signed the time.
  list.check('age', report !== undefined && maxAge !== undefined, () => {
    if (Number.isNaN(at)) return fault('too-old', 'issued.at is not of the form 2026-11-21T00:00:00.000Z, so that its age cannot be told');
    return now - at <= maxAge! * 1000 ? undefined : fault('too-old', `it was issued at ${text}, more than ${maxAge} seconds ago`);
  });
}

/** `trust` undefined: nobody is trusted, and the digests are checked all the same. */
export function verifyReport(bytes: Uint8Array, trust: TrustedKeys | undefined, options: VerifyReportOptions): Verification {
  const list = new Checklist();
  const { file, form, report, attestation } = readReport(bytes);
  const state: State = report ? { report, digests: digestsOf(report) } : {};
  list.check('file', true, () => file);
  list.check('form', form !== undefined || report !== undefined, () => form);
  checkSignature(list, state, attestation, trust, options);
  checkContent(list, state);
  checkTimes(list, state, options);
  return verification(list, state, attestation !== undefined);
}
