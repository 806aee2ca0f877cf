// Why the verifier could not see: the closed table of the engine's own reasons for an inconclusive verdict.
export const UNCLEAR = {
  'timed-out': 'the target did not answer in time',
  'rate-limited': 'the target answered 429 (too many requests)',
  challenged: 'a bot challenge stood in the way',
  'server-error': 'the target answered with a server error',
  'not-ready': 'the target answered 408 or 425',
  'unfinished-redirect': 'a redirect led nowhere that could be followed',
  broken: 'the connection failed before a complete answer came',
  blocked: 'the address is not one that may be asked',
  declined: 'robots.txt declines the request',
  unsent: 'a request could not be sent',
  baseline: 'the request for a path that cannot exist got no clear answer, so nothing proves that this one exists',
  cut: "the body is longer than the verifier's cap",
  redacted: 'the place in question was redacted',
  inexact: 'a number in question cannot be held exactly',
  partial: 'the list was left unfinished',
  unverifiable: 'the signature is of a kind that is not judged',
} as const;

export type Unclear = keyof typeof UNCLEAR;
