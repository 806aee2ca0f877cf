// The parameters of an operation: those of its path item, overridden by its own; and the template of the path, which must name the same ones.
// It must not look at their values.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { list, member, text } from '../members.ts';
import type { ReadContext } from './context.ts';

export interface OpenApiParameter {
  name: string;
  in: string;
  required: boolean;
  object: Json;
  place: string;
}

export interface ParameterList {
  parameters: Map<string, OpenApiParameter>;
  /** Some parameter could not be read, so what is missing cannot be known. */
  gaps: boolean;
}

const NONE: ParameterList = { parameters: new Map(), gaps: false };

/** One `parameters` list of a path item or an operation. */
export function readParameters(context: ReadContext, holder: Json, place: string): ParameterList {
  const values = list(holder, 'parameters');
  if (values.length === 0) return NONE;
  const parameters = new Map<string, OpenApiParameter>();
  let gaps = false;
  for (const [index, value] of values.entries()) {
    const where = () => below(place, 'parameters', index);
    const parameter = readParameter(context, value, where());
    if (parameter === null) {
      gaps = true;
      continue;
    }
    const key = `${parameter.in} ${parameter.name}`;
    if (parameters.has(key)) context.problems.add('duplicate-parameter', where);
    else parameters.set(key, parameter);
  }
  return { parameters, gaps };
}

function readParameter(context: ReadContext, value: Json, place: string): OpenApiParameter | null {
  context.budget.spend(2);
  const found = context.follow(value, place);
  if (!found || !isObject(found.value)) return null;
  const name = text(found.value, 'name');
  const where = text(found.value, 'in');
  if (name === undefined || where === undefined) return null;
  const required = member(found.value, 'required') === true;
  if (where === 'path' && !required) context.problems.add('path-parameter-not-required', found.place);
  const shapes = Number(isObject(member(found.value, 'schema'))) + Number(isObject(member(found.value, 'content')));
  if (context.line !== '2.0' && shapes !== 1) context.problems.add('parameter-without-schema', found.place);
  return { name, in: where, required: required || where === 'path', object: found.value, place: found.place };
}

/** What holds for an operation: the path item's list under its own. */
export function effective(context: ReadContext, outer: ParameterList, own: ParameterList): ParameterList {
  if (own === NONE) return outer;
  if (outer === NONE) return own;
  context.budget.spend(outer.parameters.size + own.parameters.size);
  return { parameters: new Map([...outer.parameters, ...own.parameters]), gaps: outer.gaps || own.gaps };
}

/** Whether the query as a whole is a parameter that must be sent (3.2). */
export const hasWholeQuery = (parameters: Map<string, OpenApiParameter>): boolean =>
  [...parameters.values()].some((parameter) => parameter.in === 'querystring' && parameter.required);

const MAX_PARAMETERS = 100;

/** What is said of them; of a whole query that is sent, its names are parameters too. */
export function describeParameters({ parameters }: ParameterList, url: string | undefined): JsonObject[] {
  const names = url !== undefined && hasWholeQuery(parameters) ? new Set(new URL(url).searchParams.keys()) : [];
  const own = [...parameters.values()].map(({ name, in: where, required }) => ({ name, in: where, required }));
  return [...own, ...[...names].map((name) => ({ name, in: 'query', required: true }))].slice(0, MAX_PARAMETERS);
}

export interface PathTemplate {
  path: string;
  place: string;
  names: Set<string>;
}

/** Judges one path key, and gives the names of its parameters. */
export class PathRules {
  private readonly shapes = new Set<string>();

  constructor(private readonly context: ReadContext) {}

  template(path: string): PathTemplate {
    const { problems, budget } = this.context;
    const place = below('/paths', path);
    budget.spend(1 + (path.length >> 4));
    if (!path.startsWith('/')) problems.add('path-without-slash', place);
    if (/[?#]/.test(path.replace(/\{[^{}]*\}/g, ''))) problems.add('path-with-query', place);
    const found = [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!);
    const shape = path.replace(/\{[^{}]*\}/g, '{}');
    if (/[{}]/.test(shape.replaceAll('{}', '')) || found.includes('')) problems.add('bad-template', place);
    const names = new Set(found);
    if (names.size < found.length) problems.add('template-repeated', place);
    if (this.shapes.has(shape)) problems.add('duplicate-template', place);
    this.shapes.add(shape);
    return { path, place, names };
  }

  /** Template and declared path parameters of one operation must name each other. */
  parameters(template: PathTemplate, list: ParameterList, place: string): void {
    const { problems, budget } = this.context;
    budget.spend(template.names.size + list.parameters.size);
    if (!list.gaps)
      for (const name of template.names) if (!list.parameters.has(`path ${name}`)) problems.add('path-parameter-undeclared', place);
    for (const parameter of list.parameters.values())
      if (parameter.in === 'path' && !template.names.has(parameter.name)) problems.add('path-parameter-unused', place);
  }
}
