// The tables as kysely types them: rows are what the store tells of, but for what no column holds as it is. Times are milliseconds since 1970; booleans are 0 and 1,
// which both databases take; JSON is text.
import type { Generated } from 'kysely';
import type { DocumentKind } from './document.ts';
import type { EntitlementFacts } from './entitlement.ts';
import type { Alert, MonitorFacts } from './monitor.ts';
import type { ReleaseFacts } from './release.ts';
import type { Run } from './run.ts';

/** SQLite's driver gives an ArrayBuffer, the one of PostgreSQL a Buffer: `bytesOf` reads both. */
type Blob = Uint8Array;

export const bytesOf = (blob: Uint8Array | ArrayBuffer): Buffer =>
  blob instanceof ArrayBuffer ? Buffer.from(blob) : Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength);

/** Columns are named in snake case in the databases, which kysely translates. */
export interface Tables {
  /** Bodies of exchanges, once each. */
  body: { digest: string; bytes: Blob };
  /** `bytes` without what `holes` name; both null after a takedown. `content` is the digest of all bytes. */
  document: {
    kind: DocumentKind;
    digest: string;
    content: string;
    bytes: Blob | null;
    holes: string | null;
    storedAt: number;
    takenAt: number | null;
    reason: string | null;
    tombstone: Blob | null;
  };
  documentBody: { kind: DocumentKind; digest: string; body: string };
  run: Omit<Run, 'input' | 'error'> & {
    number: Generated<number>;
    input: string;
    error: string | null;
    /** When it may begin at its places; null: nobody has looked where it goes. */
    turnAt: number | null;
    /** The entitlement of which it uses one run up. */
    charge: string | null;
  };
  /** Entitlements that use up one run each for a run that another caller began; while it goes on. */
  runJoined: { run: string; entitlement: string };
  /** Where queued and running runs go, veiled. */
  runPlace: { run: string; place: string };
  runEvent: { run: string; number: number; at: number; event: string };
  release: Omit<ReleaseFacts, 'fresh' | 'conclusive'> & {
    number: Generated<number>;
    fresh: number;
    conclusive: number;
    origin: string;
    /** 1 after a takedown. */
    taken: number;
  };
  logHead: { origin: string; size: number; checkpoint: string };
  logFile: { origin: string; path: string; bytes: Blob };
  publicKey: { number: Generated<number>; kid: string; jwk: string; revoked: number; storedAt: number };
  budget: { bucket: string; tokens: number; at: number };
  entitlement: EntitlementFacts;
  monitor: Omit<MonitorFacts, 'sealed' | 'isPublic' | 'standing'> & { sealed: string | null; isPublic: number; standing: string };
  monitorResult: { number: Generated<number>; monitor: string; at: number; kept: number | null; result: string };
  monitorAlert: Alert & { number: Generated<number>; dueAt: number | null };
  idempotency: { key: string; request: string; answer: Blob | null; pendingUntil: number; expiresAt: number };
}
