// The closed table of error codes, of all its parts. A code is never reused; each mount maps codes once.
import { CORE } from './errors/core.ts';
import { type ErrorKind, type ErrorWords, EXIT } from './errors/exit.ts';
import { HOSTED } from './errors/hosted.ts';
import { REPORTS } from './errors/reports.ts';

export { EXIT };

export const ERRORS = { ...CORE, ...REPORTS, ...HOSTED } as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

/** What callers over HTTP and MCP are told of a code. */
export function remoteWords(code: ErrorCode): ErrorWords {
  const kind: ErrorKind = ERRORS[code];
  return kind.remote ?? kind;
}

/** Faults of the operator's own machine: what they say holds paths, and is for nobody whom a service answers. */
const OPERATORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'internal',
  'exposed-key',
  'bad-keys',
  'bad-file',
  'file-busy',
  'key-step-refused',
]);

export const isOperators = (code: ErrorCode): boolean => OPERATORS.has(code);

/** An allowance that is used up: so many in so many seconds. */
export interface Quota {
  name: string;
  amount: number;
  seconds: number;
}

/** What a caller can do about an error besides reading it. */
export interface Remedy {
  /** Seconds. */
  retryAfter?: number;
  quota?: Quota;
  /** Digest of the last report of the same target. */
  lastReport?: string;
  /** Id of the run that goes on. */
  run?: string;
}

/** Seconds after which it is worth asking again, where nothing else is known. */
const SOON = 5;

/** Known to every copy of this module: the command line and the service are built apart, and errors pass between them. */
const BRAND = Symbol.for('axproof.error');

/** An error with a code of the table, what was wrong, and where. */
export class AxproofError extends Error {
  readonly [BRAND] = true;
  readonly remedy: Remedy | undefined;
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: readonly string[] = [],
    { remedy, ...options }: ErrorOptions & { remedy?: Remedy } = {},
  ) {
    super(message, options);
    this.name = 'AxproofError';
    // That it passes is what the code means: also where it comes out of the row of a run, or of another process.
    this.remedy = code === 'busy' ? { ...remedy, retryAfter: remedy?.retryAfter ?? SOON } : remedy;
  }

  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}
