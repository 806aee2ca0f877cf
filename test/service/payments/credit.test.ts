// A payment that was settled for a run which came to nothing buys another one, for whoever shows it as it was shown, and for nobody else: its name is public by then.
import { expect } from 'chai';
import { httpFacilitator } from '../../../src/service/payments/facilitator.ts';
import { Payments } from '../../../src/service/payments/payments.ts';
import { live } from '../../../src/transport/live/live.ts';
import { GOOD, type LocalFacilitator, localFacilitator, nonceOf, payment, written } from '../../http/facilitator.ts';
import { codeOf, onBoth } from '../../store/backends.ts';

const ORIGIN = 'https://t.example';
const SPENT = { isValid: false, invalidReason: 'nonce_already_used' };

onBoth('the credit of a payment', (_, store) => {
  let facilitator: LocalFacilitator;
  beforeEach(async () => {
    facilitator = await localFacilitator(() => 0);
  });
  afterEach(() => facilitator.close());

  it('is had by whoever shows the payment as it was shown', async () => {
    const { AXPROOF_X402_FACILITATOR: base, AXPROOF_X402_ACCEPTS: x402Accepts } = facilitator.env;
    const open = async (target: URL) => live({ target, private: true });
    const payments = new Payments(
      { x402Accepts },
      { store: store(), facilitator: httpFacilitator(base, open), now: Date.now, log: () => {} },
    );
    const buy = (signature: string) => payments.buy(written(payment(nonceOf(77), signature)), 'functional-tests', ORIGIN, () => {});
    await (await buy('0xAA')).settle();
    // The contract has taken it, and a facilitator says so.
    facilitator.does = { ...GOOD, verify: SPENT };
    expect(await codeOf(buy('0xBB'))).to.equal('payment-required');
    await (await buy('0xAA')).settle();
    expect(facilitator.asked.map(([step]) => step)).to.deep.equal(['verify', 'settle', 'verify']);
  });
});
