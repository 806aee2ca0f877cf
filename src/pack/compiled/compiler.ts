// Resolves what a pack names, once, when it is loaded: paths, templates, schemas with their weights, assertions. It checks nothing.
import { AxproofError } from '../../contract/errors.ts';
import type { Assertion, JsonSchema, Paths } from '../../contract/generated/types.ts';
import { isObject, type Json, type Members } from '../../contract/json.ts';
import { ASSERTION_KINDS, kindOf, type OperandReader, type Steps } from '../assertion-kinds.ts';
import type { CompiledAssertion } from './assertion.ts';
import { parsePath } from './path.ts';
import type { ParsedPath } from './path-types.ts';
import type { SchemaChecks } from './schema-check.ts';
import type { CompiledSchema } from './schema-types.ts';
import { parseTemplate, type Template } from './template.ts';
import type { Weights } from './weights.ts';

/** A JSON value with templates in the place of its strings. */
export type JsonTemplate =
  | { readonly text: Template }
  | { readonly items: readonly JsonTemplate[] }
  | { readonly members: readonly (readonly [name: string, value: JsonTemplate])[] }
  | { readonly value: Json };

export class Compiler {
  readonly #checks: SchemaChecks;
  readonly #weights: Weights;

  constructor(checks: SchemaChecks, weights: Weights) {
    this.#checks = checks;
    this.#weights = weights;
  }

  paths(paths: Paths | undefined): readonly ParsedPath[] {
    return paths === undefined ? [] : (typeof paths === 'string' ? [paths] : paths).map(parsePath);
  }

  schema(schema: JsonSchema): CompiledSchema {
    return { check: this.#checks(schema), weight: this.#weights.of(schema) };
  }

  where(schema: JsonSchema | undefined): CompiledSchema | undefined {
    return schema === undefined ? undefined : this.schema(schema);
  }

  json(value: Json): JsonTemplate {
    if (typeof value === 'string') return { text: parseTemplate(value) };
    if (Array.isArray(value)) return { items: value.map((item) => this.json(item)) };
    if (value === null || typeof value !== 'object') return { value };
    return { members: Object.entries(value).map(([name, member]) => [name, this.json(member)] as const) };
  }

  assertions(list: readonly Assertion[] | undefined): readonly CompiledAssertion[] | undefined {
    return list?.map((assertion) => this.assertion(assertion));
  }

  assertion(assertion: Assertion): CompiledAssertion {
    const { select, optional, none } = assertion as { select?: Paths; optional?: true; none?: string };
    const kind = kindOf(assertion);
    return {
      kind,
      select: this.paths(select),
      operands: ASSERTION_KINDS[kind].operands(new Resolving(assertion as unknown as Members, this)),
      when: this.assertions(assertion.when),
      fails: assertion.else,
      holds: assertion.then,
      level: assertion.level,
      none,
      mayBeEmpty: optional === true || none !== undefined,
    } as CompiledAssertion;
  }
}

/** The operands of an assertion that the loader has let through. */
class Resolving implements OperandReader {
  readonly #root: Members;
  readonly #compiler: Compiler;

  constructor(root: Members, compiler: Compiler) {
    this.#root = root;
    this.#compiler = compiler;
  }

  value<T>(...at: Steps): T {
    return at.reduce((value: unknown, name) => (isObject(value) ? value[name] : undefined), this.#root) as T;
  }

  has(...at: Steps): boolean {
    return this.value(...at) !== undefined;
  }

  isObject(...at: Steps): boolean {
    return isObject(this.value(...at));
  }

  paths(...at: Steps): readonly ParsedPath[] {
    return this.#compiler.paths(this.value<Paths>(...at));
  }

  pathOfEach(...at: Steps): ParsedPath {
    const [path] = this.paths(...at);
    if (!path) throw new AxproofError('internal', `an assertion without ${at.join('.')} passed the loader`);
    return path;
  }

  schema(...at: Steps): CompiledSchema {
    return this.#compiler.schema(this.value(...at));
  }

  assertion(...at: Steps): CompiledAssertion {
    return this.#compiler.assertion(this.value(...at));
  }

  assertions(...at: Steps): readonly CompiledAssertion[] {
    return this.#compiler.assertions(this.value(...at)) ?? [];
  }

  list<T>(at: Steps, one: (entry: OperandReader) => T): readonly T[] {
    return this.value<readonly Members[]>(...at).map((entry) => one(new Resolving(entry, this.#compiler)));
  }
}
