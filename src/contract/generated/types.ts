// Generated from schemas/ by scripts/generate-types.ts; do not edit.

export type Digest = string;
/**
 * A report, or an older one with a notice that says so.
 */
export type GradeAnswer = VerificationReport | StaleReport;
/**
 * A grade, as bands name them.
 */
export type Grade = 'A+' | 'A' | 'B' | 'C' | 'D' | 'F';
export type RuleVerdict = 'pass' | 'fail' | 'not-applicable' | 'inconclusive';
export type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/**
 * The verifier left a stream that stayed open: answered, after the whole response to its request; event, after a first whole event; window, after the time that it looks at a stream; deadline, at the end of the exchange, when a response to another request had come.
 */
export type Left = 'answered' | 'event' | 'window' | 'deadline';
/**
 * Why no complete answer came. unsupported-encoding, own-fault and verifier-overloaded are the verifier's own.
 */
export type FailureCode =
  | 'timed-out'
  | 'connection-refused'
  | 'connection-reset'
  | 'name-not-found'
  | 'dns-failed'
  | 'tls-failed'
  | 'blocked-address'
  | 'headers-too-large'
  | 'protocol-error'
  | 'decoding-failed'
  | 'unsupported-encoding'
  | 'own-fault'
  | 'verifier-overloaded'
  | 'aborted'
  | 'not-recorded';
/**
 * Why a redirect was not followed.
 */
export type Stop =
  'elsewhere' | 'declined' | 'robots-unavailable' | 'too-many' | 'no-location' | 'loop' | 'refused-url' | 'origin-limit' | 'write';
/**
 * declined: robots.txt forbids it; robots-unavailable: robots.txt could not be read, for the reason in detail; plain-http: an address of the site itself over plain HTTP, which may be changed on its way.
 */
export type UnsentCode =
  | 'declined'
  | 'robots-unavailable'
  | 'off-site'
  | 'plain-http'
  | 'origin-limit'
  | 'unresolved'
  | 'not-applicable'
  | 'refused-url'
  | 'deadline'
  | 'not-needed'
  | 'not-declared'
  | 'interrupted';
/**
 * RFC 7638 thumbprint of the public key.
 */
export type Kid = string;
/**
 * A report; for a grade, an older one with a notice where no new one could be made.
 */
export type VerificationAnswer = Report | StaleReport;
/**
 * Any report; kind tells which.
 */
export type Report = VerificationReport | PinnedVerificationReport;
/**
 * One answer, a list of alternatives (the first that applies), or null for the target's default answer.
 */
export type FixtureRoute = FixtureAnswer | FixtureAnswer[] | null;
/**
 * OWNER/PACK, in lower case.
 */
export type PackName = string;
/**
 * Name of a probe, as paths use it: $.name.
 */
export type Name = string;
/**
 * @minItems 2
 * @maxItems 2
 */
export type Band = [number, Grade];
/**
 * Pairs of a percentage of all points and the grade that it earns, best first; the last begins at 0.
 */
export type Bands = Band[];
/**
 * A semantic version; a released one never changes.
 */
export type SemVer = string;
/**
 * An answer that fits one of these is no answer of the service: its outcome is unclear (challenged).
 */
export type Challenges = Challenge[];
/**
 * What a gateway answers where no route is: a refusal that fits one of these is no wall, even where the root and all that cannot exist get it, as long as something else is found there.
 */
export type Unrouted = Challenge[];
/**
 * One path, or several whose nodes are concatenated in order.
 */
export type Paths = Path | Path[];
/**
 * A JSONPath of the allowed subset (docs/language.md).
 */
export type Path = string;
/**
 * A JSON Schema 2020-12 object; $ref only to #/…, pack:NAME or std:NAME.
 */
export type JsonSchema = {[key: string]: unknown};
/**
 * Exactly one key names the kind: schema, count, unique, agree, in, equal, conforms, verifies, some, before, after, all, any, not, or select alone.
 */
export type Assertion =
  | ExistsAssertion
  | SchemaAssertion
  | CountAssertion
  | UniqueAssertion
  | AgreeAssertion
  | InAssertion
  | EqualAssertion
  | ConformsAssertion
  | VerifiesAssertion
  | SomeAssertion
  | BeforeAssertion
  | AfterAssertion
  | AllAssertion
  | AnyAssertion
  | NotAssertion;
/**
 * Assertions, all of which have to hold.
 */
export type Assertions = Assertion[];
/**
 * A literal part of a URL.
 */
export type UrlPart = string;
/**
 * Text in which {{ path }} is replaced by the one scalar that the path selects.
 */
export type Template = string;
/**
 * A template, or one that is left out where it selects nothing.
 */
export type HeaderValue = Template | OptionalHeader;
/**
 * What to do, with an example that can be pasted: one text, or one for a reason, by its code, with a default for the others.
 */
export type Fix = FixText | FixByReason;
/**
 * What to do, in Markdown; what is to be pasted stands in a fenced block.
 */
export type FixText = string;
/**
 * Code of a reason; its sentence stands in reasons.
 */
export type Code = string;
/**
 * What a rule could have asked, what it asked, and why the rest could not be.
 */
export type Coverage = CoverageOf[];
export type KeyStatus = 'current' | 'next' | 'historic' | 'revoked';
/**
 * What was expected, in the rule's own words, without the word expected: it stands in findings in place of what the engine would say.
 */
export type Expected = string;
/**
 * Path to an operation of an OpenAPI document, or the operations that exchanges are held against.
 */
export type Conforms = Path | HeldAgainst;
/**
 * Statuses that contradict an operation which does not declare them; other undeclared ones say nothing. 2XX unless said.
 */
export type Undeclared = UndeclaredStatus[];
/**
 * Exchanges that are no answer of an operation, whatever they hold.
 */
export type Except = ExceptedExchange[];
/**
 * Name of an environment, a target, a pack or a spec within its suite.
 */
export type SuiteName = string;
/**
 * A text that is not empty.
 */
export type SuiteText = string;
/**
 * A literal, or a secret that is taken from the environment of the process and from nowhere else.
 */
export type Variable = (string | number | boolean) | SecretVariable;
/**
 * A domain or origin, or a fixture file beside the suite; {{ $.env.name }} and {{ $.row.name }} are filled in.
 */
export type SuiteTarget = SuiteText | TargetUrl;
/**
 * Rows of data.
 */
export type DataRows = DataRow[];
/**
 * A .csv or .json file beside the suite, or the rows themselves.
 */
export type SuiteData = SuiteText | DataRows;
/**
 * The name of a target, or several.
 */
export type TargetNames = SuiteName | SuiteName[];

