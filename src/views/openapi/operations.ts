// Operations of a document, flattened: each with its server, its security and, where the document publishes enough, a URL.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { TooLarge } from './budget.ts';
import { callUrl } from './call-url.ts';
import type { Context } from './context.ts';
import { entries, list, member, text } from './members.ts';
import { effective, type Parameter, type ParameterList, readParameters } from './parameters.ts';
import { PathRules, type Template } from './path-rules.ts';
import { under } from './pointer.ts';
import { isStatusKey, produces, statusKeys, successKeys } from './responses.ts';
import type { SecurityRules } from './security.ts';
import { ownServers, preferred, type Server } from './servers.ts';

const MAX_OPERATIONS = 100_000;
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** Where something stands, with its value. */
interface Spot {
  value: Json;
  place: string;
}

interface Item extends Spot {
  server: Server | undefined;
  parameters: ParameterList;
  paid: boolean;
}

/** Reads all operations of one document. */
export class OperationReader {
  private readonly context: Context;
  private readonly security: SecurityRules;
  private readonly rules: PathRules;
  private readonly server: Server | undefined;
  private readonly methods: Set<string>;
  private readonly ids = new Map<string, string>();
  private readonly operations: JsonObject[] = [];

  constructor(context: Context, security: SecurityRules, servers: Server[]) {
    this.context = context;
    this.security = security;
    this.rules = new PathRules(context);
    this.server = preferred(context, servers);
    const known = context.line === '2.0' ? METHODS.slice(0, 7) : context.line === '3.2' ? METHODS : METHODS.slice(0, 8);
    this.methods = new Set(known);
  }

  all(): JsonObject[] {
    for (const [path, value] of entries(member(this.context.root, 'paths'))) {
      if (path.startsWith('x-')) continue;
      const template = this.rules.template(path);
      for (const spot of this.items(value, template.place)) this.readItem(template, spot);
    }
    return this.operations;
  }

  /** A path item, and the one that its $ref leads to; of a method that both have, the first counts. */
  private items(value: Json, place: string): Spot[] {
    if (text(value, '$ref') === undefined) return [{ value, place }];
    const found = this.context.follow(value, place);
    const target = found ? [found] : [];
    return isObject(value) && Object.keys(value).length > 1 ? [{ value, place }, ...target] : target;
  }

  private readItem(template: Template, { value, place }: Spot): void {
    if (!isObject(value)) {
      this.context.problems.add('wrong-type', place);
      return;
    }
    const servers = ownServers(this.context, value, place);
    const item: Item = {
      value,
      place,
      server: servers ? preferred(this.context, servers) : this.server,
      parameters: readParameters(this.context, value, place),
      paid: isPaid(value),
    };
    for (const [name, operation] of entries(value)) {
      this.context.budget.spend();
      if (this.methods.has(name)) this.add(template, item, name, operation, under(place, name));
      if (name === 'additionalOperations' && this.context.line === '3.2')
        for (const [method, other] of entries(operation)) this.add(template, item, method, other, under(place, name, method));
    }
  }

  private add(template: Template, item: Item, name: string, value: Json, place: string): void {
    const found = this.context.follow(value, place);
    if (!found || !isObject(found.value)) {
      if (found) this.context.problems.add('wrong-type', place);
      return;
    }
    if (this.operations.length >= MAX_OPERATIONS) throw new TooLarge();
    const operation = this.flatten(template, item, name.toUpperCase(), { value: found.value, place: found.place });
    this.context.budget.write(sizeOf(operation));
    this.operations.push(operation);
  }

  private flatten(template: Template, item: Item, method: string, { value, place }: Spot): JsonObject {
    const { context } = this;
    const parameters = effective(context, item.parameters, readParameters(context, value, place));
    this.rules.parameters(template, parameters, place);
    const servers = ownServers(context, value, place);
    const server = servers ? preferred(context, servers) : item.server;
    const security = this.security.of(value, place);
    const deprecated = member(value, 'deprecated') === true;
    const body = this.hasBody(value, parameters.parameters);
    const keys = this.readStatuses(value, place);
    const operationId = this.readId(value, place);
    const safe = (method === 'GET' || method === 'HEAD') && !body && !deprecated && !parameters.gaps;
    const url = safe && server ? callUrl(context, server.url, template.path, parameters.parameters) : null;
    return {
      id: `${method} ${template.path}`,
      ...(operationId === undefined ? {} : { operationId }),
      method,
      path: template.path,
      place,
      ...(server ? { server: server.url } : {}),
      ...(url === null ? {} : { url }),
      callable: url !== null,
      templated: template.names.size > 0,
      keyless: security.keyless,
      security: security.names,
      deprecated,
      body,
      statuses: keys,
      types: this.types(value, place, keys),
      paid: keys.includes('402') || item.paid || isPaid(value),
    };
  }

  private hasBody(operation: Json, parameters: Map<string, Parameter>): boolean {
    if (this.context.line !== '2.0') return member(operation, 'requestBody') !== undefined;
    return [...parameters.values()].some((parameter) => parameter.in === 'body' || parameter.in === 'formData');
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

  private readStatuses(operation: Json, place: string): string[] {
    const { problems, budget, line } = this.context;
    const responses = member(operation, 'responses');
    const keys = statusKeys(responses);
    budget.spend(keys.length);
    if ((line === '2.0' || line === '3.0') && keys.length === 0) problems.add('no-responses', place);
    for (const key of keys) if (!isStatusKey(key)) problems.add('bad-status-key', () => under(place, 'responses', key));
    return keys;
  }

  private types(operation: Json, place: string, keys: string[]): string[] {
    const types = new Set<string>();
    for (const key of successKeys(keys)) {
      const where = under(place, 'responses', key);
      const found = this.context.follow(member(member(operation, 'responses'), key)!, where);
      if (!found) continue;
      if (this.context.line !== '2.0') for (const [type] of entries(member(found.value, 'content'))) types.add(type.toLowerCase());
      else if (member(found.value, 'schema') !== undefined)
        for (const type of produces(this.context.root, operation)) types.add(type.toLowerCase());
      this.context.budget.spend(types.size);
    }
    return [...types];
  }
}

/** `x-payment-info` says that a call is paid for, unless it is switched off. */
function isPaid(value: Json): boolean {
  const info = member(value, 'x-payment-info');
  return info !== undefined && info !== null && info !== false;
}

/** Characters that an operation repeats of its document. */
function sizeOf(operation: JsonObject): number {
  let size = 64;
  for (const value of Object.values(operation)) if (typeof value === 'string') size += value.length;
  for (const name of ['statuses', 'types']) for (const item of list(operation, name)) size += String(item).length;
  for (const names of list(operation, 'security')) if (Array.isArray(names)) for (const name of names) size += String(name).length;
  return size;
}
