// What judging one body may cost, in counted steps: the same on every machine, unlike a clock or the size of a stack.
import type { Json } from '../../contract/json.ts';
import { UNEVALUATED, type Unevaluated, type UnevaluatedCounts } from '../../contract/unevaluated.ts';
import type { ConformanceFault } from './conformance.ts';

/** Judging stops here; the reason is told, and never becomes a fault. */
export class NotEvaluated extends Error {
  constructor(readonly reason: Unevaluated) {
    super(UNEVALUATED[reason]);
  }
}

/** Something inside not, if or oneOf cannot be judged: what stands around that keyword still can. */
export class InNegative extends NotEvaluated {}

/** Schemas entered, members and characters looked at. */
const MAX_STEPS = 2_000_000;
/** Schema objects that one body may reach: what ajv compiles for it. */
const MAX_REACHED = 25_000;
/**
 * Sum of the sizes of the schemas that are being judged at one time. It bounds the stack: Node's default one overflows
 * between 20,000 and 40,000 in the worst shapes that were tried.
 */
const MAX_NESTED = 8_000;
/** What a schema adds to that sum beside its own size, and to what is compiled. */
const CALL_SIZE = 12;
const COMPILE_SIZE = 12;
const MAX_NOTES = 10;
const MAX_ERRORS = 1_000;
const MAX_ERRORS_OF_ONE = 50;

/** The counters of one judgement. Every count depends on schema and body alone, never on what was compiled before. */
export class Meter {
  readonly notes: ConformanceFault[] = [];
  /** What was passed over, by reason. */
  readonly left: UnevaluatedCounts = {};
  /** Whether the body was held against a keyword that can fail. Of a branch that failed, nothing counts. */
  shown = false;
  /** Greater than zero inside not, if and oneOf, where accepting more could make a good body bad. */
  negative = 0;
  private reached = 0;
  private nested = 0;
  private errors = 0;
  private readonly seen = new Set<object>();

  constructor(private steps: number = MAX_STEPS) {}

  spend(steps: number): void {
    this.steps -= steps;
    if (this.steps < 0) throw new NotEvaluated('too-large');
  }

  /** What a schema costs for one value: see StepWeight. */
  step(data: Json, base: number, members: number, elements: number, text: boolean): void {
    let steps = base;
    if (typeof data === 'string') steps += text ? data.length >> 4 : 0;
    else if (Array.isArray(data)) steps += elements * data.length;
    else if (members > 0 && data !== null && typeof data === 'object') steps += members * Object.keys(data).length;
    this.spend(steps);
  }

  enter(schema: object, size: number): void {
    if (!this.seen.has(schema)) {
      this.seen.add(schema);
      this.reached += size + COMPILE_SIZE;
    }
    this.nested += size + CALL_SIZE;
    if (this.reached > MAX_REACHED) throw new NotEvaluated('too-large');
    if (this.nested > MAX_NESTED) throw new NotEvaluated('too-deep');
  }

  leave(size: number): void {
    this.nested -= size + CALL_SIZE;
  }

  /**
   * Errors of a failed call as far as they are worth keeping; without a list ajv puts one error in their place.
   * ajv joins lists of errors by copying, so long ones would cost the square of their number.
   */
  keep<T extends { keyword?: string }>(errors: T[]): T[] | undefined {
    this.spend(4);
    const long = errors.length > MAX_ERRORS_OF_ONE;
    // The error of a condition stands behind those that hang on it; cutting it off would make them look unconditional.
    if (this.errors >= MAX_ERRORS || (long && errors.some(({ keyword }) => keyword === 'if'))) return undefined;
    this.errors += Math.min(errors.length, MAX_ERRORS_OF_ONE);
    return long ? errors.slice(0, MAX_ERRORS_OF_ONE) : errors;
  }

  /** Something cannot be judged: it is left out where that only accepts more, and ends the keyword around it elsewhere. */
  pass(reason: Unevaluated, place: string, negative: boolean): true {
    if (negative || this.negative > 0) throw new InNegative(reason);
    this.left[reason] = (this.left[reason] ?? 0) + 1;
    this.note({ keyword: 'not-evaluated', place, message: UNEVALUATED[reason] });
    return true;
  }

  /** Puts the counters of what is being judged back to where they stood before something threw. */
  mark(): () => void {
    const { nested, negative, shown } = this;
    return () => {
      this.nested = nested;
      this.negative = negative;
      this.shown = shown;
    };
  }

  note(note: ConformanceFault): void {
    if (this.notes.length < MAX_NOTES && !this.notes.some(({ message }) => message === note.message)) this.notes.push(note);
  }
}
