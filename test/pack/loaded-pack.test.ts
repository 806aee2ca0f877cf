// What a loaded pack holds: everything that its document names, resolved, and nothing of it can be written to.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Assertion } from '../../src/contract/generated/types.ts';
import { ASSERTION_KINDS, kindOf, NAMED_KINDS } from '../../src/pack/assertion-kinds.ts';
import { openPack } from '../../src/pack/compiled/open-pack.ts';
import { assertionsOf } from '../../src/run/cases/assertions.ts';
import { pack, rule } from '../engine/world.ts';

/** One of each kind, and the texts of the paths that it judges by, beside those that it selects. */
const KINDS: [Assertion, string[]][] = [
  [{ select: '$.a.json.x' }, []],
  [{ select: '$.a.json.x', schema: { type: 'string' } }, []],
  [{ select: '$.a.json.x', count: { min: 1 } }, []],
  [{ select: '$.a.json.x', unique: true }, []],
  [{ select: '$.a.json.x', agree: { by: ['a'], on: ['b'] } }, []],
  [{ select: '$.a.json.x', in: { of: ['$.a.json.y', '$.b.json.y'] } }, ['$.a.json.y', '$.b.json.y']],
  [{ select: '$.a.json.x', equal: '$.each.y' }, ['$.each.y']],
  [{ select: '$.a', conforms: '$.each.item' }, ['$.each.item']],
  [{ select: '$.exchanges[*]', conforms: { operations: '$.a.openapi.operations[*]' } }, ['$.a.openapi.operations[*]']],
  [{ select: '$.a.json.x', verifies: '$.b.json.keys[*]' }, ['$.b.json.keys[*]']],
  [{ select: '$.a.json.x', some: { type: 'string' } }, []],
  [{ select: '$.a.headers.expires', before: 'recorded' }, []],
  [{ select: '$.a.headers.expires', after: 'recorded' }, []],
  [{ all: [{ select: '$.a.json.x', equal: '$.b.json.x' }] }, ['$.a.json.x', '$.b.json.x']],
  [{ any: [{ select: '$.a.json.x' }, { select: '$.b.json.x' }] }, ['$.a.json.x', '$.b.json.x']],
  [{ not: { select: '$.b.json.x' } }, ['$.b.json.x']],
];

/** Texts of all parsed paths below a value. */
function texts(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { text, segments } = value as { text?: unknown; segments?: unknown };
  return typeof text === 'string' && segments !== undefined ? [text] : Object.values(value).flatMap(texts);
}

/** Where all compiled assertions below a value stand, and of what kind they are. */
function places(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [];
  const { kind, pointer } = value as { kind?: string; pointer?: string };
  const inner = Object.values(value).flatMap(places);
  return kind !== undefined && pointer !== undefined ? [[pointer, kind], ...inner] : inner;
}

const probes = {
  a: { get: '/a?n={{ $.run.nonce }}', accept: 'text/html' },
  b: {
    firstOf: [{ select: '$.a.json.l[*]', where: { type: 'string' as const }, take: 2, get: '{{ $.item }}' }],
    until: [{ select: '$.self.json' }],
  },
};
const loaded = openPack(
  pack(probes, [rule('r', { when: [{ select: '$.a', when: [{ select: '$.b' }] }], assert: KINDS.map(([assertion]) => assertion) })]),
);

describe('the schema of an assertion', () => {
  const { $defs } = JSON.parse(readFileSync(new URL('../../schemas/rule.schema.json', import.meta.url), 'utf8')) as {
    $defs: {
      Assertion: {
        description: string;
        tsType: string;
        if: { anyOf: object[] };
        then: { allOf: { if: { required: [string] }; then: { $ref: string } }[] };
      };
    };
  };
  const { description, tsType, if: named, then } = $defs.Assertion;
  const below = then.allOf.map(({ if: { required }, then: { $ref } }) => `${required} ${$ref}`);
  // What only some of these places know would be loaded without being checked.
  for (const kind of NAMED_KINDS)
    it(`knows ${kind} in each of its places`, () => {
      const name = `${kind[0]?.toUpperCase()}${kind.slice(1)}Assertion`;
      expect(description.split(/[ ,.:]+/)).to.include(kind);
      expect(tsType.split(' | ')).to.include(name);
      expect(named.anyOf).to.deep.include({ required: [kind] });
      expect(below).to.include(`${kind} #/$defs/${name}`);
    });
});

describe('a loaded pack', () => {
  for (const [i, [assertion, paths]] of KINDS.entries())
    it(`has resolved ${JSON.stringify(assertion)}`, () => {
      const compiled = loaded.rules[0]?.assert[i];
      expect(compiled?.kind).to.equal(kindOf(assertion));
      expect(texts(compiled?.operands)).to.have.members(paths);
      expect(compiled?.select.map(({ text }) => text)).to.deep.equal('select' in assertion ? [assertion.select] : []);
    });

  it('tries every kind', () => {
    const tried = [...new Set(KINDS.map(([assertion]) => kindOf(assertion)))];
    expect(tried, 'put an assertion of a new kind into KINDS of this file').to.have.members(Object.keys(ASSERTION_KINDS));
  });

  it('knows where each assertion of a rule stands', () => {
    const { rule: document, when, assert } = loaded.rules[0]!;
    const written = assertionsOf(document).map(({ pointer, assertion }) => [pointer, kindOf(assertion)]);
    expect(written.map(([pointer]) => pointer)).to.include.members([
      '/when/0/when/0',
      '/assert/13/all/0',
      '/assert/14/any/1',
      '/assert/15/not',
    ]);
    expect(places([when, assert])).to.have.deep.members(written);
  });

  it('has the plans of its requests', () => {
    const plans = new Map(loaded.probes.map(({ name, plans: [plan] }) => [name, plan]));
    expect(plans.get('a')).to.include({ method: 'GET', literal: true, ownUrl: true, many: false });
    expect(plans.get('b')).to.deep.include({ literal: false, many: true, take: 2, uses: ['a'] });
    expect(plans.get('b')?.where?.check(5)).to.have.length(1);
    expect(loaded.probes.map(({ name, urgency }) => [name, urgency])).to.deep.equal([
      ['control', 3],
      ['a', 1],
      ['b', 0],
    ]);
  });

  it('is frozen to its last member', () => {
    const seen = new Set<unknown>();
    const loose: string[] = [];
    const look = (value: unknown, place: string): void => {
      if (typeof value !== 'object' || value === null || seen.has(value)) return;
      seen.add(value);
      if (!Object.isFrozen(value)) loose.push(place);
      for (const [name, inner] of Object.entries(value)) look(inner, `${place}/${name}`);
    };
    look(loaded, '');
    expect(loose).to.deep.equal([]);
    expect(seen.size).to.be.greaterThan(200);
  });
});
