// A requirement of kind surface: where the original looks for it, and what its own check of it asks. Present and valid are one check there, so they are here.
import type { Assertion, Probe } from '../../contract/generated/types.ts';
import type { Members } from '../../contract/json.ts';
import { MiB } from '../../contract/units.ts';
import { below } from '../../json/pointer.ts';
import { literally } from './names.ts';
import { type ImportStep, nothingJudged, type StepContext } from './step.ts';

const KNOWN = new Set(['id', 'kind', 'description', 'title', 'surface', 'must', 'versionPrefix', 'minOperations']);
const CARD = '/.well-known/agents.json';
const TEXTS = { missing: 'nothing is published there', content: 'what is published there is not such a document' };

interface Surface {
  probe: Probe;
  /** Of the probe's exchange, beside its outcome. */
  content(at: string): object[];
  /** Another probe that it needs. */
  also?: Record<string, Probe>;
  /** A spec may ask for a version and a number of operations. */
  pinned?: true;
}

const needs = (name: string, schema: object): object => ({ type: 'object', required: [name], properties: { [name]: schema } });
const LIST = { type: 'array' };

const card: Probe = { get: CARD };

const SURFACES: Readonly<Record<string, Surface>> = {
  'llms.txt': {
    probe: { get: '/llms.txt' },
    content: (at) => [
      { select: `${at}.text.text`, schema: { type: 'string', minLength: 80, pattern: '(?m)^#\\s+\\S' } },
      { not: { select: `${at}.text.text`, schema: { type: 'string', pattern: '^\\s*<' } } },
    ],
  },
  'agents.json': { probe: card, content: (at) => [{ select: `${at}.json.name`, schema: { type: 'string', minLength: 1 } }] },
  'icp.json': {
    probe: { get: '/icp.json' },
    content: (at) => [
      {
        select: `${at}.json`,
        schema: { anyOf: [needs('agent_classes', LIST), needs('agentClasses', LIST), needs('classes', LIST)] },
      },
    ],
  },
  openapi: {
    also: { card },
    probe: {
      firstOf: [
        { select: ['$.card.json.openapi', '$.card.json.openapiUrl'], where: { type: 'string' }, take: 1, get: '{{ $.item }}' },
        { get: '/openapi.json' },
      ],
      bytes: 8 * MiB,
    },
    content: (at) => [{ select: `${at}.json` }, { select: `${at}.openapi.version` }, { select: `${at}.openapi.operations[*]` }],
    pinned: true,
  },
};
const NAMES = Object.keys(SURFACES);

/** The surface that a built-in check of the original is about, by its id. */
export const surfaceOfCheck = (id: unknown): string | undefined => NAMES.find((name) => name.replace('.', '-') === id);

/** What a spec may ask of an OpenAPI document beyond its being one. */
function addRequirements(requirement: Members, at: string, pointer: string, { losses }: StepContext, step: ImportStep): void {
  const { versionPrefix, minOperations } = requirement;
  const say = (assertion: object, code: string, reason: string): void => {
    step.assertions.push({ ...assertion, else: code } as Assertion);
    step.reasons[code] = reason;
  };
  if (typeof versionPrefix === 'string')
    say(
      { select: `${at}.openapi.version`, schema: { type: 'string', pattern: `^${literally(versionPrefix)}` } },
      'version',
      'the document is of another version of OpenAPI',
    );
  else if (versionPrefix !== undefined) losses.lost(below(pointer, 'versionPrefix'), 'expected a text');
  if (Number.isInteger(minOperations) && Number(minOperations) >= 0)
    say(
      { select: `${at}.openapi.operations[*]`, count: { min: Number(minOperations) } },
      'operations',
      'the document has fewer operations',
    );
  else if (minOperations !== undefined) losses.lost(below(pointer, 'minOperations'), 'expected a number');
}

export function surface(requirement: Members, pointer: string, context: StepContext): ImportStep {
  const { losses } = context;
  const asked = String(requirement.surface);
  const found = Object.hasOwn(SURFACES, asked) ? SURFACES[asked] : undefined;
  if (!found) {
    losses.lost(below(pointer, 'surface'), `expected one of ${NAMES.join(', ')}`);
    return nothingJudged();
  }
  for (const key of Object.keys(requirement)) if (!KNOWN.has(key)) losses.lost(below(pointer, key), `${key} is not known here`);
  const name = `step${context.number}`;
  const at = `$.${name}`;
  const content = found.content(at).map((one) => ({ ...one, else: 'content' }) as Assertion);
  const step: ImportStep = {
    probes: { ...found.also, [name]: found.probe },
    assertions: [{ select: `${at}.outcome`, schema: { const: 'found' }, else: 'missing' }, ...content],
    reasons: { ...TEXTS },
  };
  if (found.pinned) addRequirements(requirement, at, pointer, context, step);
  return step;
}
