// Holds documents of this room against schemas/, compiled once. It says what differs and repairs nothing.
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import { documentAjv } from '../contract/document-ajv.ts';
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
import { expectedWords, withoutBranches } from '../contract/schema-words.ts';

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
  ajv ??= documentAjv();
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
