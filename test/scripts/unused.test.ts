// What stands in for parts of packages that the command line never uses: it means the same where it is asked for, and is what was built.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { LateListFormat } from '../../scripts/build/unused.ts';

const dist = fileURLToPath(new URL('../../dist/', import.meta.url));

describe('parts of packages that are not used', () => {
  it('a list is written as Intl writes it', () => {
    const list = ['a', 'b', 'c'];
    for (const type of ['conjunction', 'disjunction'] as const) {
      const expected = new Intl.ListFormat('en', { style: 'long', type }).format(list);
      expect(new LateListFormat('en', { style: 'long', type }).format(list)).to.equal(expected);
    }
  });

  it('are not in the bundle', function () {
    if (!existsSync(`${dist}cli.cjs`)) this.skip();
    expect(readFileSync(`${dist}cli.cjs`, 'latin1')).not.to.include('new Intl.ListFormat');
    expect(readFileSync(`${dist}THIRD-PARTY-NOTICES.txt`, 'utf8')).not.to.include('\nhttp2-wrapper ');
  });
});
