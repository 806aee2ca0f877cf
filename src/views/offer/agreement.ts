// Whether header and body of one answer name the same price for the same thing. It must not compare what is counted in different units.
import type { Json, JsonObject } from '../../contract/json.ts';

/** Atomic units of one asset under one scheme; of one version the network tells assets apart too. */
function atomicUnit({ kind, scheme, asset, network }: JsonObject, versions: boolean): string | undefined {
  if (kind !== 'x402-v1' && kind !== 'x402-v2') return undefined;
  // Up to an amount, or per use, is no price that could differ.
  if (scheme !== 'exact' || typeof asset !== 'string') return undefined;
  return JSON.stringify([asset.toLowerCase(), versions ? null : (network ?? null)]);
}

function currencyUnit({ kind, currency, interval }: JsonObject): string | undefined {
  if (kind !== 'crawler-price' && kind !== 'axp-offer' && kind !== 'problem') return undefined;
  return typeof currency === 'string' ? JSON.stringify([currency, interval ?? null]) : undefined;
}

/** 2.50 is 2.5, and 007 is 7. */
const plain = (amount: string): string => {
  const [whole = '', fraction = ''] = amount.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`;
};

const priced = ({ amount }: JsonObject): Json | undefined => (typeof amount === 'string' ? plain(amount) : undefined);

/** By unit, what has a price: several prices in one unit are tiers, and tell nothing. */
function byUnit(offers: readonly JsonObject[], unit: (offer: JsonObject) => string | undefined): Map<string, JsonObject | null> {
  const out = new Map<string, JsonObject | null>();
  for (const offer of offers) {
    const key = unit(offer);
    if (key !== undefined) out.set(key, out.has(key) || priced(offer) === undefined ? null : offer);
  }
  return out;
}

/** Offers of the body that name another price than the one offer of a header in the same unit. */
export function disagreeing(headers: readonly JsonObject[], body: readonly JsonObject[]): JsonObject[] {
  const kinds = new Set([...headers, ...body].map(({ kind }) => kind));
  const versions = kinds.has('x402-v1') && kinds.has('x402-v2');
  const unit = (offer: JsonObject): string | undefined => atomicUnit(offer, versions) ?? currencyUnit(offer);
  const said = byUnit(headers, unit);
  return [...byUnit(body, unit)].flatMap(([key, offer]) => {
    const other = said.get(key);
    return offer && other && priced(offer) !== priced(other) ? [offer] : [];
  });
}
