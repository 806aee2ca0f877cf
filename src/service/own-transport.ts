// A transport that says which path of the service's own it is about to ask, so that the service does not wait for a report that waits for it.
import type { Transport } from '../contract/transport.ts';

export function announcing(transport: Transport, about: (path: string) => void): Transport {
  return {
    registrable: (host) => transport.registrable(host),
    send(hop, signal) {
      about(new URL(hop.request.url).pathname);
      return transport.send(hop, signal);
    },
    close: () => transport.close(),
  };
}
