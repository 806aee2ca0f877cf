// Codes of keys that sign, and of the transparency log. A code is never reused.
import { type ErrorKind, EXIT } from './exit.ts';

export const SIGNING = {
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
  'pack-not-signed': {
    exit: EXIT.forged,
    title: 'The signature is not about this pack',
    fix: 'Ask the author for the signature of this version, or for the pack that was signed; axproof pack diff says what differs between two.',
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
} as const satisfies Record<string, ErrorKind>;
