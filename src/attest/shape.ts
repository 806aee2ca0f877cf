// Holds documents of this room against schemas/, compiled once. It says what differs and repairs nothing.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import exchangeSchema from '../../schemas/exchange.schema.json' with { type: 'json' };
import probeSchema from '../../schemas/probe.schema.json' with { type: 'json' };
import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };
import ruleSchema from '../../schemas/rule.schema.json' with { type: 'json' };
import verdictSchema from '../../schemas/verdict.schema.json' with { type: 'json' };
import type {
  Envelope,
  KeyRing,
  PinnedVerificationReport,
  PublicKey,
  Statement,
  Tombstone,
  VerificationReport,
} from '../contract/generated/types.ts';
import { quote } from '../contract/quote.ts';
import { expectedWords } from '../contract/schema-words.ts';
import { withoutBranches } from '../pack/compiled/schema-faults.ts';

interface Shapes {
  VerificationReport: VerificationReport;
  PinnedVerificationReport: PinnedVerificationReport;
  Envelope: Envelope;
  Statement: Statement;
  Tombstone: Tombstone;
  PublicKey: PublicKey;
  KeyRing: KeyRing;
}

let ajv: Ajv2020 | undefined;

function validator(name: keyof Shapes): ValidateFunction {
  if (!ajv) {
    // One error is enough: a hostile file could otherwise have as many as it has members.
    ajv = new Ajv2020({ allErrors: false, strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true, logger: false });
    ajv.addKeyword('tsType');
    for (const schema of [probeSchema, ruleSchema, verdictSchema, exchangeSchema, reportSchema]) ajv.addSchema(schema);
  }
  return ajv.getSchema(`report.schema.json#/$defs/${name}`) as ValidateFunction;
}

export type Shaped<Name extends keyof Shapes> = { ok: true; value: Shapes[Name] } | { ok: false; detail: string };

/** The value as what the schema names, or the first way in which it is not. */
export function shaped<Name extends keyof Shapes>(name: Name, value: unknown): Shaped<Name> {
  const validate = validator(name);
  if (validate(value)) return { ok: true, value: value as Shapes[Name] };
  const error = withoutBranches(validate.errors ?? []).at(-1);
  validate.errors = null;
  if (!error) return { ok: false, detail: 'expected a value of another form' };
  return { ok: false, detail: `at ${quote(error.instancePath || 'the top', 120)}: ${expectedWords(error)}` };
}
