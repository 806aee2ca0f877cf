// The requests that an exchange sent, hop by hop, with what each got. It invents nothing: the engine's own rule of redirects gives the method and header fields.
import type { Answer, Exchange, Request } from '../contract/generated/types.ts';
import { LIMITS } from '../contract/limits.ts';
import { followRedirect } from '../contract/redirect.ts';

export interface SentHop {
  request: Request;
  answer: Answer;
}

/** The first request, then one for each redirect that was followed. */
export function hopsOf(exchange: Exchange): SentHop[] {
  const stations = [...exchange.redirects, { url: exchange.url, answer: exchange.answer }];
  let request = exchange.request;
  return stations.map(({ url, answer }, hop): SentHop => {
    const before = stations[hop - 1];
    if (before) {
      const next = followRedirect({ hops: [], request }, before.answer, LIMITS.redirects);
      // What is recorded stands, also where it does not follow from the redirect.
      request = { ...('request' in next ? next.request : request), url };
    }
    return { request, answer };
  });
}
