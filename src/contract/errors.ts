// The closed table of error codes. A code is never reused; each mount maps codes once.

/** Meaning of the exit status of every command (docs/cli.md). */
export const EXIT = { ok: 0, failed: 1, usage: 2, unclear: 3, forged: 4, consent: 5, interrupted: 130 } as const;

interface ErrorKind {
  exit: (typeof EXIT)[keyof typeof EXIT];
  title: string;
  fix: string;
}

export const ERRORS = {
  'bad-usage': { exit: EXIT.usage, title: 'The command was not understood', fix: 'Read axproof --help; options follow the command.' },
  'bad-target': {
    exit: EXIT.usage,
    title: 'The target is not an origin',
    fix: 'Give a domain (example.com), an origin (http://127.0.0.1:8080) or a fixture file; no path, no user info.',
  },
  'bad-pack': {
    exit: EXIT.usage,
    title: 'The pack does not load',
    fix: 'Run axproof pack lint on it; each finding says where and what would be right.',
  },
  'bad-fixture': {
    exit: EXIT.usage,
    title: 'The fixture does not load',
    fix: 'Each finding says where and what would be right; see docs/fixtures.md.',
  },
  'bad-file': { exit: EXIT.usage, title: 'A file cannot be read or written', fix: 'Check the path and its permissions.' },
  'bad-report': {
    exit: EXIT.forged,
    title: 'The file is not a report of this format',
    fix: 'Give a report written by axproof grade --json or --record.',
  },
  'engine-mismatch': {
    exit: EXIT.forged,
    title: 'The pack or report needs another engine',
    fix: 'Use the axproof version that carries that engine.',
  },
  'unknown-pack': {
    exit: EXIT.forged,
    title: 'The pack that a report names is not at hand',
    fix: 'Give it with --pack: a folder, a resolved document, or its URL at the service that issued the report.',
  },
  'other-pack': {
    exit: EXIT.forged,
    title: 'The pack is not the one that the report was made with',
    fix: 'Give the pack whose digest the report names; axproof spec-digest prints the digest of a pack.',
  },
  'verdict-mismatch': {
    exit: EXIT.forged,
    title: 'The evidence does not give the verdict of the report',
    fix: 'Do not believe the report: somebody changed its verdict, its seed or its evidence.',
  },
  'evidence-mismatch': {
    exit: EXIT.forged,
    title: 'The evidence is not what such a run records',
    fix: 'Do not believe the report: exchanges were dropped, added or put in another order.',
  },
  unreachable: {
    exit: EXIT.unclear,
    title: 'The target cannot be reached',
    fix: 'Check the name and that something listens there; no verdict was made.',
  },
  interrupted: { exit: EXIT.interrupted, title: 'The run was interrupted', fix: 'Run it again; nothing was judged.' },
  'not-plain-json': {
    exit: EXIT.usage,
    title: 'A value has no canonical JSON form',
    fix: 'Only null, booleans, finite numbers, well-formed strings, arrays and plain objects up to the depth cap can be canonicalised.',
  },
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
    fix: 'Whoever stole it can sign and date anything; ask for a fresh report.',
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
    fix: 'Fetch the key set again; if the window stays, the report is not to be believed.',
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
  // Keys that sign.
  'bad-keys': {
    exit: EXIT.usage,
    title: 'The key folder does not hold together',
    fix: 'Restore ring.json and its key files from a backup, or begin a new folder.',
  },
  'exposed-key': {
    exit: EXIT.usage,
    title: 'Others could read or replace a private key',
    fix: 'Key files have mode 0600, their folder 0700, and lie outside the store. If others had access, revoke the key.',
  },
  'no-signing-key': {
    exit: EXIT.usage,
    title: 'No key may sign now',
    fix: 'See axproof keys list; make, rotate or replace the current key.',
  },
  'key-step-refused': {
    exit: EXIT.usage,
    title: 'The keys cannot take this step now',
    fix: 'See axproof keys list for the state and the windows of the keys.',
  },
  'not-signable': {
    exit: EXIT.usage,
    title: 'The report may not be signed',
    fix: 'Only unsigned reports of mode attested-remote, whose digests fit, are signed.',
  },
  // The transparency log.
  'bad-checkpoint': {
    exit: EXIT.forged,
    title: 'There is no checkpoint of this log under the given key',
    fix: 'Check the key of the log and where the checkpoint comes from; see docs/log.md.',
  },
  'log-damaged': {
    exit: EXIT.forged,
    title: 'The files of the log do not make the tree that was signed',
    fix: 'Restore them from a copy, and check that against a checkpoint that was kept elsewhere; nothing is appended meanwhile.',
  },
  'log-forked': {
    exit: EXIT.forged,
    title: 'The log does not begin as an older checkpoint says',
    fix: 'Keep both checkpoints: together they prove that the log showed two histories, or was set back.',
  },
  'bad-log-proof': {
    exit: EXIT.forged,
    title: 'The proof does not show that the report is in the log',
    fix: 'Give the report and the proof that was written for it; see docs/log.md.',
  },
  'log-busy': {
    exit: EXIT.unclear,
    title: 'Another process is writing to the log',
    fix: 'Try again when it is done; nothing was appended.',
  },
  internal: { exit: EXIT.unclear, title: 'axproof itself failed', fix: 'Please report this with the command and the message.' },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

/** An error with a code of the table, what was wrong, and where. */
export class AxproofError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly string[];
  constructor(code: ErrorCode, message: string, details: readonly string[] = [], options?: ErrorOptions) {
    super(message, options);
    this.name = 'AxproofError';
    this.code = code;
    this.details = details;
  }
}
