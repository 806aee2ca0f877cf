// Resolves what a pack names, once, when it is loaded: paths, templates, schemas with their weights, assertions. It checks nothing.
import type { Assertion, JsonSchema, Paths } from '../../contract/generated/types.ts';
import type { Json, Members } from '../../contract/json.ts';
import { below } from '../../json/pointer.ts';
import { kindOf, resolveOperands } from '../assertion-kinds.ts';
import type { CompiledAssertion } from './assertion.ts';
import type { ParsedPath } from './path-types.ts';
import type { SchemaChecks } from './schema-check.ts';
import type { CompiledSchema } from './schema-types.ts';
import { type CompiledTemplate, ParsedTexts } from './template.ts';
import type { Weights } from './weights.ts';

/** A JSON value with templates in the place of its strings. */
export type JsonTemplate =
  | { readonly text: CompiledTemplate }
  | { readonly items: readonly JsonTemplate[] }
  | { readonly members: readonly (readonly [name: string, value: JsonTemplate])[] }
  | { readonly value: Json };

export class Compiler {
  readonly texts = new ParsedTexts();

  readonly #operands = {
    path: (text: string) => this.texts.path(text),
    schema: (schema: Members) => this.schema(schema),
    assertion: (assertion: unknown, pointer: string) => this.assertion(assertion as Assertion, pointer),
  };

  constructor(
    private readonly checks: SchemaChecks,
    private readonly weights: Weights,
  ) {}

  paths(paths: Paths | undefined): readonly ParsedPath[] {
    return paths === undefined ? [] : (typeof paths === 'string' ? [paths] : paths).map((path) => this.texts.path(path));
  }

  schema(schema: JsonSchema): CompiledSchema {
    return { check: this.checks(schema), weight: this.weights.of(schema) };
  }

  where(schema: JsonSchema | undefined): CompiledSchema | undefined {
    return schema === undefined ? undefined : this.schema(schema);
  }

  json(value: Json): JsonTemplate {
    if (typeof value === 'string') return { text: this.texts.template(value) };
    if (Array.isArray(value)) return { items: value.map((item) => this.json(item)) };
    if (value === null || typeof value !== 'object') return { value };
    return { members: Object.entries(value).map(([name, member]) => [name, this.json(member)] as const) };
  }

  /** pointer: of the list. */
  assertions(list: readonly Assertion[], pointer: string): readonly CompiledAssertion[] {
    return list.map((assertion, i) => this.assertion(assertion, below(pointer, i)));
  }

  assertion(assertion: Assertion, pointer: string): CompiledAssertion {
    const { select, optional, none } = assertion as { select?: Paths; optional?: true; none?: string };
    const kind = kindOf(assertion);
    return {
      kind,
      pointer,
      select: this.paths(select),
      operands: resolveOperands(kind, assertion, pointer, this.#operands),
      when: assertion.when && this.assertions(assertion.when, below(pointer, 'when')),
      fails: assertion.else,
      holds: assertion.then,
      level: assertion.level,
      expected: assertion.expected,
      none,
      mayBeEmpty: optional === true || none !== undefined,
    } as CompiledAssertion;
  }
}
