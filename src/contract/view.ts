// What a view reads and gives. A view is pure: bytes and headers in, JSON or a named failure out.
import type { HeaderMap, Redaction } from './generated/types.ts';
import type { Json } from './json.ts';

/** A recorded answer as views see it. */
export interface ViewSource {
  /** Final URL, absolute: the base of every relative URL in the body. */
  url: string;
  /** What was asked for, where redirects led from there. */
  asked?: string;
  status: number;
  /** Names in lower case. */
  headers: HeaderMap;
  /** Decoded body, up to the cap. */
  bytes: Uint8Array;
  /** The same as UTF-8, where it is stored so: it need not be decoded a second time. */
  text?: string;
  truncated: boolean;
  /** What was masked in headers and body when the answer was recorded; views give the places as open. */
  redactions?: readonly Redaction[];
}

/** Why a view cannot read a body. Closed; docs/views.md explains each. */
export type ViewFailure =
  | 'empty' // no bytes
  | 'cut' // the verifier's cap cut it
  | 'charset' // bytes or escapes that its charset does not have
  | 'charset-unknown' // in a charset that we do not read
  | 'binary' // not text at all
  | 'syntax' // not of this format
  | 'too-deep' // nested deeper than we read
  | 'too-large' // more text or nodes than we read
  | 'duplicate-key' // the same member twice in one object
  | 'cyclic' // a YAML alias stands for what it is in
  | 'shape' // parses, but is not a document of this kind
  | 'reference'; // a local $ref that does not resolve where it is needed

/** Failures that say what we could not do: nothing may be blamed on the target for them. All others are its own. */
export const OURS: ReadonlySet<ViewFailure> = new Set(['cut', 'charset-unknown', 'too-deep', 'too-large']);

/** A place in a view's value about which nothing can be said for certain. */
export interface OpenPlace {
  path: (string | number)[];
  why: 'inexact' | 'redacted' | 'cut';
}

/**
 * `ends`: places of lists that may go on where reading stopped (a cut, a cap of the view); what is listed there is certain, and all else
 * that is no open place is as in the whole body. Left out, the view says nothing of it: then anything may be missing from a cut body.
 */
export type Reading =
  | { ok: true; value: Json; places?: OpenPlace[]; ends?: (string | number)[][] }
  | { ok: false; code: ViewFailure; message?: string };

/** Reads a view of an answer by its name. */
export type ReadOther = (name: string) => Reading;

/** The text of a body without its byte order mark, or why there is none. */
export type Decoded =
  | { ok: true; text: string; charset: Charset }
  | { ok: false; code: 'empty' | 'cut' | 'charset' | 'charset-unknown' | 'binary' };

/** Charsets that are read. */
export type Charset = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

export const BODY_KINDS = ['html', 'json', 'yaml', 'markdown', 'text', 'xml', 'binary', 'none'] as const;
export type BodyKind = (typeof BODY_KINDS)[number];

/** The line of a place in a text, by the member names that lead to it. */
export type LineOf = (path: readonly string[]) => number | undefined;

/** An answer as views read it: its text, its kind and each of its views are read at most once, by whoever asks first. */
export interface ReadableAnswer extends ViewSource {
  readonly decoded: Decoded;
  readonly kind: BodyKind;
  /** Another view of the same answer (the openapi view stands on json and yaml). */
  readonly read: ReadOther;
  /** Of a body in YAML. */
  readonly yamlLine: LineOf;
}

export type View = (answer: ReadableAnswer) => Reading;

/** The views by name, as paths use them. */
export const VIEW_NAMES = [
  'json',
  'yaml',
  'text',
  'markdown',
  'html',
  'linkset',
  'openapi',
  'jsonrpc',
  'offer',
  'signed',
  'refs',
  'problem',
  'flows',
  'interfaces',
  'addresses',
  'prices',
  'robots',
  'xml',
] as const;
export type ViewName = (typeof VIEW_NAMES)[number];

const NAMES: ReadonlySet<string> = new Set(VIEW_NAMES);

export const isViewName = (name: string): name is ViewName => NAMES.has(name);

/** Members of a view's value, as far as the view itself names them: null where anything may stand, a list of one for lists, {} for a scalar. */
export type ViewShape = null | { readonly [name: string]: ViewShape } | readonly [ViewShape];
