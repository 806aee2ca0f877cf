// Why the verifier could not see: the closed table of the engine's own reasons for an inconclusive verdict. Each says whose limit it was; none blames.
import type { Failure, FailureCode } from './generated/types.ts';

/** What keeps the answer to one request from being seen. */
const ANSWERS = {
  'timed-out': 'the target did not answer in time',
  'rate-limited': 'the target answered 429 (too many requests)',
  challenged: 'a bot challenge stood in the way',
  walled: 'the target refuses this as it refuses its root and a path that cannot exist',
  'sent-away': 'the target sends everything to another site, its root and a path that cannot exist included',
  'server-error': 'the target answered with a server error (5xx)',
  'not-ready': 'the target answered 408 or 425',
  'unfinished-redirect':
    "a redirect led nowhere that could be followed by a client that keeps no cookies and takes few hops (the verifier's own limits)",
  'connection-refused': 'nothing accepts connections there',
  'connection-reset': 'the connection was closed before a complete answer came',
  'name-not-found': 'the host name does not exist',
  'dns-failed': 'the host name could not be looked up',
  'tls-failed': 'no secure connection (TLS) could be made',
  'protocol-error': 'what came back is no HTTP that can be read',
  'headers-too-large': 'the header fields of the answer are larger than the verifier reads (its own limit)',
  'decoding-failed': 'the body is not in the content encoding that the answer names',
  'unsupported-encoding': 'the body is in a content encoding that the verifier does not read (its own limit)',
  'unsupported-charset': 'the body is in a charset that the verifier does not read (its own limit)',
  'own-fault':
    'the verifier could not send the request: a value that it was given cannot stand there (in a header only ASCII can), or the fault is its own',
  'verifier-overloaded': 'the verifier was too busy to tell whether the answer came in time (its own fault)',
  blocked: 'the address is not one that may be asked',
  unsent: 'a request could not be sent',
} as const;

/** What keeps one answer from being seen. */
export type Unseen = keyof typeof ANSWERS;

type OfRobots = `robots-${Unseen}`;

/** RFC 9309 2.3.1.4: where robots.txt cannot be read, nothing else is asked. It forbade nothing. */
const ROBOTS = Object.fromEntries(
  Object.entries(ANSWERS).map(([why, says]) => [
    `robots-${why}`,
    `the robots.txt of the site could not be read, so nothing else was asked there: ${says}`,
  ]),
) as { [why in OfRobots]: string };

/** All that an exchange can come to. */
export const OUTCOMES = ['found', 'absent', 'method-refused', 'refused', 'elsewhere', 'unclear'] as const;

export const UNCLEAR = {
  ...ANSWERS,
  declined: 'the robots.txt of the site declines the request',
  'robots-unavailable': 'the robots.txt of the place that a redirect leads to could not be read, so it was not followed',
  'posted-elsewhere':
    'a redirect asks for the same POST, or other write, at another address, and none is sent but to the one that the site names',
  ...ROBOTS,
  'walled-since': 'the target answers this as it answers a path that cannot exist, and did not do so at first',
  baseline: 'the request for a path that cannot exist got no clear answer, so nothing proves that this one exists',
  cut: 'the verifier did not read the body to its end',
  unread: 'the document is larger or nested deeper than the verifier reads (its own limit)',
  redacted: 'the place in question was redacted',
  inexact: 'a number in question cannot be held exactly',
  partial: 'the list was left unfinished',
  flickering: 'what contradicted was not so when it was asked a second time',
  unconfirmed: 'what contradicts could not be asked a second time, and nobody is blamed for what was seen once',
  unshown: 'nothing that was asked shows anything of what is claimed',
  coverage: 'less was shown than the spec demands',
  'not-evaluated': 'no answer could be judged: the document, or the answer, says what it means in a way that is not evaluated',
  'not-given': 'a variable that the spec names was not given by whoever asked',
  untimed: 'when the answer came is not recorded',
  unverifiable: 'the signature is of a kind that is not judged',
} as const;

export type Unclear = keyof typeof UNCLEAR;

/** How the evidence ends the detail of a request that was not sent for the sake of what was masked. */
export const WAS_REDACTED = 'a value that was redacted';

/** Failures that the table calls otherwise; every other one has its own name there. */
const RENAMED: { [code in Exclude<FailureCode, Unseen>]: Unseen } = {
  'blocked-address': 'blocked',
  aborted: 'unsent',
  'not-recorded': 'unsent',
};

/** Who hangs up while TLS is made refuses a secure connection. */
export function unseenBy({ code, phase }: Failure): Unseen {
  if (code === 'connection-reset' && phase === 'tls') return 'tls-failed';
  return code in RENAMED ? RENAMED[code as keyof typeof RENAMED] : (code as Unseen);
}

/** Why nothing else was asked where the answer to robots.txt could not be seen. */
export const unseenRobots = (why: Unclear): OfRobots => (Object.hasOwn(ANSWERS, why) ? `robots-${why as Unseen}` : 'robots-unsent');
