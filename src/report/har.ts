// The evidence of a report as HAR 1.2, for the network panel of a browser. It adds nothing to the evidence and judges nothing.
import type { Report } from '../contract/generated/types.ts';
import { harEntry } from './har-entry.ts';
import type { Har, HarEntry } from './har-types.ts';
import { hopsOf } from './hops.ts';

/** In order of time; what began at the same time stays in the order of the evidence. */
const byStart = (a: HarEntry, b: HarEntry): number =>
  a.startedDateTime < b.startedDateTime ? -1 : a.startedDateTime > b.startedDateTime ? 1 : 0;

export function har(report: Report): Har {
  const { evidence, issued } = report;
  const entries = evidence.exchanges.flatMap((exchange) => hopsOf(exchange).map((hop, at) => harEntry(exchange, hop, at, issued.at)));
  return {
    log: {
      version: '1.2',
      creator: { name: issued.by, version: issued.version },
      pages: [],
      entries: entries.sort(byStart),
      comment: `${evidence.exchanges.length} exchanges with ${evidence.target}; _unsent lists what was not sent, and why`,
      _target: evidence.target,
      ...(evidence.digest === undefined ? {} : { _evidenceDigest: evidence.digest }),
      _unsent: evidence.unsent,
    },
  };
}
