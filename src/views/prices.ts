// The prices view: the prices that a document states or that a 402 answer asks for, each with what it is a price of.
// Two prices can be compared where they are of one thing, in one currency, for one unit and written in one form. It must not compare them.
import { isObject, type Json, type JsonObject } from '../contract/json.ts';
import type { ReadableAnswer, View } from '../contract/view.ts';
import { at, pointerOf } from '../json/pointer.ts';
import { absoluteUrl } from './absolute-url.ts';
import { type Amount, amountIn, currencyOf, currencyOfMethod, currencyOfToken, ONCE, plain } from './offer/amount.ts';
import { WORDED } from './offer/terms.ts';
import { Carried } from './open-places.ts';

const MOST_PRICES = 1000;
const PAYMENT_REQUIRED = 402;
const PRICE = ['price', 'pricing', 'cost'] as const;
const AMOUNT = ['amount', 'value', 'maxAmountRequired'] as const;
const ADDRESS = ['url', 'href', 'resource'] as const;
/** What an amount is for: whatever stands under such a name tells it from others. */
const UNIT =
  /^(?:units?|per|intervals?|periods?|frequency|cadence|cycle|term|duration|validity|basis|model|recurr\w*|billing\w*|seats?|users?|metered|usage|regions?|countr(?:y|ies)|markets?|territor(?:y|ies)|variants?|editions?|sizes?|plan|subscription|package|pass)$/i;
/** By these a price is not one amount, or not of one thing. */
const SEVERAL =
  /^(?:scheme|tiers?|up_?to|from|min(?:imum)?|max(?:imum)?|starting(?:_?at)?|range|quantity|credits|bundle|trial|discount\w*|original\w*|list_?price|regular\w*|tax\w*|vat\w*|net|gross|fees?|total|surcharge|estimate\w*|approx\w*|dynamic|variable|(?:hard_?|price_?)?ceiling|decimals|exponent|scale|minor_?units?)$/i;
/** Of these, none is one more way to say nothing. */
const ADDED = /^(?:discount|tax|vat|fees?|surcharge|trial)$/i;
/** These may say the amount once more. */
const SUM = /^(?:net|gross|total)$/i;
const NONE: ReadonlySet<Json> = new Set([0, '0', '', 'none', '0.00']);
/** Where an item of x402 says which method it takes, which may be said in its terms. */
const METHODS = [
  '/method',
  '/resource/method',
  ...['outputSchema', 'metadata', 'extensions/bazaar/info'].map((name) => `/${name}/input/method`),
];
/** What stands below these is no price of this site: a sample, or money that somebody has or had. */
const NO_PRICE =
  /^(?:examples?|samples?|templates?|schemas?|(?:in|out)put_?schema|(?:[a-z]+_?)?balance|remaining|spent|funds|wallet|refund(?:s|ed)?)$/i;

type Path = readonly (string | number)[];

const firstOf = (object: JsonObject, names: readonly string[]): Json | undefined =>
  names.map((name) => (Object.hasOwn(object, name) ? object[name] : undefined)).find((value) => (value ?? null) !== null);

/** Nothing says that it takes another method. */
const takesGet = (object: JsonObject): boolean => METHODS.every((place) => (at(object, place) ?? 'GET') === 'GET');

/** Whether a member makes several amounts of one: what is nought, or says the amount itself, does not. */
function isSeveral(name: string, value: Json, amount: Json | undefined): boolean {
  if (!SEVERAL.test(name) || value === null) return false;
  if (ADDED.test(name) && NONE.has(value)) return false;
  if (/^quantity$/i.test(name) && Number(value) === 1) return false;
  return !(SUM.test(name) && plain(String(value)) === plain(String(amount)));
}

/** What the amount is for: "once" where nothing is said; undefined where it is said in no word. */
function unitOf(holders: readonly JsonObject[]): string | undefined {
  const said = holders.flatMap((holder) => Object.keys(holder).flatMap((name) => (UNIT.test(name) ? [holder[name] ?? null] : [])));
  const words = said.filter((value) => value !== null && value !== '');
  if (!words.every((value) => typeof value === 'string')) return undefined;
  const each = words.map((word) => word.trim().toLowerCase()).sort();
  return each.length === 0 ? ONCE : each.join(' ');
}

