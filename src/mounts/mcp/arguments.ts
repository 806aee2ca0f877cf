// Arguments of a call, checked against the schema that tools/list shows: nothing is coerced, dropped or guessed.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { AxproofError } from '../../contract/errors.ts';
import { quote } from '../../contract/quote.ts';
import { INPUTS } from './schemas.ts';
import type { ToolKind } from './tools.ts';

const MOST_FAULTS = 20;

export interface Arguments {
  domain?: string;
  target?: string;
  pack?: string;
  spec?: Record<string, unknown>;
  expectedDigest?: string;
  seed?: number;
  fixes?: boolean;
}

let compiled: Map<string, ValidateFunction<Arguments>> | undefined;

function validatorOf(kind: ToolKind): ValidateFunction<Arguments> {
  if (!compiled) {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    compiled = new Map(Object.entries(INPUTS).map(([name, schema]) => [name, ajv.compile<Arguments>(schema)]));
  }
  return compiled.get(kind) as ValidateFunction<Arguments>;
}

const faultsOf = (validate: ValidateFunction): string[] =>
  (validate.errors ?? []).slice(0, MOST_FAULTS).map(({ instancePath, message, params, keyword }) => {
    const { additionalProperty } = params as { additionalProperty?: string };
    const extra = keyword === 'additionalProperties' ? ` (${quote(additionalProperty ?? '', 60)})` : '';
    return `${quote(instancePath, 100) || '/'}: ${message}${extra}`;
  });

/** The target of a call and the rest of its arguments. Throws bad-request with every fault. */
export function argumentsOf(kind: ToolKind, given: unknown): Arguments & { target: string } {
  const refuse = (faults: string[]): AxproofError => new AxproofError('bad-request', 'the arguments are not what the tool takes', faults);
  const validate = validatorOf(kind);
  const value = given ?? {};
  if (!validate(value)) throw refuse(faultsOf(validate));
  if (value.domain !== undefined && value.target !== undefined) throw refuse(['/: give domain or target, not both']);
  const target = value.target ?? value.domain;
  if (target === undefined) throw refuse(['/: domain is missing']);
  if (kind === 'pinned' && value.spec === undefined && value.expectedDigest === undefined)
    throw refuse(['/: a spec, an expectedDigest or both are needed']);
  return { ...value, target };
}
