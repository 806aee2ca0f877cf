// A judge of answers that is not ours: which exchanges of a run's evidence break a plain schema that the site declares. What it cannot judge
// for certain it leaves alone; which operation an exchange is a call of is told by the guards of the house.
import oracle from 'openapi-response-validator';
import { bodyBytes } from '../../src/contract/answer-body.ts';
import type { Exchange, VerificationReport } from '../../src/contract/generated/types.ts';
import { isObject, type JsonObject } from '../../src/contract/json.ts';
import { mediaType } from '../../src/contract/media-type.ts';
import type { ReadOther, ViewSource } from '../../src/contract/view.ts';
import { type CallOperation, Calls } from '../../src/views/openapi/calls.ts';
import { openApiDocument } from '../../src/views/openapi/document.ts';
import { AnswerReader } from '../../src/views/reader.ts';

// biome-ignore lint/suspicious/noExplicitAny: foreign documents are read as they come
type Loose = any;

const Validator = oracle.default;

/** Keywords that mean the same to everybody, in every line of OpenAPI that is read here. */
const PLAIN = new Set(
  'type properties required items enum minimum maximum minLength maxLength minItems maxItems uniqueItems additionalProperties allOf oneOf anyOf nullable description title example default'.split(
    ' ',
  ),
);
/** Deeper than any plain schema, so that one that holds itself ends. */
const DEPTH = 12;

/** A text, number or truth value listed beside a type that it is not of: what YAML makes of 1.0 without quotes. Which value is meant, no judge can say. */
const isOfAnotherType = ({ type, enum: listed }: Loose): boolean =>
  typeof type === 'string' &&
  Array.isArray(listed) &&
  listed.some((value) => value !== null && typeof value !== 'object' && typeof value !== (type === 'integer' ? 'number' : type));

const holdsAnotherType = (value: Loose): boolean =>
  typeof value === 'object' && value !== null && (isOfAnotherType(value) || Object.values(value).some(holdsAnotherType));

/** The schema with its references put in; undefined where something in it is not plain. */
function plain(schema: Loose, schemas: Loose, depth = 0): Loose | undefined {
  if (depth > DEPTH || !isObject(schema)) return undefined;
  const { $ref } = schema as Loose;
  if ($ref !== undefined) {
    const name = /^#\/components\/schemas\/([A-Za-z0-9_]+)$/.exec(String($ref))?.[1];
    return name === undefined || Object.keys(schema).length > 1 ? undefined : plain(schemas?.[name], schemas, depth + 1);
  }
  const out: Loose = {};
  for (const [keyword, value] of Object.entries(schema as Loose)) {
    // What is left out says less: the rest still has to hold.
    if (keyword === 'format' || keyword === 'pattern' || (keyword === 'enum' && isOfAnotherType(schema))) continue;
    if (!PLAIN.has(keyword)) return undefined;
    out[keyword] = within(keyword, value, schemas, depth);
    if (out[keyword] === undefined) return undefined;
  }
  return out;
}

function within(keyword: string, value: Loose, schemas: Loose, depth: number): Loose | undefined {
  const all = (list: Loose[]): Loose | undefined => {
    const read = list.map((one) => plain(one, schemas, depth + 1));
    return read.includes(undefined) ? undefined : read;
  };
  if (keyword === 'items' || (keyword === 'additionalProperties' && typeof value !== 'boolean')) return plain(value, schemas, depth + 1);
  if (keyword === 'allOf') return Array.isArray(value) ? all(value) : undefined;
  // One branch that says less than it did lets more through, or makes two fit where one did.
  if (keyword === 'oneOf' || keyword === 'anyOf')
    return /"(format|pattern)"/.test(JSON.stringify(value)) || holdsAnotherType(value) ? undefined : all(value);
  if (keyword !== 'properties') return value;
  const read = all(Object.values(value));
  return read && Object.fromEntries(Object.keys(value).map((name, at) => [name, read[at]]));
}

function sourceOf({ url, answer }: Exchange): ViewSource {
  const { status = 0, headers = {}, truncated = false } = answer;
  return { url, status, headers, bytes: bodyBytes(answer), truncated };
}

