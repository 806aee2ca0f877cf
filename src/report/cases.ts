// What the cases of a pack came to, as reports take it. Plain data.

export interface CaseProblem {
  code: 'case-fails' | 'case-unread' | 'case-twice' | 'dead-route' | 'unknown-code' | 'reason-unshown' | 'no-rule';
  rule: string;
  /** Name of the case, where it is one, and where that is written. */
  case?: string;
  caseAt?: string;
  /** FILE:LINE:COL, or FILE. */
  at: string;
  text: string;
  /** What every assertion of the rule came to, one line each. */
  trace?: string[];
}

export interface CaseResult {
  rule: string;
  name: string;
  /** FILE:LINE:COL */
  at: string;
  holds: boolean;
}

/** Counts of one rule, or of what rules share: shown, of all. */
export interface CoverageRow {
  rule: string;
  reasons: [number, number];
  assertions: [number, number];
  candidates: [number, number];
  paths: [number, number];
}

export interface CaseCoverage {
  rows: CoverageRow[];
  /** FILE:LINE:COL: what no case shows. */
  missing: string[];
}

export interface Tested {
  runs: CaseResult[];
  problems: CaseProblem[];
  shown?: CaseCoverage;
}

export interface TestedPack extends Tested {
  pack: { name: string; version: string; digest: string };
}
