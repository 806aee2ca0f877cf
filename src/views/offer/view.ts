// What an answer offers for payment, in one shape for every dialect, with what is malformed in it named.
// It must not judge the price, follow a link or know what time it is.
import type { HeaderMap } from '../../contract/generated/types.ts';
import type { Json, JsonObject } from '../../contract/json.ts';
import { mediaType } from '../../contract/media-type.ts';
import type { View, ViewSource } from '../../contract/view.ts';
import { tokensOf } from '../../json/pointer.ts';
import { Carried } from '../open-places.ts';
import { redactedHeader } from '../redacted-spans.ts';
import { plain } from './amount.ts';
import { readBody } from './body.ts';
import { readChallenges } from './challenges.ts';
import { readL402 } from './l402.ts';
import { readPayment } from './payment.ts';
import { type OfferSpot, Sheet } from './sheet.ts';
import { PAYMENT_REQUIRED, readX402Header, readX402Repetition } from './x402.ts';

// Cloudflare's pay-per-crawl: the price stands in a header of the 402.
const PRICE = /^([A-Z]{3}) (\d{1,20}(?:\.\d{1,20})?)$/;

/** In a 402 the server names its price; crawler-exact-price is the client's header, which some servers echo. */
const HEADERS = ['crawler-price', 'crawler-exact-price'] as const;

function readCrawler(sheet: Sheet, headers: HeaderMap): void {
  for (const place of HEADERS) {
    const value = headers[place];
    if (value === undefined) continue;
    const spot = { value, place, path: null };
    const draft = sheet.offer('crawler-price', spot);
    const match = PRICE.exec(value.trim());
    draft.set('method', 'crawler', spot);
    if (!match) {
      sheet.problem('amount-malformed', spot);
      continue;
    }
    draft.set('currency', match[1], spot);
    draft.set('amount', match[2], spot);
  }
}

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
function disagreeing(headers: readonly JsonObject[], body: readonly JsonObject[]): JsonObject[] {
  const kinds = new Set([...headers, ...body].map(({ kind }) => kind));
  const versions = kinds.has('x402-v1') && kinds.has('x402-v2');
  const unit = (offer: JsonObject): string | undefined => atomicUnit(offer, versions) ?? currencyUnit(offer);
  const said = byUnit(headers, unit);
  return [...byUnit(body, unit)].flatMap(([key, offer]) => {
    const other = said.get(key);
    return offer && other && priced(offer) !== priced(other) ? [offer] : [];
  });
}

const AUTHENTICATE = 'www-authenticate';

function readHeaders(sheet: Sheet, { headers }: ViewSource): 'read' | 'unread' | 'none' {
  const required = headers[PAYMENT_REQUIRED];
  const read = required !== undefined && readX402Header(sheet, required);
  const { challenges } = readChallenges(headers[AUTHENTICATE] ?? '');
  for (const [i, challenge] of challenges.entries()) {
    const scheme = challenge.scheme.toLowerCase();
    const place = `${AUTHENTICATE}/${i}`;
    if (scheme === 'payment') readPayment(sheet, challenge, place);
    else if (scheme === 'l402' || scheme === 'lsat') readL402(sheet, challenge, place);
  }
  readCrawler(sheet, headers);
  return required === undefined ? 'none' : read ? 'read' : 'unread';
}

/** Names what the body says otherwise than the headers; what it repeats of them is no offer more, but is held against them too. */
function compare(sheet: Sheet, root: OfferSpot, fromHeaders: number): void {
  const repeated = new Sheet(sheet.url, new Carried(), () => false);
  readX402Repetition(repeated, root);
  const headers = sheet.made.slice(0, fromHeaders);
  const body = [...sheet.made.slice(fromHeaders), ...repeated.made];
  for (const { place } of disagreeing(headers, body)) {
    const pointer = String(place);
    sheet.problem('price-differs', { place: pointer, path: tokensOf(pointer).map((t) => (/^\d+$/.test(t) ? Number(t) : t)) });
  }
}

export const offer: View = (answer) => {
  const body = answer.read('json');
  const sheet = new Sheet(answer.url, new Carried(body.ok ? body.places : []), (name) => redactedHeader(answer, name));
  const header = readHeaders(sheet, answer);
  if (body.ok) {
    const met = { status: answer.status, type: mediaType(answer.headers['content-type'])?.essence, header };
    const root: OfferSpot = { value: body.value, place: '', path: [] };
    const fromHeaders = sheet.made.length;
    readBody(sheet, root, met);
    if (fromHeaders > 0) compare(sheet, root, fromHeaders);
  }
  if (!sheet.empty) return sheet.reading();
  // A success asks for no payment, however long its body is.
  const succeeded = answer.status >= 200 && answer.status < 300;
  return body.ok || succeeded ? { ok: false, code: 'shape', message: 'nothing is offered' } : body;
};
