// Documents as the store keeps them: immutable, named by kind and digest, or a tombstone of one. Types alone.
import type { Content } from '../report/written.ts';

/** `proof` is named by the digest of its report. */
const DOCUMENT_KINDS = ['report', 'evidence', 'pack', 'proof', 'other'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export interface Takedown {
  reason: string;
  at: number;
  /** What is served in place of the document, for ever: the service signs it. */
  tombstone: Uint8Array;
}

export type Stored = { state: 'present'; content: Content; storedAt: number } | ({ state: 'gone' } & Takedown);

export interface DocumentStore {
  /** Immutable: the same bytes again change nothing, other bytes are refused (`already-stored`), and so is what was taken down (`taken-down`). */
  putDocument(kind: DocumentKind, digest: string, bytes: Uint8Array, now: number): Promise<void>;
  /** Exact bytes, checked against their digest (`store-damaged`); a tombstone after a takedown; undefined when there is none. */
  document(kind: DocumentKind, digest: string): Promise<Stored | undefined>;
  /** Deletes the bytes for ever. A report takes its evidence along, evidence takes its reports, with bodies that nothing else uses. */
  takedown(kind: DocumentKind, digest: string, takedown: Takedown): Promise<{ taken: { kind: DocumentKind; digest: string }[] }>;
}
