// Keeps the secrets of one run: puts them into requests on sending, and takes them out of answers before anything else reads those. It stores and prints nothing.
import type { Answer, Body, Request } from '../../contract/generated/types.ts';
import { parsedJson } from '../../contract/json.ts';
import { mediaType } from '../../contract/media-type.ts';
import { jsonLeaves } from '../../json/leaves.ts';
import { parsePath } from '../../pack/compiled/path.ts';
import type { Segment } from '../../pack/compiled/path-types.ts';
import type { Sending } from '../../record/exchange-recorder.ts';
import { storedBody } from '../../transport/stored-body.ts';
import { fillRequest } from './fill-request.ts';
import { SHORTEST_SOUGHT } from './spellings.ts';
import { Sought } from './values.ts';

/** A charset that is read here; 'four': one of four bytes, which is not. */
type Wide = 'little' | 'big' | 'four';

const LABELS: readonly (readonly [RegExp, Wide])[] = [
  [/^(?:utf-?32|ucs-?4|iso-10646-ucs-4)(?:[-_]?[bl]e)?$/, 'four'],
  [/^(?:utf-?16be|unicodefffe)$/, 'big'],
  [/^(?:utf-?16|utf-?16le|unicode|unicodefeff|csunicode|ucs-?2|iso-10646-ucs-2)$/, 'little'],
];

/** By the byte order mark, else by the charset that the answer names. */
function wideCharset(bytes: Buffer, contentType: string | undefined): Wide | undefined {
  const mark = bytes.subarray(0, 4).toString('hex');
  if (mark === '0000feff' || mark === 'fffe0000') return 'four';
  if (mark.startsWith('fffe')) return 'little';
  if (mark.startsWith('feff')) return 'big';
  const label = mediaType(contentType)?.params.charset?.trim().toLowerCase();
  return label === undefined ? undefined : LABELS.find(([pattern]) => pattern.test(label))?.[1];
}

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
const even = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length & ~1);

/** Of every pair of bytes one unit, so that it gives the same bytes back. A last odd byte is left out. */
const wideText = (bytes: Buffer, order: 'little' | 'big'): string =>
  (order === 'big' ? swapped(even(bytes)) : even(bytes)).toString('utf16le');

function wideBytes(text: string, order: 'little' | 'big'): Buffer {
  const bytes = Buffer.from(text, 'utf16le');
  return order === 'big' ? swapped(bytes) : bytes;
}

// Which parts of an answer a probe keeps secret: its paths, read. It looks at no answer.
interface SecretPlaces {
  /** Names of headers whose whole value is secret. */
  headers: ReadonlySet<string>;
  /** The whole body is. */
  text: boolean;
  /** Whether a scalar at this path of the JSON body, or one below it, is. */
  json(path: readonly (string | number)[]): boolean;
  /** Whether any path leads into the JSON body. */
  hasJson: boolean;
}

const fits = (segment: Segment, key: string | number): boolean =>
  segment.selectors.some((s) => s.kind === 'wild' || (s.kind === 'name' && s.name === key) || (s.kind === 'index' && s.index === key));

const name = (segment: Segment | undefined): string | undefined => {
  const only = segment?.selectors[0];
  return only?.kind === 'name' ? only.name : undefined;
};

/** paths: as the loader lets them through (src/pack/lint/check-secrets.ts). */
function secretPlaces(paths: readonly string[]): SecretPlaces {
  const headers = new Set<string>();
  const bodies: Segment[][] = [];
  let text = false;
  for (const path of paths) {
    const [, member, ...rest] = parsePath(path).segments;
    const view = name(member);
    if (view === 'json') bodies.push(rest);
    else if (view === 'text') text = true;
    else if (view === 'headers') for (const s of rest[0]?.selectors ?? []) if (s.kind === 'name') headers.add(s.name);
  }
  const json = (at: readonly (string | number)[]): boolean =>
    bodies.some((segments) => segments.length <= at.length && segments.every((s, i) => fits(s, at[i] as string | number)));
  return { headers, text, json, hasJson: bodies.length > 0 };
}

export type SecretValue = string | number | boolean;

/** What one run may capture; a body with more is not kept. */
const MOST_CAPTURED = 32;
const LONGEST = 8192;

class Unkeepable extends Error {}

function parsed(raw: string): SecretValue {
  const value = parsedJson(raw);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  // What is cut or broken is kept as it stands.
  return raw.replace(/^"|"$/g, '');
}

export class Vault {
  /** By placeholder. */
  readonly #values = new Map<string, SecretValue>();
  /** By the value's text: one value has one placeholder. */
  readonly #known = new Map<string, string>();
  readonly #sought = new Sought();
  #captured = 0;

  /** given: values by their placeholders, known before anything is sent. */
  constructor(given: Readonly<Record<string, SecretValue>> = {}) {
    for (const [mark, value] of Object.entries(given)) this.#keep(mark, value);
  }

  /** The request with the values in the place of their placeholders; undefined where one cannot stand. */
  putIn(request: Request): Request | undefined {
    return this.#values.size === 0 ? request : fillRequest(request, this.#values);
  }

  /** The answer without the secrets that its probe names, and without any that is known. */
  takeOut(sending: Pick<Sending, 'hop' | 'secret' | 'placeholder'>, answer: Answer): Answer {
    const { secret, placeholder, hop } = sending;
    if (!secret || placeholder === undefined) return this.#scrubbed(answer);
    const places = secretPlaces(secret);
    const mark = marks(placeholder, hop);
    const headers = answer.headers && this.#headers(answer.headers, places, mark);
    const rest = { ...answer, ...(headers ? { headers } : {}) };
    try {
      const body = answer.body && this.#body(answer.body, places, mark);
      return this.#scrubbed({ ...rest, ...(body ? { body } : {}) });
    } catch (error) {
      return this.#scrubbed(withoutBody(rest, error));
    }
  }

