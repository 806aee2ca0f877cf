// Makes a LoadedPack out of a resolved document that is known to be good: canonical, frozen, digested, with its graph. It checks nothing.

import { sha256 } from '../../contract/digest.ts';
import type { Pack } from '../../contract/generated/types.ts';
import { jcs } from '../../json/jcs.ts';
import { challenges } from './challenges.ts';
import { probeGraph, ruleNodes } from './graph.ts';
import type { LoadedPack } from './loaded-pack.ts';
import { type SchemaChecks, schemaChecks } from './schema-check.ts';

/** Recursion is bounded: canonical form refuses what is nested too deep. */
function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

/** Members in canonical order, whatever order they were written in: nothing that follows can depend on it. */
export const canonical = (document: unknown): unknown => JSON.parse(jcs(document));

/** document: a pack that passed the loader. checks: those that it was checked with, which have compiled its schemas already. */
export const openPack = (document: Pack, checks?: SchemaChecks): LoadedPack => openCanonical(jcs(document), checks);

/** text: the canonical form of such a document, or of one that the build wrote after it passed. */
export function openCanonical(text: string, checks?: SchemaChecks): LoadedPack {
  const own = JSON.parse(text) as Pack;
  freeze(own);
  return {
    document: own,
    digest: sha256(text),
    probes: probeGraph(own).nodes,
    rules: ruleNodes(own),
    isChallenge: challenges(own.challenges),
    check: checks ?? schemaChecks(own.schemas ?? {}),
  };
}
