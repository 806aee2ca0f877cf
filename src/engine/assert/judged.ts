// The four values of an assertion and what comes with them. Plain data.
import type { Finding } from '../../contract/generated/types.ts';
import type { Unclear } from '../../contract/unclear.ts';
import type { LoadedPack } from '../../pack/loaded-pack.ts';
import type { Seen } from '../node.ts';
import type { Scope } from '../scope.ts';

/** True, false, unclear, does not apply. */
export type Value = 'T' | 'F' | 'U' | 'N';

/** A finding with the counts that reasons may quote. */
export interface Detail extends Finding {
  selected?: number;
  failed?: number;
}

export interface Judged {
  value: Value;
  /** Reason of an F. */
  code?: string;
  /** Reason of a T, from then. */
  holds?: string;
  /** Reason of a U. */
  why?: Unclear;
  at?: Seen;
  findings: Detail[];
}

export interface Context {
  pack: LoadedPack;
  scope: Scope;
  /** The nearest else, for members that have none. */
  code: string;
  level: 'must' | 'should';
}

export const unclear = (why: Unclear | undefined, at?: Seen): Judged => ({
  value: 'U',
  why: why ?? 'partial',
  findings: [],
  ...(at ? { at } : {}),
});
