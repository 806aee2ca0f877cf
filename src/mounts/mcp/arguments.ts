// Arguments of a call, checked against the schema that tools/list shows: nothing is coerced, dropped or guessed.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { AxproofError } from '../../contract/errors.ts';
import { isObject } from '../../contract/json.ts';
import { faultLines } from '../../contract/schema-words.ts';
import { INPUTS } from './schemas.ts';
import type { ToolKind } from './tools.ts';

export interface Arguments {
  domain?: string;
  target?: string;
  pack?: string;
  spec?: Record<string, unknown>;
  expectedDigest?: string;
  seed?: number;
  fixes?: boolean;
  /** Digest of a report, and the id of a check of it. */
  report?: string;
  check?: string;
}

let compiled: Map<string, ValidateFunction<Arguments>> | undefined;

function validatorOf(kind: ToolKind): ValidateFunction<Arguments> {
  if (!compiled) {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    compiled = new Map(Object.entries(INPUTS).map(([name, schema]) => [name, ajv.compile<Arguments>(schema)]));
  }
  return compiled.get(kind) as ValidateFunction<Arguments>;
}

/** Calls of the time before the names were one: a target for a domain, and a spec alone, which runs and never passes. */
function asBefore(kind: ToolKind, given: unknown): unknown {
  if (!isObject(given)) return given;
  const { target, ...rest } = given;
  return (kind === 'grade' || kind === 'discover') && target !== undefined && rest.domain === undefined
    ? { ...rest, domain: target }
    : given;
}

const isSpecAlone = ({ keyword, params }: { keyword: string; params: object }): boolean =>
  keyword === 'required' && (params as { missingProperty?: string }).missingProperty === 'expectedDigest';

/** The target of a call (of a check none) and the rest of its arguments. Throws bad-request with every fault. */
export function argumentsOf(kind: ToolKind, given: unknown): Arguments & { target: string } {
  const validate = validatorOf(kind);
  const value = asBefore(kind, given ?? {}) as Arguments;
  const whole: boolean = validate(value);
  const specAlone = kind === 'pinned' && (value as Arguments).spec !== undefined && validate.errors?.every(isSpecAlone) === true;
  if (!whole && !specAlone) throw new AxproofError('bad-request', 'the arguments are not what the tool takes', faultLines(validate.errors));
  const { target, domain } = value as Arguments;
  return { ...value, target: target ?? domain ?? '' };
}