const documentsOf = ({ evidence }: VerificationReport): Exchange[] => {
  const named = evidence.exchanges.flatMap(({ claimedBy = [] }) => claimedBy.filter(({ place }) => place.startsWith('/paths/')));
  const urls = new Set(named.map(({ url }) => url));
  const documents = evidence.exchanges.filter(
    ({ url, request, answer }) => urls.has(url) && request.method === 'GET' && answer.status === 200,
  );
  return [...new Map(documents.map((one) => [one.url, one])).values()];
};

const typeOf = ({ answer }: Exchange): string | undefined => mediaType(answer.headers?.['content-type'])?.essence;

/** What may be judged at all: one whole answer in JSON that nothing was taken out of, with no number or member that two readers read in two ways. */
function bodyOf(exchange: Exchange, read: ReadOther): Loose | undefined {
  const { answer, redirects, stopped } = exchange;
  if (stopped || redirects.length > 0 || answer.failure || answer.truncated || answer.redactions) return undefined;
  const reading = read('json');
  return reading.ok && (reading.places ?? []).length === 0 ? { value: reading.value } : undefined;
}

const validators = new Map<string, InstanceType<typeof Validator>>();

/** Many sites declare the same schema, and compiling it is most of the work. */
function validatorOf(status: number, schema: Loose): InstanceType<typeof Validator> {
  const responses = { [status]: { description: 'd', content: { 'application/json': { schema } } } };
  const text = JSON.stringify(responses);
  const known = validators.get(text) ?? new Validator({ responses: JSON.parse(text) });
  validators.set(text, known);
  return known;
}

/** Whether an answer breaks the schema of an operation; null where this judge cannot say. */
function breaks(exchange: Exchange, { item, read }: CallOperation): boolean | null {
  const document = openApiDocument(read);
  const status = exchange.answer.status ?? 0;
  const type = typeOf(exchange);
  if (!document.ok || !['3.0', '3.1'].includes(document.edition.line) || status < 200 || status > 299 || type === undefined) return null;
  const root = document.root as Loose;
  const [, path, method] = String(item.place)
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const response = root.paths?.[path!]?.[method!]?.responses?.[String(status)];
  const declared = response?.content?.[type]?.schema;
  const schema = declared && plain(declared, root.components?.schemas);
  const body = bodyOf(exchange, new AnswerReader(sourceOf(exchange)).read);
  if (schema === undefined || body === undefined) return null;
  return validatorOf(status, schema).validateResponse(status, structuredClone(body.value)) !== undefined;
}

export interface Found {
  /** Exchanges that this judge could judge. */
  judged: number;
  /** Those that contradict: name and operation. */
  broken: string[];
}

/** What of a run's evidence contradicts. anonymous: whether a stranger may ask an operation, as the pack says. */
export function contradictions(report: VerificationReport, anonymous: (item: JsonObject) => boolean): Found {
  const operations = documentsOf(report).flatMap((document): CallOperation[] => {
    const read = new AnswerReader(sourceOf(document)).read;
    const reading = read('openapi');
    const items = reading.ok ? ((reading.value as Loose).operations as JsonObject[]) : [];
    return items.filter(anonymous).map((item) => ({ item, document: document.url, read }));
  });
  const calls = new Calls(operations);
  const out: Found = { judged: 0, broken: [] };
  for (const exchange of report.evidence.exchanges) {
    const { names, request, claimedBy = [] } = exchange;
    // What cannot exist is no call of anything.
    if (request.method !== 'GET' || names.every((name) => name.startsWith('control'))) continue;
    const builtFrom = new Set(claimedBy.map(({ url, place }) => `${url}#${place}`));
    const type = typeOf(exchange);
    const sent = { method: request.method, url: request.url, headers: request.headers, builtFrom, ...(type === undefined ? {} : { type }) };
    for (const operation of calls.of(sent)) {
      const verdict = breaks(exchange, operation);
      if (verdict === null) continue;
      out.judged += 1;
      if (verdict) out.broken.push(`${names[0]} ${String(operation.item.id)}`);
    }
  }
  return out;
}