/** Terms of x402 in scheme `exact`: atomic units of one asset on one network. */
function tokenOf(object: JsonObject): Amount | undefined {
  if (object.scheme !== 'exact') return undefined;
  const found = amountIn(currencyOfToken(object.network, object.asset), firstOf(object, AMOUNT));
  return found && { ...found, scheme: 'exact' };
}

/** The one amount that an object states: itself, as an object, or as a text with its currency. */
export function amountOf(object: JsonObject): Amount | undefined {
  const token = tokenOf(object);
  if (token) return token;
  const price = firstOf(object, PRICE);
  const holders = isObject(price) ? [price, object] : [object];
  const amount = isObject(price) ? firstOf(price, AMOUNT) : (price ?? firstOf(object, AMOUNT));
  if (holders.some((holder) => Object.entries(holder).some(([name, value]) => isSeveral(name, value, amount)))) return undefined;
  const per = unitOf(holders);
  if (per === undefined) return undefined;
  const worded = typeof price === 'string' ? WORDED.exec(price) : null;
  if (worded) return amountIn(currencyOf(worded[1] ?? worded[4]), worded[2] ?? worded[3], per);
  const currency = holders.map((holder) => currencyOf(firstOf(holder, ['currency']))).find((code) => code !== undefined);
  return amountIn(currency, amount, per);
}

/** Without its point and the noughts at its ends: two amounts of other digits differ, whatever unit each of them counts. Parts of a cent may be rounded, so they have none. */
const digitsOf = (amount: string): { digits?: string } =>
  /\.\d{3}/.test(amount) ? {} : { digits: amount.replace('.', '').replace(/^0+|0+$/g, '') };

/** at: the address of what a document gives an id, and of what is asked for without one. thing: id and address. */
interface Thing {
  id?: string;
  url?: string;
  at?: string;
  thing?: [id: string, url: string];
}

const statedThing = (id: string | undefined, url: string | undefined): Thing => {
  if (id === undefined) return url === undefined ? {} : { url };
  return url === undefined ? { id } : { id, at: url, thing: [id, url] };
};

const askedThing = (id: string | undefined, url: string | undefined): Thing => {
  if (url === undefined) return id === undefined ? {} : { id };
  return id === undefined ? { url, at: url } : { id, url, thing: [id, url] };
};

interface Found {
  list: 'stated' | 'asked';
  price: JsonObject;
  /** Where it stands in what it was read from. */
  from: Path;
  carried: Carried;
}

class Prices {
  readonly #found: Found[] = [];
  readonly #terms = new Set<string>();
  readonly #asked: string | undefined;

  constructor(private readonly answer: ReadableAnswer) {
    this.#asked = answer.status === PAYMENT_REQUIRED ? (answer.asked ?? answer.url) : undefined;
  }

  /** Every price of a document. seller: whose terms these are. Recursion ends at the depth that the json view allows. */
  visit(value: Json, path: (string | number)[], carried: Carried, seller?: JsonObject): void {
    if (Array.isArray(value)) for (const [i, item] of value.entries()) this.visit(item, [...path, i], carried, seller);
    if (!isObject(value)) return;
    const amount = amountOf(value);
    if (amount) this.#add({ ...this.#thingOf(value, seller), ...amount, place: pointerOf(path) }, path, carried);
    for (const [name, member] of Object.entries(value))
      if (!NO_PRICE.test(name) && !(amount && PRICE.some((price) => price === name)))
        this.visit(member, [...path, name], carried, name === 'accepts' ? value : undefined);
  }

