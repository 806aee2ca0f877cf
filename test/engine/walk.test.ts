// JSONPath within the subset, as RFC 9535 says: own members, arrays by index, objects by name, no string indexing, document order.
import { expect } from 'chai';
import fc from 'fast-check';
import { descend } from '../../src/engine/descend.ts';
import { walk } from '../../src/engine/walk.ts';
import { parsePath } from '../../src/pack/path.ts';
import type { Segment, Selector } from '../../src/pack/path-types.ts';

const doc = {
  a: [1, 2, 3, 4],
  o: { b: 1, a: 2, '10': 3, '9': 4 },
  s: 'text',
  n: null,
  deep: { x: [{ m: 1 }, { m: { m: 2 } }], m: 3 },
  "q']['r": { v: 1 },
  '*': { v: 2 },
  stars: [{ '*': 1, a: 2 }],
  '..': { v: 3 },
  length: { v: 4 },
} as never;

const rows: [string, unknown[]][] = [
  ['$.a', [[1, 2, 3, 4]]],
  ['$.a[0]', [1]],
  ['$.a[-1]', [4]],
  ['$.a[-5]', []],
  ['$.a[4]', []],
  ['$.a[*]', [1, 2, 3, 4]],
  ['$.a[1:3]', [2, 3]],
  ['$.a[-2:]', [3, 4]],
  ['$.a[::2]', [1, 3]],
  ['$.a[::-1]', [4, 3, 2, 1]],
  ['$.a[3:0:-2]', [4, 2]],
  ['$.a[0:100]', [1, 2, 3, 4]],
  ['$.a[5:7]', []],
  ['$.a[0,2]', [1, 3]],
  ['$.a[2,0]', [3, 1]],
  ['$.a[0,0]', [1, 1]],
  ['$.a[0:2,3]', [1, 2, 4]],
  ["$.o['b','a']", [1, 2]],
  ["$.o['a','b']", [2, 1]],
  ['$.o.*', [3, 4, 2, 1]],
  ["$.o['10']", [3]],
  ['$.o[0]', []],
  ["$.a['0']", []],
  ['$.a.length', []],
  ['$.s[0]', []],
  ['$.s.length', []],
  ['$.n.x', []],
  ['$.n', [null]],
  ['$.missing', []],
  ['$.missing.x[*]', []],
  ['$.deep.x[*].m', [1, { m: 2 }]],
  ['$.deep..m', [3, 1, { m: 2 }, 2]],
  ['$.*.v', [2, 3, 4, 1]],
  ['$.stars[0].*', [1, 2]],
  ['$.stars[*].*', [1, 2]],
  ['$.constructor', []],
  ['$.__proto__', []],
  ['$.toString', []],
];

describe('engine/walk', () => {
  for (const [path, expected] of rows) {
    it(path, () => expect(walk(doc, parsePath(path).segments).map((h) => h.value)).to.deep.equal(expected));
  }

  it('gives paths that lead back to the value', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.constantFrom('$.*', '$..*', '$.*.*', '$..a', '$[*][0]', '$.*[1:]', '$..[0,1]'),
        (value, path) => {
          for (const hit of walk(value as never, parsePath(path).segments)) {
            let at: unknown = value;
            for (const key of hit.path) at = (at as Record<string, unknown>)[key as string];
            expect(at).to.equal(hit.value);
          }
        },
      ),
    );
  });

  describe('is what jsonpath-plus selects', () => {
    // Few names and small arrays, so that paths meet something; names that look like indexes, operators and inherited members.
    // Not *: below an array, the library takes a member of that name for all that a wildcard selects.
    const NAMES = ['a', 'b', '0', '1', '-1', 'length', '__proto__', 'constructor', 'a/b', 'toString', 'x.y'];
    const value = fc.letrec<{ any: unknown; object: unknown }>((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, fc.constantFrom(null, 0, 'text', true, ''), fc.array(tie('any'), { maxLength: 4 }), tie('object')),
      object: fc
        .array(fc.tuple(fc.constantFrom(...NAMES), tie('any')), { maxLength: 5 })
        // As JSON.parse makes it: __proto__ is a member like any other.
        .map((members) => JSON.parse(`{${members.map(([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`).join(',')}}`) as unknown),
    })).any;
    const bound = fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined });
    const selector: fc.Arbitrary<Selector> = fc.oneof(
      fc.constantFrom(...NAMES).map((name): Selector => ({ kind: 'name', name })),
      fc.integer({ min: -5, max: 5 }).map((index): Selector => ({ kind: 'index', index })),
      fc.constant<Selector>({ kind: 'wild' }),
      fc.record({ start: bound, end: bound, step: bound }).map((slice): Selector => ({ kind: 'slice', ...slice })),
    );
    const path = (deep: boolean): fc.Arbitrary<Segment[]> =>
      fc.array(
        fc.record({
          descendant: fc.constant(false),
          selectors: fc.oneof({ weight: 3, arbitrary: selector.map((s) => [s]) }, fc.array(selector, { minLength: 2, maxLength: 3 })),
        }),
        { minLength: deep ? 1 : 0, maxLength: 4 },
      );

    it('without a descendant step, which the walk goes by itself', () => {
      let hits = 0;
      fc.assert(
        fc.property(value, path(false), (root, segments) => {
          const found = walk(root as never, segments);
          // The library gives no root for a path of no steps.
          if (segments.length > 0) expect(found).to.deep.equal(descend(root as never, segments));
          else expect(found).to.deep.equal([{ value: root, path: [] }]);
          hits += found.length;
        }),
        { numRuns: 2000 },
      );
      expect(hits).to.be.above(500);
    });

    it('with one, which is left to it, from any segment on', () => {
      fc.assert(
        fc.property(value, path(true), fc.nat(3), fc.nat(3), (root, segments, deep, from) => {
          const chosen = segments.map((s, i) => ({ ...s, descendant: i === deep % segments.length }));
          const rest = chosen.slice(from);
          expect(walk(root as never, chosen, from)).to.deep.equal(walk(root as never, rest));
          if (rest.some((s) => s.descendant)) expect(walk(root as never, rest)).to.deep.equal(descend(root as never, rest));
        }),
        { numRuns: 500 },
      );
    });
  });
});
