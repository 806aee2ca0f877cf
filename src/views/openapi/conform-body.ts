// Whether the body of an answer is what its response declares: media type, then JSON under its schema. It must not know of statuses.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { mediaType } from '../../contract/media-type.ts';
import { UNEVALUATED, type Unevaluated } from '../../contract/unevaluated.ts';
import type { OpenPlace, Reading, ViewFailure } from '../../contract/view.ts';
import { changeNumbers } from '../../json/read-strict.ts';
import { mayBeginJson } from '../../json/tokens.ts';
import { list } from '../members.ts';
import type { AnswerView, Conformance, ConformanceFault } from './conformance.ts';
import type { DeclaredBody, DeclaredSchema } from './declared-body.ts';
import { faultsOf } from './faults.ts';
import type { Judges } from './judges.ts';
import { bestKeys, isJsonType, parseMediaType } from './media-type.ts';
import type { Sited } from './resources.ts';

const view = new DataView(new ArrayBuffer(8));
/** Numbers of fewer characters are held as they were written. */
const LONG = 16;

/** The double next to a finite one, away from zero or towards it. */
function neighbour(value: number, away: boolean): number {
  if (value === 0) return away ? Number.MIN_VALUE : -Number.MIN_VALUE;
  view.setFloat64(0, value);
  view.setBigUint64(0, view.getBigUint64(0) + (away ? 1n : -1n));
  const next = view.getFloat64(0);
  return Number.isFinite(next) ? next : value;
}

/** Replaces what stands at a path; own members alone. */
function at(value: Json, path: readonly (string | number)[], away: boolean): Json {
  // Of a document as a whole the places were too many to be told apart: every number that may be one of them.
  if (path.length === 0 && typeof value === 'object')
    return changeNumbers(value, (part) => (String(part).length >= LONG ? neighbour(part, away) : part));
  if (path.length === 0) return typeof value === 'number' ? neighbour(value, away) : value;
  const name = String(path[0]);
  if (value === null || typeof value !== 'object' || !Object.hasOwn(value, name)) return value;
  const holder = value as { [name: string]: Json };
  holder[name] = at(holder[name]!, path.slice(1), away);
  return value;
}

/** A body with the numbers that could not be held exactly moved to their neighbours, both ways: if that changes nothing, nothing hangs on them. None when it holds no such number. */
function nudged(body: Json, places: readonly OpenPlace[]): Json[] {
  const inexact = places.filter(({ why }) => why === 'inexact');
  if (inexact.length === 0) return [];
  return [true, false].map((away) => inexact.reduce<Json>((whole, { path }) => at(whole, path, away), structuredClone(body)));
}

/** Steps of the second look, which collects every fault of a body that is known to have one. */
const THOROUGH_STEPS = 300_000;

export const right = (shown: 'schema' | 'type' | 'status', notes: ConformanceFault[] = []): Conformance => ({
  value: 'true',
  shown,
  left: {},
  notes,
});
export const wrong = (keyword: string, place: string, message: string, value?: string): Conformance => ({
  value: 'false',
  faults: [{ keyword, place, message, ...(value === undefined ? {} : { value }) }],
});
export const notEvaluated = (reason: Unevaluated, place = ''): Conformance => ({
  value: 'not-evaluated',
  reason,
  notes: [{ keyword: 'not-evaluated', place, message: UNEVALUATED[reason] }],
});

const UNTOLD: { [code in ViewFailure]?: Unevaluated } = {
  'too-large': 'too-large',
  'too-deep': 'too-deep',
  'duplicate-key': 'duplicate-key',
  charset: 'charset',
  'charset-unknown': 'charset',
};

/** What follows when the body cannot be read as the JSON that it is said to be. */
function unreadable(code: ViewFailure, bytes: Uint8Array): Conformance {
  if (code === 'cut' && mayBeginJson(bytes)) return { value: 'unclear', why: 'cut' };
  const untold = UNTOLD[code];
  if (untold !== undefined) return notEvaluated(untold);
  const message = code === 'empty' ? 'the body is empty, where JSON is declared' : 'the body is no JSON, which its media type says it is';
  return wrong('json', '', message);
}

/** The same, where a declared schema may say that there is no body. */
const unread = (judges: Judges, targets: readonly DeclaredSchema[], code: ViewFailure, bytes: Uint8Array): Conformance =>
  code === 'empty' && targets.some((target) => takesNothing(judges, target)) ? right('status') : unreadable(code, bytes);

