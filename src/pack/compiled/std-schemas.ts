// The bundled meta-schemas that rules may name as std:NAME, brought into the one dialect that we compile (2020-12). It must not change what they accept.
import applicator2019 from 'ajv/dist/refs/json-schema-2019-09/meta/applicator.json' with { type: 'json' };
import content2019 from 'ajv/dist/refs/json-schema-2019-09/meta/content.json' with { type: 'json' };
import core2019 from 'ajv/dist/refs/json-schema-2019-09/meta/core.json' with { type: 'json' };
import format2019 from 'ajv/dist/refs/json-schema-2019-09/meta/format.json' with { type: 'json' };
import metaData2019 from 'ajv/dist/refs/json-schema-2019-09/meta/meta-data.json' with { type: 'json' };
import validation2019 from 'ajv/dist/refs/json-schema-2019-09/meta/validation.json' with { type: 'json' };
import schema2019 from 'ajv/dist/refs/json-schema-2019-09/schema.json' with { type: 'json' };
import draft07 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' };
import draft04 from 'ajv-draft-04/dist/refs/json-schema-draft-04.json' with { type: 'json' };

type Schema = { [keyword: string]: unknown };

/** Keywords whose members are schemas by name, so that their names are no keywords. */
const BY_NAME = new Set(['properties', 'patternProperties', 'definitions', '$defs']);

function rewrite(schema: unknown, change: (schema: Schema) => Schema): unknown {
  if (Array.isArray(schema)) return schema.map((s) => rewrite(s, change));
  if (typeof schema !== 'object' || schema === null) return schema;
  const out: Schema = {};
  for (const [key, value] of Object.entries(change(schema as Schema))) {
    if (key === 'default' || key === 'enum' || key === 'const') out[key] = value;
    else if (BY_NAME.has(key)) out[key] = Object.fromEntries(Object.entries(value as Schema).map(([k, v]) => [k, rewrite(v, change)]));
    else out[key] = rewrite(value, change);
  }
  return out;
}

/** $schema is left out: every schema is compiled as 2020-12. format stays unjudged, as in the dialects' own default. */
function common({ $schema: _, format: __, $vocabulary: ___, ...rest }: Schema): Schema {
  return rest;
}

/** Draft 4: id, boolean exclusiveMinimum and array dependencies have other names or forms now. */
function from04(schema: Schema): Schema {
  const { id, exclusiveMinimum, dependencies, ...rest } = common(schema);
  const out: Schema = typeof id === 'string' ? { $id: id, ...rest } : rest;
  if (exclusiveMinimum === true) {
    out.exclusiveMinimum = out.minimum;
    delete out.minimum;
  } else if (exclusiveMinimum !== undefined) out.exclusiveMinimum = exclusiveMinimum;
  if (dependencies !== undefined) out.dependentRequired = dependencies;
  return out;
}

/** 2019-09 recurses by $recursiveRef, which became $dynamicRef. */
function from2019(schema: Schema): Schema {
  const { $recursiveRef, $recursiveAnchor, ...rest } = common(schema);
  return {
    ...rest,
    ...($recursiveAnchor === true ? { $dynamicAnchor: 'meta' } : {}),
    ...($recursiveRef === '#' ? { $dynamicRef: '#meta' } : {}),
  };
}

/** Every schema that std: names need beside 2020-12, which the library brings. */
export function stdSchemas(): Schema[] {
  const of2019 = [schema2019, applicator2019, content2019, core2019, format2019, metaData2019, validation2019];
  return [rewrite(draft07, common), rewrite(draft04, from04), ...of2019.map((s) => rewrite(s, from2019))] as Schema[];
}
