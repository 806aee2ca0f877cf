// Offers that speak of prices and checkouts: AXP bodies, and what RFC 9457 problems carry as extension members.
import { isObject, type Json } from '../../contract/json.ts';
import { member } from '../members.ts';
import { copy, date, decimal, url } from './fields.ts';
import { type OfferDraft, type OfferKind, type OfferSpot, type Sheet, step } from './sheet.ts';

const CHECKOUT = ['checkoutUrl', 'checkout', 'checkout_url', 'paymentUrl', 'payment_url'] as const;
const CEILING = ['hardCeiling', 'ceiling', 'priceCeiling'] as const;
const EXPIRES = ['expires', 'expiresAt', 'expires_at', 'validUntil'] as const;
/** A price as text: a currency and an amount, in either order. */
export const WORDED = /^(?:([A-Z]{3,5}) ?(\d[\d.]*)|(\d[\d.]*) ?([A-Z]{3,5}))$/;

/** The first of several names that is there; the first name when none is. */
const either = (spot: OfferSpot, names: readonly string[]): OfferSpot =>
  step(spot, names.find((name) => (member(spot.value, name) ?? null) !== null) ?? names[0]!);

const has = (value: Json | undefined, names: readonly string[]): boolean => names.some((name) => (member(value, name) ?? null) !== null);

/** The object says what it costs or where to go on. */
export const hasTerms = (value: Json | undefined): boolean =>
  has(value, ['price', 'alternatives', ...CHECKOUT]) || has(value, ['amount', 'currency']);

function priceObject(draft: OfferDraft, price: OfferSpot): void {
  copy(draft, 'amount', step(price, 'amount'), true, decimal);
  copy(draft, 'interval', step(price, 'interval'), false);
  currencyOf(draft, step(price, 'currency'));
}

function currencyOf(draft: OfferDraft, currency: OfferSpot): void {
  if ((currency.value ?? null) === null) draft.sheet.problem('currency-missing', currency);
  else copy(draft, 'currency', currency, true);
}

/** A price as an object, as a text with its currency, or as a number beside a currency. */
function price(draft: OfferDraft, spot: OfferSpot): void {
  const stated = step(spot, 'price');
  if (isObject(stated.value)) {
    priceObject(draft, stated);
    return;
  }
  if ((stated.value ?? null) === null) {
    if (has(spot.value, ['amount'])) priceObject(draft, spot);
    return;
  }
  const worded = typeof stated.value === 'string' ? WORDED.exec(stated.value) : null;
  const found: OfferSpot = worded ? { ...stated, value: worded[2] ?? worded[3]! } : stated;
  draft.set('amount', decimal(draft.sheet, found, true), stated);
  if (worded) draft.set('currency', worded[1] ?? worded[4], stated);
  else currencyOf(draft, step(spot, 'currency'));
}

function alternatives(draft: OfferDraft, spot: OfferSpot): void {
  if (spot.value === undefined) return;
  if (!Array.isArray(spot.value)) {
    draft.sheet.problem('member-type', spot);
    return;
  }
  draft.set('alternatives', spot.value.filter((entry) => isObject(entry) && has(entry, ['how', 'url', 'href'])).length, spot);
}

/** Reads one such offer. It must be named (id or title) and lead somewhere (a price, a checkout or an alternative). */
export function readTerms(sheet: Sheet, kind: OfferKind, spot: OfferSpot): void {
  const draft = sheet.offer(kind, spot);
  if (!isObject(spot.value)) {
    sheet.problem('member-type', spot);
    return;
  }
  const named = has(spot.value, ['id', 'title']);
  copy(draft, 'id', step(spot, 'id'), false);
  copy(draft, 'title', step(spot, 'title'), !named);
  copy(draft, 'description', either(spot, ['description', 'detail']), false);
  price(draft, spot);
  copy(draft, 'checkout', either(spot, CHECKOUT), false, url);
  const resource = step(spot, 'resource');
  if (typeof resource.value === 'string') copy(draft, 'resource', resource, false, url);
  const ceiling = either(spot, CEILING);
  if ((ceiling.value ?? null) !== null) copy(draft, 'ceiling', ceiling, false, decimal);
  copy(draft, 'expires', either(spot, EXPIRES), false, date);
  for (const name of ['asset', 'network', 'payTo', 'method'] as const) {
    const found = step(spot, name);
    if (typeof found.value === 'string') copy(draft, name, found, false);
  }
  alternatives(draft, step(spot, 'alternatives'));
  if (!hasTerms(spot.value)) sheet.problem('terms-missing', spot);
}
