// What is made of documents that never change is made once, and of large ones one after the other.
import { expect } from 'chai';
import { ReportResponder } from '../../src/mounts/http/report-responder.ts';
import { allBytes, type Content } from '../../src/report/written.ts';

const MiB = 1024 * 1024;
const textOf = (content: Content): string => allBytes(content).toString('utf8');
const immediate = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('what is made of a document', () => {
  it('is made once, however many ask and however large it is', async () => {
    const responder = new ReportResponder({} as never);
    for (const size of [10, 2 * MiB]) {
      let made = 0;
      const ask = (): Promise<Content> => responder.once(`of ${size}`, size, () => `made ${++made}`);
      const all = await Promise.all(Array.from({ length: 8 }, ask));
      expect(all.map(textOf)).to.deep.equal(Array(8).fill('made 1'));
      expect(textOf(await ask())).to.equal('made 1');
    }
  });

  it('is made of a small one at once, and of large ones in turns, with a rest behind each that is longer than it took', async () => {
    const responder = new ReportResponder({} as never);
    const order: string[] = [];
    const held = (name: string) => (): string => {
      order.push(name);
      for (const until = performance.now() + 20; performance.now() < until; );
      return name;
    };
    const began = performance.now();
    const large = ['first', 'second', 'third'].map((name) => responder.once(name, 2 * MiB, held(name)));
    await responder.once('small', 10, held('small'));
    await Promise.all(large);
    expect(order).to.deep.equal(['small', 'first', 'second', 'third']);
    expect(performance.now() - began, 'three turns and two rests').to.be.at.least(4 * 20 + 2 * 2 * 20 - 5);
  });

  it('is refused to whoever asked where it cannot be made, and made for the next', async () => {
    const responder = new ReportResponder({} as never);
    const broken = responder.once('broken', 2 * MiB, () => {
      throw new TypeError('no such page');
    });
    const next = responder.once('next', 2 * MiB, () => 'next');
    expect(await broken.catch((error: Error) => error.message)).to.equal('no such page');
    await immediate();
    expect(textOf(await next)).to.equal('next');
    expect(textOf(await responder.once('broken', 2 * MiB, () => 'mended'))).to.equal('mended');
  });
});
