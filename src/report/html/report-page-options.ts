// What the page of a report is made from beside report and pack. Plain data that a mount fills in.
import type { Check } from '../../contract/generated/types.ts';

/** Where the documents around a report stand. All may be paths; `url` is the absolute URL of the page itself and resolves them. */
export interface ReportPageOptions {
  url: string;
  /** The exact report: /reports/{digest}; its receipts stand below it. */
  reportUrl: string;
  evidenceUrl: string;
  /** Proof that the report is in the log; only where there is one. */
  proofUrl?: string;
  packUrl: string;
  /** Only a domain's own grade has a badge. */
  badgeUrl?: string;
  /** Picture for previews of links. */
  cardUrl?: string;
  /** How a new grade is asked for; only on the page of a domain. */
  again?: Again;
  /** What changed since the grade before. */
  since?: PageSince;
}

/** The form of /grade, filled in. */
export interface Again {
  domain: string;
  pack?: string;
  /** From when on the target may be asked, RFC 3339; absent where it may always be. */
  from?: string;
}

/** One check that came out otherwise. */
export interface PageChange {
  id: string;
  before?: Pick<Check, 'verdict' | 'reason'>;
  after?: Pick<Check, 'verdict' | 'reason'>;
  causes: readonly string[];
}

export interface PageSince {
  /** When the grade before was issued, RFC 3339. */
  at: string;
  reportUrl: string;
  grade: string;
  points: number;
  outOf: number;
  changes: readonly PageChange[];
}
