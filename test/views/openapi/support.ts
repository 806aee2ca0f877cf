// Documents and answers for the tests of the openapi view, read by the real json and yaml views.
import type { OpenPlace, Reading, ReadOther, ViewSource } from '../../../src/contract/view.ts';
import { conforms } from '../../../src/views/openapi/conform.ts';
import type { AnswerView, Conformance } from '../../../src/views/openapi/conformance.ts';
import { AnswerReader } from '../../../src/views/reader.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests write and read foreign JSON
export type Loose = any;

const DOCUMENT_URL = 'https://api.example/v0/openapi.json';

/** A reader of the other views of one answer, memoised as the engine does it. */
export function reader(source: ViewSource): ReadOther {
  return new AnswerReader(source).read;
}

export function sourceOf(body: string, type: string, url = DOCUMENT_URL, truncated = false): ViewSource {
  return { url, status: 200, headers: { 'content-type': type }, bytes: Buffer.from(body), truncated };
}

/** Reads a document: a text, or a value that is sent as JSON. */
export function read(document: Loose, { type = 'application/json', url = DOCUMENT_URL } = {}): Reading {
  const source = sourceOf(typeof document === 'string' ? document : JSON.stringify(document), type, url);
  return new AnswerReader(source).read('openapi');
}

export function view(document: Loose, options: { type?: string; url?: string } = {}): Loose {
  const reading = read(document, options);
  if (!reading.ok) throw new Error(`not read: ${reading.code} ${reading.message ?? ''}`);
  return reading.value;
}

export const codes = (document: Loose): string[] => view(document).problems.map((problem: Loose) => problem.code);

const VERSIONS: Record<string, Loose> = {
  '2.0': { swagger: '2.0' },
  '3.0': { openapi: '3.0.3' },
  '3.1': { openapi: '3.1.0' },
  '3.2': { openapi: '3.2.0' },
};

/** A sound document of a line, with what the test is about put in. */
export const doc = (line: string, members: Loose): Loose => ({
  ...VERSIONS[line],
  info: { title: 'Widgets', version: '1' },
  paths: {},
  ...members,
});

const OK = { 200: { description: 'ok' } };

/** A document with one operation GET /a. */
export const withOperation = (line: string, operation: Loose, members: Loose = {}): Loose =>
  doc(line, { ...members, paths: { '/a': { get: { responses: OK, ...operation } }, ...members.paths } });

export const firstOperation = (document: Loose, options: { url?: string } = {}): Loose => view(document, options).operations[0];

/** A document whose GET /a answers 200 with JSON under the schema. */
export function withSchema(line: string, schema: Loose, schemas: Loose = {}): Loose {
  if (line === '2.0')
    return doc(line, {
      produces: ['application/json'],
      definitions: schemas,
      paths: { '/a': { get: { responses: { 200: { description: 'ok', schema } } } } },
    });
  const content = { 'application/json': { schema } };
  return doc(line, { components: { schemas }, paths: { '/a': { get: { responses: { 200: { description: 'ok', content } } } } } });
}

export interface Answered {
  status?: number;
  type?: string | null;
  method?: string;
  truncated?: boolean;
  places?: OpenPlace[];
  documentType?: string;
  place?: string;
  headers?: { [name: string]: string };
  /** What the document is called where it is judged. */
  documentUrl?: string;
  hop?: AnswerView['hop'];
  redactions?: ViewSource['redactions'];
  /** Statuses that contradict where they are not declared: those of success unless said otherwise. */
  undeclared?: (status: number) => boolean;
}

/** Holds an answer against GET /a of a document. The body is a text, or a value that is sent as JSON. */
export function judge(document: Loose, body: Loose, options: Answered = {}): Conformance {
  const { status = 200, type = 'application/json', method = 'GET', truncated = false, places, documentType = 'application/json' } = options;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const about = sourceOf(typeof document === 'string' ? document : JSON.stringify(document), documentType);
  const source: ViewSource = {
    url: 'https://api.example/a',
    status,
    headers: { ...(type === null ? {} : { 'content-type': type }), ...options.headers },
    bytes: Buffer.from(text),
    truncated,
    ...(options.redactions ? { redactions: options.redactions } : {}),
  };
  const others = reader(source);
  const readAnswer: ReadOther = (name) => {
    const reading = others(name);
    return reading.ok && places ? { ...reading, places } : reading;
  };
  const answer = { method, source, read: readAnswer, ...(options.hop ? { hop: options.hop } : {}) };
  const undeclared = options.undeclared ?? ((code) => code >= 200 && code < 300);
  return conforms({ read: reader(about), document: options.documentUrl ?? about.url }, options.place ?? '/paths/~1a/get', answer, {
    undeclared,
  });
}

/** A verdict in a few words: `true`, `true nullable`, `false type /id`, `unclear cut`, `not-evaluated pattern`. */
export function told(conformance: Conformance): string {
  if (conformance.value === 'false')
    return ['false', ...conformance.faults.slice(0, 1).map(({ keyword, place }) => `${keyword} ${place}`)].join(' ');
  if (conformance.value === 'unclear' || conformance.value === 'dropped') return `${conformance.value} ${conformance.why}`;
  if (conformance.value === 'not-evaluated') return `not-evaluated ${conformance.reason}`;
  return [conformance.value, ...conformance.notes.map(({ keyword }) => keyword)].join(' ');
}

/** What an answer showed and what was left out: `schema`, `type`, `schema remote-ref:1`; any other verdict as told. */
export function shown(conformance: Conformance): string {
  if (conformance.value !== 'true') return told(conformance);
  return [conformance.shown, ...Object.entries(conformance.left).map(([reason, count]) => `${reason}:${count}`)].join(' ');
}

export const toldSchema = (line: string, schema: Loose, body: Loose, schemas: Loose = {}): string =>
  told(judge(withSchema(line, schema, schemas), JSON.stringify(body)));
