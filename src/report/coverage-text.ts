// How much of what is claimed a check showed, as one plain line for every renderer. Codes that are not the engine's own come quoted.
import type { Check, Rule, UnsentCode } from '../contract/generated/types.ts';
import { quote } from '../contract/quote.ts';
import type { Unclear } from '../contract/unclear.ts';
import type { Unevaluated } from '../contract/unevaluated.ts';

type OfRobots = Exclude<Extract<Unclear, `robots-${string}`>, 'robots-unavailable'>;
type Own = Exclude<Unclear, OfRobots> | UnsentCode | Unevaluated;

/** The engine's own reasons in a few words each: why a claim was not asked, why its answer shows nothing, and why a part of it was not evaluated. */
const WORDS: { [code in Own]: string } = {
  'timed-out': 'no answer in time',
  'rate-limited': 'answered 429',
  challenged: 'a bot challenge',
  walled: 'everything is refused alike',
  'sent-away': 'everything is sent to another site',
  'server-error': 'a server error',
  'not-ready': 'answered 408 or 425',
  'unfinished-redirect': 'a redirect without an end',
  'connection-refused': 'no connection',
  'connection-reset': 'the connection was closed',
  'name-not-found': 'no such host',
  'dns-failed': 'the host could not be looked up',
  'tls-failed': 'no secure connection',
  'protocol-error': 'no HTTP that can be read',
  'headers-too-large': 'header fields beyond what the verifier reads',
  'decoding-failed': 'not in the content encoding that it names',
  'unsupported-encoding': 'a content encoding that the verifier does not read',
  'unsupported-charset': 'a charset that the verifier does not read',
  'own-fault': 'a fault of the verifier',
  'verifier-overloaded': 'the verifier was too busy',
  blocked: 'an address that may not be asked',
  unsent: 'not sent',
  declined: 'robots.txt declines',
  'robots-unavailable': 'robots.txt could not be read',
  'posted-elsewhere': 'a redirect to another address that nothing is posted to',
  'walled-since': 'answered like what cannot exist since some moment of the run',
  baseline: 'what cannot exist got no clear answer',
  cut: 'longer than the verifier reads',
  unread: 'larger or deeper than the verifier reads',
  redacted: 'redacted',
  inexact: 'a number that cannot be held exactly',
  partial: 'a list that was left unfinished',
  flickering: 'another answer the second time',
  unconfirmed: 'not asked a second time',
  unshown: 'nothing was shown',
  coverage: 'less than was demanded',
  'not-evaluated': 'not evaluated',
  'not-given': 'a variable that was not given',
  untimed: 'no time of the answer',
  unverifiable: 'a signature of a kind that is not judged',
  'off-site': 'on another site',
  'plain-http': 'over plain HTTP, which is not asked',
  'origin-limit': 'more hosts than a run asks',
  unresolved: 'no address could be filled in',
  'not-applicable': 'does not apply',
  'refused-url': 'no address that may be asked',
  deadline: 'the time was up',
  'not-needed': 'another place was found first',
  'not-declared': 'not declared as what it would be asked as',
  interrupted: 'the run was stopped',
  'remote-ref': 'a reference to another document',
  'unresolved-ref': 'a reference that leads nowhere',
  identifier: 'an identifier that changes what references mean',
  'dynamic-ref': 'a dynamic reference',
  pattern: 'a pattern that cannot be run or is read in two ways',
  format: 'a condition that hangs on a format',
  dialect: 'a dialect of schemas that is not known',
  keyword: 'a keyword with a value that it may not have',
  schema: 'a part that is no schema',
  unevaluated: 'an unevaluated keyword',
  'too-large': 'too large to be judged',
  'too-deep': 'nested too deeply',
  'media-type': 'a media type that is none',
  'any-type': 'a body of any type that is no JSON',
  'duplicate-key': 'a member that stands twice',
  charset: 'a charset that is not read',
};

const ROBOTS = 'robots-';

/** A code of the pack's own rules: what its rule says of it, else the code itself. */
function words(code: string, rule: Rule | undefined): string {
  const said = rule && Object.hasOwn(rule.reasons, code) ? rule.reasons[code] : undefined;
  // A sentence of its own stands within this one.
  const within = said
    ?.replace(/[.]$/, '')
    .replace(/^(Its?|The|Their|They|An?|No|Nobody|Nothing|What|This|That|These|There)\b/, (word) => word.toLowerCase());
  if (within !== undefined) return quote(within, 100);
  if (Object.hasOwn(WORDS, code)) return WORDS[code as Own];
  if (code.startsWith(ROBOTS) && Object.hasOwn(WORDS, code.slice(ROBOTS.length))) return WORDS['robots-unavailable'];
  return quote(code, 60);
}

const sum = (counts: { [code: string]: number }): number => Object.values(counts).reduce((total, n) => total + n, 0);

function because(counts: { [code: string]: number }, rule: Rule | undefined): string {
  const byWords = new Map<string, number>();
  for (const [code, n] of Object.entries(counts)) byWords.set(words(code, rule), (byWords.get(words(code, rule)) ?? 0) + n);
  const parts = [...byWords].map(([text, n]) => (byWords.size === 1 ? text : `${text} (${n})`));
  return parts.join(', ');
}

/** `asked 6 of 8; 2 not askable: needs-credentials (1), other-method (1); 1 not evaluated: a reference to another document`. Undefined where nothing is claimed. */
export function coverageText({ coverage }: Check, rule: Rule | undefined): string | undefined {
  if (!coverage || coverage.claimed === 0) return undefined;
  const { claimed, askable, asked, notAskable, notEvaluated } = coverage;
  const parts = [`asked ${asked} of ${claimed}`];
  if (askable > asked) parts.push(`${askable - asked} not drawn`);
  if (sum(notAskable) > 0) parts.push(`${sum(notAskable)} not askable: ${because(notAskable, rule)}`);
  if (sum(notEvaluated) > 0) parts.push(`${sum(notEvaluated)} not evaluated: ${because(notEvaluated, rule)}`);
  return parts.join('; ');
}
