// The exit status of every command (docs/cli.md), and what an entry of the table says.

export const EXIT = { ok: 0, failed: 1, usage: 2, unclear: 3, forged: 4, consent: 5, interrupted: 130 } as const;

export interface ErrorKind {
  exit: (typeof EXIT)[keyof typeof EXIT];
  title: string;
  fix: string;
}
