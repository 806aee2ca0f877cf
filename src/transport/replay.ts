// Answers hops from recorded evidence. It must not open a connection, nor make up what was not recorded.
import { exchangeKey } from '../contract/exchange-key.ts';
import type { Answer, Evidence, Exchange } from '../contract/generated/types.ts';
import type { Transport } from '../contract/transport.ts';

const answerOf = (exchange: Exchange, hop: number): Answer | undefined =>
  hop === exchange.redirects.length ? exchange.answer : exchange.redirects[hop]?.answer;

export function replay(evidence: Evidence): Transport {
  const recorded = new Map<string, Exchange>();
  for (const exchange of evidence.exchanges) {
    const key = exchangeKey(exchange.request, exchange.fresh, exchange.bytes);
    if (!recorded.has(key)) recorded.set(key, exchange);
  }
  return {
    registrable: (host) => (Object.hasOwn(evidence.sites, host) ? (evidence.sites[host] ?? null) : null),
    async send({ key, hop }) {
      const exchange = recorded.get(key);
      const answer = exchange && answerOf(exchange, hop);
      return answer ?? { failure: { code: 'not-recorded' } };
    },
    async close() {},
  };
}