  /** The placeholder of a value; that of an equal one where there is one, so that equal values stay equal. */
  #mark(value: SecretValue, next: () => string): string {
    const known = this.#known.get(String(value));
    if (known !== undefined) return known;
    if (++this.#captured > MOST_CAPTURED) throw new Unkeepable(`a run keeps at most ${MOST_CAPTURED} secrets`);
    if (String(value).length > LONGEST) throw new Unkeepable(`a secret has at most ${LONGEST} characters`);
    const mark = next();
    this.#keep(mark, value);
    return mark;
  }

  #keep(mark: string, value: SecretValue): void {
    const text = String(value);
    this.#values.set(mark, value);
    if (this.#known.has(text)) return;
    this.#known.set(text, mark);
    this.#sought.add(text, mark);
  }

  #headers(headers: NonNullable<Answer['headers']>, places: SecretPlaces, next: () => string): NonNullable<Answer['headers']> {
    const out = { ...headers };
    for (const name of places.headers) {
      const value = Object.hasOwn(out, name) ? (out[name] as string) : '';
      if (value === '') continue;
      try {
        out[name] = this.#mark(value, next);
      } catch (error) {
        if (!(error instanceof Unkeepable)) throw error;
        delete out[name];
      }
    }
    return out;
  }

  #body(body: Body, places: SecretPlaces, next: () => string): Body {
    if (!places.text && !places.hasJson) return body;
    const { text } = body;
    // Other charsets would show a view what is not seen here.
    if (text === undefined || text.includes('\0')) throw new Unkeepable('secrets are taken out of UTF-8 only');
    if (places.text) return text.trim() === '' ? body : { text: this.#mark(text.trim(), next) };
    const leaves = jsonLeaves(text, places.json);
    if (!leaves) throw new Unkeepable('it is nested too deeply');
    let out = '';
    let done = 0;
    for (const { start, end } of leaves) {
      const raw = text.slice(start, end);
      if (raw === 'null' || raw === '""') continue;
      out += `${text.slice(done, start)}"${this.#mark(parsed(raw), next)}"`;
      done = end;
    }
    return { text: out + text.slice(done) };
  }

  #scrubbed(answer: Answer): Answer {
    if (this.#sought.isEmpty) return answer;
    const out: Answer = { ...answer };
    if (answer.headers) {
      const kept = Object.entries(answer.headers).filter(([name]) => !this.#isNamed(name));
      out.headers = Object.fromEntries(kept.map(([name, value]) => [name, this.#sought.takenOut(value)]));
    }
    if (answer.failure?.detail !== undefined) out.failure = { ...answer.failure, detail: this.#sought.takenOut(answer.failure.detail) };
    if (!answer.body) return out;
    try {
      return { ...out, body: this.#scrubbedBody(answer.body, answer) };
    } catch (error) {
      return withoutBody(out, error);
    }
  }

  /** Whether the name of a header shows a secret; such a header is left out whole. Names come in lower case. */
  #isNamed(name: string): boolean {
    const lowered = [...this.#known.keys()].map((value) => [value, value.toLowerCase()] as const);
    return (
      this.#sought.isIn(name) ||
      lowered.some(([value, lower]) => value.length >= SHORTEST_SOUGHT && lower !== value && name.includes(lower))
    );
  }

  /** A body of which nothing is taken stays as it is stored. */
  #scrubbedBody(body: Body, { headers, truncated, failure }: Answer): Body {
    const cut = truncated === true || failure !== undefined;
    const { text } = body;
    if (text !== undefined && !text.includes('\0')) {
      const out = this.#sought.takenOut(text, cut);
      return out === text ? body : { text: out };
    }
    const bytes = text === undefined ? Buffer.from(body.base64 ?? '', 'base64') : Buffer.from(text, 'utf8');
    const out = this.#scrubbedBytes(bytes, headers?.['content-type'], cut);
    return out.equals(bytes) ? body : storedBody(out);
  }

  /** Bytes of no wide charset are read one character each; a value beyond ASCII stands there as its UTF-8, or in Latin-1. */
  #scrubbedBytes(bytes: Buffer, type: string | undefined, cut: boolean): Buffer {
    const charset = wideCharset(bytes, type);
    if (charset === 'four') throw new Unkeepable('secrets are not looked for in UTF-32');
    if (charset !== undefined && bytes.length % 2 === 1 && !cut) throw new Unkeepable('it ends within a character of UTF-16');
    const text = charset ? wideText(bytes, charset) : bytes.toString('latin1');
    const taken = this.#sought.takenOut(text, cut);
    const out = charset ? wideBytes(taken, charset) : Buffer.from(taken, 'latin1');
    // Whatever it says of itself: a text of bytes that calls itself wide, or a wide one without its zeros.
    if ((charset !== undefined || out.includes(0)) && this.#sought.isIn(withoutZeros(out)))
      throw new Unkeepable('a secret stands in it, in another charset than it says');
    return out;
  }
}

const withoutZeros = (bytes: Buffer): string => bytes.toString('latin1').replaceAll('\0', '');

/** Throws on what is no Unkeepable. */
function withoutBody({ body: _, ...rest }: Answer, error: unknown): Answer {
  if (!(error instanceof Unkeepable)) throw error;
  return { ...rest, failure: { code: 'decoding-failed', phase: 'body', detail: `not kept: ${error.message}` } };
}

/** Placeholders of one answer, one after another. */
function marks(stem: string, hop: number): () => string {
  let number = 0;
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  return () => `${stem}${hex(hop, 2)}${hex(number++, 6)}`;
}