export interface HealthRecord {
  ok: true;
  verifier: 'axproof';
  /**
   * Version of the service.
   */
  version: string;
}
export interface Readiness {
  /**
   * Whether every part is.
   */
  ready: boolean;
  parts: PartReadiness[];
}
export interface PartReadiness {
  /**
   * What is meant.
   */
  name: 'store' | 'keys' | 'engine' | 'threads';
  /**
   * Whether it works.
   */
  ready: boolean;
  /**
   * Why it does not: a code of the table of errors (engine-away, threads-missing and service-stopping stand nowhere else), or late (no answer within two seconds).
   */
  code?: string;
}
export interface VerificationRequest {
  /**
   * A public domain name.
   */
  target: string;
  /**
   * A pinned spec: a resolved pack, as axproof pack build writes it. Stored and public.
   */
  spec?: {[name: string]: unknown};
  expectedDigest?: Digest;
  /**
   * Replays a sampling. A gate leaves it out.
   */
  seed?: number;
}
/**
 * A problem (RFC 9457). Its type is the address of a page about the code.
 */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail?: string;
  code: string;
  /**
   * What to do.
   */
  fix?: string;
  /**
   * Each says where and what would be right.
   */
  errors?: string[];
  /**
   * Address of the last report of the same target.
   */
  lastReport?: string;
}
/**
 * Why an older report stands in place of a new one. It is no part of the report: without this last member the body is the report, byte for byte.
 */
export interface StaleNotice {
  /**
   * When the report was made (RFC 3339).
   */
  issuedAt: string;
  /**
   * Seconds since then.
   */
  age: number;
  /**
   * Why it is not new: a code of the table of errors.
   */
  code: string;
  /**
   * The same in words.
   */
  reason: string;
  /**
   * Seconds after which a new one may be asked for.
   */
  retryAfter: number;
  /**
   * Address of the report's exact bytes.
   */
  report: string;
}
/**
 * An older report in place of a new one.
 */
export interface StaleReport {
  kind: 'VerificationReport';
  stale: StaleNotice;
}
export interface VerificationReport {
  format: 1;
  kind: 'VerificationReport';
  verdict: Verdict;
  verdictDigest: string;
  evidence: Evidence;
  issued: Issued;
  attestation?: Envelope;
}
export interface Verdict {
  target: string;
  seed: number;
  engine: string;
  pack: PackRef;
  grade: Grade;
  score: Score;
  conclusive: boolean;
  caps: Cap[];
  checks: Check[];
  next: Next | null;
}
export interface PackRef {
  name: string;
  version: string;
  digest: string;
}
export interface Score {
  points: number;
  outOf: number;
}
export interface Cap {
  check: string;
  grade: Grade;
}
export interface Check {
  id: string;
  title: string;
  verdict: RuleVerdict;
  points?: number;
  outOf?: number;
  cap?: Grade;
  reason: Reason;
  findings: Finding[];
  coverage?: CheckCoverage;
  evidence: string[];
}
export interface Reason {
  code: string;
  text: string;
}
/**
 * One thing that an assertion found, at a place. Target values are quoted (capped, control characters shown).
 */
export interface Finding {
  code: string;
  level: 'must' | 'should' | 'note';
  /**
   * What was expected, or what is wrong, in the rule's words or in our own.
   */
  message: string;
  request?: FindingRequest;
  answer?: FindingAnswer;
  /**
   * Where in a document of the target: its address and, behind #, a JSON pointer or the name of a header.
   */
  place?: string;
  /**
   * Line of that document, where it is Markdown, text or YAML.
   */
  line?: number;
  /**
   * Which part of the answer, where the place is in another document: a JSON pointer or the name of a member or header.
   */
  part?: string;
  keyword?: string;
  value?: string;
  /**
   * Name of the exchange in the evidence.
   */
  exchange?: string;
  operation?: string;
  claimedBy?: string;
  /**
   * How many findings of the same code are not listed.
   */
  more?: number;
}
/**
 * What was asked.
 */
export interface FindingRequest {
  method: string;
  url: string;
  /**
   * The Accept header that was sent.
   */
  accept?: string;
  /**
   * The JSON-RPC method of the body.
   */
  call?: string;
}
/**
 * What came.
 */
export interface FindingAnswer {
  status?: number;
  /**
   * Media type.
   */
  type?: string;
  /**
   * What the body is, whatever its media type says.
   */
  is?: string;
  outcome: string;
}
/**
 * How much of what is claimed was shown.
 */
export interface CheckCoverage {
  claimed: number;
  /**
   * Claims that could be asked.
   */
  askable: number;
  /**
   * Those that were asked, and whose answer says something of the claim.
   */
  asked: number;
  /**
   * Claims that could not be asked, by reason.
   */
  notAskable: {
    [k: string]: number;
  };
  /**
   * Claims of which a part, or all, could not be judged, by reason: of their answers, of lists that were not read to their end, and addresses over plain HTTP, which are not asked.
   */
  notEvaluated: {
    [k: string]: number;
  };
}
/**
 * The fewest fixes that reach the next grade.
 */
export interface Next {
  grade: Grade;
  /**
   * Ids of the rules to fix for it.
   */
  fix: string[];
}
/**
 * The evidence bundle: everything that a verdict may depend on.
 */
export interface Evidence {
  format: 1;
  /**
   * sha256 over the JCS form of this object without digest.
   */
  digest?: string;
  target: string;
  /**
   * Registrable domain of every host that was asked about, by the public suffix list of the day; null for what has none.
   */
  sites: {
    [k: string]: string | null;
  };
  env?: Values;
  row?: Values;
  consent?: Consent;
  exchanges: Exchange[];
  unsent: Unsent[];
}
/**
 * What a run was given by name. A secret is its placeholder.
 */
export interface Values {
  [k: string]: string | number | boolean | null;
}
/**
 * Who agreed to writes: the target, in what it publishes at url, or the operator who runs it.
 */
export interface Consent {
  by: 'target' | 'operator';
  url?: string;
}
/**
 * A request and what came of it. names says which probes use it (llms, claims[3]).
 */
export interface Exchange {
  names: string[];
  request: Request;
  /**
   * Tells an exchange that was asked anew apart from an identical request: part of its key.
   */
  fresh?: string;
  /**
   * Cap that was set on the decoded body.
   */
  bytes: number;
  /**
   * Redirect hops that the request could be sent on by; reports of engine 1 do not say.
   */
  follow?: number;
  redirects: Redirect[];
  /**
   * Final URL.
   */
  url: string;
  stopped?: Stop;
  answer: Answer;
  claimedBy?: Claim[];
}
/**
 * A request as sent; url is absolute.
 */
export interface Request {
  method: Method;
  url: string;
  headers: HeaderMap;
  body?: string;
}
/**
 * Names in lower case; repeated fields joined with ', '.
 */
export interface HeaderMap {
  [k: string]: string;
}
export interface Redirect {
  url: string;
  answer: Answer;
}
/**
 * What one hop gave: a response, or a failure (with whatever part of a response came before it).
 */
export interface Answer {
  status?: number;
  headers?: HeaderMap;
  body?: Body;
  /**
   * The verifier stopped reading before the body's end: at its cap, or as left says.
   */
  truncated?: true;
  left?: Left;
  wireBytes?: number;
  failure?: Failure;
  /**
   * The peer address that answered.
   */
  address?: string;
  timing?: Timing;
  tls?: Tls;
  redactions?: Redaction[];
}
/**
 * text when the stored bytes are UTF-8, base64 otherwise, and where so many of them are control characters that JSON would make them longer.
 */
