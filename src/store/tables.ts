// The tables as kysely types them. Times are milliseconds since 1970; booleans are 0 and 1, which both databases take.
import type { Generated } from 'kysely';
import type { DocumentKind } from './document.ts';
import type { Alert } from './monitor.ts';
import type { RunKind, RunState } from './run.ts';

/** SQLite's driver gives an ArrayBuffer, the one of PostgreSQL a Buffer: `bytesOf` reads both. */
export type Blob = Uint8Array;

export const bytesOf = (blob: Uint8Array | ArrayBuffer): Buffer =>
  blob instanceof ArrayBuffer ? Buffer.from(blob) : Buffer.from(blob.buffer, blob.byteOffset, blob.byteLength);

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
    stored_at: number;
    taken_at: number | null;
    reason: string | null;
    tombstone: Blob | null;
  };
  document_body: { kind: DocumentKind; digest: string; body: string };
  run: {
    number: Generated<number>;
    id: string;
    key: string;
    kind: RunKind;
    target: string;
    pack_digest: string;
    seed: number | null;
    input: string;
    state: RunState;
    created_at: number;
    started_at: number | null;
    ended_at: number | null;
    report_digest: string | null;
    error: string | null;
    owner: string | null;
    lease_until: number | null;
    /** When it may begin at its places; null: nobody has looked where it goes. */
    turn_at: number | null;
    /** The entitlement of which it uses one run up. */
    charge: string | null;
  };
  /** Where queued and running runs go, veiled. */
  run_place: { run: string; place: string };
  run_event: { run: string; number: number; at: number; event: string };
  release: {
    number: Generated<number>;
    report_digest: string;
    evidence_digest: string;
    pack_digest: string;
    target: string;
    kind: RunKind;
    fresh: number;
    issued_at: number;
    grade: string;
    conclusive: number;
    points: number;
    out_of: number;
    origin: string;
    log_index: number;
    /** 1 after a takedown. */
    taken: number;
  };
  log_head: { origin: string; size: number; checkpoint: string };
  log_file: { origin: string; path: string; bytes: Blob };
  public_key: { number: Generated<number>; kid: string; jwk: string; revoked: number; stored_at: number };
  budget: { bucket: string; tokens: number; at: number };
  /** `claims`: what was signed, as JSON. */
  entitlement: {
    id: string;
    claims: string;
    ceiling: number;
    used: number;
    issued_at: number;
    expires_at: number;
    revoked_at: number | null;
    /** When a facilitator was asked to settle the payment that it stands for; null: it was not, or refused. */
    paid_at: number | null;
  };
  /** `is_public` is 0 or 1; `standing` is JSON. */
  monitor: {
    id: string;
    entitlement: string;
    target: string;
    pack_digest: string;
    pack_name: string | null;
    every: number;
    jitter: number;
    planned_at: number;
    due_at: number | null;
    run: string | null;
    webhook: string | null;
    is_public: number;
    stopped: string | null;
    /** JSON: secrets by name, each sealed. */
    sealed: string | null;
    standing: string;
    created_at: number;
  };
  monitor_result: { number: Generated<number>; monitor: string; at: number; kept: number | null; result: string };
  monitor_alert: Alert & { number: Generated<number>; due_at: number | null };
  idempotency: { key: string; request: string; answer: Blob | null; pending_until: number; expires_at: number };
}
