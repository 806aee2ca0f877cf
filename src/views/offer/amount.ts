// Amounts and currencies in one form each, so that two of them can be compared. It converts nothing.
import type { Json } from '../../contract/json.ts';

/** One amount: in which currency, for what unit, in which form it is written. */
export interface Amount {
  amount: string;
  currency: string;
  per: string;
  form: string;
  scheme?: string;
}

/** The unit of what names none. */
export const ONCE = 'once';

/** 2.50 is 2.5, and 007 is 7. */
export function plain(amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const [units, rest] = [whole.replace(/^0+(?=\d)/, ''), fraction.replace(/0+$/, '')];
  return rest ? `${units}.${rest}` : units;
}

const DECIMAL = /^\d{1,78}(?:\.\d{1,40})?$/;
/** One thousand and some, as some countries write it, or one and some thousandths. */
const GROUPED = /^[1-9]\d{0,2}\.\d{3}$/;

/** How an amount is written: whole numbers may count the smallest unit of a currency, fractions never do. */
function formOf(amount: Json | undefined): 'whole' | 'fraction' | 'grouped' | undefined {
  const written = typeof amount === 'number' ? String(amount) : amount;
  if (typeof written !== 'string' || !DECIMAL.test(written)) return undefined;
  if (typeof amount === 'string' && GROUPED.test(written)) return 'grouped';
  return written.includes('.') ? 'fraction' : 'whole';
}

/** Undefined where the amount, its currency or its unit cannot be told. */
export function amountIn(currency: string | undefined, amount: Json | undefined, per: string | undefined = ONCE): Amount | undefined {
  const form = formOf(amount);
  return form === undefined || currency === undefined ? undefined : { amount: plain(String(amount)), currency, per, form };
}

/** The code of a currency (ISO 4217), the same in either case, or the symbol of a token as it is written. */
export function currencyOf(code: Json | undefined): string | undefined {
  if (typeof code !== 'string' || !/^[A-Za-z]{3,5}$/.test(code)) return undefined;
  return code.length === 3 ? code.toUpperCase() : code;
}

/** Names of networks in x402 version 1, and what version 2 calls them (CAIP-2). */
const NETWORKS: Readonly<Record<string, string>> = {
  base: 'eip155:8453',
  'base-sepolia': 'eip155:84532',
  ethereum: 'eip155:1',
  polygon: 'eip155:137',
  'polygon-amoy': 'eip155:80002',
  arbitrum: 'eip155:42161',
  optimism: 'eip155:10',
  avalanche: 'eip155:43114',
  'avalanche-fuji': 'eip155:43113',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana-devnet': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
};

/** An asset on a network as one name. Addresses in hexadecimal are the same in either case (ERC-55). */
export function currencyOfToken(network: Json | undefined, asset: Json | undefined): string | undefined {
  if (typeof network !== 'string' || typeof asset !== 'string' || !network || !asset) return undefined;
  const chain = Object.hasOwn(NETWORKS, network) ? NETWORKS[network] : network;
  return `${chain}/${/^0x/i.test(asset) ? asset.toLowerCase() : asset}`;
}

/** A currency as a payment method counts it. */
export const currencyOfMethod = (method: Json | undefined, currency: Json | undefined): string | undefined =>
  typeof method === 'string' && typeof currency === 'string' ? `${method}:${currency.toLowerCase()}` : undefined;