export interface Body {
  text?: string;
  base64?: string;
}
export interface Failure {
  code: FailureCode;
  phase?: 'dns' | 'connect' | 'tls' | 'headers' | 'body';
  detail?: string;
}
/**
 * When the request began (RFC 3339) and milliseconds to the first byte and the end.
 */
export interface Timing {
  startedAt: string;
  firstByte?: number;
  total: number;
}
export interface Tls {
  protocol?: string;
  cipher?: string;
  issuer?: string;
  subject?: string;
  validTo?: string;
  fingerprint256?: string;
  error?: string;
}
/**
 * Something that was masked before the answer was judged or stored. Masking keeps lengths: start and end are UTF-16 offsets in body.text (byte offsets in a base64 body) or in the header's value.
 */
export interface Redaction {
  where: 'header' | 'body';
  /**
   * The header's name.
   */
  name?: string;
  start: number;
  end: number;
  /**
   * many: everything from the first place that is not listed to the last.
   */
  kind: 'cookie' | 'credential' | 'token' | 'private-key' | 'email' | 'many';
}
/**
 * Where the request was found: a document and a place in it.
 */
export interface Claim {
  probe: string;
  url: string;
  place: string;
  /**
   * Line of the document, where the place is in what was read from it.
   */
  line?: number;
}
/**
 * A probe, or one request of it, that was not sent, and why.
 */
export interface Unsent {
  name: string;
  code: UnsentCode;
  detail?: string;
  url?: string;
  claim?: Claim;
}
export interface Issued {
  at: string;
  by: string;
  version: string;
  mode: 'advisory-local' | 'attested-remote';
  seedOrigin: 'fresh' | 'caller';
}
/**
 * A DSSE envelope (protocol 1.0.2) with one signature. Base64 is of the standard alphabet, padded, without stray bits.
 */
export interface Envelope {
  payloadType: 'application/vnd.in-toto+json';
  /**
   * The Statement, as JCS bytes in base64.
   */
  payload: string;
  signatures: EnvelopeSignature[];
}
export interface EnvelopeSignature {
  keyid: Kid;
  /**
   * Pure Ed25519 over the PAE of payloadType and payload: 64 bytes in padded base64.
   */
  sig: string;
}
/**
 * What the acceptance gate answers: a report about a pinned spec.
 */
export interface PinnedVerificationReport {
  format: 1;
  kind: 'PinnedVerificationReport';
  /**
   * verdict.passed, repeated where nobody misses it.
   */
  passed: boolean;
  verdict: PinnedVerdict;
  verdictDigest: string;
  evidence: Evidence;
  issued: Issued;
  attestation?: Envelope;
}
/**
 * A verdict about a pinned spec: all of a verdict, whether its digest was ratified, and the one word of the gate.
 */
export interface PinnedVerdict {
  target: string;
  seed: number;
  engine: string;
  pack: PackRef;
  spec: PackRef;
  /**
   * The caller named the digest, and it is this one. An input of the verdict, as the seed is.
   */
  ratified: boolean;
  /**
   * Ratified, conclusive, every check passes or does not apply, and at least one passes.
   */
  passed: boolean;
  grade: Grade;
  score: Score;
  conclusive: boolean;
  caps: Cap[];
  checks: Check[];
  next: Next | null;
}
/**
 * A structured offer. It names no amount.
 */
export interface Offer {
  type: string;
  status: 402;
  code: 'payment-required';
  detail?: string;
  id: string;
  title: string;
  description: string;
  /**
   * What it buys.
   */
  buys: string[];
  metering: Metering;
  checkoutUrl: string;
  checkout: Checkout;
  /**
   * What is free instead.
   */
  alternatives: Alternative[];
}
export interface Metering {
  unit: string;
  hardCeiling: true;
  note: string;
}
export interface Checkout {
  url: string;
  placeholder: true;
  note: string;
}
export interface Alternative {
  id: string;
  how: string;
  url: string;
}
/**
 * Signed grades of a domain, the newest first.
 */
export interface GradeHistoryPage {
  target: string;
  grades: PastGrade[];
  /**
   * Of the next page.
   */
  cursor?: string;
}
export interface PastGrade {
  report: string;
  issuedAt: string;
  pack: Digest;
  grade: string;
  score: PastScore;
  conclusive: boolean;
  /**
   * Checks that came out otherwise than in the grade before it under the same rules, and why; left out where there is none to compare.
   */
  changes?: PastChange[];
}
export interface PastScore {
  points: number;
  outOf: number;
}
export interface PastChange {
  id: string;
  before?: string;
  after?: string;
  causes: string[];
}
export interface MonitorOrder {
  /**
   * A public domain name.
   */
  target: string;
  /**
   * Name of a bundled pack, whose newest version holds; the default pack where no spec is named either.
   */
  pack?: string;
  /**
   * A pinned spec; its expectedDigest goes with it. One that writes needs an entitlement for functional tests, and at each run the consent of the target.
   */
  spec?: {[name: string]: unknown};
  expectedDigest?: Digest;
  /**
   * Of a spec that writes: members of $.env that are put in on sending alone. They are sealed before they are stored, forgotten when the monitor stops, and never shown again.
   */
  secrets?: {
    [k: string]: string;
  };
  /**
   * Seconds between two runs: 300 at the least.
   */
  interval: number;
  /**
   * Seconds by which a run may begin later, drawn anew each time; a tenth of the interval unless given, and no longer than it.
   */
  jitter?: number;
  /**
   * Where alerts are sent, as Standard Webhooks.
   */
  webhook?: string;
  /**
   * Whether the target has a status page by it, for everybody.
   */
  public?: boolean;
}
export interface MonitorRecord {
  id: string;
  target: string;
  pack: Digest;
  interval: number;
  jitter: number;
  /**
   * Left out where there is none, or it answered 410.
   */
  webhook?: string;
  /**
   * Signs what the webhook is sent; shown when the monitor is made.
   */
  secret?: string;
  /**
   * Names of the secrets that its runs are given; their values are never shown.
   */
  secrets?: string[];
  public: boolean;
  createdAt: string;
  nextRun?: string;
  /**
   * Why it runs no more.
   */
  stopped?: string;
  standing?: MonitorStandingRecord;
  /**
   * The newest first.
   */
  results: MonitorRun[];
  /**
   * The newest first.
   */
  alerts: SentAlert[];
  /**
   * Alerts that could not be delivered, with what was to be sent.
   */
  deadLetters: SentAlert[];
  links: MonitorLinks;
}
/**
 * What two of the last three results say.
 */
