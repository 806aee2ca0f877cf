// Which payments are one: those of one authorization, however it is spelled and signed, and no others.
import { expect } from 'chai';
import type { Payment } from '../../../src/contract/generated/types.ts';
import { paymentId } from '../../../src/service/payments/x402.ts';

const EXACT = { scheme: 'exact', network: 'eip155:8453', asset: `0x${'Aa'.repeat(20)}`, amount: '1' };
const FROM = `0x${'Bb'.repeat(20)}`;
const NONCE = `0x${'Cc'.repeat(32)}`;
const AUTHORIZATION = { from: FROM, to: FROM, value: '1', validAfter: '0', validBefore: '9', nonce: NONCE };
const PERMIT = { from: FROM, permitted: { token: EXACT.asset, amount: '1' }, spender: FROM, nonce: '7', deadline: '9' };

const of = (payload: object, accepted: object = EXACT): Payment => ({ x402Version: 2, accepted, payload }) as Payment;
const erc = (more: object = {}): Payment => of({ signature: '0x1', authorization: { ...AUTHORIZATION, ...more } });
const permit = (more: object = {}): Payment => of({ signature: '0x1', permit2Authorization: { ...PERMIT, ...more } });
const other = (payload: object): Payment => of(payload, { scheme: 'upto', network: 'x:y', asset: 'z' });

const SAME: [string, Payment, Payment][] = [
  ['another signature', erc(), of({ signature: '0x2', authorization: AUTHORIZATION })],
  ['lower case', erc(), erc({ from: FROM.toLowerCase(), nonce: NONCE.toLowerCase() })],
  ['upper case', erc(), erc({ from: FROM.toUpperCase(), nonce: NONCE.toUpperCase() })],
  ['members that nobody signed', erc(), of({ signature: '0x1', more: 1, authorization: { ...AUTHORIZATION, more: 1 } })],
  ['numbers in another spelling', erc(), erc({ value: '01', validBefore: '0x9' })],
  ['an asset in lower case', erc(), of({ authorization: AUTHORIZATION }, { ...EXACT, asset: EXACT.asset.toLowerCase() })],
  ['Permit2 with more members', permit(), permit({ more: 1, from: FROM.toLowerCase() })],
  ['another scheme, signed otherwise', other({ signature: 'a', a: '0xAB' }), other({ signature: 'b', a: '0xab' })],
];
const DIFFER: [string, Payment, Payment][] = [
  ['other nonces', erc(), erc({ nonce: `0x${'Cd'.repeat(32)}` })],
  ['other payers', erc(), erc({ from: `0x${'Bc'.repeat(20)}` })],
  ['other networks', erc(), of({ authorization: AUTHORIZATION }, { ...EXACT, network: 'eip155:1' })],
  ['other assets', erc(), of({ authorization: AUTHORIZATION }, { ...EXACT, asset: FROM })],
  ['other nonces of Permit2', permit(), permit({ nonce: '8' })],
  ['other payloads of another scheme', other({ a: 1 }), other({ a: 2 })],
];
const NONE: [string, Payment][] = [
  ['without an authorization', of({ signature: '0x1' })],
  ['with two', of({ authorization: AUTHORIZATION, permit2Authorization: PERMIT })],
  ['whose authorization is text', of({ authorization: 'x' })],
  ['with a short nonce', erc({ nonce: '0x1' })],
  ['with a payer that is no address', erc({ from: 'b' })],
  ['of Permit2 whose nonce begins with a zero', permit({ nonce: '07' })],
];

describe('a payment of x402', () => {
  for (const [title, a, b] of SAME)
    it(`has one name with ${title}`, () =>
      expect(paymentId(a))
        .to.match(/^x402-/)
        .and.equal(paymentId(b)));
  for (const [title, a, b] of DIFFER) it(`has another name with ${title}`, () => expect(paymentId(a)).to.not.equal(paymentId(b)));
  for (const [title, one] of NONE) it(`has no name ${title}`, () => expect(paymentId(one)).to.equal(undefined));
});
