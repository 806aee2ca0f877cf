// JSONPath within the subset, as RFC 9535 says: own members, arrays by index, objects by name, no string indexing, document order.
import { expect } from 'chai';
import fc from 'fast-check';
import { walk } from '../../src/engine/walk.ts';
import { parsePath } from '../../src/pack/path.ts';

const doc = {
  a: [1, 2, 3, 4],
  o: { b: 1, a: 2, '10': 3, '9': 4 },
  s: 'text',
  n: null,
  deep: { x: [{ m: 1 }, { m: { m: 2 } }], m: 3 },
  "q']['r": { v: 1 },
  '*': { v: 2 },
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
});
