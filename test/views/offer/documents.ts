// Offers as servers send them, in every dialect, for the tests of the offer view.
import type { Made } from '../answer.ts';

export const b64 = (data: unknown): string => Buffer.from(JSON.stringify(data)).toString('base64');
export const b64url = (data: unknown): string => Buffer.from(JSON.stringify(data)).toString('base64url');
export const without = (object: object, ...names: string[]): object =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

export const ACCEPT1 = {
  scheme: 'exact',
  network: 'base-sepolia',
  maxAmountRequired: '10000',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  resource: 'https://t.example/paid',
  description: 'a thing',
  maxTimeoutSeconds: 60,
};
export const V1 = { x402Version: 1, error: 'payment required', accepts: [ACCEPT1] };
export const ACCEPT2 = {
  scheme: 'exact',
  network: 'eip155:84532',
  amount: '10000',
  asset: ACCEPT1.asset,
  payTo: ACCEPT1.payTo,
  maxTimeoutSeconds: 60,
};
export const V2 = { x402Version: 2, resource: { url: '/paid', description: 'a thing' }, accepts: [ACCEPT2] };
export const INVOICE = `lnbc2500u1${'pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl'.repeat(3)}`;
export const REQUEST = { amount: '1000', currency: 'usd', recipient: 'acct_1' };
export const payment = (more: { [name: string]: string | undefined } = {}): string => {
  const all = { id: 'c1', realm: 't.example', method: 'stripe', intent: 'charge', request: b64url(REQUEST), ...more };
  return `Payment ${Object.entries(all)
    .flatMap(([name, text]) => (text === undefined ? [] : [`${name}="${text}"`]))
    .join(', ')}`;
};
export const AXP = {
  type: 'OFFER',
  id: 'pro',
  title: 'Pro',
  price: { amount: 29, currency: 'USD', interval: 'month' },
  checkoutUrl: '/buy',
  alternatives: [{ id: 'free', how: 'wait' }],
};
export const PROBLEM = { type: 'https://t.example/problems/pay', title: 'Payment required', status: 402 };
export const problemJson = (body: object): Made => ({
  body: { json: body },
  status: 402,
  headers: { 'content-type': 'application/problem+json' },
});
export const json = (body: unknown, status = 402): Made => ({ body: { json: body }, status });
export const headers = (all: { [name: string]: string }): Made => ({ status: 402, headers: all });

export const accept1 = (more: object, ...less: string[]): Made => json({ ...V1, accepts: [without({ ...ACCEPT1, ...more }, ...less)] });
export const header2 = (more: object, ...less: string[]): Made =>
  headers({ 'payment-required': b64({ ...V2, accepts: [without({ ...ACCEPT2, ...more }, ...less)] }) });
export const challenge = (more: { [name: string]: string | undefined }): Made => headers({ 'www-authenticate': payment(more) });
