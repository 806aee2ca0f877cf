// Keeps the secrets of one run: takes them out of answers before anything else sees those, and puts them in on sending. It stores nothing and prints nothing.
import type { Answer, Body, Request } from '../../contract/generated/types.ts';
import { jsonLeaves } from '../../json/leaves.ts';
import { parsePath } from '../../pack/compiled/path.ts';
import type { Segment } from '../../pack/compiled/path-types.ts';
import type { Sending } from '../../record/exchange-recorder.ts';
import { storedBody } from '../../transport/stored-body.ts';
import { filled } from './filled.ts';
import { base64Spellings, SHORTEST_SOUGHT, spellings } from './spellings.ts';

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

// Secrets that are numbers: found only where they stand on their own, and replaced so that JSON stays JSON.
const isNumber = (text: string): boolean => /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);

const JSON_START = /^\uFEFF?\s*[[{]/;

/** Fewer digits stand in Base64 of other numbers by chance. */
const FEWEST_DIGITS = 12;

/** Where values of a JSON text begin. */
function valueStarts(text: string): ReadonlySet<number> {
  const leaves = JSON_START.test(text) ? jsonLeaves(text, () => true) : undefined;
  return new Set(leaves?.map((l) => l.start));
}

/** Within a longer number or word the digits are another number; as a bare JSON value the mark becomes text. */
function numberReplaced(text: string, find: string, mark: string): string {
  let values: ReadonlySet<number> | undefined;
  let out = '';
  let done = 0;
  for (let at = text.indexOf(find); at >= 0; at = text.indexOf(find, at + find.length)) {
    if (/[\w.+-]/.test(text[at - 1] ?? '') || /^(?:\w|\.\d)/.test(text.slice(at + find.length, at + find.length + 2))) continue;
    values ??= valueStarts(text);
    out += text.slice(done, at) + (values.has(at) ? `"${mark}"` : mark);
    done = at + find.length;
  }
  return out + text.slice(done);
}

export type SecretValue = string | number | boolean;

/** What one run may capture; a body with more is not kept. */
const MOST_CAPTURED = 32;
const LONGEST = 8192;

class Unkeepable extends Error {}

function parsed(raw: string): SecretValue {
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  } catch {
    // What is cut or broken is kept as it stands.
  }
  return raw.replace(/^"|"$/g, '');
}

export class Vault {
  /** By placeholder. */
  readonly #values = new Map<string, SecretValue>();
  /** By the value's text: one value has one placeholder. */
  readonly #known = new Map<string, string>();
  readonly #sought: { find: string; mark: string; number: boolean }[] = [];
  #captured = 0;

  /** given: values by their placeholders, known before anything is sent. */
  constructor(given: Readonly<Record<string, SecretValue>> = {}) {
    for (const [mark, value] of Object.entries(given)) this.#keep(mark, value);
  }

  /** The request with the values in the place of their placeholders; undefined where one cannot stand. */
  putIn(request: Request): Request | undefined {
    return this.#values.size === 0 ? request : filled(request, this.#values);
  }

  /** The answer without the secrets that its probe names, and without any that is known. */
  takeOut(sending: Pick<Sending, 'hop' | 'secret' | 'placeholder'>, answer: Answer): Answer {
    const { secret, placeholder, hop } = sending;
    if (!secret || placeholder === undefined) return this.#scrubbed(answer);
    const places = secretPlaces(secret);
    const mark = marks(placeholder, hop);
    const headers = answer.headers && this.#headers(answer.headers, places, mark);
    try {
      const body = answer.body && this.#body(answer.body, places, mark);
      return this.#scrubbed({ ...answer, ...(headers ? { headers } : {}), ...(body ? { body } : {}) });
    } catch (error) {
      if (!(error instanceof Unkeepable)) throw error;
      const { body: _, ...rest } = answer;
      const failure = { code: 'decoding-failed', phase: 'body', detail: `not kept: ${error.message}` } as const;
      return this.#scrubbed({ ...rest, ...(headers ? { headers } : {}), failure });
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
    const number = isNumber(text);
    for (const find of spellings(text)) this.#sought.push({ find, mark, number });
    if (text.length >= (number ? FEWEST_DIGITS : SHORTEST_SOUGHT))
      for (const find of base64Spellings(text)) this.#sought.push({ find, mark, number: false });
    this.#sought.sort((a, b) => b.find.length - a.find.length);
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
    if (this.#sought.length === 0) return answer;
    const out: Answer = { ...answer };
    if (answer.headers) out.headers = Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, this.#scrub(value)]));
    if (answer.failure?.detail !== undefined) out.failure = { ...answer.failure, detail: this.#scrub(answer.failure.detail) };
    if (answer.body?.text !== undefined) out.body = { text: this.#scrub(answer.body.text) };
    else if (answer.body?.base64 !== undefined) out.body = this.#scrubBytes(answer.body.base64);
    return out;
  }

  #scrub(text: string): string {
    let out = text;
    for (const { find, mark, number } of this.#sought)
      if (out.includes(find)) out = number ? numberReplaced(out, find, mark) : out.replaceAll(find, mark);
    return out;
  }

  /** Bytes are read one character each; a value beyond ASCII stands there as its UTF-8. */
  #scrubBytes(base64: string): Body {
    let out = Buffer.from(base64, 'base64').toString('latin1');
    for (const { find, mark } of this.#sought) out = out.replaceAll(Buffer.from(find, 'utf8').toString('latin1'), mark);
    return storedBody(Buffer.from(out, 'latin1'));
  }
}

/** Placeholders of one answer, one after another. */
function marks(stem: string, hop: number): () => string {
  let number = 0;
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  return () => `${stem}${hex(hop, 2)}${hex(number++, 6)}`;
}
