// Codes of reports that cannot be believed, and why. Not one of them passes. A code is never reused.
import { type ErrorKind, EXIT } from './exit.ts';

export const REPORTS = {
  // Reports that cannot be believed, and why. Not one of them passes.
  'not-a-report': {
    exit: EXIT.forged,
    title: 'The file is no report',
    fix: 'Give the file that axproof grade --record wrote, or a stored report, byte for byte.',
  },
  'truncated-report': { exit: EXIT.forged, title: 'The report is cut short', fix: 'Fetch or copy the whole file again.' },
  'report-too-large': {
    exit: EXIT.forged,
    title: 'The report is larger than any that axproof writes',
    fix: 'Check where the file comes from.',
  },
  'duplicate-key': {
    exit: EXIT.forged,
    title: 'A member stands twice in one object',
    fix: 'Such a file reads differently to different readers; ask for the original.',
  },
  'not-canonical': {
    exit: EXIT.forged,
    title: 'The file is not in canonical form (RFC 8785)',
    fix: 'Signed bytes must not be reformatted: give the file of --record, not of --json.',
  },
  'unknown-format': {
    exit: EXIT.forged,
    title: 'The report is of a kind or format that this version does not know',
    fix: 'Use the axproof version that knows it.',
  },
  unsigned: {
    exit: EXIT.forged,
    title: 'Nobody vouches for the report',
    fix: 'Local runs are never signed; ask for a report of mode attested-remote.',
  },
  'bad-envelope': {
    exit: EXIT.forged,
    title: 'The attestation is no DSSE envelope of the exact form',
    fix: 'See docs/verify.md; ask the issuer for the original.',
  },
  'wrong-payload-type': {
    exit: EXIT.forged,
    title: 'The envelope carries something other than an in-toto Statement',
    fix: 'Ask the issuer for the original; this signature is about something else.',
  },
  'wrong-algorithm': {
    exit: EXIT.forged,
    title: 'The signature or its key is not of pure Ed25519',
    fix: 'No other algorithm is accepted; ask the issuer for the original.',
  },
  'unknown-key': {
    exit: EXIT.forged,
    title: 'The signing key is not in the trusted key set',
    fix: "Give the issuer's key set, from a source that you trust.",
  },
  'revoked-key': {
    exit: EXIT.forged,
    title: 'The signing key was revoked',
    fix: 'Whoever stole it can sign and date anything; ask for what another key has signed.',
  },
  'bad-signature': {
    exit: EXIT.forged,
    title: 'The signature does not verify',
    fix: 'The statement or the signature was changed, or another key made it; ask for the original.',
  },
  'bad-statement': {
    exit: EXIT.forged,
    title: 'What was signed is no statement about a report',
    fix: 'Use the axproof version that knows its predicate; see docs/verify.md.',
  },
  'seed-mismatch': {
    exit: EXIT.forged,
    title: 'The report names another seed than the one that was signed',
    fix: 'The report was edited; ask for the original.',
  },
  'grade-mismatch': {
    exit: EXIT.forged,
    title: 'The report names another result than the one that was signed',
    fix: 'The report was edited; ask for the original.',
  },
  'pack-mismatch': {
    exit: EXIT.forged,
    title: 'The report names another pack than the one that was signed',
    fix: 'The report was edited; ask for the original.',
  },
  'statement-mismatch': {
    exit: EXIT.forged,
    title: 'The signed statement and the report disagree',
    fix: 'The report was edited, or the statement is about another one; ask for the original.',
  },
  'exchange-count-mismatch': {
    exit: EXIT.forged,
    title: 'The evidence holds more or fewer exchanges than were signed',
    fix: 'Exchanges were dropped or added; ask for the original.',
  },
  'exchange-order-mismatch': {
    exit: EXIT.forged,
    title: 'The exchanges stand in another order than was signed',
    fix: 'The evidence was rearranged; ask for the original.',
  },
  'body-mismatch': {
    exit: EXIT.forged,
    title: 'A body is not the one that was signed',
    fix: 'The evidence was edited; ask for the original.',
  },
  'target-mismatch': {
    exit: EXIT.forged,
    title: 'The evidence is about another target than the verdict',
    fix: 'The evidence was swapped; ask for the original.',
  },
  'digest-mismatch-verdict': {
    exit: EXIT.forged,
    title: 'The verdict does not have its digest',
    fix: 'The verdict was edited; ask for the original.',
  },
  'digest-mismatch-evidence': {
    exit: EXIT.forged,
    title: 'The evidence does not have its digest',
    fix: 'An exchange was edited, moved, dropped or swapped; ask for the original.',
  },
  'digest-mismatch-report': {
    exit: EXIT.forged,
    title: 'The report does not have the digest that was signed',
    fix: 'Something outside verdict and evidence was edited; ask for the original.',
  },
  'issued-outside-window': {
    exit: EXIT.forged,
    title: 'The report was issued outside the window of its key',
    fix: 'Fetch the key set again; if the window stays, it is not to be believed.',
  },
  'issued-in-future': {
    exit: EXIT.forged,
    title: 'The report was issued in the future',
    fix: 'Check the clock of this machine; more than five minutes ahead is refused.',
  },
  'too-old': { exit: EXIT.forged, title: 'The report is older than was asked for', fix: 'Ask for a fresh report, or raise the limit.' },
  'bad-key-set': {
    exit: EXIT.forged,
    title: 'The key set cannot be trusted',
    fix: 'Give the JWKS of the issuer as published (axproof keys export); see docs/verify.md.',
  },
} as const satisfies Record<string, ErrorKind>;
