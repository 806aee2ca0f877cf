// What it means for money that a facilitator failed: nothing was settled only where nothing can have been sent.
import { expect } from 'chai';
import type { Failure, Payment, PaymentRequirements } from '../../src/contract/generated/types.ts';
import type { Transport } from '../../src/contract/transport.ts';
import { httpFacilitator } from '../../src/service/payments/facilitator.ts';

const failing = (failure: Failure): Transport => ({
  registrable: (host) => host,
  close: async () => undefined,
  send: async () => ({ failure }),
});
const settled = (failure: Failure): Promise<string> =>
  httpFacilitator('https://pays.example', async () => failing(failure))
    .settle({} as Payment, {} as PaymentRequirements)
    .then(
      ({ state }) => state,
      ({ code }: { code: string }) => code,
    );

describe('a facilitator that fails', () => {
  const rows: [Failure, string][] = [
    [{ code: 'name-not-found', phase: 'dns' }, 'busy'],
    [{ code: 'blocked-address', phase: 'dns' }, 'busy'],
    [{ code: 'connection-refused', phase: 'connect' }, 'busy'],
    [{ code: 'timed-out', phase: 'connect' }, 'busy'],
    [{ code: 'tls-failed', phase: 'tls' }, 'busy'],
    // An alert of TLS 1.3, or a route that goes away, comes after the message.
    [{ code: 'tls-failed', phase: 'headers' }, 'unknown'],
    [{ code: 'connection-refused', phase: 'headers' }, 'unknown'],
    [{ code: 'connection-reset', phase: 'headers' }, 'unknown'],
    [{ code: 'timed-out', phase: 'body' }, 'unknown'],
  ];
  for (const [failure, state] of rows)
    it(`by ${failure.code} in ${failure.phase} ${state === 'busy' ? 'has settled nothing' : 'may have settled'}`, async () => {
      expect(await settled(failure)).to.equal(state);
    });
});
