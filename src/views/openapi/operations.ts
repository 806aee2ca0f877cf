// Operations of a document, flattened: each with its server, its security and, where the document publishes enough, a URL.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { entries, list, member, text } from '../members.ts';
import { Refused } from '../refused.ts';
import { type CallUrl, callUrl, literal } from './call-url.ts';
import type { ReadContext } from './context.ts';
import { acceptOf } from './declared-accept.ts';
import { type Gap, idsFromLists } from './ids-from-lists.ts';
import { normalizeType } from './media-type.ts';
import { describeParameters, effective, type ParameterList, PathRules, type PathTemplate, readParameters } from './parameters.ts';
import { isPaid, pricesOf } from './payment-info.ts';
import { type OpenApiProblemCode, PROBLEMS } from './problems.ts';
import { isStatusKey, produces, statusKeys, successKeys } from './responses.ts';
import { asksOf, type SecurityRules } from './security.ts';
import { ownServers, preferred, type Server } from './servers.ts';

const MAX_OPERATIONS = 100_000;
const MAX_SUNSET = 64;
const MAX_SUMMARY = 200;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** Where something stands, with its value. */
interface Spot {
  value: Json;
  place: string;
}

interface Item extends Spot {
  servers: Servers;
  parameters: ParameterList;
  paid: boolean;
}

interface Servers {
  /** The one whose URL the operation carries. */
  first: Server | undefined;
  all: Server[];
}

export class OperationReader {
  private readonly rules: PathRules;
  private readonly servers: Servers;
  private readonly methods: Set<string>;
  private readonly origin: string;
  private readonly ids = new Map<string, string>();
  /** By their types: operations of a document have few different ones. */
  private readonly accepts = new Map<string, string | undefined>();
  private readonly operations: JsonObject[] = [];
  private readonly gaps: Gap[] = [];
  /** Paths and operations that are written and could not be read. */
  readonly unread: JsonObject[] = [];
  /** Addresses of documentation that operations name, as they are written, with the first place of each. */
  readonly documentation = new Map<string, string>();

  constructor(
    private readonly context: ReadContext,
    private readonly security: SecurityRules,
    servers: Server[],
  ) {
    this.origin = new URL(context.url).origin;
    this.rules = new PathRules(context);
    this.servers = { first: preferred(context, servers), all: servers };
    const known = context.line === '2.0' ? METHODS.slice(0, 7) : context.line === '3.2' ? METHODS : METHODS.slice(0, 8);
    this.methods = new Set(known);
  }

  all(): JsonObject[] {
    for (const [path, value] of entries(member(this.context.root, 'paths'))) {
      if (path.startsWith('x-')) continue;
      const template = this.rules.template(path);
      for (const spot of this.items(value, template)) this.readItem(template, spot);
    }
    idsFromLists(this.context, this.operations, this.gaps);
    return this.operations;
  }

  private serversOf(holder: Json, place: string, outer: Servers): Servers {
    const own = ownServers(this.context, holder, place);
    return own === null ? outer : { first: preferred(this.context, own), all: own };
  }

  /** A path item, and the one that its $ref leads to; of a method that both have, the first counts. */
  private items(value: Json, template: PathTemplate): Spot[] {
    const { place } = template;
    const ref = member(value, '$ref');
    if (ref === undefined) return [{ value, place }];
    const found = this.context.trace(value, place);
    if (!found.ok || typeof ref !== 'string') this.pass(template, null, found.ok ? 'wrong-type' : found.fault, place);
    const target = found.ok && typeof ref === 'string' ? [found] : [];
    return isObject(value) && Object.keys(value).length > 1 ? [{ value, place }, ...target] : target;
  }

  private readItem(template: PathTemplate, { value, place }: Spot): void {
    if (!isObject(value)) {
      this.context.problems.add('wrong-type', place);
      this.pass(template, null, 'wrong-type', place);
      return;
    }
    const item: Item = {
      value,
      place,
      servers: this.serversOf(value, place, this.servers),
      parameters: readParameters(this.context, value, place),
      paid: isPaid(value),
    };
    for (const [name, operation] of entries(value)) {
      this.context.budget.spend();
      const spot = below(place, name);
      if (this.methods.has(name)) this.add(template, item, name, operation, spot);
      else if (name === 'additionalOperations') this.addOthers(template, item, operation, spot);
      else if (METHODS.includes(name.toLowerCase())) this.pass(template, name, 'unknown-member', spot);
    }
  }

