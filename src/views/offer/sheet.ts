// What is gathered while offers are read: offers in one shape, what is malformed, and which places of the body each came from.
// It must not read any dialect itself.
import type { Json, JsonObject } from '../../contract/json.ts';
import type { Reading } from '../../contract/view.ts';
import { below } from '../../json/pointer.ts';
import { member } from '../members.ts';
import type { Carried } from '../open-places.ts';
import { Refused } from '../refused.ts';

export type OfferKind = 'x402-v1' | 'x402-v2' | 'payment' | 'l402' | 'crawler-price' | 'problem' | 'axp-offer';

const PROBLEMS = {
  'member-missing': 'a member that the format requires is missing or empty',
  'member-type': 'the member is of another type than the format has',
  'amount-number': 'the amount must be text of atomic units, and is a number',
  'amount-float': 'the amount must be whole atomic units, and is a fraction',
  'amount-malformed': 'the amount is no number',
  'currency-missing': 'the amount has no currency',
  'network-malformed': 'the network is no CAIP-2 name, such as eip155:8453',
  'url-malformed': 'this is no http or https address',
  'date-malformed': 'this is no time as RFC 3339 writes it',
  'version-unknown': 'x402Version is another one than belongs in this place',
  encoding: 'this is not base64 as the format has it',
  'not-json': 'what is encoded here is no JSON',
  'header-missing': 'an offer of x402 version 2 stands in the header PAYMENT-REQUIRED, and this one only in the body',
  'header-malformed': 'the header is not written as RFC 9110 has it',
  'invoice-malformed': 'the Lightning invoice is no BOLT 11 text',
  'terms-missing': 'the offer names neither a price, nor a checkout, nor an alternative',
  'price-differs': 'the body names another price than the header does',
  'media-type': 'a problem document with an offer is served as application/problem+json',
} as const;

/** What can be wrong with an offer. Closed; docs/views.md lists what each means. */
export type OfferProblemCode = keyof typeof PROBLEMS;

type Field =
  | 'id'
  | 'title'
  | 'description'
  | 'resource'
  | 'amount'
  | 'currency'
  | 'interval'
  | 'asset'
  | 'network'
  | 'scheme'
  | 'payTo'
  | 'checkout'
  | 'ceiling'
  | 'expires'
  | 'method';

/** A place in a body (path) or in a header (no path), and what stands there. */
export interface OfferSpot {
  value: Json | undefined;
  place: string;
  path: readonly (string | number)[] | null;
}

export const step = (spot: OfferSpot, name: string | number): OfferSpot => ({
  value: typeof name === 'number' ? (Array.isArray(spot.value) ? spot.value[name] : undefined) : member(spot.value, name),
  place: below(spot.place, name),
  path: spot.path && [...spot.path, name],
});

/** More offers than this in one answer are no offer that an agent can weigh. */
const MOST_OFFERS = 1000;
const MOST_PROBLEMS = 1000;

export class Sheet {
  private readonly kinds = new Set<OfferKind>();
  private readonly offers: JsonObject[] = [];
  private readonly problems: JsonObject[] = [];

  constructor(
    readonly url: string,
    private readonly carried: Carried,
    private readonly masked: (header: string) => boolean,
  ) {}

  /** What stands at `to` was made from the spot; of a header of which a part was masked nothing is certain. */
  private carry(from: Pick<OfferSpot, 'place' | 'path'>, to: (string | number)[]): void {
    if (from.path) this.carried.carry(from.path, to);
    else if (this.masked(from.place.split('/', 1)[0]!)) this.carried.places.push({ path: to, why: 'redacted' });
  }

  get made(): readonly JsonObject[] {
    return this.offers;
  }

  get empty(): boolean {
    return this.kinds.size === 0;
  }

  kind(kind: OfferKind): void {
    this.kinds.add(kind);
  }

  problem(code: OfferProblemCode, spot: Pick<OfferSpot, 'place' | 'path'>): void {
    if (this.problems.length >= MOST_PROBLEMS) return;
    // What is uncertain is no fault of the offer: the problem is as open as its place.
    this.carry(spot, ['problems', this.problems.length]);
    this.problems.push({ code, place: spot.place, message: PROBLEMS[code] });
  }

  /** Begins an offer; what `set` gives it is remembered with its place. */
  offer(kind: OfferKind, spot: OfferSpot): OfferDraft {
    if (this.offers.length >= MOST_OFFERS) throw new Refused('too-large', 'too many offers');
    this.kind(kind);
    const offer: JsonObject = { kind, alternatives: 0, place: spot.place };
    const index = this.offers.push(offer) - 1;
    const set = (name: Field | 'alternatives', value: Json | undefined, from: OfferSpot): void => {
      this.carry(from, ['offers', index, name]);
      if (value !== undefined) offer[name] = value;
    };
    return { sheet: this, set };
  }

  reading(): Reading {
    const value: JsonObject = { kinds: [...this.kinds], offers: this.offers, problems: this.problems };
    return { ok: true, value, ...this.carried.reading };
  }
}

export interface OfferDraft {
  readonly sheet: Sheet;
  set(name: Field | 'alternatives', value: Json | undefined, from: OfferSpot): void;
}
