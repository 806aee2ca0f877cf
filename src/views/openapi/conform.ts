// Whether an answer is what its operation declares: status, media type, body. Only a positive contradiction is a fault;
// what cannot be judged is a note. It must not know what is made of that.
import { isObject, type Json } from '../../contract/json.ts';
import type { Reading, ReadOther, ViewFailure } from '../../contract/view.ts';
import type { AnswerView, Conformance, Fault } from './conformance.ts';
import { declaredBody } from './declared-body.ts';
import { openApiDocument } from './document.ts';
import { faultsOf } from './faults.ts';
import { bestKeys, isJsonType, parseMediaType } from './media-type.ts';
import { member } from './members.ts';
import { at } from './pointer.ts';
import { follow } from './reference.ts';
import { keyFor, statusKeys } from './responses.ts';
import { SchemaJudge } from './schema-judge.ts';
import { SchemaSource, type Sited } from './schema-source.ts';

export type { AnswerView, Conformance, Fault } from './conformance.ts';

class Judges {
  private readonly source = new SchemaSource();
  private second?: SchemaJudge;
  readonly first = new SchemaJudge(this.source, false);

  /** Made for the first body that has a fault. */
  get thorough(): SchemaJudge {
    this.second ??= new SchemaJudge(this.source, true);
    return this.second;
  }
}

/** Steps of the second look, which collects every fault of a body that is known to have one. */
const THOROUGH_STEPS = 300_000;
/** What was compiled for a document lives as long as the document. */
const judges = new WeakMap<object, Judges>();

function judgesOf(root: object): Judges {
  let found = judges.get(root);
  if (found === undefined) {
    found = new Judges();
    judges.set(root, found);
  }
  return found;
}

const right = (...notes: Fault[]): Conformance => ({ value: 'true', notes });
const wrong = (keyword: string, place: string, message: string, value?: string): Conformance => ({
  value: 'false',
  faults: [{ keyword, place, message, ...(value === undefined ? {} : { value }) }],
});
const unknown = (place: string, message: string): Fault => ({ keyword: 'not-evaluated', place, message });

/** What follows when the body cannot be read as the JSON that it is said to be. */
function unreadable(code: ViewFailure): Conformance {
  if (code === 'cut' || code === 'too-large' || code === 'too-deep') return { value: 'unclear', why: 'cut' };
  // Readers differ on which of two equal names counts, and in a charset that we do not know nothing can be read.
  if (code === 'duplicate-key' || code === 'charset') return { value: 'unclear', why: 'inexact' };
  return wrong(
    'json',
    '',
    code === 'empty' ? 'the body is empty, where JSON is declared' : 'the body is no JSON, which its media type says it is',
  );
}

function judgeSchema(root: object, target: Sited, reading: Reading & { ok: true }): Conformance {
  const own = judgesOf(root);
  const verdict = own.first.judge(target, reading.value);
  if (verdict.valid === 'unknown') return right(unknown('', verdict.reason));
  if (verdict.valid) return right(...verdict.notes);
  const second = own.thorough.judge(target, reading.value, THOROUGH_STEPS);
  const errors = second.valid === false ? second.errors : verdict.errors;
  const { faults, open } = faultsOf(errors, reading.value, reading.places ?? []);
  return open === undefined ? { value: 'false', faults } : { value: 'unclear', why: open };
}

/** Judges the body under the schemas of the declared media types that cover it; one that it fits is enough. */
function judgeBody(root: object, targets: (Sited | null)[], { source, read }: AnswerView): Conformance {
  if (source.truncated) return { value: 'unclear', why: 'cut' };
  const reading = read('json');
  if (!reading.ok) return unreadable(reading.code);
  let outcome: Conformance = right();
  for (const target of targets) {
    outcome = target === null ? right() : judgeSchema(root, target, reading);
    if (outcome.value !== 'false') return outcome;
  }
  return outcome;
}

function judgeContent(root: object, declared: Map<string, Sited | null>, answer: AnswerView): Conformance {
  const { headers, bytes, truncated } = answer.source;
  const stated = Object.hasOwn(headers, 'content-type') ? headers['content-type'] : undefined;
  const keys = [...declared.keys()];
  const actual = stated === undefined ? null : parseMediaType(stated);
  if (actual === null) {
    if (bytes.length > 0 || truncated)
      return wrong('content-type', 'content-type', 'the answer names no media type, where the operation declares one', stated);
    return keys.every((key) => isJsonType(parseMediaType(key)?.name ?? '')) ? unreadable('empty') : right();
  }
  const best = bestKeys(keys, actual);
  if (best.length === 0)
    return wrong('content-type', 'content-type', 'the operation does not declare this media type for this status', actual.name);
  return isJsonType(actual.name)
    ? judgeBody(
        root,
        best.map((key) => declared.get(key)!),
        answer,
      )
    : right();
}

/** HEAD and these codes never have a body. */
const bodiless = (method: string, status: number): boolean =>
  method.toUpperCase() === 'HEAD' || [204, 205, 304].includes(status) || status < 200;

/** Holds an answer against the operation at `place` of a document. */
export function conforms(document: ReadOther, place: string, answer: AnswerView): Conformance {
  const { status } = answer.source;
  const found = openApiDocument(document);
  const operation: Json | undefined = found.ok ? at(found.root, place) : undefined;
  if (!found.ok || !isObject(operation)) return { value: 'dropped', notes: [unknown('status', 'there is no operation at that place')] };
  const responses = member(operation, 'responses');
  const keys = statusKeys(responses);
  if (keys.length === 0) return { value: 'dropped', notes: [unknown('status', 'the operation declares no responses')] };
  const key = keyFor(keys, status);
  if (key === undefined) {
    if (status >= 200 && status < 300) return wrong('status', 'status', 'the operation does not declare this status', String(status));
    return { value: 'dropped', notes: [] };
  }
  const response = follow(found.root, member(responses, key)!, '');
  if (!response.ok) return right(unknown('status', 'the declared response is a reference that leads nowhere in the document'));
  if (bodiless(answer.method, status)) return right();
  const declared = declaredBody(found, operation, response.value);
  return declared === null ? right() : judgeContent(found.root as object, declared, answer);
}
