// Codes of asking a deployed service from the command line. A code is never reused.
import { type ErrorKind, EXIT } from './exit.ts';

export const REMOTE = {
  'service-failed': {
    exit: EXIT.unclear,
    title: 'The service gave no answer that can be used',
    fix: 'Check the address of --service and its /health/ready; nothing was accepted. Try again later.',
  },
  'other-answer': {
    exit: EXIT.forged,
    title: 'The service answered another question than the one that was asked',
    fix: 'Do not believe the answer: something on the way, or the service, put another report in its place.',
  },
} as const satisfies Record<string, ErrorKind>;
