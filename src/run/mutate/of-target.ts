// Which members of a target's JSON documents a rule read in a run: those that its paths select, and those that its schemas name below them.
import type { JsonSchema, Pack } from '../../contract/generated/types.ts';
import { isObject, type Json, type Members } from '../../contract/json.ts';
import type { Interpreter } from '../../engine/interpreter.ts';
import { select } from '../../engine/select/select.ts';
import { pointerOf } from '../../json/pointer.ts';
import { parsePath } from '../../pack/compiled/path.ts';
import { type VisitContext, type Visitor, visitAssertions, visitCoverage, visitProbe } from '../../pack/visit.ts';
import { isAtHand } from './case-runs.ts';

/** A member of a document that was got from an address. */
export interface ReadMember {
  /** METHOD URL: the request that the document answers. */
  hop: string;
  /** The whole document, as it was read. */
  document: Json;
  path: readonly (string | number)[];
}

type Path = readonly (string | number)[];

const SHARED = /^pack:/;
const SAME_VALUE = ['anyOf', 'allOf', 'oneOf'] as const;
const OTHER_WAYS = ['if', 'then', 'else', 'not'] as const;

/** Members of a value that a schema names, at whatever depth. */
class Named {
  readonly found: Path[] = [];

  constructor(private readonly shared: Members) {}

  visit(schema: unknown, value: Json, path: Path, depth = 0): void {
    if (!isObject(schema) || depth > 32) return;
    const again = (one: unknown): void => this.visit(one, value, path, depth + 1);
    if (typeof schema.$ref === 'string') again(this.shared[schema.$ref.replace(SHARED, '')]);
    for (const key of SAME_VALUE) if (Array.isArray(schema[key])) schema[key].forEach(again);
    for (const key of OTHER_WAYS) again(schema[key]);
    if (Array.isArray(value)) this.#items(schema, value, path, depth);
    else if (isObject(value)) this.#members(schema, value, path, depth);
  }

  #items(schema: Members, value: readonly Json[], path: Path, depth: number): void {
    for (const key of ['items', 'contains'])
      for (const [i, item] of value.entries()) this.visit(schema[key], item, [...path, i], depth + 1);
  }

  #members(schema: Members, value: { [name: string]: Json }, path: Path, depth: number): void {
    const properties = isObject(schema.properties) ? schema.properties : {};
    const names = new Set([...Object.keys(properties), ...(Array.isArray(schema.required) ? (schema.required as string[]) : [])]);
    for (const name of names) {
      const member = value[name];
      if (member === undefined || !Object.hasOwn(value, name)) continue;
      this.found.push([...path, name]);
      this.visit(properties[name], member, [...path, name], depth + 1);
    }
  }
}

/** Every path of a rule and of the probes that it rests on, with the schemas that what it selects is held against. */
function looksOf(rule: Pack['rules'][number], probes: readonly Members[]): ReadonlyMap<string, unknown[]> {
  const out = new Map<string, unknown[]>();
  const add = (text: unknown, schema: unknown): void => {
    if (typeof text === 'string' && !isAtHand(text)) out.set(text, [...(out.get(text) ?? []), schema]);
  };
  const visitor: Visitor = {
    path: (text) => add(text, undefined),
    assertion: ({ select: paths, schema, some }) => {
      for (const text of [paths].flat()) add(text, schema ?? some);
    },
  };
  const context: VisitContext = { owner: rule.id, probe: null, item: false, self: false, each: false };
  visitAssertions(rule.when, '', context, visitor);
  visitAssertions(rule.assert, '', context, visitor);
  visitCoverage(rule.coverage, '', context, visitor);
  for (const probe of probes) {
    visitProbe(probe, '', rule.id, '', visitor);
    const sources = [probe.firstOf, probe.eachOf].find(Array.isArray) ?? [probe];
    for (const { select: paths, where } of sources as Members[]) for (const text of [paths].flat()) add(text, where);
  }
  return out;
}

/** Each member once. probes: what the rule rests on. */
export function membersRead(
  rule: Pack['rules'][number],
  probes: readonly Members[],
  schemas: { [name: string]: JsonSchema },
  interpreter: Interpreter,
): ReadMember[] {
  const out = new Map<string, ReadMember>();
  const scope = interpreter.scope();
  for (const [text, held] of looksOf(rule, probes)) {
    for (const { observation, view, path, value } of select(parsePath(text), scope).nodes) {
      if (!observation || view !== 'json') continue;
      const reading = observation.record.read('json');
      if (!reading.ok) continue;
      const named = new Named(schemas as Members);
      for (const schema of held) named.visit(schema, value, path);
      const { url, request } = observation.record;
      for (const one of [path, ...named.found]) {
        if (one.length === 0) continue;
        const hop = `${request.method} ${url}`;
        out.set(`${hop} ${pointerOf(one)}`, { hop, document: reading.value as Json, path: one });
      }
    }
  }
  return [...out.values()];
}
