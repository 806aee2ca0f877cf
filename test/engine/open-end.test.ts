// What a path selects in a list of which the end was not read.
import { expect } from 'chai';
import type { OpenPlace } from '../../src/contract/view.ts';
import { mayGoOn } from '../../src/engine/select/open-end.ts';
import { parsePath } from '../../src/pack/compiled/path.ts';

const ENDS = [['links'], ['deep', 0, 'items']];
const PLACES: OpenPlace[] = [{ path: ['summary'], why: 'cut' }];

describe('the end of a reading', () => {
  const table: [string, number, boolean][] = [
    ['$.title', 1, false],
    ['$.title', 0, false],
    ['$.summary', 0, true],
    ['$.summary', 1, false],
    ['$.links', 1, true],
    ['$.links[*]', 3, true],
    ['$.links[*].href', 0, true],
    ['$.links[0]', 1, false],
    ['$.links[0].href', 1, false],
    ['$.links[7]', 0, true],
    ['$.links[-1]', 1, true],
    ['$.links[0:2]', 2, true],
    ["$['title','links'][0]", 1, false],
    ['$.deep[0].items[*]', 1, true],
    ['$.deep[1].items[*]', 1, false],
    ['$.deep[*].items[0]', 1, false],
    ['$..href', 2, true],
    ['$.deep..items[0]', 2, true],
    ['$.other..href', 0, false],
    ['$', 1, true],
  ];
  for (const [path, found, expected] of table) {
    it(`${path} with ${found} found: ${expected ? 'open' : 'certain'}`, () =>
      expect(mayGoOn({ ok: true, value: {}, places: PLACES, ends: ENDS }, parsePath(path).segments, found)).to.equal(expected));
  }
  it('leaves nothing open where nothing was cut off', () =>
    expect(mayGoOn({ ok: true, value: {}, ends: [] }, parsePath('$.a[*]').segments, 0)).to.equal(false));
});
