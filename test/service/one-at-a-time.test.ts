// Work that is asked for while it goes on is not begun a second time, and is begun again once it is over, however it ended.
import { expect } from 'chai';
import { oneAtATime } from '../../src/service/one-at-a-time.ts';

describe('one at a time', () => {
  for (const [name, fails] of [
    ['that ends', false],
    ['that fails', true],
  ] as const)
    it(`of work ${name}`, async () => {
      let begun = 0;
      let end = (): void => {};
      const begin = oneAtATime(async () => {
        begun++;
        await new Promise<void>((resolve) => {
          end = resolve;
        });
        if (fails) throw new Error('away');
      });
      const all = Promise.allSettled([begin(), begin(), begin()]);
      expect(begun).to.equal(1);
      end();
      expect((await all).map(({ status }) => status)).to.deep.equal(Array(3).fill(fails ? 'rejected' : 'fulfilled'));
      const again = begin().catch(() => undefined);
      expect(begun).to.equal(2);
      end();
      await again;
    });
});