export interface MonitorStandingRecord {
  /**
   * A grade, or unreachable.
   */
  grade: string;
  /**
   * Checks that fail and cap the grade: honesty checks, and of a pinned spec whatever its writer caps by.
   */
  lies: string[];
  /**
   * Of a pinned spec.
   */
  passed?: boolean;
  /**
   * The last three went one way and back.
   */
  flapping: boolean;
  /**
   * The newest result says otherwise, and stands alone so far.
   */
  unconfirmed: boolean;
  incidentSince?: string;
}
export interface MonitorRun {
  at: string;
  /**
   * Whether the target kept what it is held to; null where that could not be seen.
   */
  kept: boolean | null;
  /**
   * There is none where the run saw nothing of the target.
   */
  grade?: string;
  passed?: boolean;
  /**
   * Why it says nothing of the target.
   */
  open?: string;
  first?: FailingCheck;
  left?: LeftBehind;
  report?: string;
}
/**
 * The first check that fails.
 */
export interface FailingCheck {
  id: string;
  text: string;
}
/**
 * What the run made may still be there: why, and which requests were to clean up.
 */
export interface LeftBehind {
  why: string;
  requests: string[];
}
export interface SentAlert {
  id: string;
  at: string;
  type: 'grade.worse' | 'lie.new' | 'gate.failed' | 'key.ending' | 'recovered' | 'cleanup.failed' | 'rules.changed' | 'monitor.stopped';
  state: 'recorded' | 'waiting' | 'delivered' | 'dead';
  tries: number;
  /**
   * How the last try ended: a status, or why there was none.
   */
  last?: string;
  /**
   * What was to be sent.
   */
  body?: string;
}
export interface MonitorLinks {
  self: string;
  status?: string;
}
/**
 * What one run costs, in the words of x402 (version 2).
 */
export interface PaymentRequirements {
  scheme: string;
  /**
   * CAIP-2.
   */
  network: string;
  /**
   * In atomic units.
   */
  amount: string;
  asset: string;
  payTo: string;
  maxTimeoutSeconds: number;
  extra?: {[name: string]: unknown};
}
/**
 * What a PAYMENT-SIGNATURE header of x402 (version 2) holds: which requirements were accepted, and the payment by their scheme.
 */
export interface Payment {
  x402Version: 2;
  accepted: {[name: string]: unknown};
  payload: {[name: string]: unknown};
}
/**
 * What a facilitator of x402 says of a payment that it was to settle.
 */
export interface Settlement {
  success: boolean;
  errorReason?: string;
  payer?: string;
  transaction?: string;
  network?: string;
}
/**
 * What a public monitor holds of its target.
 */
export interface TargetStatus {
  target: string;
  rules: string;
  state: 'kept' | 'broken' | 'unknown';
  /**
   * The same in words.
   */
  summary: string;
  flapping: boolean;
  /**
   * Days with results, the oldest first.
   */
  days: StatusDay[];
  /**
   * The newest first.
   */
  incidents: StatusIncident[];
  checkedAt?: string;
}
export interface StatusDay {
  day: string;
  kept: number;
  results: number;
}
export interface StatusIncident {
  from: string;
  to?: string;
  /**
   * Nobody looked at it by these rules any more from then on: whether it went on is not known.
   */
  seenUntil?: string;
  what: string;
  /**
   * What changed.
   */
  cause: 'target' | 'rules';
  first?: FailingCheck;
  report?: string;
}
/**
 * A run as anybody may see it.
 */
export interface RunStatus {
  id: string;
  kind: 'grade' | 'pinned' | 'self';
  target: string;
  pack: RunPack;
  state: 'queued' | 'running' | 'done' | 'failed' | 'interrupted';
  createdAt: string;
  startedAt?: string;
  endedAt?: string;
  reportDigest?: Digest;
  error?: RunError;
  links: RunLinks;
}
export interface RunPack {
  name?: string;
  version?: string;
  digest: Digest;
}
export interface RunError {
  code: string;
  message: string;
  details: string[];
}
export interface RunLinks {
  self: string;
  events: string;
  report?: string;
}
export interface AgentClassRecord {
  id: string;
  fit: string;
  flow: string;
}
/**
 * Which classes of agents the service is for.
 */
export interface Icp {
  contract: 'axproof/icp';
  version: 1;
  description: string;
  agent_classes: AgentClassRecord[];
  ladder: LadderRung[];
  not_for: string[];
}
export interface LadderRung {
  rung: string;
  durability: string;
}
/**
 * The root as JSON: what the service is and where its surfaces are.
 */
export interface ServiceIndex {
  name: string;
  version: string;
  description: string;
  agent_classes: AgentClassRecord[];
  links: {
    [k: string]: string;
  };
}
export interface PublishedKeySet {
  keys: {
    kty: 'OKP';
    crv: 'Ed25519';
    kid: string;
    x: string;
  }[];
}
export interface ErrorEntry {
  code: string;
  title: string;
  fix: string;
  status: number;
  exit: number;
}
export interface FoundSurface {
  /**
   * Name of the probe that found it.
   */
  surface: string;
  /**
   * Where it stands in the end.
   */
  url: string;
  /**
   * What it is, by its own shape.
   */
  dialect: string;
  /**
   * As it was served.
   */
  mediaType: string;
  /**
   * What it says of itself. Text of the target, made inert.
   */
  claims: string[];
}
export interface MissedSurface {
  surface: string;
  outcome: string;
  /**
   * Addresses where it was looked for.
   */
  asked: string[];
}
/**
 * What a domain publishes, without a judgement.
 */
export interface Discovery {
  /**
   * Origin.
   */
  target: string;
  /**
   * When it was looked at, RFC 3339.
   */
  at: string;
  surfaces: FoundSurface[];
  notFound: MissedSurface[];
}
export interface BaselineEntry {
  target: string;
  /**
   * Name of the pack; its version may grow.
   */
  pack: string;
  /**
   * Name of the test in its suite.
   */
  name?: string;
  /**
   * Tells equal tests apart, in their order.
   */
  nth?: number;
  check: string;
  verdict: RuleVerdict;
  /**
   * Codes of reason and faults, where it failed or was not seen.
   */
  codes: string[];
}
export interface Baseline {
  format: 1;
  kind: 'Baseline';
  entries: BaselineEntry[];
}
/**
 * Has a grade or an error, never both.
 */
export interface CensusRow {
  /**
   * Origin.
   */
  target: string;
  grade?: Grade;
  points?: number;
  outOf?: number;
  /**
   * false: something could not be seen, and the grade is open.
   */
  conclusive?: boolean;
  checks?: CensusChecks;
  /**
   * What contradicts: an honesty check and the code of its reason or finding, as in check/code.
   */
  lies?: string[];
  verdictDigest?: string;
  error?: CensusError;
  pack: CensusPack;
  engine: string;
  seed: number;
  issued: CensusIssued;
}
/**
 * The verdict of each check, by its id.
 */
export interface CensusChecks {
  [k: string]: RuleVerdict;
}
/**
 * Why there is no grade, by a code of the table of errors.
 */
export interface CensusError {
  code: string;
  message: string;
}
export interface CensusPack {
  name: string;
  version: string;
  digest: string;
}
/**
 * What differs from run to run.
 */
export interface CensusIssued {
  at: string;
  /**
   * How long the run took, in milliseconds.
   */
  ms: number;
  /**
   * Digest of the report.
   */
  report?: string;
}
/**
 * One answer. json is sent as application/json, body as it stands. In json, body and headers, ${origin} is the origin asked, ${path} the path and query asked, ${id} the JSON-RPC id of the request (as a JSON value when it is the whole string).
 */
