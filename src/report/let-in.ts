// What stood in the verifier's way and how to let it in: of a site that refused to be looked at nothing else is worth saying first.
import type { Check, Report } from '../contract/generated/types.ts';

export interface BarrierAdvice {
  text: string;
  /** To be pasted. */
  block?: string;
}

const SURFACES = '/robots.txt, /llms.txt, /icp.json, /openapi.json and everything below /.well-known/';

const robots = 'User-agent: axproof\nAllow: /';

type Barrier = (report: Report) => BarrierAdvice;

const WALL: Barrier = () => ({
  text: `A wall against bots answers in place of the site. Let requests through to the addresses that are meant for software: ${SURFACES}. Let them by path, not by user agent: the verifier sends what agents send, and agents meet the same wall.`,
});
const SINCE: Barrier = ({ evidence }) => ({
  text: `In the middle of the run the site began to answer everything alike: a wall against bots, a limit, or a page of maintenance. Let requests through to the addresses that are meant for software: ${SURFACES}. Allow one address ${Math.max(60, evidence.exchanges.length)} requests a minute over six connections, and say of a limit that it is one: 429, or 503 while the site is down.`,
});
const RATE: Barrier = ({ evidence }) => ({
  text: `Requests were refused with 429. Allow one address ${Math.max(60, evidence.exchanges.length)} requests a minute over six connections; a run sends them once and never repeats them in a hurry.`,
});
const ROBOTS: Barrier = () => ({
  text: 'The robots.txt of the site keeps the verifier out. Allow it there, before other groups:',
  block: robots,
});
const UNREAD: Barrier = () => ({
  text: 'The robots.txt of the site could not be read, and nothing is asked without it (RFC 9309). Answer it with 200 and a text, or with 404.',
});

const BARRIERS: { [code: string]: Barrier } = {
  challenged: WALL,
  walled: WALL,
  'walled-since': SINCE,
  'rate-limited': RATE,
  declined: ROBOTS,
  'robots-unavailable': UNREAD,
};

const barrierOf = ({ verdict, reason }: Check): Barrier | undefined => {
  if (verdict !== 'inconclusive') return undefined;
  return Object.hasOwn(BARRIERS, reason.code) ? BARRIERS[reason.code] : reason.code.startsWith('robots-') ? UNREAD : undefined;
};

/** Whether a check could not be seen because the site keeps the verifier out. */
export const keptOut = (check: Check): boolean => barrierOf(check) !== undefined;

/** Each way once; none where nothing stood in the way. */
export const letIn = (report: Report): BarrierAdvice[] =>
  [...new Set(report.verdict.checks.flatMap((check) => barrierOf(check) ?? []))].map((barrier) => barrier(report));
