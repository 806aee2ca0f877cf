// What several bundled packs say of the same thing is the same: a pack stands by itself, so the schema stands in each, and a mend of one must not leave the others behind.
import { join } from 'node:path';
import { expect } from 'chai';
import type { JsonSchema, Pack } from '../../src/contract/generated/types.ts';
import { packAt } from '../packs.ts';
import { ROOT } from '../sources.ts';

const SHARED: { readonly [name: string]: readonly string[] } = {
  changing: ['ax', 'auth', 'agent-ready', 'llms-txt'],
  'side-effect': ['ax', 'auth'],
  placeholder: ['ax', 'agent-ready', 'llms-txt'],
};

/** A shared schema with those that it names written out. */
function writtenOut({ schemas = {} }: Pack, schema: JsonSchema | undefined): unknown {
  const text = JSON.stringify(schema, (_, value: unknown) => {
    const ref = (value as { $ref?: string } | null)?.$ref;
    const { type: _type, ...rest } = ((ref && schemas[ref.replace('pack:', '')]) ?? {}) as { type?: string };
    return ref === undefined ? value : rest;
  });
  return JSON.parse(text);
}

describe('schemas that several bundled packs have', () => {
  for (const [name, packs] of Object.entries(SHARED))
    it(`${name} is one in ${packs.join(', ')}`, () => {
      const [first, ...others] = packs.map((pack) => {
        const { document } = packAt(join(ROOT, 'rules', pack));
        return writtenOut(document, document.schemas?.[name]);
      });
      expect(first).to.be.an('object');
      for (const other of others) expect(other).to.deep.equal(first);
    });
});
