// Answers hops from recorded evidence. It must not open a connection, nor make up what was not recorded.
import { exchangeKey, isUntouched, uncapped } from '../contract/exchange-key.ts';
import type { Answer, Evidence, Exchange } from '../contract/generated/types.ts';
import { LIMITS } from '../contract/limits.ts';
import type { Transport } from '../contract/transport.ts';

const answerOf = (exchange: Exchange, hop: number): Answer | undefined =>
  hop === exchange.redirects.length ? exchange.answer : exchange.redirects[hop]?.answer;

/** Evidence of the first engine does not say how far a request might be sent on: it holds all hops that there were, whatever is asked for now. */
const keysOf = ({ request, bytes, follow, fresh }: Exchange): string[] =>
  [follow, ...(follow === undefined ? Array(LIMITS.redirects + 1).keys() : [])].map((most) =>
    exchangeKey(request, { bytes, follow: most, fresh }),
  );

/** By key, and what its caps did not touch by the key without them too: it answers whoever asks the same. */
function recordedIn({ exchanges }: Evidence): Map<string, Exchange> {
  const recorded = new Map<string, Exchange>();
  const isSaying = ({ follow }: Exchange): boolean => follow !== undefined;
  const keep = (key: string, exchange: Exchange): unknown => recorded.has(key) || recorded.set(key, exchange);
  for (const exchange of [...exchanges.filter(isSaying), ...exchanges.filter((one) => !isSaying(one))]) {
    const keys = keysOf(exchange);
    for (const key of keys) keep(key, exchange);
    if (isUntouched(exchange)) keep(uncapped(keys[0] as string), exchange);
  }
  return recorded;
}

export function replay(evidence: Evidence): Transport {
  const recorded = recordedIn(evidence);
  return {
    registrable: (host) => (Object.hasOwn(evidence.sites, host) ? (evidence.sites[host] ?? null) : null),
    async send({ key, hop }) {
      const exchange = recorded.get(key) ?? recorded.get(uncapped(key));
      const answer = exchange && answerOf(exchange, hop);
      return answer ?? { failure: { code: 'not-recorded' } };
    },
    async close() {},
  };
}
