// Documents as the store keeps them: immutable, named by kind and digest, or a tombstone of one. Types alone.
import type { Content } from '../report/written.ts';

/** `proof` is named by the digest of its report. */
export const DOCUMENT_KINDS = ['report', 'evidence', 'pack', 'proof', 'other'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

export interface Takedown {
  reason: string;
  at: number;
  /** What is served in place of the document, for ever: the service signs it. */
  tombstone: Uint8Array;
}

export type Stored = { state: 'present'; content: Content; storedAt: number } | ({ state: 'gone' } & Takedown);
