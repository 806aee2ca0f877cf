// JSONPath within the subset, as RFC 9535 says: own members, arrays by index, objects by name, no string indexing, document order.
import { expect } from 'chai';
import fc from 'fast-check';
import { evaluatePath } from '../../src/engine/select/evaluate-path.ts';
import { parsePath } from '../../src/pack/compiled/path.ts';
import type { Segment, Selector } from '../../src/pack/compiled/path-types.ts';
import { referencePaths } from './reference-paths.ts';

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
  // Names that the library takes for operators, or leaves out of the places that it tells.
  odd: { '~': { v: 5 }, '^': { v: 6 }, '@string()': { v: 7 }, '?(1)': { v: 8 }, '1:2': { v: 9 }, 'a,b': { v: 10 }, '`v': { v: 11 } },
  starred: { '*': { w: 1 }, '..': { w: 2 }, a: { v: 1 } },
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
  ['$.odd.*.v', [9, 8, 7, 6, 11, 10, 5]],
  ['$.odd..v', [9, 8, 7, 6, 11, 10, 5]],
  ['$.starred.*.v', [1]],
  ['$.starred..v', [1]],
  ["$.starred[*,'a'].v", [1, 1]],
  ['$.stars[-1].*', [1, 2]],
  ['$..stars[*].a', [2]],
  ['$.stars..a', [2]],
  ['$.constructor', []],
  ['$.__proto__', []],
  ['$.toString', []],
];

describe('engine/evaluate-path', () => {
  for (const [path, expected] of rows) {
    it(path, () => expect(evaluatePath(doc, parsePath(path), 0).map((h) => h.value)).to.deep.equal(expected));
  }

  it('gives paths that lead back to the value', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.constantFrom('$.*', '$..*', '$.*.*', '$..a', '$[*][0]', '$.*[1:]', '$..[0,1]'),
        (value, path) => {
          for (const hit of evaluatePath(value as never, parsePath(path), 0)) {
            let at: unknown = value;
            for (const key of hit.path) at = (at as Record<string, unknown>)[key as string];
            expect(at).to.equal(hit.value);
          }
        },
      ),
    );
  });

  describe('is what RFC 9535 selects', () => {
    // Few names and small arrays, so that paths meet something; names that look like indexes, operators and inherited members.
    const NAMES = ['a', 'b', '0', '1', '-1', 'length', '__proto__', 'constructor', 'a/b', 'toString', 'x.y', '$ref'];
    const OPERATORS = ['*', '..', '~', '^', '$', '@string()', '?(1)', '(1)', '0:1', 'a,b', '`a', '', "a']['b", '#0'];
    const value = fc.letrec<{ any: unknown; object: unknown }>((tie) => ({
      any: fc.oneof({ maxDepth: 4 }, fc.constantFrom(null, 0, 'text', true, ''), fc.array(tie('any'), { maxLength: 4 }), tie('object')),
      object: fc
        .array(fc.tuple(fc.constantFrom(...NAMES, ...OPERATORS), tie('any')), { maxLength: 5 })
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
    const written = (s: Selector): string => {
      if (s.kind === 'name') return `'${s.name}'`;
      if (s.kind === 'index') return String(s.index);
      return s.kind === 'wild' ? '*' : `${s.start ?? ''}:${s.end ?? ''}:${s.step ?? ''}`;
    };
    const textOf = (segments: readonly Segment[]): string =>
      `$${segments.map((s) => `${s.descendant ? '..' : ''}[${s.selectors.map(written).join(',')}]`).join('')}`;
    const steps = fc.array(
      fc.oneof({ weight: 3, arbitrary: selector.map((s) => [s]) }, fc.array(selector, { minLength: 2, maxLength: 3 })),
      {
        maxLength: 4,
      },
    );

    it('of any value, with a descendant step or without one, from any segment on', () => {
      let hits = 0;
      fc.assert(
        fc.property(value, steps, fc.nat(9), fc.nat(3), (root, chosen, deep, from) => {
          const parsed = parsePath(textOf(chosen.map((selectors, i) => ({ descendant: i === deep, selectors }))));
          const found = evaluatePath(root as never, parsed, from).map(({ value, path }) => ({ value, path }));
          expect(found).to.deep.equal(referencePaths(root as never, parsed.segments.slice(from)));
          hits += found.length;
        }),
        { numRuns: 4000 },
      );
      expect(hits).to.be.above(2000);
    });
  });
});
