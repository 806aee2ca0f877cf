// The JSON-RPC 2.0 response that a JSON or SSE body holds, among notifications and requests of the server.
// It must not judge the answer, and must read an event stream as a client does: UTF-8, whole events only.
import { isObject, type Json, type JsonObject } from '../contract/json.ts';
import { mediaType } from '../contract/media-type.ts';
import { type OpenPlace, OURS, type Reading, type View, type ViewFailure, type ViewSource } from '../contract/view.ts';
import { readJsonText } from '../json/read-strict.ts';
import { readEvents } from './event-stream.ts';
import { member } from './members.ts';

/** Messages of one body that are looked at; a server that says more than this before its answer is not read. */
const MOST_MESSAGES = 10_000;
/** Error codes that only servers of the stateless era (2026-07-28) give. */
const MODERN_ERRORS = new Set<Json | undefined>([-32020, -32021, -32022]);

interface Message {
  value: Json;
  /** Where the message stands in the document that `places` speak of. */
  path: (string | number)[];
  places: readonly OpenPlace[];
}

const failWith = (code: ViewFailure, message: string): Reading => ({ ok: false, code, message });

const isId = (value: Json | undefined): boolean => typeof value === 'string' || typeof value === 'number' || value === null;

/** A message of JSON-RPC 2.0 that answers a request: exactly one of result and error, and an id. */
function isResponse(value: Json): value is JsonObject {
  if (!isObject(value) || member(value, 'jsonrpc') !== '2.0' || Object.hasOwn(value, 'method')) return false;
  const error = member(value, 'error');
  if ((error === undefined) === (member(value, 'result') === undefined)) return false;
  // Only an error may answer a request whose id could not be read.
  if (!isId(member(value, 'id')) && !(error !== undefined && !Object.hasOwn(value, 'id'))) return false;
  return error === undefined || (Number.isInteger(member(error, 'code')) && typeof member(error, 'message') === 'string');
}

const isNotification = (value: Json): boolean =>
  isObject(value) && typeof member(value, 'method') === 'string' && !Object.hasOwn(value, 'id');

const CARRIED = new Set<string | number | undefined>(['id', 'result', 'error']);

/** Open places of the document that concern the response, as places of the view's value. */
function placesOf({ path, places }: Message): OpenPlace[] {
  return places.flatMap((place): OpenPlace[] => {
    const shared = Math.min(place.path.length, path.length);
    if (!path.slice(0, shared).every((name, i) => name === place.path[i])) return [];
    const rest = place.path.slice(path.length);
    return rest.length === 0 || CARRIED.has(rest[0]) ? [{ path: rest, why: place.why }] : [];
  });
}

function modern(response: JsonObject): boolean {
  const result = member(response, 'result');
  if (result === undefined) return MODERN_ERRORS.has(member(member(response, 'error'), 'code'));
  return typeof member(result, 'resultType') === 'string' || Array.isArray(member(result, 'supportedVersions'));
}

function answered(messages: readonly Message[], framing: 'json' | 'sse'): Reading {
  const responses = messages.filter((message) => isResponse(message.value));
  const first = responses[0];
  if (!first) return failWith('shape', 'no message is a JSON-RPC 2.0 response');
  const response = first.value as JsonObject;
  const { id, result, error } = response;
  const value: JsonObject = {
    ...(id === undefined ? {} : { id }),
    ...(result === undefined ? {} : { result }),
    ...(isObject(error)
      ? { error: { code: error.code!, message: error.message!, ...(Object.hasOwn(error, 'data') ? { data: error.data! } : {}) } }
      : {}),
    notifications: messages.filter((message) => isNotification(message.value)).length,
    responses: responses.length,
    framing,
    modern: modern(response),
  };
  const places = placesOf(first);
  return { ok: true, value, ...(places.length > 0 ? { places } : {}) };
}

function fromJson(reading: Reading): Reading {
  if (!reading.ok) return reading;
  const places = reading.places ?? [];
  const { value } = reading;
  if (!Array.isArray(value)) return answered([{ value, path: [], places }], 'json');
  if (value.length > MOST_MESSAGES) return failWith('too-large', 'the batch holds too many messages');
  const messages = value.map((entry, i) => ({ value: entry, path: [i], places }));
  return answered(messages, 'json');
}

/** The answer to a request is whole in a stream that is not: only what is counted over the stream may grow. */
function stillOpen(reading: Extract<Reading, { ok: true }>): Reading {
  const counted = ['notifications', 'responses'].map((name): OpenPlace => ({ path: [name], why: 'cut' }));
  return { ...reading, places: [...(reading.places ?? []), ...counted], ends: [] };
}

function fromStream(source: ViewSource): Reading {
  const stream = readEvents(source);
  if (!stream.ok) return failWith(stream.code, 'the body is no event stream that can be read');
  const messages: Message[] = [];
  let fault: Extract<Reading, { ok: false }> | undefined;
  for (const { type = 'message', data, spans } of stream.events) {
    // Other event types and empty data (priming events) carry no message.
    if (type !== 'message' || data.trim() === '') continue;
    const reading = readJsonText(data, { spans });
    if (!reading.ok) {
      // The answer may be in the event that we cannot read.
      if (fault === undefined || (!OURS.has(fault.code) && OURS.has(reading.code))) fault = reading;
      continue;
    }
    const { value, places = [] } = reading;
    if (!Array.isArray(value)) messages.push({ value, path: [], places });
    else for (let i = 0; i < value.length && i <= MOST_MESSAGES; i++) messages.push({ value: value[i]!, path: [i], places });
    if (messages.length > MOST_MESSAGES) return failWith('too-large', 'the stream holds too many messages');
  }
  const reading = answered(messages, 'sse');
  if (reading.ok) return source.truncated ? stillOpen(reading) : reading;
  return source.truncated ? failWith('cut', 'the stream was cut before the response') : (fault ?? reading);
}

export const jsonrpc: View = (answer) =>
  mediaType(answer.headers['content-type'])?.essence === 'text/event-stream' ? fromStream(answer) : fromJson(answer.read('json'));
