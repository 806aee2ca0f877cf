// Cloudflare's pay-per-crawl: the price stands in a header of the 402.
import type { HeaderMap } from '../../contract/generated/types.ts';
import type { Sheet } from './sheet.ts';

const PRICE = /^([A-Z]{3}) (\d{1,20}(?:\.\d{1,20})?)$/;

/** In a 402 the server names its price; crawler-exact-price is the client's header, which some servers echo. */
const HEADERS = ['crawler-price', 'crawler-exact-price'] as const;

export function readCrawler(sheet: Sheet, headers: HeaderMap): void {
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
