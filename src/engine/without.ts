// A run as it would be without the documents that its answers contradict: a surface that is not true is worth no more than one that is not
// there. It judges nothing.
import type { Detail } from './assert/judged.ts';
import { mappedScope } from './observations.ts';
import type { Scope } from './select/scope.ts';

/** Documents whose claims are contradicted, by URL. What no document claims is a matter of its own check. */
export const contradictedDocuments = (details: readonly Detail[]): ReadonlySet<string> =>
  new Set(
    details.flatMap(({ document, at = [] }) =>
      document ? [document] : at.flatMap((observation) => observation.claimedBy.map(({ url }) => url)),
    ),
  );

/** The same scope without these documents, and without what only they led to. surfaces: addresses that are asked for whoever names them, unless it is a document that names them as something of its own. */
export const scopeWithout = (scope: Scope, documents: ReadonlySet<string>, surfaces: ReadonlySet<string>): Scope =>
  mappedScope(scope, (observation) => {
    const { record, claimedBy, item } = observation;
    const stays =
      !documents.has(record.url) &&
      (claimedBy.length === 0 ||
        (item === undefined && surfaces.has(record.request.url)) ||
        claimedBy.some(({ url }) => !documents.has(url)));
    return stays ? observation : undefined;
  });
