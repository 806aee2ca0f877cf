// A run as it would be without the documents that its answers contradict: a surface that is not true is worth no more than one that is not
// there. It judges nothing.
import { probeOf } from '../contract/exchange-name.ts';
import type { Detail } from './assert/judged.ts';
import { mappedScope } from './observations.ts';
import type { Scope } from './select/scope.ts';

/** Absolute URLs that probes ask for whoever names them, by the name of the probe. */
export type Surfaces = ReadonlyMap<string, ReadonlySet<string>>;

/** Documents whose claims are contradicted, by URL. What no document claims is a matter of its own check. */
export const contradictedDocuments = (details: readonly Detail[]): ReadonlySet<string> =>
  new Set(
    details.flatMap(({ document, at = [] }) =>
      document ? [document] : at.flatMap((observation) => observation.claimedBy.map(({ url }) => url)),
    ),
  );

/**
 * The same scope without these documents, and without what only they led to. What a probe asks for whoever names it stays with that probe: a document may
 * name it as something of its own, and gains nothing by it.
 */
export const scopeWithout = (scope: Scope, documents: ReadonlySet<string>, surfaces: Surfaces): Scope =>
  mappedScope(scope, (observation) => {
    const { name, record, claimedBy } = observation;
    const stays =
      !documents.has(record.url) &&
      (claimedBy.length === 0 ||
        surfaces.get(probeOf(name))?.has(record.request.url) === true ||
        claimedBy.some(({ url }) => !documents.has(url)));
    return stays ? observation : undefined;
  });
