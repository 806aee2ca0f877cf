// What the tools take and answer, as JSON Schema 2020-12. Every answer is either the thing asked for or an error, and clients check both against one schema.
import apiSchema from '../../../schemas/api.schema.json' with { type: 'json' };
import type { JsonSchema } from '../../contract/generated/types.ts';
import { PACK_WORDS } from '../../service/description.ts';

const text = (description: string): JsonSchema => ({ type: 'string', description });
const digest = (description: string): JsonSchema => ({ type: 'string', pattern: '^sha256:[0-9a-f]{64}$', description });
const strings: JsonSchema = { type: 'array', items: { type: 'string' } };
const object = <P extends Record<string, JsonSchema>>(properties: P, required: readonly string[]) =>
  ({ type: 'object', properties, required: [...required], additionalProperties: false }) as const;
const listOf = (required: readonly string[], properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'array',
  items: object(properties, required),
});

const name = (description: string): JsonSchema => ({ type: 'string', minLength: 1, maxLength: 2048, description });
const DOMAIN = { domain: name('A public domain name, such as example.com.') };
const SEED: JsonSchema = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Replays a sampling.' };

const FIXES: JsonSchema = {
  type: 'boolean',
  description: 'Answers with all fixes as one Markdown prompt for a coding agent, in place of the list of checks.',
};

/** No anyOf at the root: many clients hand these to models that refuse it. What it would say is checked when the tool is called. */
export const INPUTS = {
  grade: object({ ...DOMAIN, pack: name(PACK_WORDS), seed: SEED, fixes: FIXES }, ['domain']),
  discover: object(DOMAIN, ['domain']),
  explain: object({ report: digest('reportDigest of an answer.'), check: name('Id of a check of that report.') }, ['report', 'check']),
  pinned: object(
    {
      target: DOMAIN.domain,
      spec: { type: 'object', description: 'A resolved pack, as axproof pack build writes it. A hosted verifier stores it, public.' },
      expectedDigest: digest('The digest that was ratified. Alone, it names a bundled or stored spec.'),
      seed: { ...SEED, description: 'Replays a sampling. A gate leaves it out.' },
    },
    ['target', 'expectedDigest'],
  ),
};

/** How a call fails that was understood: nothing of it is a protocol error. */
const ERROR = {
  code: text('Stable; explained at errorUrl where a service answers.'),
  message: text('What happened.'),
  fix: text('What to do.'),
  details: strings,
  errorUrl: text('Page about the code.'),
  retryAfter: { type: 'number', description: 'Seconds after which it is worth trying again.' },
  lastReport: text('Address of the last report of the same target.'),
  run: text('Address of a run that goes on.'),
} as const satisfies Record<string, JsonSchema>;

const WORDS: JsonSchema = { enum: ['pass', 'fail', 'not-applicable', 'inconclusive'] };
const REASON = object({ code: { type: 'string' }, text: text('May quote the target, made inert.') }, ['code', 'text']);

const STALE = {
  issuedAt: text('When the report was made, RFC 3339.'),
  age: { type: 'integer', description: 'Seconds since then.' },
  code: text('Why it is not new: a code of the table of errors.'),
  reason: text('The same in words.'),
  retryAfter: { type: 'number', description: 'Seconds after which a new one may be asked for.' },
  report: text('Address of the report.'),
} as const satisfies Record<string, JsonSchema>;

const VERDICT = {
  target: text('Origin.'),
  grade: { enum: ['A+', 'A', 'B', 'C', 'D', 'F'] },
  score: object({ points: { type: 'number' }, outOf: { type: 'number' } }, ['points', 'outOf']),
  conclusive: { type: 'boolean', description: 'False: something could not be seen, and the grade is a lower bound.' },
  caps: { type: 'array', items: { type: 'object' }, description: 'Honesty checks that hold the grade down.' },
  checks: listOf(['id', 'verdict', 'reason'], {
    id: { type: 'string' },
    title: { type: 'string' },
    verdict: WORDS,
    reason: REASON,
    findings: {
      ...strings,
      description: 'Of a check that fails: what was found, the first few, cut to fit. Quotes the target, made inert.',
    },
    fix: text('Of a check that fails: what to do, cut to fit. explain_check has the whole.'),
  }),
  next: {
    type: ['object', 'null'],
    properties: { grade: { type: 'string' }, fix: strings },
    description: 'The fewest fixes to the next grade; null at the top.',
  },
  seed: { type: 'integer' },
  packDigest: digest('Digest of the pack.'),
  reportDigest: digest('Id of the report.'),
  issuedAt: text('RFC 3339.'),
  attested: { type: 'boolean', description: 'The report is signed.' },
  reportUrl: text('The report, where a service keeps it.'),
  evidenceUrl: text('Every exchange that was recorded, where a service keeps it.'),
  fixes: text('All fixes as one Markdown prompt, where they were asked for.'),
  stale: { ...object(STALE, Object.keys(STALE)), description: 'An older report in place of a new one: why.' },
} as const satisfies Record<string, JsonSchema>;
const VERDICT_REQUIRED = Object.keys(VERDICT).filter((key) => !key.endsWith('Url') && key !== 'stale' && key !== 'fixes');

const PINNED = {
  passed: { type: 'boolean', description: 'True only at the ratified digest, when everything was seen and every rule holds.' },
  ratified: { type: 'boolean', description: 'expectedDigest was given, and it is the digest of the spec.' },
  specDigest: digest('Digest of the spec.'),
} as const satisfies Record<string, JsonSchema>;

const { Discovery, FoundSurface, MissedSurface } = apiSchema.$defs;

/** Clients read each schema alone: what a list refers to stands in it. */
const listOfThese = ({ title: _, ...items }: JsonSchema): JsonSchema => ({ type: 'array', items });

const DISCOVERY = { ...Discovery.properties, surfaces: listOfThese(FoundSurface), notFound: listOfThese(MissedSurface) };

const EXPLAINED = {
  id: { type: 'string' },
  title: { type: 'string' },
  verdict: WORDS,
  reason: REASON,
  findings: { ...strings, description: 'All findings that the report has, a sentence each.' },
  explained: text('The same with why it matters, what to do, and what to serve instead, as Markdown.'),
} as const satisfies Record<string, JsonSchema>;

/** Clients check structured content of errors against the schema as well, so it admits both, and nothing between. */
const answer = (properties: Record<string, JsonSchema>, required: readonly string[]): JsonSchema & { type: 'object' } => ({
  type: 'object',
  properties: { ...properties, ...ERROR },
  anyOf: [{ required: [...required] }, { required: ['code', 'message', 'fix'] }],
  additionalProperties: false,
});

export const OUTPUTS = {
  grade: answer(VERDICT, VERDICT_REQUIRED),
  discover: answer(DISCOVERY, Discovery.required),
  explain: answer(EXPLAINED, Object.keys(EXPLAINED)),
  pinned: answer({ ...VERDICT, ...PINNED }, [...VERDICT_REQUIRED, ...Object.keys(PINNED)]),
};
