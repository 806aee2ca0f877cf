// Our own keywords for ajv: counting steps, calling schemas that are compiled when first reached, and keywords that ajv
// judges in more than linear time or with binary fractions. It must not hold anything of one judgement but the meter.
import { _, type Ajv2020, type ErrorObject, type KeywordCxt } from 'ajv/dist/2020.js';
import type { Json } from '../../contract/json.ts';
import type { Unevaluated } from '../../contract/unevaluated.ts';
import { isMultiple } from '../../json/is-multiple.ts';
import { kindOf } from './constraining.ts';
import type { Meter } from './meter.ts';

/** `spend` is told how much was looked at. Values are as deep as the json view allows. */
function canonicalText(value: Json, spend: (steps: number) => void): string {
  if (typeof value === 'string') spend(1 + (value.length >> 4));
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) {
    spend(1 + value.length);
    return `[${value.map((item) => canonicalText(item, spend)).join(',')}]`;
  }
  const names = Object.keys(value).sort();
  spend(1 + names.length);
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name]!, spend)}`).join(',')}}`;
}

/** What entering a schema costs: a base, so much for each member or element of the value, and the length of a text. */
export interface StepWeight {
  base: number;
  members: number;
  elements: number;
  text: boolean;
}

/** What is noted and contradicts nothing. */
export const NOTES = {
  nullable: 'null is allowed by nullable alone, which has no effect beside the other keywords of the schema',
  discriminator: 'the value of the discriminator names none of the alternatives, so that a client cannot tell which of them it reads',
} as const;
type NoteName = keyof typeof NOTES;

/** What ajv hands to a validator beside the value. */
export interface DataContext {
  instancePath: string;
}

/** Where ajv looks for the errors of a keyword. */
export interface ErrorHolder {
  errors?: Partial<ErrorObject>[] | undefined;
}

export interface Hooks {
  meter(): Meter;
  /** Spends what a schema costs for a value; always the same function. */
  step(data: Json, base: number, members: number, elements: number, text: boolean): void;
  /** Whether a text fits a pattern; undefined where readers of the pattern differ on it. */
  fits(pattern: string, text: string): boolean | undefined;
  /** Judges a value under a registered call; leaves its errors at the function that is given. */
  call(id: number, data: Json, context: DataContext, errorsTo: ErrorHolder): boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: ajv passes what the schema was checked to be
type Test = ((data: any, context: any) => boolean) & ErrorHolder;

/** Compiled into a bare call of one function: schemas are many, and what ajv writes for a keyword of its own kind is long. */
function writeStep({ gen, data, schema }: KeywordCxt, hooks: Hooks): void {
  const { base, members, elements, text } = schema as StepWeight;
  const spend = gen.scopeValue('keyword', { ref: hooks.step });
  gen.code(_`${spend}(${data}, ${base}, ${members}, ${elements}, ${text})`);
}

function among(values: Json[], hooks: Hooks): Test {
  const texts = new Set(values.map((value) => canonicalText(value, () => {})));
  const nested = values.some((value) => typeof value === 'object' && value !== null);
  return (data) => {
    if (typeof data === 'object' && data !== null && !nested) return false;
    return texts.has(canonicalText(data, (steps) => hooks.meter().spend(steps)));
  };
}

function unique(wanted: boolean, hooks: Hooks): Test {
  return (data) => {
    if (!wanted || !Array.isArray(data)) return true;
    const seen = new Set(data.map((item) => canonicalText(item, (steps) => hooks.meter().spend(steps))));
    return seen.size === data.length;
  };
}

interface LetterPattern {
  pattern: string;
  /** It stands inside not, if or oneOf: a pass may blame the body. */
  negative: boolean;
  /** A pass here shows nothing. */
  mute: boolean;
}

/** A pattern of letters, digits or dots, which readers may take in two ways: where they differ it is not evaluated, and shows nothing. */
function ofLetters({ pattern, negative, mute }: LetterPattern, hooks: Hooks): Test {
  return (text: Json, { instancePath }: DataContext) => {
    if (typeof text !== 'string') return true;
    const fits = hooks.fits(pattern, text);
    if (fits === undefined) return hooks.meter().pass('pattern', instancePath, negative);
    if (fits && !mute) hooks.meter().shown = true;
    return fits;
  };
}

function call(id: number, hooks: Hooks): Test {
  const test: Test = (data, context) => hooks.call(id, data, context, test);
  return test;
}

export function addVocabulary(ajv: Ajv2020, hooks: Hooks): void {
  for (const keyword of ['enum', 'const', 'uniqueItems', 'multipleOf']) ajv.removeKeyword(keyword);
  ajv.addKeyword({ keyword: 'x-step', code: (context) => writeStep(context, hooks) });
  ajv.addKeyword({ keyword: 'x-call', errors: 'full', compile: (id: number) => call(id, hooks) });
  ajv.addKeyword({
    keyword: 'x-opaque',
    errors: false,
    compile:
      ({ reason, negative }: { reason: Unevaluated | 'skipped'; negative: boolean }): Test =>
      (_, { instancePath }) =>
        reason === 'skipped' || hooks.meter().pass(reason, instancePath, negative),
  });
  ajv.addKeyword({
    keyword: 'x-note',
    errors: false,
    compile: (name: NoteName) => (_: Json, context: DataContext | undefined) => {
      hooks.meter().note({ keyword: name, place: context?.instancePath ?? '', message: NOTES[name] });
      return true;
    },
  });
  ajv.addKeyword({ keyword: 'x-pattern', errors: false, post: true, compile: (one: LetterPattern) => ofLetters(one, hooks) });
  // Stands last, so that it speaks only of schemas that let the value be.
  ajv.addKeyword({
    keyword: 'x-shown',
    errors: false,
    post: true,
    compile: (kinds: number) => (data: Json) => {
      if ((kinds & kindOf(data)) !== 0) hooks.meter().shown = true;
      return true;
    },
  });
  ajv.addKeyword({ keyword: 'enum', errors: false, compile: (values: Json[]) => among(values, hooks) });
  ajv.addKeyword({ keyword: 'const', errors: false, compile: (value: Json) => among([value], hooks) });
  ajv.addKeyword({ keyword: 'uniqueItems', errors: false, type: 'array', compile: (wanted: boolean) => unique(wanted, hooks) });
  ajv.addKeyword({
    keyword: 'multipleOf',
    errors: false,
    type: 'number',
    compile: (divisor: number) => (data: number) => isMultiple(data, divisor),
  });
}
