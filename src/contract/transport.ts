// The one seam between the engine and the world: one hop out, one answer back.
import type { Answer, Request } from './generated/types.ts';

/** One hop of a request. Redirects are decided by the engine, never by a transport. */
export interface Hop {
  /** Identifies the request within its run; hop 0 is the request itself, hop n its n-th redirect. */
  key: string;
  hop: number;
  request: Request;
  /** Cap of the decoded body in bytes; the rest is cut and the answer says truncated. */
  bytes: number;
  /** On a connection of its own: whoever answered before may not be who answers now. */
  renew?: true;
}

export interface Transport {
  /**
   * Registrable domain of a public host name by the public suffix list (private suffixes included);
   * null for addresses, private names and single labels, whose site is their own origin alone.
   */
  registrable(host: string): string | null;
  /** Never rejects: whatever goes wrong is an answer with a failure. */
  send(hop: Hop, signal: AbortSignal): Promise<Answer>;
  close(): Promise<void>;
}