export interface FixtureAnswer {
  /**
   * Applies when the request's Accept (RFC 9110, q-values) prefers this media type among those that the alternatives of the route name.
   */
  accept?: string;
  when?: FixtureCondition;
  /**
   * 200 unless said.
   */
  status?: number;
  /**
   * Content-Type.
   */
  type?: string;
  /**
   * Headers, with their values as they are sent.
   */
  headers?: {
    [k: string]: string;
  };
  /**
   * The body as text.
   */
  body?: string;
  /**
   * The body as bytes, in base64 with its padding.
   */
  base64?: string;
  /**
   * The body as a JSON value, sent as application/json unless type says otherwise.
   */
  json?: unknown;
  /**
   * File whose bytes are the body, relative to this file.
   */
  bodyFile?: string;
  /**
   * Append this many spaces to the body (to pass a cap).
   */
  pad?: number;
  failure?: FailureCode;
  /**
   * The body is sent in chunks and never ended: the connection stays open.
   */
  open?: true;
  /**
   * Milliseconds before the answer; over a socket only.
   */
  wait?: number;
}
/**
 * Applies when the request is like this.
 */
export interface FixtureCondition {
  /**
   * Members that the JSON body must have, with these values (nested objects are matched in the same way).
   */
  body?: {};
  /**
   * Exact header values; null means absent.
   */
  headers?: {
    [k: string]: string | null;
  };
  /**
   * Exact values of parameters.
   */
  query?: {
    [k: string]: string;
  };
}
/**
 * Keys: '/path' (GET and HEAD), 'METHOD /path', either with '?query' to match it exactly, '/path/*' for all below, or an absolute https URL for another origin of the site. The most exact key wins.
 */
export interface FixtureRoutes {
  [k: string]: FixtureRoute;
}
/**
 * A written target: which path answers what.
 */
export interface FixtureTarget {
  /**
   * The origin that the in-process transport answers for.
   */
  target?: string;
  /**
   * What it is, in one line.
   */
  title: string;
  /**
   * Another target file, relative to this one, without its ending.
   */
  extends?: string;
  /**
   * Milliseconds before every answer; over a socket only.
   */
  wait?: number;
  /**
   * When every answer is recorded in process, for rules that judge times; 1970 unless said.
   */
  time?: string;
  default?: FixtureAnswer;
  routes?: FixtureRoutes;
}
/**
 * One target, as a base with some routes replaced, and what the rule must say of it.
 */
export interface Case {
  /**
   * What the target is like, in one line; no two cases of a rule share it.
   */
  name: string;
  /**
   * Base target, without its ending; good unless said.
   */
  target?: string;
  /**
   * Replaces the base target's origin.
   */
  origin?: string;
  routes?: FixtureRoutes;
  default?: FixtureAnswer;
  /**
   * Of the sampling; 1 unless said.
   */
  seed?: number;
  /**
   * Runs in process only, with the reason in the name (other origins, failures that a socket cannot make).
   */
  socket?: false;
  expect: Expectation;
}
/**
 * What the rule must say.
 */
export interface Expectation {
  verdict: RuleVerdict;
  /**
   * The reason's code.
   */
  reason: string;
  /**
   * A part of the reason's text.
   */
  text?: string;
  /**
   * Codes of findings that must be there.
   */
  findings?: string[];
  /**
   * How many findings of a code there are, those that are counted and not listed among them.
   */
  counts?: {
    [k: string]: number;
  };
  /**
   * Codes of findings that must not be there.
   */
  noFindings?: string[];
  /**
   * Routes that no request may take; any other route of a case has to be taken.
   */
  unasked?: string[];
  /**
   * What the rule earns.
   */
  points?: number;
  /**
   * The grade that the rule caps the run at, or null where it caps nothing.
   */
  cap?: Grade | null;
  grade?: Grade;
  /**
   * The next better grade with the rules to fix for it, or null where there is none.
   */
  next?: Next | null;
}
/**
 * Mutants of a pack (axproof pack mutate) that no case has to notice, each with the reason that a reviewer agreed to.
 */
export interface Waivers {
  /**
   * One for each mutant that may survive.
   */
  waivers: Waiver[];
}
export interface Waiver {
  /**
   * The mutant as pack mutate names it: rule and place, operator, detail.
   */
  mutant: string;
  /**
   * Why no case can notice it, or need not.
   */
  reason: string;
}
/**
 * The cases of one rule.
 */
export interface Cases {
  /**
   * Each is a target, and what the rule must say of it.
   */
  cases: Case[];
}
export interface SiteKinds {
  pack: PackName;
  /**
   * What a check is about, in words, by its id.
   */
  surfaces: {
    [k: string]: string;
  };
  kinds: SiteKind[];
}
/**
 * A site is of every kind of which one sign holds.
 */
export interface SiteKind {
  id: string;
  /**
   * With its article: an API.
   */
  title: string;
  /**
   * Only where no other kind fits.
   */
  alone?: true;
  signs: KindSign[];
  /**
   * Checks that are worth most, in that order.
   */
  worth: string[];
  /**
   * Checks that such a site seldom has a use for.
   */
  aside: string[];
}
export interface KindSign {
  /**
   * The check was seen, and its reason is none of `unless`.
   */
  check?: string;
  unless?: string[];
  /**
   * One of them got an answer that fits.
   */
  probes?: Name[];
  answer?: Challenge;
}
/**
 * Marks of what stands in the way in place of the service. All members that are given have to fit; a 2xx fits only an entry that names its status.
 */
export interface Challenge {
  /**
   * Statuses, of which the answer has one.
   */
  status?: number[];
  /**
   * Patterns (RE2) of header values, by name; each header has to be there.
   */
  headers?: {
    [k: string]: string;
  };
  /**
   * Essence of the media type.
   */
  type?: string;
  /**
   * Literal text, of which the body holds at least one.
   */
  body?: string[];
}
/**
 * Which rules make up the sum of points. Without it all scored rules do, whether they apply or not.
 */
export interface Scoring {
  /**
   * A scored rule that does not apply is left out of the sum.
   */
  of: 'applicable';
  none: Grade;
}
/**
 * The worst case of all probes has to fit: nothing is rationed while a run is under way.
 */
export interface Limits {
  /**
   * Requests of a run, redirects counted.
   */
  requests: number;
  /**
   * Decoded bytes of a run.
   */
  bytes: number;
}
/**
 * Coverage that a rule has to reach, by its id: a pass with less is inconclusive.
 */
export interface Demands {
  [k: string]: Demand;
}
export interface Demand {
  /**
   * Percent of what can be asked that has to be shown.
   */
  askable?: number;
  /**
   * Percent of all that is claimed that has to be shown.
   */
  all?: number;
}
/**
 * The pack to start from, and what of it changes.
 */
