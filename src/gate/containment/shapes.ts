// The shapes of what a child says, held against schemas/. Sizes and shapes only: what it may ask for is judged elsewhere.
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { documentAjv } from '../../contract/document-ajv.ts';
import { AxproofError } from '../../contract/errors.ts';
import { LIMITS } from '../../contract/limits.ts';
import { jcs } from '../../json/jcs.ts';
import { MOST_ASKS } from '../../record/admission.ts';
import { CONTAINED } from './limits.ts';
import type { FromChild } from './protocol.ts';

const text = (maxLength: number): object => ({ type: 'string', maxLength });
const closed = (properties: object, optional: readonly string[] = []): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const message = (is: string, properties: object): object => closed({ is: { const: is }, ...properties });

const checks = { type: 'array', maxItems: CONTAINED.rules, items: { $ref: 'verdict.schema.json#/$defs/Check' } };
const ask = closed(
  {
    ticket: { type: 'integer', minimum: 0 },
    name: text(400),
    order: { type: 'array', maxItems: 16, items: { type: 'integer' } },
    urgency: { type: 'number' },
    request: { $ref: 'exchange.schema.json#/$defs/Request' },
    literal: { type: 'boolean' },
    bytes: { type: 'integer', minimum: 1, maximum: LIMITS.bodyBytes },
    follow: { type: 'integer', minimum: 0, maximum: LIMITS.redirects },
    fresh: text(400),
    claim: { $ref: 'exchange.schema.json#/$defs/Claim' },
    wait: { type: 'integer', minimum: 0, maximum: 5000 },
    renew: { const: true },
    cleanup: { const: true },
    secret: { type: 'array', maxItems: 8, items: text(200) },
    placeholder: { type: 'string', pattern: '^secret-[0-9a-f]{24}$' },
  },
  ['fresh', 'claim', 'wait', 'renew', 'cleanup', 'secret', 'placeholder'],
);
const step = closed({
  asks: { type: 'array', maxItems: MOST_ASKS, items: ask },
  unsent: { type: 'array', items: { $ref: 'exchange.schema.json#/$defs/Unsent' } },
  checks,
  finished: { type: 'boolean' },
});

const MESSAGES = {
  oneOf: [
    message('loaded', { digest: text(80) }),
    message('refused', { code: text(80), message: text(4_000), details: { type: 'array', maxItems: 200, items: text(500) } }),
    message('ask', { host: text(300) }),
    message('started', { surfaces: { type: 'array', maxItems: CONTAINED.specValues, items: text(CONTAINED.specBytes) } }),
    message('looked', { challenge: { type: 'boolean' } }),
    message('step', { step }),
    message('result', { verdict: { $ref: 'verdict.schema.json#/$defs/Verdict' } }),
  ],
};

let compiled: ValidateFunction<FromChild> | undefined;

/** Text without a canonical form could be signed by nobody. */
function isPlain(value: unknown): boolean {
  try {
    jcs(value);
    return true;
  } catch {
    return false;
  }
}

/** The message of a child; throws containment-failed for what is none. */
export function fromChild(value: unknown): FromChild {
  compiled ??= documentAjv({ ownProperties: true }).compile<FromChild>(MESSAGES);
  const validate = compiled;
  const good = validate(value) && isPlain(value);
  validate.errors = null;
  if (good) return value as FromChild;
  throw new AxproofError('containment-failed', 'the contained judge says what is no message of a judge');
}
