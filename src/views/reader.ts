// An answer with its views: its text, its kind and each view are read at most once, and views may read one another. A view that waits for itself reads nothing.
import type { HeaderMap, Redaction } from '../contract/generated/types.ts';
import {
  type BodyKind,
  type Decoded,
  isViewName,
  type LineOf,
  type ReadableAnswer,
  type Reading,
  type ViewSource,
} from '../contract/view.ts';
import { bodyKind } from './body-kind.ts';
import { decode } from './decode.ts';
import { type JsonTextFault, jsonTextFault } from './json-fault.ts';
import { readingOf } from './refused.ts';
import { VIEWS } from './registry.ts';
import { yamlLines } from './yaml-nodes.ts';

const UNKNOWN: Reading = { ok: false, code: 'shape', message: 'no such view' };

export class AnswerReader implements ReadableAnswer {
  readonly url: string;
  readonly asked?: string;
  readonly status: number;
  readonly headers: HeaderMap;
  readonly bytes: Uint8Array;
  readonly text?: string;
  readonly truncated: boolean;
  readonly redactions?: readonly Redaction[];
  readonly #readings = new Map<string, Reading>();
  #decoded?: Decoded;
  #kind?: BodyKind;
  #lineOf?: LineOf;
  #jsonFault?: JsonTextFault | null;

  constructor({ url, asked, status, headers, bytes, text, truncated, redactions }: ViewSource) {
    this.url = url;
    if (asked !== undefined) this.asked = asked;
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
    if (text !== undefined) this.text = text;
    this.truncated = truncated;
    if (redactions) this.redactions = redactions;
  }

  get decoded(): Decoded {
    this.#decoded ??= decode(this);
    return this.#decoded;
  }

  get kind(): BodyKind {
    this.#kind ??= bodyKind(this);
    return this.#kind;
  }

  /** Looked for when a finding is to say why the body was not read, and then once. */
  get jsonFault(): JsonTextFault | undefined {
    this.#jsonFault ??= (this.decoded.ok && jsonTextFault(this.decoded.text)) || null;
    return this.#jsonFault ?? undefined;
  }

  /** Made when something is wrong somewhere, and not before. */
  readonly yamlLine = (path: readonly string[]): number | undefined => {
    this.#lineOf ??= yamlLines(this.decoded);
    return this.#lineOf(path);
  };

  readonly read = (name: string): Reading => {
    const known = this.#readings.get(name);
    if (known) return known;
    if (!isViewName(name)) return UNKNOWN;
    this.#readings.set(name, UNKNOWN);
    const reading = readingOf(VIEWS[name], this);
    this.#readings.set(name, reading);
    return reading;
  };
}
