// Schemas of ours are schemas: at run time nothing holds them against their meta-schema any more (src/contract/document-ajv.ts).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { documentAjv, ownAjv } from '../../src/contract/document-ajv.ts';
import { INPUTS, OUTPUTS } from '../../src/mounts/mcp/schemas.ts';
import { SETTINGS } from '../../src/service/settings.ts';
import { ROOT } from '../sources.ts';

const files = readdirSync(join(ROOT, 'schemas'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
const SCHEMAS: [string, unknown][] = [
  ...files.map((name): [string, unknown] => [name, JSON.parse(readFileSync(join(ROOT, 'schemas', name), 'utf8'))]),
  ...Object.entries(SETTINGS).map(([name, { schema }]): [string, unknown] => [`the setting ${name}`, schema]),
  ...Object.entries({ ...INPUTS }).map(([name, schema]): [string, unknown] => [`the arguments of ${name}`, schema]),
  ...Object.entries({ ...OUTPUTS }).map(([name, schema]): [string, unknown] => [`the answer of ${name}`, schema]),
];

describe('schemas of ours', () => {
  const meta = new Ajv2020({ strict: false, logger: false });
  for (const [name, schema] of SCHEMAS)
    it(`${name} is one of JSON Schema 2020-12`, () => {
      expect(meta.validateSchema(schema as object), meta.errorsText()).to.equal(true);
    });

  it('compile no meta-schema with them', () => {
    for (const ajv of [ownAjv({}), documentAjv()])
      expect(ajv.getSchema('https://json-schema.org/draft/2020-12/schema')).to.equal(undefined);
  });
});
