// The names of exchanges: what is made is read again, whole.
import { expect } from 'chai';
import { onceMoreName, probeOf, readExchangeName, repetitionName, requestName } from '../../src/contract/exchange-name.ts';

describe('names of exchanges', () => {
  it('are made as reports have them, and read', () => {
    const all: [string, ReturnType<typeof readExchangeName>][] = [
      [requestName('api'), { probe: 'api', at: [], request: 'api', repetition: 0 }],
      [requestName('api', 12), { probe: 'api', at: [12], request: 'api[12]', repetition: 0 }],
      [repetitionName(requestName('tools', 0, 13), 1), { probe: 'tools', at: [0, 13], request: 'tools[0.13]', repetition: 1 }],
      [repetitionName('sweep', 10), { probe: 'sweep', at: [], request: 'sweep', repetition: 10 }],
      [
        onceMoreName(repetitionName(requestName('page', 3), 2), 'again'),
        { probe: 'page', at: [3], request: 'page[3]', repetition: 2, onceMore: 'again' },
      ],
      [
        onceMoreName(requestName('control', 0), 'twin'),
        { probe: 'control', at: [0], request: 'control[0]', repetition: 0, onceMore: 'twin' },
      ],
      [onceMoreName('control', 'last'), { probe: 'control', at: [], request: 'control', repetition: 0, onceMore: 'last' }],
    ];
    expect(all.map(([name]) => name)).to.deep.equal([
      'api',
      'api[12]',
      'tools[0.13]/1',
      'sweep/10',
      'page[3]/2/again',
      'control[0]/twin',
      'control/last',
    ]);
    for (const [name, parts] of all) expect(readExchangeName(name), name).to.deep.equal(parts);
  });

  it('say their probe, whatever follows', () => {
    for (const name of ['api', 'api[3]', 'api/1', 'api[0.2]/1/again', 'api/twin']) expect(probeOf(name), name).to.equal('api');
    expect(probeOf('apis')).to.equal('apis');
  });
});
