// The exit status of every command (docs/cli.md), and how an entry of the table is written: by its exit.

export const EXIT = { ok: 0, failed: 1, usage: 2, unclear: 3, forged: 4, consent: 5, interrupted: 130 } as const;

/** What is wrong, and what to do about it. */
export interface ErrorWords {
  title: string;
  fix: string;
}

export interface ErrorKind extends ErrorWords {
  exit: (typeof EXIT)[keyof typeof EXIT];
  /** The same for callers over HTTP and MCP, where they have something else to do. */
  remote?: ErrorWords;
}

const ending =
  (exit: ErrorKind['exit']) =>
  (title: string, fix: string, remote?: ErrorWords): ErrorKind => ({ exit, title, fix, ...(remote && { remote }) });

export const usage = ending(EXIT.usage);
export const unclear = ending(EXIT.unclear);
export const forged = ending(EXIT.forged);
export const consent = ending(EXIT.consent);
export const interrupted = ending(EXIT.interrupted);
