// The exit status of every command (docs/cli.md), and how an entry of the table is written: by its exit.

export const EXIT = { ok: 0, failed: 1, usage: 2, unclear: 3, forged: 4, consent: 5, interrupted: 130 } as const;

export interface ErrorKind {
  exit: (typeof EXIT)[keyof typeof EXIT];
  /** What is wrong, and what to do about it. */
  title: string;
  fix: string;
}

const ending =
  (exit: ErrorKind['exit']) =>
  (title: string, fix: string): ErrorKind => ({ exit, title, fix });

export const usage = ending(EXIT.usage);
export const unclear = ending(EXIT.unclear);
export const forged = ending(EXIT.forged);
export const consent = ending(EXIT.consent);
export const interrupted = ending(EXIT.interrupted);
