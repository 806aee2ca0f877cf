// Logs in folders that are gone after the test, with a fixed key.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logSigner } from '../../../src/attest/log/log-signer.ts';
import { sha256 } from '../../../src/contract/digest.ts';

export const ORIGIN = 'log.example/reports';
export const signer = logSigner(ORIGIN, new Uint8Array(32).fill(7));
export const digest = (i: number): string => sha256(`report ${i}`);
export const digests = (count: number, from = 0): string[] => Array.from({ length: count }, (_, i) => digest(from + i));

const made: string[] = [];
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'axproof-log-'));
  made.push(path);
  return path;
}
export function sweep(): void {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
}

/** Expects the promise to be refused, and gives the code. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing was refused',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );
