// Codes of the acceptance gate, and of strangers’ packs in containment. A code is never reused.
import { type ErrorKind, EXIT } from './exit.ts';

export const GATE = {
  // Strangers' packs in containment.
  'no-isolation': {
    exit: EXIT.usage,
    title: "This machine cannot contain a stranger's pack",
    fix: 'Give the process what docs/adr/0012-containment.md lists, or let the operator accept packs without it.',
  },
  'spec-too-large': {
    exit: EXIT.usage,
    title: 'The spec is larger than a spec may be',
    fix: 'The message says which limit it passes; split the spec, or shorten it.',
  },
  'spec-too-costly': {
    exit: EXIT.usage,
    title: 'The spec costs more to check or to judge than a spec may',
    fix: 'Use shorter paths, smaller schemas and fewer alternatives; no verdict was made.',
  },
  'containment-failed': {
    exit: EXIT.unclear,
    title: 'The contained judge broke the rules of its containment',
    fix: 'No verdict was made. Run it again; if it happens again, please report this with the spec.',
  },
  // The acceptance gate.
  'beyond-grade': {
    exit: EXIT.usage,
    title: 'The pack can send more than a grade may',
    fix: 'Hold the target to it as a pinned spec, with axproof verify and the digest of the pack; or grade with a pack of smaller samples. Nothing was sent.',
  },
  'digest-mismatch': {
    exit: EXIT.forged,
    title: 'The spec does not have the digest that was expected',
    fix: 'Give the spec that was ratified, or have this one ratified anew; axproof spec-digest prints the digest. Nothing was sent.',
  },
  'unknown-digest': {
    exit: EXIT.forged,
    title: 'No pack here has the digest',
    fix: 'Give the spec itself as well: axproof pack build writes it as one document. Nothing was sent.',
  },
} as const satisfies Record<string, ErrorKind>;
