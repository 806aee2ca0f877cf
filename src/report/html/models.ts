// What the pages are made from besides reports and packs. Plain data that a mount fills in; a renderer reads nothing else.
import type { Check, Pack, Report } from '../../contract/generated/types.ts';

/** An href is a path on this service (`/about`) or an http(s) URL; anything else is shown as text. */
export interface PageLink {
  href: string;
  text: string;
  note?: string;
}

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
  /** Key set of the service: /.well-known/jwks.json unless said. */
  jwksUrl?: string;
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

/** A run in progress: its page fills in by events, or by refreshing. */
export interface LiveRun {
  id: string;
  target: string;
  pack: Pack;
  state: 'queued' | 'running' | 'done' | 'failed' | 'interrupted';
  /** Server-sent events: /runs/{id}/events. */
  eventsUrl: string;
  /** Path where the report will stand, or this page: where `done` leads when the event names no place, and what the refresh loads. */
  resultUrl: string;
  /** Checks that are settled already. */
  settled: readonly Check[];
  /** What was asked last. */
  asks?: readonly { method: string; url: string }[];
}

/** What the home page tells of the service. */
export interface ServiceFacts {
  version: string;
  /** PUBLIC_URL. */
  url: string;
  /** One sentence. */
  summary: string;
  agents: readonly { id: string; fit: string; flow: string }[];
  ladder: readonly { id: string; text: string }[];
  notFor: readonly string[];
  surfaces: readonly PageLink[];
  /** Bundled packs by name. */
  packs?: readonly { name: string; title: string }[];
  /** A report to look at, and where its page is. */
  example?: { href: string; report: Report };
}

/** What the about page tells of the operator. */
export interface OperatorFacts {
  /** Who runs this service, in the operator's words. */
  operator: string;
  /** mailto: or https: */
  contact?: string;
  /** Where those who are graded complain; mailto: or https: */
  abuse?: string;
  /** Retention, in words: what is stored, how long, how to have it taken down. */
  stored: readonly string[];
  source?: string;
}

/** An RFC 9457 problem as a page. */
export interface PageProblem {
  status: number;
  title: string;
  detail?: string;
  code: string;
  fix?: string;
  /** Each detail says where and what would be right. */
  details?: readonly string[];
  links?: readonly PageLink[];
  /** What was typed as a domain: it stays in the form. */
  typed?: string;
}

/** An entry of the closed table of error codes, as its page shows it. */
export interface ErrorEntry {
  title: string;
  fix: string;
  /** Exit status of the commands. */
  exit: number;
  /** HTTP status, where one maps. */
  status?: number;
}

/** A structured offer (402). It names no amount. */
export interface PageOffer {
  id: string;
  title: string;
  description: string;
  buys: readonly string[];
  /** What is metered, and the ceiling that it never passes. */
  metering: string;
  ceiling: string;
  checkout: { href: string; note: string };
  alternatives: readonly PageLink[];
}