  private addOthers(template: PathTemplate, item: Item, value: Json, place: string): void {
    const known = this.context.line === '3.2';
    if (known && !isObject(value)) this.pass(template, null, 'wrong-type', place);
    for (const [method, other] of entries(value)) {
      if (known) this.add(template, item, method, other, below(place, method));
      else this.pass(template, method, 'unknown-member', below(place, method));
    }
  }

  private add(template: PathTemplate, item: Item, name: string, value: Json, place: string): void {
    const found = this.context.trace(value, place);
    if (!found.ok || !isObject(found.value)) {
      if (found.ok) this.context.problems.add('wrong-type', place);
      this.pass(template, name, found.ok ? 'wrong-type' : found.fault, place);
      return;
    }
    this.count();
    const operation = this.flatten(template, item, name.toUpperCase(), { value: found.value, place: found.place });
    this.context.budget.write(sizeOf(operation));
    this.operations.push(operation);
  }

  /** Notes what is passed over: a path, or one operation of it. Problems do not tell it: they are listed up to a bound, and some stand in components. */
  private pass({ path }: PathTemplate, name: string | null, code: OpenApiProblemCode, place: string): void {
    this.count();
    const method = name?.toUpperCase();
    const id = method === undefined ? path : `${method} ${path}`;
    this.context.budget.write(2 * id.length + place.length + 100);
    this.unread.push({ id, ...(method === undefined ? {} : { method }), path, place, code, message: PROBLEMS[code] });
  }

  private count(): void {
    if (this.operations.length + this.unread.length >= MAX_OPERATIONS) throw new Refused('too-large');
  }

  private flatten(template: PathTemplate, item: Item, method: string, { value, place }: Spot): JsonObject {
    const { context } = this;
    const parameters = effective(context, item.parameters, readParameters(context, value, place));
    this.rules.parameters(template, parameters, place);
    const servers = this.serversOf(value, place, item.servers);
    const { first: server } = servers;
    const security = this.security.of(value, place);
    const body = this.bodyOf(value, place, parameters.parameters);
    const keys = this.readStatuses(value, place);
    const operationId = this.readId(value, place);
    this.readDocumentation(value, `${place}/externalDocs/url`);
    const types = this.types(value, place, keys);
    const accept = this.acceptOf(types);
    const call = this.callOf(template, method, body === 'required' || parameters.gaps, server, parameters.parameters);
    const facts = {
      id: `${method} ${template.path}`,
      ...(operationId === undefined ? {} : { operationId }),
      ...summaryOf(value),
      method,
      path: template.path,
      place,
      ...(server ? { server: server.url, named: server.absolute && `${server.url}/`.startsWith(`${this.origin}/`) } : {}),
      ...(server?.unlisted ? { unlisted: server.unlisted } : {}),
      ...(servers.all.length > 1 || server?.variable ? { servers: servers.all.map(({ url }) => url) } : {}),
      ...(call !== null && 'url' in call ? { url: call.url } : {}),
      ...(server && template.names.size === 0 ? { address: server.url + literal(template.path) } : {}),
      callable: call !== null && 'url' in call,
      templated: template.names.size > 0,
      keyless: security.keyless,
      said: security.said,
      ...asksOf(security),
      security: security.names,
      deprecated: member(value, 'deprecated') === true,
      ...sunsetOf(value),
      body: body !== 'none',
      ...(body === 'required' ? { bodyRequired: true } : {}),
      parameters: describeParameters(parameters, call !== null && 'url' in call ? call.url : undefined),
      statuses: keys,
      types,
      ...(accept === undefined ? {} : { accept }),
      paid: keys.includes('402') || item.paid || isPaid(value) || security.payment,
      ...(call !== null && 'url' in call ? pricesOf(value, call.url) : {}),
    };
    if (call !== null && 'missing' in call) this.gaps.push({ item: facts, call });
    return facts;
  }

