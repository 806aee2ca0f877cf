// Hostile specs through the real child: each is refused by its code, soon, and nothing of it is run. A good one is not refused.
import { loadavg } from 'node:os';
import { expect } from 'chai';
import { AxproofError } from '../../../src/contract/errors.ts';
import { contain } from '../../../src/gate/containment/contain.ts';
import { builtChild } from './built.ts';
import { goodText, HOSTILE } from './hostile-specs.ts';

/** On a machine that others keep busy the clock says little. */
const MOST = 3_000 * Math.max(1, loadavg()[0] as number);

async function refusal(text: string): Promise<AxproofError> {
  try {
    await (await contain(text)).close();
  } catch (error) {
    if (error instanceof AxproofError) return error;
    throw error;
  }
  throw new Error('it was admitted');
}

describe('containment: hostile specs', function () {
  this.timeout(60_000);
  before(builtChild);

  it('takes a good one', async () => {
    const contained = await contain(goodText());
    expect([contained.document.name, contained.document.version]).to.deep.equal(['test/pack', '1.0.0']);
    expect(contained.digest).to.match(/^sha256:[0-9a-f]{64}$/);
    await contained.close();
  });

  it('has twenty and more', () => expect(HOSTILE.length).to.be.greaterThan(19));

  for (const { name, text, code, says } of HOSTILE)
    it(`refuses ${name}: ${code}`, async () => {
      const begun = performance.now();
      const error = await refusal(text());
      const took = performance.now() - begun;
      const said = [error.message, ...error.details].join('\n');
      expect([error.code, said]).to.satisfy(([c, t]: [string, string]) => c === code && t.includes(says), `${error.code}: ${said}`);
      expect(took).to.be.lessThan(MOST);
    });
});
