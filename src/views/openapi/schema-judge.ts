// Judges bodies under the schemas of one document: each schema is compiled when a body first reaches it, and kept.
// It must never run without a meter, and never let what was kept change a verdict.
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Json } from '../../contract/json.ts';
import { mended } from '../../contract/mended-ajv.ts';
import type { Unevaluated, UnevaluatedCounts } from '../../contract/unevaluated.ts';
import type { SchemaSite } from './applicators.ts';
import type { ConformanceFault } from './conformance.ts';
import { summed } from './faults.ts';
import { InNegative, Meter, NotEvaluated } from './meter.ts';
import { Patterns } from './patterns.ts';
import { type Sited, sited } from './resources.ts';
import { type SchemaCall, SchemaEmitter } from './schema-emitter.ts';
import type { SchemaSource } from './schema-source.ts';
import { addVocabulary, type DataContext, type ErrorHolder, NOTES } from './vocabulary.ts';

/** A schema that was compiled; null when ajv would not. */
interface Compiled {
  validate: ValidateFunction | null;
  size: number;
}

export type SchemaVerdict =
  /** `shown`: the body was held against a keyword that can fail; `left`: what was left out. */
  | { valid: true; shown: boolean; left: UnevaluatedCounts; notes: ConformanceFault[] }
  | { valid: false; errors: ErrorObject[] }
  | { valid: 'unknown'; reason: Unevaluated };

const NO_NAMES: ReadonlySet<string> = new Set();

export class SchemaJudge {
  private readonly ajv: Ajv2020;
  private readonly patterns: Patterns;
  private readonly calls: SchemaCall[] = [];
  private readonly compiled = new Map<string, Map<Json, Compiled>>();
  private meter = new Meter();
  /** The schemas that are being judged, for the resources that they are of, the outermost first. */
  private readonly entered: Sited[] = [];

  /** `thorough` collects every fault of a body, not the first alone. */
  constructor(
    private readonly source: SchemaSource,
    thorough: boolean,
  ) {
    this.patterns = new Patterns((steps) => this.meter.spend(steps));
    // Schemas are built from checked keywords only, so there is nothing left for a meta-schema to find.
    this.ajv = new Ajv2020({
      strict: false,
      meta: false,
      validateSchema: false,
      validateFormats: false,
      addUsedSchema: false,
      ownProperties: true,
      allErrors: thorough,
      // Faults are told in our own words (faults.ts).
      messages: false,
      logger: false,
      code: { regExp: this.patterns.engine(), optimize: false },
    });
    addVocabulary(mended(this.ajv), {
      meter: () => this.meter,
      step: (...given) => this.meter.step(...given),
      fits: (...given) => this.patterns.fits(...given),
      call: (...given) => this.call(...given),
    });
  }

  judge(target: Sited, body: Json, steps?: number): SchemaVerdict {
    this.meter = new Meter(steps);
    this.entered.length = 0;
    const root: SchemaCall = { target, kind: 'reference', hidden: NO_NAMES, negative: false, mute: false };
    const errorsTo: ErrorHolder = {};
    try {
      const valid = this.run(root, body, { instancePath: '' }, errorsTo);
      const { shown, left, notes } = this.meter;
      return valid ? { valid, shown, left, notes } : { valid, errors: errorsTo.errors as ErrorObject[] };
    } catch (error) {
      if (error instanceof NotEvaluated) return { valid: 'unknown', reason: error.reason };
      // The meter stops long before the stack is full; should a stack be smaller than any that we know, nobody is blamed.
      if (error instanceof RangeError) return { valid: 'unknown', reason: 'too-deep' };
      throw error;
    }
  }

  private call(id: number, data: Json, context: DataContext, errorsTo: ErrorHolder): boolean {
    const call = this.calls[id]!;
    const { target, anchor } = call;
    const meant = anchor === undefined ? target : this.source.dynamic(target, anchor, this.entered);
    if (typeof meant === 'string') return this.meter.pass(meant, context.instancePath, call.negative);
    if (this.run({ ...call, target: meant }, data, context, errorsTo)) return true;
    // nullable beside keywords that refuse null: by the letter it has no effect, but the document does say it.
    if (call.kind !== 'bare' || data !== null || call.negative || this.meter.negative > 0) {
      errorsTo.errors = this.meter.keep(errorsTo.errors ?? []);
      return false;
    }
    this.meter.note({ keyword: 'nullable', place: context.instancePath, message: NOTES.nullable });
    return true;
  }

  private run(call: SchemaCall, data: Json, context: DataContext, errorsTo: ErrorHolder): boolean {
    const { meter } = this;
    const reset = meter.mark();
    const { shown, notes } = meter;
    const [depth, told] = [this.entered.length, notes.length];
    this.entered.push(sited(call.target.schema, call.target));
    let valid: boolean;
    try {
      valid = this.enter(call, this.reach(call, false), data, context, errorsTo);
    } catch (error) {
      reset();
      this.entered.length = depth + 1;
      if (!(error instanceof InNegative) || call.negative || meter.negative > 0) throw error;
      // Only not, if and oneOf cannot be judged: all that stands beside them can.
      meter.pass(error.reason, context.instancePath, false);
      valid = this.enter(call, this.reach(call, true), data, context, errorsTo);
    }
    this.entered.length = depth;
    if (!valid || call.mute) meter.shown = shown;
    // What was noted of a branch that failed says nothing of the body.
    if (!valid) notes.length = told;
    return valid;
  }

  private enter(call: SchemaCall, schema: Compiled, data: Json, context: DataContext, errorsTo: ErrorHolder): boolean {
    const { meter } = this;
    meter.spend(1);
    meter.enter(schema, schema.size);
    if (call.negative) meter.negative++;
    const valid = schema.validate === null ? meter.pass('schema', context.instancePath, false) : schema.validate(data, context as never);
    if (call.negative) meter.negative--;
    meter.leave(schema.size);
    if (!valid) errorsTo.errors = summed(schema.validate?.errors ?? []);
    return valid;
  }

  /** What was compiled for a call; members that need not be there, and what is skipped, make another schema of it. */
  private reach(call: SchemaCall, skipping: boolean): Compiled {
    const key = `${call.kind} ${skipping} ${call.hidden === null ? '*' : JSON.stringify([...call.hidden].sort())}`;
    const kept = this.compiled.get(key) ?? new Map<Json, Compiled>();
    let found = kept.get(call.target.schema);
    if (found === undefined) {
      found = this.compile(call, skipping);
      kept.set(call.target.schema, found);
      this.compiled.set(key, kept);
    }
    return found;
  }

  private compile({ target, kind, hidden }: SchemaCall, skipping: boolean): Compiled {
    const emitter = new SchemaEmitter(this.source, this.patterns, skipping, (call) => this.calls.push(call) - 1);
    const site: SchemaSite = { ...target, negative: false, mute: false, hidden, depth: 0, spelled: null };
    const schema = emitter.emit(site, kind === 'bare');
    try {
      return { validate: this.ajv.compile(schema), size: emitter.size };
    } catch {
      return { validate: null, size: emitter.size };
    }
  }
}