  private acceptOf(types: string[]): string | undefined {
    const key = JSON.stringify(types);
    if (!this.accepts.has(key)) this.accepts.set(key, acceptOf(types));
    return this.accepts.get(key);
  }

  /** How a GET or HEAD can be called; what is not known of its parameters or its body keeps it from that, and no mark does. */
  private callOf(
    template: PathTemplate,
    method: string,
    unknown: boolean,
    server: Server | undefined,
    parameters: ParameterList['parameters'],
  ) {
    if ((method !== 'GET' && method !== 'HEAD') || unknown || server === undefined) return null;
    const call: CallUrl | null = callUrl(this.context, server.url, template.path, parameters);
    return call !== null && 'missing' in call && method !== 'GET' ? null : call;
  }

  private bodyOf(operation: Json, place: string, parameters: ParameterList['parameters']): 'none' | 'optional' | 'required' {
    if (this.context.line === '2.0') {
      const own = [...parameters.values()].filter((parameter) => parameter.in === 'body' || parameter.in === 'formData');
      if (own.length === 0) return 'none';
      return own.some(({ required }) => required) ? 'required' : 'optional';
    }
    const body = member(operation, 'requestBody');
    if (body === undefined) return 'none';
    const found = this.context.follow(body, `${place}/requestBody`);
    // Of a body behind a reference that leads away nobody knows whether it may be left out.
    return found === undefined || member(found.value, 'required') === true ? 'required' : 'optional';
  }

  private readId(operation: Json, place: string): string | undefined {
    const id = text(operation, 'operationId');
    if (id === undefined) return undefined;
    // A path item that several paths share repeats the place, not the operation.
    const before = this.ids.get(id);
    if (before === undefined) this.ids.set(id, place);
    else if (before !== place) this.context.problems.add('duplicate-operation-id', `${place}/operationId`);
    return id;
  }

  private readDocumentation(operation: Json, place: string): void {
    const address = text(member(operation, 'externalDocs'), 'url');
    if (address === undefined || this.documentation.has(address)) return;
    this.context.budget.write(2 * address.length + place.length);
    this.documentation.set(address, place);
  }

  private readStatuses(operation: Json, place: string): string[] {
    const { problems, budget, line } = this.context;
    const responses = member(operation, 'responses');
    const keys = statusKeys(responses);
    budget.spend(keys.length);
    if ((line === '2.0' || line === '3.0') && keys.length === 0) problems.add('no-responses', place);
    for (const key of keys) if (!isStatusKey(key)) problems.add('bad-status-key', () => below(place, 'responses', key));
    return keys;
  }

  private types(operation: Json, place: string, keys: string[]): string[] {
    const types = new Set<string>();
    for (const key of successKeys(keys)) {
      const where = below(place, 'responses', key);
      const found = this.context.follow(member(member(operation, 'responses'), key)!, where);
      if (!found) continue;
      if (this.context.line !== '2.0') for (const [type] of entries(member(found.value, 'content'))) types.add(normalizeType(type));
      else if (member(found.value, 'schema') !== undefined)
        for (const type of produces(this.context.root, operation)) types.add(normalizeType(type));
      this.context.budget.spend(types.size);
    }
    return [...types];
  }
}

/** What the operation says that it does, as far as it takes to see whether it changes anything. */
function summaryOf(value: Json): { summary?: string } {
  const summary = text(value, 'summary');
  return summary === undefined ? {} : { summary: summary.slice(0, MAX_SUMMARY) };
}

/** When the operation is said to end, as it is written. */
function sunsetOf(value: Json): { sunset?: string } {
  const sunset = text(value, 'x-sunset');
  return sunset === undefined || sunset.length > MAX_SUNSET ? {} : { sunset };
}

/** Characters that an operation repeats of its document. */
function sizeOf(operation: JsonObject): number {
  let size = 64;
  for (const value of Object.values(operation)) if (typeof value === 'string') size += value.length;
  for (const name of ['statuses', 'types', 'servers']) for (const item of list(operation, name)) size += String(item).length;
  for (const parameter of list(operation, 'parameters')) size += 32 + (text(parameter, 'name')?.length ?? 0);
  for (const names of list(operation, 'security')) if (Array.isArray(names)) for (const name of names) size += String(name).length;
  return size;
}
