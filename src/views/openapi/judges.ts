// What was compiled for the schemas of one document: it lives as long as the document. It must judge nothing by itself.
import { isObject, type Json } from '../../contract/json.ts';
import { dialectOf } from './dialect.ts';
import type { OpenApiDocument } from './document.ts';
import { SchemaJudge } from './schema-judge.ts';
import { SchemaSource } from './schema-source.ts';

export class Judges {
  readonly first: SchemaJudge;
  private second?: SchemaJudge;
  private readonly bare = new WeakMap<object, Json>();

  constructor(readonly source: SchemaSource) {
    this.first = new SchemaJudge(source, false);
  }

  /** Made for the first body that has a fault. */
  get thorough(): SchemaJudge {
    this.second ??= new SchemaJudge(this.source, true);
    return this.second;
  }

  /** A parameter of Swagger 2.0 as a schema: `required` means another thing in one. */
  schemaIn(parameter: Json): Json {
    if (!isObject(parameter)) return parameter;
    let found = this.bare.get(parameter);
    if (found === undefined) {
      const { required: _, ...rest } = parameter;
      found = rest;
      this.bare.set(parameter, found);
    }
    return found;
  }
}

const judges = new WeakMap<object, Judges>();

/** `url` is that of the document. */
export function judgesOf({ root, edition }: OpenApiDocument & { ok: true }, url: string): Judges {
  let found = judges.get(root as object);
  if (found === undefined) {
    found = new Judges(new SchemaSource(root, dialectOf(root, edition.line), url));
    judges.set(root as object, found);
  }
  return found;
}
