// What an answer offers for payment, in one shape for every dialect, with what is malformed in it named.
// It must not judge the price, follow a link or know what time it is.
import type { View, ViewSource } from '../../contract/view.ts';
import { Carried } from '../carried.ts';
import { mediaType } from '../media-type.ts';
import { tokensOf } from '../openapi/pointer.ts';
import { redactedHeader } from '../redacted-spans.ts';
import { disagreeing } from './agreement.ts';
import { readBody } from './body.ts';
import { readChallenges } from './challenges.ts';
import { readCrawler } from './crawler.ts';
import { readL402 } from './l402.ts';
import { readPayment } from './payment.ts';
import { Sheet, type Spot, TooManyOffers } from './sheet.ts';
import { PAYMENT_REQUIRED, readX402Header, readX402Repetition } from './x402.ts';

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
function compare(sheet: Sheet, root: Spot, fromHeaders: number): void {
  const repeated = new Sheet(sheet.url, new Carried(), () => false);
  readX402Repetition(repeated, root);
  const headers = sheet.made.slice(0, fromHeaders);
  const body = [...sheet.made.slice(fromHeaders), ...repeated.made];
  for (const { place } of disagreeing(headers, body)) {
    const pointer = String(place);
    sheet.problem('price-differs', { place: pointer, path: (tokensOf(pointer) ?? []).map((t) => (/^\d+$/.test(t) ? Number(t) : t)) });
  }
}

export const offer: View = (source, read) => {
  const body = read('json');
  const sheet = new Sheet(source.url, new Carried(body.ok ? body.places : []), (name) => redactedHeader(source, name));
  try {
    const header = readHeaders(sheet, source);
    if (body.ok) {
      const answer = { status: source.status, type: mediaType(source.headers['content-type'])?.essence, header };
      const root: Spot = { value: body.value, place: '', path: [] };
      const fromHeaders = sheet.made.length;
      readBody(sheet, root, answer);
      if (fromHeaders > 0) compare(sheet, root, fromHeaders);
    }
  } catch (error) {
    if (error instanceof TooManyOffers) return { ok: false, code: 'too-large', message: 'too many offers' };
    throw error;
  }
  if (!sheet.empty) return sheet.reading();
  return body.ok ? { ok: false, code: 'shape', message: 'nothing is offered' } : body;
};
