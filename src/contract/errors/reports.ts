// Codes of reports that cannot be believed, of keys that sign, and of the transparency log. A code is never reused.
import { type ErrorKind, forged, unclear, usage } from './exit.ts';

export const REPORTS = {
  // Reports that cannot be believed, and why. Not one of them passes.
  'not-a-report': forged('The file is no report', 'Give the file that axproof grade --record wrote, or a stored report, byte for byte.'),
  'truncated-report': forged('The report is cut short', 'Fetch or copy the whole file again.'),
  'report-too-large': forged('The report is larger than any that axproof writes', 'Check where the file comes from.'),
  'duplicate-key': forged(
    'A member stands twice in one object',
    'Such a file reads differently to different readers; ask for the original.',
  ),
  'not-canonical': forged(
    'The file is not in canonical form (RFC 8785)',
    'Signed bytes must not be reformatted: give the file of --record, not of --json.',
  ),
  'unknown-format': forged('The report is of a kind or format that this version does not know', 'Use the axproof version that knows it.'),
  unsigned: forged('Nobody vouches for the report', 'Local runs are never signed; ask for a report of mode attested-remote.'),
  'bad-envelope': forged('The attestation is no DSSE envelope of the exact form', 'See docs/verify.md; ask the issuer for the original.'),
  'wrong-payload-type': forged(
    'The envelope carries something other than an in-toto Statement',
    'Ask the issuer for the original; this signature is about something else.',
  ),
  'wrong-algorithm': forged(
    'The signature or its key is not of pure Ed25519',
    'No other algorithm is accepted; ask the issuer for the original.',
  ),
  'unknown-key': forged('The signing key is not in the trusted key set', "Give the issuer's key set, from a source that you trust."),
  'revoked-key': forged('The signing key was revoked', 'Whoever stole it can sign and date anything; ask for what another key has signed.'),
  'bad-signature': forged(
    'The signature does not verify',
    'The statement or the signature was changed, or another key made it; ask for the original.',
  ),
  'bad-statement': forged(
    'What was signed is no statement about a report',
    'Use the axproof version that knows its predicate; see docs/verify.md.',
  ),
  'seed-mismatch': forged('The report names another seed than the one that was signed', 'The report was edited; ask for the original.'),
  'grade-mismatch': forged('The report names another result than the one that was signed', 'The report was edited; ask for the original.'),
  'pack-mismatch': forged('The report names another pack than the one that was signed', 'The report was edited; ask for the original.'),
  'statement-mismatch': forged(
    'The signed statement and the report disagree',
    'The report was edited, or the statement is about another one; ask for the original.',
  ),
  'exchange-count-mismatch': forged(
    'The evidence holds more or fewer exchanges than were signed',
    'Exchanges were dropped or added; ask for the original.',
  ),
  'exchange-order-mismatch': forged(
    'The exchanges stand in another order than was signed',
    'The evidence was rearranged; ask for the original.',
  ),
  'body-mismatch': forged('A body is not the one that was signed', 'The evidence was edited; ask for the original.'),
  'target-mismatch': forged('The evidence is about another target than the verdict', 'The evidence was swapped; ask for the original.'),
  'digest-mismatch-verdict': forged('The verdict does not have its digest', 'The verdict was edited; ask for the original.'),
  'digest-mismatch-evidence': forged(
    'The evidence does not have its digest',
    'An exchange was edited, moved, dropped or swapped; ask for the original.',
  ),
  'digest-mismatch-report': forged(
    'The report does not have the digest that was signed',
    'Something outside verdict and evidence was edited; ask for the original.',
  ),
  'issued-outside-window': forged(
    'The report was issued outside the window of its key',
    'Fetch the key set again; if the window stays, it is not to be believed.',
  ),
  'issued-in-future': forged(
    'The report was issued in the future',
    'Check the clock of this machine; more than five minutes ahead is refused.',
  ),
  'too-old': forged('The report is older than was asked for', 'Ask for a fresh report, or raise the limit.'),
  'bad-key-set': forged(
    'The key set cannot be trusted',
    'Give the JWKS of the issuer as published (axproof keys export); see docs/verify.md.',
  ),
  // Keys that sign.
  'bad-keys': usage('The key folder does not hold together', 'Restore ring.json and its key files from a backup, or begin a new folder.'),
  'exposed-key': usage(
    'Others could read or replace a private key',
    'Key files have mode 0600, their folder 0700, and lie outside of what is copied and served: the store, and the folder of a log. If others had access, revoke the key.',
  ),
  'no-signing-key': usage('No key may sign now', 'See axproof keys list; make, rotate or replace the current key.'),
  'key-step-refused': usage('The keys cannot take this step now', 'See axproof keys list for the state and the windows of the keys.'),
  'not-signable': usage('The report may not be signed', 'Only unsigned reports of mode attested-remote, whose digests fit, are signed.'),
  'pack-not-signed': forged(
    'The signature is not about this pack',
    'Ask the author for the signature of this version, or for the pack that was signed; axproof pack diff says what differs between two.',
  ),
  // The transparency log.
  'bad-checkpoint': forged(
    'There is no checkpoint of this log under the given key',
    'Check the key of the log and where the checkpoint comes from; see docs/log.md.',
  ),
  'log-damaged': forged(
    'The files of the log do not make the tree that was signed',
    'Restore them from a copy, and check that against a checkpoint that was kept elsewhere; nothing is appended meanwhile.',
  ),
  'log-forked': forged(
    'The log does not begin as an older checkpoint says',
    'Keep both checkpoints: together they prove that the log showed two histories, or was set back.',
  ),
  'bad-log-proof': forged(
    'The proof does not show that the report is in the log',
    'Give the report and the proof that was written for it; see docs/log.md.',
  ),
  'log-busy': unclear('Another process is writing to the log', 'Try again when it is done; nothing was appended.'),
} as const satisfies Record<string, ErrorKind>;
