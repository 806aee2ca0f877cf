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
  'bad-target': { exit: EXIT.usage, title: 'The target is not an origin', fix: 'Give a domain (example.com), an origin (http://127.0.0.1:8080) or a fixture file; no path, no user info.' },
  'bad-pack': { exit: EXIT.usage, title: 'The pack does not load', fix: 'Run axproof pack lint on it; each finding says where and what would be right.' },
  'bad-fixture': { exit: EXIT.usage, title: 'The fixture does not load', fix: 'Each finding says where and what would be right; see docs/fixtures.md.' },
  'bad-file': { exit: EXIT.usage, title: 'A file cannot be read or written', fix: 'Check the path and its permissions.' },
  'bad-report': { exit: EXIT.forged, title: 'The file is not a report of this format', fix: 'Give a report written by axproof grade --json or --record.' },
  'engine-mismatch': { exit: EXIT.usage, title: 'The pack or report needs another engine', fix: 'Use the axproof version that carries that engine.' },
  unreachable: { exit: EXIT.unclear, title: 'The target cannot be reached', fix: 'Check the name and that something listens there; no verdict was made.' },
  interrupted: { exit: EXIT.interrupted, title: 'The run was interrupted', fix: 'Run it again; nothing was judged.' },
  'not-plain-json': { exit: EXIT.usage, title: 'A value has no canonical JSON form', fix: 'Only null, booleans, finite numbers, well-formed strings, arrays and plain objects up to the depth cap can be canonicalised.' },
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
