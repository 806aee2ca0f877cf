// Ajvs for schemas of ours: a plain one, and one that knows the schemas of what is recorded and reported. They compile nothing by themselves.
import { Ajv2020, type Options } from 'ajv/dist/2020.js';
import exchangeSchema from '../../schemas/exchange.schema.json' with { type: 'json' };
import probeSchema from '../../schemas/probe.schema.json' with { type: 'json' };
import reportSchema from '../../schemas/report.schema.json' with { type: 'json' };
import ruleSchema from '../../schemas/rule.schema.json' with { type: 'json' };
import verdictSchema from '../../schemas/verdict.schema.json' with { type: 'json' };

/** For schemas of ours alone: tests hold them against their meta-schema, which costs a tenth of a second to compile in each process. */
export const ownAjv = (options: Options): Ajv2020 => new Ajv2020({ logger: false, ...options, meta: false, validateSchema: false });

/** As strict as the schemas are written. One error is enough unless said: a hostile document could otherwise have as many as it has members. */
export function documentAjv(options: Options = {}): Ajv2020 {
  const ajv = ownAjv({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true, ...options });
  ajv.addKeyword('tsType');
  for (const schema of [probeSchema, ruleSchema, verdictSchema, exchangeSchema, reportSchema]) ajv.addSchema(schema);
  return ajv;
}
