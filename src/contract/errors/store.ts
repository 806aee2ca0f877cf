// Codes of the store. A code is never reused.
import { type ErrorKind, EXIT } from './exit.ts';

export const STORE = {
  // The store.
  'store-unavailable': {
    exit: EXIT.unclear,
    title: 'The store does not answer',
    fix: 'Check the database, its disk and DATABASE_URL or AXPROOF_DATA; nothing that was promised is lost. Try again.',
  },
  'store-damaged': {
    exit: EXIT.forged,
    title: 'What the store holds is not what was put into it',
    fix: 'Restore the store from a backup; somebody or something changed it from outside.',
  },
  'already-stored': {
    exit: EXIT.forged,
    title: 'Another document stands under this digest',
    fix: 'Documents never change: fetch the one that is stored. Nothing is signed twice under one id.',
  },
  'taken-down': { exit: EXIT.usage, title: 'The document was taken down', fix: 'It stays so; its tombstone says why.' },
  'bad-cursor': { exit: EXIT.usage, title: 'The cursor is none of this list', fix: 'Take the cursor of the page before, as it stands.' },
} as const satisfies Record<string, ErrorKind>;