function judgeSchema(judges: Judges, target: Sited, { value, places = [] }: Reading & { ok: true }): Conformance {
  const verdict = judges.first.judge(target, value);
  if (verdict.valid === 'unknown') return notEvaluated(verdict.reason);
  if (!verdict.valid) return contradicted(judges, target, value, places, verdict.errors);
  if (nudged(value, places).some((other) => judges.first.judge(target, other).valid !== true)) return notEvaluated('inexact');
  const { shown, left, notes } = verdict;
  if (shown) return { value: 'true', shown: 'schema', left, notes };
  const [reason] = Object.keys(left) as Unevaluated[];
  return reason === undefined ? { value: 'true', shown: 'type', left, notes, held: true } : { value: 'not-evaluated', reason, notes };
}

type Errors = Parameters<typeof faultsOf>[0];

function contradicted(judges: Judges, target: Sited, body: Json, places: Parameters<typeof faultsOf>[2], first: Errors): Conformance {
  const second = judges.thorough.judge(target, body, THOROUGH_STEPS);
  const { faults, open } = faultsOf(second.valid === false ? second.errors : first, body, places);
  if (open === undefined) return { value: 'false', faults };
  return open === 'inexact' ? notEvaluated('inexact') : { value: 'unclear', why: open };
}

/** `false`, or `not` of all that there is and nothing beside it. */
function fitsNothing(schema: Json): boolean {
  if (!isObject(schema)) return schema === false;
  const [name, ...others] = Object.keys(schema);
  if (name !== 'not' || others.length > 0) return false;
  return isObject(schema.not ?? null) ? Object.keys(schema.not as JsonObject).length === 0 : schema.not === true;
}

/** Whether no value at all fits a schema, or one of its alternatives: so generators write that there may be no body. */
export function takesNothing(judges: Judges, target: DeclaredSchema): boolean {
  if (target === null || typeof target === 'string') return false;
  const { schema } = judges.source.resolved(target);
  return [schema, ...list(schema, 'anyOf'), ...list(schema, 'oneOf')].some(fitsNothing);
}

/** What is known of one of several answers to the same question, the best first. */
const RANK = ['true', 'unclear', 'not-evaluated', 'dropped', 'false'];

/** Judges the body under the schemas of the declared media types that cover it; one that it fits is enough. */
function judgeJson(judges: Judges, targets: DeclaredSchema[], { source, read }: AnswerView): Conformance {
  const reading: Reading = source.truncated ? { ok: false, code: 'cut' } : read('json');
  if (!reading.ok) return unread(judges, targets, reading.code, source.bytes);
  const outcomes = targets.map((target) => {
    if (target === null) return right('type');
    return typeof target === 'string' ? notEvaluated(target) : judgeSchema(judges, target, reading);
  });
  return outcomes.reduce((best, next) => (RANK.indexOf(next.value) < RANK.indexOf(best.value) ? next : best));
}

/** Whether a schema allows a body that is text and no JSON. Where any media type is declared, what it says otherwise cannot be looked for. */
function takesText(judges: Judges, target: DeclaredSchema, { read }: AnswerView): boolean {
  if (target === null || typeof target === 'string') return target === null;
  const reading = read('text');
  return judgeSchema(judges, target, { ok: true, value: reading.ok ? (reading.value as { text: string }).text : '' }).value === 'true';
}

/** Holds the media type of an answer, and its body where that is JSON, against what is declared. */
export function judgeBody(judges: Judges, declared: NonNullable<DeclaredBody>, answer: AnswerView): Conformance {
  const { headers, bytes, truncated } = answer.source;
  const stated = Object.hasOwn(headers, 'content-type') ? headers['content-type'] : undefined;
  const keys = [...declared.keys()];
  const type = mediaType(stated);
  if (type === undefined) {
    const message = `the answer names no media type${stated === undefined ? '' : ' that can be read'}, where the operation declares one`;
    if (bytes.length > 0 || truncated) return wrong('content-type', 'content-type', message, stated);
    const isJson = keys.every((key) => isJsonType(parseMediaType(key)?.name ?? ''));
    return isJson ? unread(judges, [...declared.values()], 'empty', bytes) : right('status');
  }
  const { best, any } = bestKeys(keys, type);
  if (best.length === 0) {
    if (keys.some((key) => parseMediaType(key) === null)) return notEvaluated('media-type', 'content-type');
    return wrong('content-type', 'content-type', 'the operation does not declare this media type for this status', type.essence);
  }
  const targets = best.map((key) => declared.get(key)!);
  if (isJsonType(type.essence)) return judgeJson(judges, targets, answer);
  if (!any) return right('type');
  return targets.some((target) => takesText(judges, target, answer)) ? right('status') : notEvaluated('any-type');
}
