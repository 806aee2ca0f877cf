// What a view reads and gives. A view is pure: bytes and headers in, JSON or a named failure out.
import type { HeaderMap, Redaction } from './generated/types.ts';
import type { Json } from './json.ts';

/** A recorded answer as views see it. */
export interface ViewSource {
  /** Final URL, absolute: the base of every relative URL in the body. */
  url: string;
  status: number;
  /** Names in lower case. */
  headers: HeaderMap;
  /** Decoded body, up to the cap. */
  bytes: Uint8Array;
  /** The body was cut at the verifier's cap. */
  truncated: boolean;
  /** What was masked in headers and body when the answer was recorded; views give the places as open. */
  redactions?: readonly Redaction[];
}

/** Why a view cannot read a body. Closed; docs/views.md explains each. */
export type ViewFailure =
  | 'empty' // no bytes
  | 'cut' // the verifier's cap cut it
  | 'charset' // not in the charset that it declares, or not a charset we know
  | 'binary' // not text at all
  | 'syntax' // not of this format
  | 'too-deep' // nested deeper than 64
  | 'too-large' // more text or nodes than this view reads
  | 'duplicate-key' // the same member twice in one object
  | 'alias' // YAML anchors, aliases, merge keys or tags
  | 'shape' // parses, but is not a document of this kind
  | 'reference'; // a local $ref that does not resolve where it is needed

/** A place in a view's value about which nothing can be said for certain. */
export interface OpenPlace {
  path: (string | number)[];
  why: 'inexact' | 'redacted' | 'cut';
}

export type Reading = { ok: true; value: Json; places?: OpenPlace[] } | { ok: false; code: ViewFailure; message?: string };

/** Reads another view of the same answer (the openapi view stands on json and yaml). Memoised by the caller. */
export type ReadOther = (name: string) => Reading;

export type View = (source: ViewSource, read: ReadOther) => Reading;
