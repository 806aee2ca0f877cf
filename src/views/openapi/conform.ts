// Whether an answer is what its operation declares: status, headers, media type, body. What cannot be told is neither right nor
// wrong. It must not know what is made of that, nor which statuses matter where none is declared: data of a pack says so.
import { bodiless } from '../../contract/bodiless.ts';
import { isObject, type Json } from '../../contract/json.ts';
import { mediaType } from '../../contract/media-type.ts';
import type { Unevaluated, UnevaluatedCounts } from '../../contract/unevaluated.ts';
import type { ReadOther } from '../../contract/view.ts';
import { at } from '../../json/pointer.ts';
import { member } from '../members.ts';
import { isApplicator } from './applicators.ts';
import { judgeBody, notEvaluated, right, takesNothing, wrong } from './conform-body.ts';
import type { AnswerView, Conformance, ConformsPolicy } from './conformance.ts';
import { refusable } from './constraining.ts';
import { type DeclaredSchema, declaredBody, reasonOf } from './declared-body.ts';
import { judgeHeaders, type SentHeaders } from './declared-headers.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';
import { type Judges, judgesOf } from './judges.ts';
import { isJsonType, parseMediaType } from './media-type.ts';
import { follow } from './reference.ts';
import { keyFor, statusKeys, successKeys } from './responses.ts';

type Document = OpenApiDocument & { ok: true };

/** With these a login, a payment wall, a proxy or a law refuses, whoever is asked. */
const REFUSED: ReadonlySet<number> = new Set([401, 402, 403, 407, 451]);

/** What stands before the operation refuses in words of its own, of which a range or a default says nothing; and a redirect is none of the errors that a default is of. */
function speaksOf(key: string, status: number, keys: readonly string[]): boolean {
  if (key === String(status)) return true;
  if (REFUSED.has(status)) return false;
  // Generators that know no status write all of it there, and mean success.
  const isAlone = key === 'default' && keys.length === 1;
  return key !== 'default' || status < 300 || (status >= 400 && !isAlone);
}

/** The hop that a redirecting operation answered with, where it declares such a status in so many words: what lies behind is no answer of it. */
function declaredHop(keys: string[], { hop }: AnswerView): AnswerView['hop'] {
  return hop !== undefined && keyFor(keys, hop.status, false) !== undefined ? hop : undefined;
}

interface Judged {
  sent: SentHeaders;
  /** Without it, there is no body to look at. */
  body?: AnswerView;
}

/** A refusal in words for people, where the operation declares none such: what stands before it speaks, and not the operation. */
function isForeign({ source }: AnswerView, declared: ReadonlyMap<string, unknown> | null): boolean {
  if (declared === null || !REFUSED.has(source.status)) return false;
  const type = mediaType(source.headers['content-type'])?.essence;
  return (type === 'text/html' || type === 'text/plain') && ![...declared.keys()].some((key) => /^(?:text|\*)\//i.test(key));
}

/** What was left out of either. */
function addCounts(one: UnevaluatedCounts, other: UnevaluatedCounts): UnevaluatedCounts {
  const sum = { ...one };
  for (const [why, count] of Object.entries(other) as [Unevaluated, number][]) sum[why] = (sum[why] ?? 0) + count;
  return sum;
}

function judgeResponse(own: Judges, document: Document, operation: Json, response: Json, { sent, body }: Judged): Conformance {
  const declared = body === undefined ? null : declaredBody(document, operation, response, own.source.root);
  if (body !== undefined && isForeign(body, declared)) return { value: 'dropped', why: 'undeclared', ranged: true };
  const { faults, left } = judgeHeaders(own.source, document.edition.line === '2.0', response, sent);
  const found = declared === null ? right('status') : judgeBody(own, declared, body!);
  if (faults.length === 0) return found.value === 'true' ? { ...found, left: addCounts(found.left, left) } : found;
  return { value: 'false', faults: found.value === 'false' ? [...faults, ...found.faults] : faults };
}

/** Whether a schema may refuse something. One that says that there may be no body is content with none; of one that cannot be read nobody knows. */
function mayRefuse(own: Judges, target: DeclaredSchema): boolean {
  if (target === null || typeof target === 'string') return target !== null;
  if (takesNothing(own, target)) return false;
  const { schema } = own.source.resolved(target);
  return isObject(schema) && (refusable(schema) !== 0 || Object.keys(schema).some((name) => name === '$ref' || isApplicator(name)));
}

/** Whether some success of the operation is JSON of which a schema may refuse something: with another success it shows nothing of that. */
function promises(own: Judges, document: Document, operation: Json, responses: Json): boolean {
  return successKeys(statusKeys(responses)).some((key) => {
    const response = follow(document.root, member(responses, key) ?? null, '', own.source.root.uri);
    const bodies = response.ok ? declaredBody(document, operation, response.value, own.source.root) : null;
    return [...(bodies ?? [])].some(([type, target]) => isJsonType(parseMediaType(type)?.name ?? '') && mayRefuse(own, target));
  });
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

export interface DocumentReader {
  read: ReadOther;
  document: string;
}

/** Holds an answer against the operation at `place` of a document. */
export function conforms({ read, document }: DocumentReader, place: string, answer: AnswerView, policy: ConformsPolicy): Conformance {
  const found = openApiDocument(read);
  const operation: Json | undefined = found.ok ? at(found.root, place) : undefined;
  if (!found.ok || !isObject(operation)) return { value: 'dropped', why: 'no-operation' };
  const own = judgesOf(found, document);
  // No standard lets responses be a reference, but some write one, and bundlers follow it.
  const declared = follow(found.root, member(operation, 'responses') ?? null, '', own.source.root.uri);
  if (!declared.ok) return notEvaluated(reasonOf(declared.fault), 'status');
  const responses = declared.value;
  const keys = statusKeys(responses);
  if (keys.length === 0) return { value: 'dropped', why: 'no-responses' };
  const hop = declaredHop(keys, answer);
  const { source } = answer;
  const status = hop?.status ?? source.status;
  const key = keyFor(keys, status);
  if (key === undefined || !speaksOf(key, status, keys)) {
    if (!policy.undeclared(status)) return { value: 'dropped', why: 'undeclared', ...(key === undefined ? {} : { ranged: true }) };
    const what =
      key === undefined ? 'the operation does not declare this status' : 'the operation declares this status by no number of its own';
    return wrong('status', 'status', what, String(status));
  }
  const response = follow(found.root, member(responses, key)!, '', own.source.root.uri);
  if (!response.ok) return notEvaluated(reasonOf(response.fault), 'status');
  // What comes with a 205 all the same says nothing (RFC 9110, 15.3.6).
  const body = hop !== undefined || status === 205 || bodiless(answer.method, status) ? undefined : answer;
  const judged = judgeResponse(own, found, operation, response.value, { sent: hop ?? source, body });
  if (judged.value !== 'true' || judged.shown === 'schema' || judged.held || !isSuccess(status)) return judged;
  return promises(own, found, operation, responses) ? { ...judged, beside: true } : judged;
}
