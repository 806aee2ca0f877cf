// What the build keeps of an opened pack: read again, it is what opening comes to, member by member.
import { expect } from 'chai';
import { openPack } from '../../src/pack/compiled/open-pack.ts';
import { schemaChecks } from '../../src/pack/compiled/schema-check.ts';
import type { SchemaCheck } from '../../src/pack/compiled/schema-types.ts';
import { storedPack, workedOf } from '../../src/pack/compiled/stored-pack.ts';
import { pack, rule } from '../engine/world.ts';
import { packAt } from '../packs.ts';

const written = pack(
  {
    a: { get: '/a?n={{ $.run.nonce }}', accept: 'text/html', secret: ['$.self.json.token'] },
    b: {
      firstOf: [
        {
          select: '$.a.json.l[0,-1,1:3]',
          where: { type: 'string' },
          post: '{{ $.item }}',
          body: { '~/': null, list: ['{{ $.item }}', 1, null], $: 0 },
          repeat: { most: 2, merge: { headers: { 'x-page': { value: '{{ $.self.json.next }}', optional: true } } } },
        },
      ],
      until: [{ select: '$.self.json..x', schema: { type: 'string' } }],
    },
  } as never,
  [rule('r', { assert: [{ select: '$.b.json.x', count: { min: 1 } }, { any: [{ select: '$.a.json.x', some: { const: null } }] }] })],
);

describe('what the build keeps of an opened pack', () => {
  for (const path of [undefined, 'rules/ax', 'rules/mcp'])
    it(`is what opening it comes to: ${path ?? 'one that is written here'}`, () => {
      const document = path === undefined ? written : packAt(path).document;
      const checks = schemaChecks(document.schemas ?? {});
      const { probes, rules, operations, ...opened } = openPack(document, checks);
      const numbers = new Map<SchemaCheck, number>();
      const numberOf = (check: SchemaCheck): number => {
        numbers.set(check, numbers.get(check) ?? numbers.size);
        return numbers.get(check) as number;
      };
      const text = storedPack({ probes, rules, operations, ...opened }, numberOf);
      const again = workedOf(text, opened.document, (number) => [...numbers.keys()][number] as SchemaCheck);
      expect(again).to.deep.equal({ probes, rules, operations });
      expect(again.rules.map((one) => one.rule)).to.have.ordered.members([...opened.document.rules]);
      for (const [i, node] of probes.entries()) expect(again.probes[i]?.probe).to.equal(node.probe);
    });
});
