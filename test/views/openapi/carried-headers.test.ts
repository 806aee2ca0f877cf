// Keys in a header that every request has: who asks for one asks who is calling.
import { expect } from 'chai';
import { firstOperation, withOperation } from './support.ts';

const KEY = { type: 'apiKey', in: 'header', name: 'X-Key' };

describe('openapi: headers that every request has', () => {
  for (const [name, security, header, told] of [
    ['that header', [{ own: [] }], 'User-Agent', { keyless: true, said: 'protected', asks: undefined }],
    ['that header or a key', [{ own: [] }, { key: [] }], 'user-agent', { keyless: true, said: 'protected', asks: undefined }],
    ['that header beside a key', [{ own: [], key: [] }], 'User-Agent', { keyless: false, said: 'protected', asks: 'credentials' }],
    ['that header or nothing', [{ own: [] }, {}], 'User-Agent', { keyless: true, said: 'open', asks: undefined }],
    ['a header of its own', [{ own: [] }], 'X-User-Agent', { keyless: false, said: 'protected', asks: 'credentials' }],
  ] as const)
    for (const line of ['2.0', '3.0', '3.2'])
      it(`${line}: ${name}`, () => {
        const schemes = { own: { type: 'apiKey', in: 'header', name: header }, key: KEY };
        const members = line === '2.0' ? { securityDefinitions: schemes } : { components: { securitySchemes: schemes } };
        const { keyless, said, asks } = firstOperation(withOperation(line, { security }, members));
        expect({ keyless, said, asks }).to.deep.equal(told);
      });
});
