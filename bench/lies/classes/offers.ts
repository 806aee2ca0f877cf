// Lies of prices: what the card says, what the 402 says, and what its header says.
import type { OperationLie, SiteLie } from '../lie.ts';
import { OFFER } from '../operations.ts';
import { alter, type Site } from '../site.ts';

const lie = (name: string, claim: string, contradicted: string, tell: (site: Site) => void): SiteLie => ({
  name,
  claim,
  contradicted,
  at: 'site',
  needs: { paid: true },
  tell,
});

/** Terms of x402 for the report, in atomic units of USDC. */
export const x402 = (site: Site, amount: string) => ({
  x402Version: 2,
  error: 'Payment required',
  resource: { url: `${site.origin}${site.prefix}/reports/full`, description: 'Full report', mimeType: 'application/json' },
  accepts: [
    {
      scheme: 'exact',
      network: 'eip155:8453',
      amount,
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      maxTimeoutSeconds: 60,
      extra: { name: 'USDC', version: '2' },
    },
  ],
});

export const inHeader = (terms: object): string => Buffer.from(JSON.stringify(terms)).toString('base64');

/** The operation that is for sale, with another answer. */
export function sells(site: Site, reply: (site: Site) => { headers?: Record<string, string>; json: object }): void {
  const operation = site.operations.find(({ kind }) => kind === 'report')!;
  operation.spec.responses['402'] = { description: 'Terms.', content: { 'application/json': { schema: { type: 'object' } } } };
  alter(site, operation, () => ({ status: 402, ...reply(site) }));
}

export const OFFERS: readonly SiteLie[] = [
  lie('price', 'the card has a price', 'the 402 of the same thing has another', (site) =>
    sells(site, ({ origin }) => ({ json: { ...OFFER, checkoutUrl: `${origin}/docs`, price: { amount: '20.00', currency: 'USD' } } })),
  ),
  lie('price-number', 'the card has a price, as a number', 'the 402 of the same thing has another', (site) => {
    site.card.monetization.offers = [{ id: OFFER.id, title: OFFER.title, price: { amount: 2, currency: 'USD' } }];
    sells(site, ({ origin }) => ({ json: { ...OFFER, checkoutUrl: `${origin}/docs`, price: { amount: 20, currency: 'USD' } } }));
  }),
  lie('price-whole', 'the card has a price, as a whole number in text', 'the 402 of the same thing has another', (site) => {
    site.card.monetization.offers = [{ id: OFFER.id, title: OFFER.title, price: { amount: '2', currency: 'USD' } }];
    sells(site, ({ origin }) => ({ json: { ...OFFER, checkoutUrl: `${origin}/docs`, price: { amount: '20', currency: 'USD' } } }));
  }),
  lie('price-atomic', 'the card has terms in atomic units', 'the 402 has the same terms for another amount', (site) => {
    site.card.monetization.offers = [x402(site, '2000000').accepts[0]];
    sells(site, () => ({ json: x402(site, '5000000') }));
  }),
  lie('header-and-body', 'the header of a 402 has terms', 'its body has the same terms for another amount', (site) => {
    delete site.card.monetization.offers;
    sells(site, () => ({ headers: { 'payment-required': inHeader(x402(site, '2000000')) }, json: x402(site, '5000000') }));
  }),
];

/** Told by one operation, and so seen only where that one is asked. */
export const NOT_FREE: readonly OperationLie[] = [
  {
    name: 'free-and-402',
    claim: 'the card says free and no more',
    contradicted: 'an operation that declares no 402 answers 402',
    at: 'operation',
    kinds: ['stats'],
    needs: { paid: false },
    without: ['paid'],
    tell: (site, operation) => alter(site, operation, () => ({ status: 402, json: { ...OFFER, checkoutUrl: `${site.origin}/docs` } })),
  },
];
