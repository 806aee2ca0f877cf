// What an operation says of payment in `x-payment-info`: that it is paid for, and each price that it fixes. It reads no answer.
import { isObject, type Json, type JsonObject } from '../../contract/json.ts';
import { list, member, text } from '../members.ts';
import { type Amount, amountIn, currencyOfMethod } from '../offer/amount.ts';
import { amountOf } from '../prices.ts';

const MOST_PRICES = 16;

/** `x-payment-info` says that a call is paid for, unless it is switched off. */
export function isPaid(value: Json): boolean {
  const info = member(value, 'x-payment-info');
  return info !== undefined && info !== null && info !== false;
}

/** An offer of the Payment scheme: a charge in the smallest unit, by its method; or a price that is fixed. */
function priceOf(offer: JsonObject): Amount | undefined {
  const method = text(offer, 'method');
  if (method === undefined) {
    const mode = text(member(offer, 'price'), 'mode');
    return mode === undefined || mode === 'fixed' ? amountOf(offer) : undefined;
  }
  return text(offer, 'intent') === 'charge' ? amountIn(currencyOfMethod(method, offer.currency), offer.amount) : undefined;
}

const sameUnit = (a: Amount, b: Amount): boolean => a.currency === b.currency && a.per === b.per && a.form === b.form;

/** The prices of a call of this address, as the prices view lists them. */
export function pricesOf(operation: Json, url: string): { prices?: JsonObject[] } {
  const info = member(operation, 'x-payment-info');
  const offers = list(info, 'offers').length > 0 ? list(info, 'offers') : [info];
  const found = offers.slice(0, MOST_PRICES).flatMap((offer) => (isObject(offer) ? (priceOf(offer) ?? []) : []));
  // Several amounts in one unit are tiers: none of them is the price.
  const prices = found.filter((price) => !found.some((other) => sameUnit(price, other) && other.amount !== price.amount));
  return prices.length === 0 ? {} : { prices: prices.map((price) => ({ url, ...price })) };
}