export interface Extends {
  /**
   * Folder or file of the pack to start from, relative to this one, or the name of a bundled pack.
   */
  pack: string;
  /**
   * What axproof spec-digest prints for that pack: another one is refused.
   */
  digest?: string;
  /**
   * Ids of rules that are left out.
   */
  drop?: string[];
  /**
   * Ids of rules that rules of this pack replace.
   */
  replace?: string[];
  /**
   * Larger samples, by the name of the probe of the base that draws them. Nothing else of a probe changes.
   */
  samples?: {
    [k: string]: number;
  };
}
/**
 * Documents that the pack carries, by name: each one text, read by views as if the target had answered with it.
 */
export interface Documents {
  [k: string]: string;
}
/**
 * pack.yaml: a pack without its rules, which are the files beside it.
 */
export interface PackFile {
  name: PackName;
  version: SemVer;
  /**
   * What the pack asks of a target, in one line.
   */
  title: string;
  /**
   * Number of the engine that it needs.
   */
  engine: string;
  extends?: Extends;
  /**
   * The pack may send writes where the target consents.
   */
  consent?: 'writes';
  limits?: Limits;
  control?: Probe;
  challenges?: Challenges;
  unrouted?: Unrouted;
  bands?: Bands;
  operations?: Paths;
  coverage?: Demands;
  score?: Scoring;
  documents?: Documents;
  /**
   * Shapes that several places use, as {$ref: "pack:NAME"}.
   */
  schemas?: {
    [k: string]: JsonSchema;
  };
  probes?: Probes;
}
/**
 * A named request (get, head, options, post), firstOf (the first candidate that satisfies until wins) or eachOf (all).
 */
export interface Probe {
  /**
   * Candidates: the first good one wins.
   */
  firstOf?: Source[];
  /**
   * Sources, all of which are asked.
   */
  eachOf?: Source[];
  select?: Paths;
  where?: JsonSchema;
  /**
   * Keeps the first ones in document order.
   */
  take?: number;
  /**
   * Draws so many with the seed.
   */
  sample?: number;
  besides?: Paths;
  when?: Assertions;
  under?: Path;
  before?: Path;
  value?: Looked;
  derive?: Derived;
  get?: Template;
  head?: Template;
  options?: Template;
  post?: Template;
  put?: Template;
  patch?: Template;
  delete?: Template;
  accept?: Template;
  headers?: Headers;
  /**
   * A JSON value; its strings are templates.
   */
  body?: unknown;
  /**
   * Fields of a form; their values are templates (consent: writes).
   */
  form?: {
    [k: string]: Template;
  };
  repeat?: Repeat;
  until?: Assertions;
  including?: Name;
  /**
   * Redirect hops that each request may be sent on by; 3 unless said.
   */
  redirects?: number;
  /**
   * Cap of one decoded body; 262144 unless said.
   */
  bytes?: number;
  /**
   * Ask anew, even where an identical safe request was sent.
   */
  fresh?: true;
  /**
   * Sent last and always, from reserved time (consent: writes).
   */
  cleanup?: true;
  /**
   * Places in the answer whose values are put in on sending and never stored (consent: writes).
   */
  secret?: Path[];
}
/**
 * One candidate request, or a family of them (select).
 */
export interface Source {
  select?: Paths;
  where?: JsonSchema;
  /**
   * Keeps the first ones in document order.
   */
  take?: number;
  /**
   * Draws so many with the seed.
   */
  sample?: number;
  besides?: Paths;
  when?: Assertions;
  under?: Path;
  before?: Path;
  value?: Looked;
  derive?: Derived;
  get?: Template;
  head?: Template;
  options?: Template;
  post?: Template;
  put?: Template;
  patch?: Template;
  delete?: Template;
  accept?: Template;
  headers?: Headers;
  /**
   * A JSON value; its strings are templates.
   */
  body?: unknown;
  /**
   * Fields of a form; their values are templates (consent: writes).
   */
  form?: {
    [k: string]: Template;
  };
  repeat?: Repeat;
}
/**
 * A value of another answer that the item names: templates have it as $.value.
 */
export interface Looked {
  of: Paths;
  at: Path;
  where: JsonSchema;
}
/**
 * The URL of a request, changed at the end of its path or in its query.
 */
export interface Derived {
  append?: UrlPart;
  replace?: ReplacedEnd;
  query?: DerivedQuery;
}
/**
 * Puts by in place of the end of the path.
 */
export interface ReplacedEnd {
  end: UrlPart;
  /**
   * What stands there then.
   */
  by: UrlPart | '';
}
/**
 * Parameters that are set, or taken out (null); all others stay.
 */
export interface DerivedQuery {
  [k: string]: string | null;
}
/**
 * Headers by their names in lower case.
 */
export interface Headers {
  [k: string]: HeaderValue;
}
export interface OptionalHeader {
  value: Template;
  /**
   * The header is left out where the template selects nothing.
   */
  optional: true;
}
/**
 * The only loop: the request is sent again, merge-patched, while its template resolves (paging) or until fails (polling).
 */
export interface Repeat {
  /**
   * So many requests in all.
   */
  most: number;
  /**
   * What of the request changes: while its template resolves there is another page.
   */
  merge?: {
    url?: Template;
    headers?: Headers;
    /**
     * Merge patch (RFC 7396) of the body.
     */
    body?: unknown;
  };
  /**
   * Milliseconds before each repetition.
   */
  wait?: number;
}
/**
 * Requests by their names: paths name them as $.NAME.
 */
export interface Probes {
  [k: string]: Probe;
}
/**
 * A resolved pack: one JSON document, everything that it extends inlined. Its digest is SHA-256 over the RFC 8785 form.
 */
export interface Pack {
  /**
   * Version of this form.
   */
  format: 1;
  name: PackName;
  version: SemVer;
  /**
   * What the pack asks of a target, in one line.
   */
  title: string;
  /**
   * Number of the engine that it needs.
   */
  engine: string;
  /**
   * The pack may send writes where the target consents.
   */
  consent?: 'writes';
  limits: Limits;
  control: Probe;
  challenges?: Challenges;
  unrouted?: Unrouted;
  bands: Bands;
  operations?: Paths;
  coverage?: Demands;
  score?: Scoring;
  documents?: Documents;
  /**
   * Shapes that several places use, as {$ref: "pack:NAME"}.
   */
  schemas?: {
    [k: string]: JsonSchema;
  };
  probes: Probes;
  /**
   * The rules, by order and id.
   */
  rules: Rule[];
}
/**
 * A rule file: one check.
 */
export interface Rule {
  /**
   * The file is named after it. It never changes its meaning.
   */
  id: string;
  /**
   * Sorts the report; rules of one order by id.
   */
  order: number;
  /**
   * What holds when it passes, in one line.
   */
  title: string;
  /**
   * Why it matters to an agent.
   */
  why: string;
  fix: Fix;
  mends?: Mends;
  /**
   * Where the expectation comes from.
   */
  refs: string[];
  /**
   * A scored rule: what a pass earns.
   */
  points?: number;
  cap?: Grade;
  probes?: Probes;
  when?: Assertions;
  assert: Assertions;
  coverage?: Coverage;
  /**
   * Every code with one sentence; pass is the default of a pass.
   */
  reasons: {
    [k: string]: string;
  };
}
export interface FixByReason {
  default: FixText;
  [k: string]: FixText;
}
/**
 * By the code of a reason, what puts it right.
 */
