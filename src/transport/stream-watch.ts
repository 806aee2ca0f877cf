// Tells when enough was read of a stream that its sender may keep open for ever. It must not judge what the stream says.
import { createParser } from 'eventsource-parser';
import type { HeaderMap, Left, Request } from '../contract/generated/types.ts';
import { isObject, type Json, parsedJson } from '../contract/json.ts';
import { mediaType } from '../contract/media-type.ts';

export interface StreamWatch {
  /** Waits for the response to its request; any other stream is only looked at for a while. */
  readonly awaits: boolean;
  /** Nothing more of the stream is needed: what belongs to it may follow at once, and nothing else is waited for. */
  readonly enough: boolean;
  /** Decoded bytes, in any pieces. */
  see(bytes: Uint8Array): void;
  /** As what the stream counts when it is left now; undefined: what it was asked for has not come. */
  leave(): Left | undefined;
}

const EVENTS = 'text/event-stream';
/** Other bodies that have no end by nature: a record, a part or a line at a time. */
const RECORDS =
  /^(?:application\/(?:(?:x-)?ndjson|(?:x-)?jsonl|(?:x-)?jsonlines|stream\+json|(?:[a-z0-9.-]+\+)?json-seq)|multipart\/x-mixed-replace)$/;

const toList = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

/** Ids of the JSON-RPC requests that a body holds, as texts. */
function idsOf(body: string | undefined): Set<string> {
  const ids = new Set<string>();
  for (const message of toList(body === undefined ? undefined : parsedJson(body)))
    if (isObject(message) && message.jsonrpc === '2.0' && Object.hasOwn(message, 'method') && Object.hasOwn(message, 'id'))
      ids.add(String(message.id));
  return ids;
}

const isResponse = (message: Json): message is { [name: string]: Json } =>
  isObject(message) && !Object.hasOwn(message, 'method') && (Object.hasOwn(message, 'result') || Object.hasOwn(message, 'error'));

/** Line ends become LF as they come: the parser is quadratic where CR and LF are mixed. A CR that ends a piece may be half of a pair. */
function lineFeeds(): (text: string) => string {
  let afterCr = false;
  return (text) => {
    const rest = afterCr && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') afterCr = text.endsWith('\r');
    return rest.replace(/\r\n?/g, '\n');
  };
}

class Events implements StreamWatch {
  readonly awaits: boolean;
  readonly #open: Set<string>;
  readonly #decoder = new TextDecoder('utf-8');
  readonly #lines = lineFeeds();
  readonly #parser = createParser({ onEvent: ({ event, data }) => this.#event(event, data) });
  #events = 0;
  #responses = 0;

  constructor(ids: Set<string>) {
    this.#open = ids;
    this.awaits = ids.size > 0;
  }

  get enough(): boolean {
    return this.awaits ? this.#open.size === 0 : this.#events > 0;
  }

  see(bytes: Uint8Array): void {
    if (!this.enough) this.#parser.feed(this.#lines(this.#decoder.decode(bytes, { stream: true })));
  }

  leave(): Left | undefined {
    if (!this.awaits) return this.#events > 0 ? 'event' : 'window';
    if (this.enough) return 'answered';
    return this.#responses > 0 ? 'deadline' : undefined;
  }

  #event(type: string | undefined, data: string): void {
    // Empty data is a priming event: it opens the stream and says nothing.
    if (data.trim() === '') return;
    this.#events += 1;
    if (!this.awaits || (type !== undefined && type !== 'message')) return;
    for (const message of toList(parsedJson(data))) if (isResponse(message)) this.#response(message);
  }

  /** An id of another type, and the null of an error, are meant for this request too: whether that is right is judged elsewhere. */
  #response({ id }: { [name: string]: Json }): void {
    this.#responses += 1;
    if (id === null || id === undefined) this.#open.clear();
    else this.#open.delete(String(id));
  }
}

/** A stream of which no part is known to be the answer. */
const records: StreamWatch = { awaits: false, enough: false, see: () => {}, leave: () => 'window' };

/** null: the body is no stream, and ends where it ends. */
export function streamWatch(request: Request, headers: HeaderMap | undefined): StreamWatch | null {
  const type = mediaType(headers?.['content-type'])?.essence ?? '';
  if (type === EVENTS) return new Events(idsOf(request.body));
  return RECORDS.test(type) ? records : null;
}