  /** What headers ask for: the offer view reads them. */
  headers(offers: readonly Json[], carried: Carried): void {
    for (const [i, offer] of offers.entries()) {
      if (!isObject(offer) || /^(?:\/|$)/.test(String(offer.place))) continue;
      const { kind, method, scheme, amount, currency, place } = offer;
      const challenged = kind === 'payment' && scheme === 'charge' && typeof currency === 'string';
      const priced = challenged
        ? amountIn(currencyOfMethod(method, currency), amount)
        : place === 'crawler-price'
          ? amountOf(offer)
          : tokenOf(offer);
      if (priced) this.#add({ url: this.#asked!, at: this.#asked!, ...priced, place: place! }, ['offers', i], carried);
    }
  }

  /**
   * By what the price is told from others: an id, else an address; and both of what has both. What is asked for without an address is the price of the
   * one that asks; terms that a document lists without one are the price of what they are terms of (x402, version 2).
   */
  #thingOf(object: JsonObject, seller?: JsonObject): Thing {
    const id = typeof object.id === 'string' && object.id.trim() ? object.id : undefined;
    const named = firstOf(object, ADDRESS);
    const asked = this.#asked;
    if (asked !== undefined) return askedThing(id, named === undefined || this.#absolute(named) === asked ? asked : undefined);
    if (named !== undefined) return statedThing(id, (object.method ?? 'GET') === 'GET' ? this.#absolute(named) : undefined);
    const sold = seller && takesGet(object) && takesGet(seller) ? firstOf(seller, ADDRESS) : undefined;
    return statedThing(id, this.#absolute(isObject(sold) ? sold.url : sold));
  }

  #absolute(address: Json | undefined): string | undefined {
    return typeof address === 'string' ? absoluteUrl(address, this.answer.url)?.replace(/#.*$/s, '') : undefined;
  }

  #add(price: JsonObject, from: Path, carried: Carried): void {
    const list = this.#asked === undefined ? 'stated' : 'asked';
    const { place: _, ...terms } = price;
    const key = JSON.stringify(terms);
    // A body may repeat what its header asks for.
    if (list === 'asked' && this.#terms.has(key)) return;
    this.#terms.add(key);
    const tells = price.id ?? price.url ?? price.scheme;
    if (tells !== undefined && this.#found.length < MOST_PRICES)
      this.#found.push({ list, price: { ...price, ...digitsOf(String(price.amount)) }, from, carried });
  }

  /** A thing of several amounts in one currency has tiers: none of them is its price. So it is where two are written in two forms, and can be no one amount. */
  #untell(name: keyof Thing, by: 'amount' | 'digits'): void {
    const keyOf = ({ price }: Found): string =>
      JSON.stringify([price[name] ?? null, price.currency, price.per, by === 'amount' ? price.form : null]);
    const amounts = new Map<string, Set<Json>>();
    for (const one of this.#found) amounts.set(keyOf(one), (amounts.get(keyOf(one)) ?? new Set()).add(one.price[by] ?? null));
    const several = this.#found.filter((one) => amounts.get(keyOf(one))!.size > 1);
    for (const { price } of several) delete price[name];
  }

  reading() {
    for (const name of ['id', 'url', 'at', 'thing'] as const) for (const by of ['amount', 'digits'] as const) this.#untell(name, by);
    const value: { stated: Json[]; asked: Json[] } = { stated: [], asked: [] };
    const open = this.#found.flatMap(({ list, price, from, carried }) => {
      const at = value[list].push(price) - 1;
      const why = carried.why(from);
      return why ? [{ path: [list, at], why }] : [];
    });
    return { ok: true as const, value, ...(open.length > 0 ? { places: open } : {}) };
  }
}

export const prices: View = (answer) => {
  const body = answer.read('json');
  const asks = answer.status === PAYMENT_REQUIRED;
  const offer = asks ? answer.read('offer') : undefined;
  const found = new Prices(answer);
  if (body.ok) found.visit(body.value, [], new Carried(body.places));
  if (offer?.ok && isObject(offer.value) && Array.isArray(offer.value.offers)) found.headers(offer.value.offers, new Carried(offer.places));
  const reading = found.reading();
  if (body.ok || reading.value.asked.length > 0) return reading;
  return asks ? body : { ok: false, code: 'shape', message: 'no price is stated' };
};