export interface Mends {
  [k: string]: Mend;
}
/**
 * What puts a reason right, where that can be known: one of serve, merge, prepend and headers. https://example.com stands for the origin of the target.
 */
export interface Mend {
  /**
   * Path at which the first block of the fix is to be served.
   */
  serve?: string;
  /**
   * Media type of what is served.
   */
  type?: string;
  /**
   * JSON merge patch (RFC 7396) of the value at which the finding stands, or of a whole document.
   */
  merge?: {};
  /**
   * Path of the document that is patched, where that is not the one of the finding.
   */
  document?: string;
  /**
   * What the document has to begin with.
   */
  prepend?: string;
  /**
   * Headers that the answer has to have.
   */
  headers?: {
    [k: string]: string;
  };
}
/**
 * One kind of claim.
 */
export interface CoverageOf {
  select: Paths;
  where?: JsonSchema;
  /**
   * Items that nobody can ask; the first that fits gives the reason.
   */
  notAskable?: Because[];
  /**
   * Exchanges that were answered and yet show nothing of the claim.
   */
  untold?: Because[];
}
export interface Because {
  where: JsonSchema;
  because: Code;
}
/**
 * A part of the report by its digest, named TARGET/report, TARGET/verdict or TARGET/evidence.
 */
export interface Subject {
  name: string;
  digest: SubjectDigest;
}
export interface SubjectDigest {
  sha256: string;
}
/**
 * What the signer says of the report; every member repeats something that the report holds.
 */
export interface Predicate {
  pack: PackRef;
  seed: number;
  seedOrigin: 'fresh' | 'caller';
  grade?: Grade;
  passed?: boolean;
  score: Score;
  conclusive: boolean;
  engine: string;
  /**
   * How many exchanges the evidence holds.
   */
  exchanges: number;
  /**
   * Digest of the list of the exchanges' first names, in their order.
   */
  order: string;
  /**
   * Digest of the evidence without its target, its bodies and its own digest.
   */
  frame: string;
  /**
   * Digest of the list of their bodies, null where there is none.
   */
  bodies: string;
  verifier: Verifier;
  formats: Formats;
  issuedAt: string;
}
export interface Verifier {
  name: string;
  version: string;
}
/**
 * Format versions of what the subjects name.
 */
export interface Formats {
  report: 1;
  evidence: 1;
}
/**
 * An in-toto Statement v1 about one report. The version of the predicate is the end of its type.
 */
export interface Statement {
  _type: 'https://in-toto.io/Statement/v1';
  subject: Subject[];
  predicateType: 'urn:axproof:report:v1';
  predicate: Predicate;
}
/**
 * What is served in place of a document that was taken down. The attestation is an in-toto Statement of predicate type urn:axproof:tombstone:v1.
 */
export interface Tombstone {
  format: 1;
  kind: 'Tombstone';
  document: 'report' | 'evidence' | 'pack';
  digest: string;
  reason: string;
  at: string;
  attestation: Envelope;
}
/**
 * A JWK (RFC 7517, RFC 8037) with the window in which reports may be issued under it: nbf included, exp not, in Unix seconds.
 */
export interface PublicKey {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: Kid;
  use: 'sig';
  /**
   * Both name pure Ed25519 (RFC 8037, RFC 9864); EdDSA is what axproof writes.
   */
  alg: 'EdDSA' | 'Ed25519';
  nbf: number;
  exp: number;
  status: KeyStatus;
  /**
   * Since when nothing is believed of the key; there when it is revoked.
   */
  revoked_at?: number;
}
/**
 * A JWK Set (RFC 7517) of all keys that reports were or will be issued under. Unknown members are ignored.
 */
export interface KeySet {
  keys: PublicKey[];
}
/**
 * ring.json of a key folder: the public part. The private key of KID stands beside it in key-KID.pem (PKCS#8).
 */
export interface KeyRing {
  format: 1;
  kind: 'KeyRing';
  keys: PublicKey[];
}
/**
 * What may stand beside the key that names the kind.
 */
export interface Beside {
  when?: Assertions;
  expected?: Expected;
  else?: Code;
  then?: Code;
  /**
   * Where it does not hold there is a finding, and the verdict stays.
   */
  level?: 'should';
  /**
   * Where nothing is selected it does not apply; without it, nothing is a fail.
   */
  optional?: true;
  none?: Code;
}
/**
 * True when something is selected.
 */
export interface ExistsAssertion {
  select: Paths;
  when?: Assertions;
  expected?: Expected;
  else?: Code;
  then?: Code;
  /**
   * Where it does not hold there is a finding, and the verdict stays.
   */
  level?: 'should';
  /**
   * Where nothing is selected it does not apply; without it, nothing is a fail.
   */
  optional?: true;
  none?: Code;
}
/**
 * True when every node is valid.
 */
export interface SchemaAssertion {
  select: Paths;
  schema: JsonSchema;
  when?: Assertions;
  expected?: Expected;
  else?: Code;
  then?: Code;
  /**
   * Where it does not hold there is a finding, and the verdict stays.
   */
  level?: 'should';
  /**
   * Where nothing is selected it does not apply; without it, nothing is a fail.
   */
  optional?: true;
  none?: Code;
}
/**
 * True when the number of nodes lies within the bounds.
 */
export interface CountAssertion {
  select: Paths;
  count: CountBounds;
  when?: Assertions;
  expected?: Expected;
  else?: Code;
  then?: Code;
  /**
   * Where it does not hold there is a finding, and the verdict stays.
   */
  level?: 'should';
  /**
   * Where nothing is selected it does not apply; without it, nothing is a fail.
   */
  optional?: true;
  none?: Code;
}
/**
 * How many nodes there may be.
 */
export interface CountBounds {
  /**
   * At least so many.
   */
  min?: number;
  /**
   * At most so many.
   */
  max?: number;
}
/**
 * True when no two nodes are equal.
 */
export interface UniqueAssertion {
  select: Paths;
  /**
   * No two nodes are equal.
   */
  unique: true;
  when?: Assertions;
  expected?: Expected;
  else?: Code;
  then?: Code;
  /**
   * Where it does not hold there is a finding, and the verdict stays.
   */
  level?: 'should';
  /**
   * Where nothing is selected it does not apply; without it, nothing is a fail.
   */
  optional?: true;
  none?: Code;
}
/**
 * True when nodes that are equal in some members are equal in others.
 */
export interface AgreeAssertion {
  select: Paths;
  agree: Agree;
  when?: Assertions;
  expected?: Expected;
  else?: Code;
  then?: Code;
  /**
   * Where it does not hold there is a finding, and the verdict stays.
   */
  level?: 'should';
  /**
   * Where nothing is selected it does not apply; without it, nothing is a fail.
   */
  optional?: true;
  none?: Code;
}
/**
 * Nodes that are equal in the members of by are equal in those of on.
 */
export interface Agree {
  /**
   * Members that say which nodes speak of the same thing.
   */
  by: string[];
  /**
   * Members in which those have to be equal; the order of lists does not count.
   */
  on: string[];
}
/**
 * True when every node, or at least min of them, is among the nodes of the paths.
 */
export interface InAssertion {
  select: Paths;
  in: InTerms;
  when?: Assertions;
  expected?: Expected;
  else?: Code;
  then?: Code;
  /**
   * Where it does not hold there is a finding, and the verdict stays.
   */
  level?: 'should';
  /**
   * Where nothing is selected it does not apply; without it, nothing is a fail.
   */
  optional?: true;
  none?: Code;
}
/**
 * Every node is among the nodes of these paths.
 */
export interface InTerms {
  /**
   * Paths to the nodes among which each has to be.
   */
  of: Path[];
  /**
   * So many of them are enough.
   */
  min?: number;
}
/**
 * True when each node equals the one node that the other path selects.
 */
export interface EqualAssertion {
  select: Paths;
  equal: Path;
  when?: Assertions;
  expected?: Expected;
  else?: Code;
  then?: Code;
  /**
   * Where it does not hold there is a finding, and the verdict stays.
   */
  level?: 'should';
  /**
   * Where nothing is selected it does not apply; without it, nothing is a fail.
   */
  optional?: true;
  none?: Code;
}
/**
 * True when each exchange answers as the OpenAPI operations that it is a call of declare.
 */
export interface ConformsAssertion {
  select: Paths;
  conforms: Conforms;
  when?: Assertions;
  expected?: Expected;
  else?: Code;
  then?: Code;
  /**
   * Where it does not hold there is a finding, and the verdict stays.
   */
  level?: 'should';
  /**
   * Where nothing is selected it does not apply; without it, nothing is a fail.
   */
  optional?: true;
  none?: Code;
}
/**
 * Operations that exchanges are held against: each against those that it is a call of, and by no other.
 */
export interface HeldAgainst {
  operations: Paths;
  where?: JsonSchema;
  undeclared?: Undeclared;
  except?: Except;
}
export interface UndeclaredStatus {
  /**
   * One status, or a class of them.
   */
  status: string;
  where?: JsonSchema;
}
export interface ExceptedExchange {
  exchange: JsonSchema;
  where?: JsonSchema;
}
/**
 * True when the signature at each node verifies under a key among the nodes of the path.
 */
export interface VerifiesAssertion {
  select: Paths;
  verifies: Path;
  when?: Assertions;
  expected?: Expected;
  else?: Code;
  then?: Code;
  /**
   * Where it does not hold there is a finding, and the verdict stays.
   */
  level?: 'should';
  /**
   * Where nothing is selected it does not apply; without it, nothing is a fail.
   */
  optional?: true;
  none?: Code;
}
/**
 * True when at least one node is valid; the finding quotes the one that comes nearest.
 */
export interface SomeAssertion {
  select: Paths;
  some: JsonSchema;
  when?: Assertions;
  expected?: Expected;
  else?: Code;
  then?: Code;
  /**
   * Where it does not hold there is a finding, and the verdict stays.
   */
  level?: 'should';
  /**
   * Where nothing is selected it does not apply; without it, nothing is a fail.
   */
  optional?: true;
  none?: Code;
}
/**
 * True when every node is a time that lies before its exchange was recorded. In scored rules only.
 */
export interface BeforeAssertion {
  select: Paths;
  /**
   * Every node is a time before its exchange was recorded.
   */
  before: 'recorded';
  when?: Assertions;
  expected?: Expected;
  else?: Code;
  then?: Code;
  /**
   * Where it does not hold there is a finding, and the verdict stays.
   */
  level?: 'should';
  /**
   * Where nothing is selected it does not apply; without it, nothing is a fail.
   */
  optional?: true;
  none?: Code;
}
/**
 * True when every node is a time that lies after its exchange was recorded. In scored rules only.
 */
export interface AfterAssertion {
  select: Paths;
  /**
   * Every node is a time after its exchange was recorded.
   */
  after: 'recorded';
  when?: Assertions;
  expected?: Expected;
  else?: Code;
  then?: Code;
  /**
   * Where it does not hold there is a finding, and the verdict stays.
   */
  level?: 'should';
  /**
   * Where nothing is selected it does not apply; without it, nothing is a fail.
   */
  optional?: true;
  none?: Code;
}
/**
 * True when all of these hold.
 */
export interface AllAssertion {
  all: Assertions;
  when?: Assertions;
  expected?: Expected;
  else?: Code;
  then?: Code;
  /**
   * Where it does not hold there is a finding, and the verdict stays.
   */
  level?: 'should';
}
/**
 * True when one of these holds.
 */
export interface AnyAssertion {
  any: Assertions;
  when?: Assertions;
  expected?: Expected;
  else?: Code;
  then?: Code;
  /**
   * Where it does not hold there is a finding, and the verdict stays.
   */
  level?: 'should';
}
/**
 * True when the other one does not hold.
 */
export interface NotAssertion {
  not: Assertion;
  when?: Assertions;
  expected?: Expected;
  else?: Code;
  then?: Code;
  /**
   * Where it does not hold there is a finding, and the verdict stays.
   */
  level?: 'should';
}
export interface SecretVariable {
  /**
   * Name of the variable in the environment of the process.
   */
  secret: string;
}
/**
 * Variables by name: specs and targets have them as {{ $.env.NAME }}.
 */
export interface Environment {
  [k: string]: Variable;
}
export interface TargetUrl {
  url: SuiteText;
}
/**
 * A pack whose digest was ratified: it passes at that digest or not at all.
 */
export interface SuiteSpec {
  pack: SuiteText;
  /**
   * The digest that was ratified; axproof spec-digest prints it.
   */
  digest: string;
}
/**
 * Values by name: specs and targets have them as {{ $.row.NAME }}.
 */
export interface DataRow {
  [k: string]: string | number | boolean | null;
}
/**
 * One target, or several, held to one pack or spec.
 */
export interface SuiteTest {
  /**
   * What reports call it; no two tests share a name.
   */
  name?: string;
  target: TargetNames;
  pack?: SuiteName;
  spec?: SuiteName;
  minGrade?: Grade;
  /**
   * Run once for every data row.
   */
  rows?: true;
}
/**
 * Several tests in one run.
 */
export interface Suite {
  /**
   * Version of this form.
   */
  format: 1;
  /**
   * What reports call the suite.
   */
  name: string;
  /**
   * Environments by name; one is chosen with --env.
   */
  environments?: {
    [k: string]: Environment;
  };
  /**
   * Targets by the name that tests call them.
   */
  targets: {
    [k: string]: SuiteTarget;
  };
  /**
   * Packs to grade with, by the name that tests call them.
   */
  packs?: {
    [k: string]: SuiteText;
  };
  /**
   * Pinned specs, by the name that tests call them.
   */
  specs?: {
    [k: string]: SuiteSpec;
  };
  data?: SuiteData;
  /**
   * What is run, in this order.
   */
  tests: SuiteTest[];
}
