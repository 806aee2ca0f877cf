// Where a request was found: the document and the place in it that claim what the request asks for. It judges no claim.
import type { Claim } from '../../contract/generated/types.ts';
import { isObject } from '../../contract/json.ts';
import { pointerOf } from '../../json/pointer.ts';
import type { Node, Observation } from '../../record/observation.ts';
import { lineOf } from '../assert/where.ts';

export function claimOf(node: Node | undefined): Claim | undefined {
  if (!node?.observation) return undefined;
  const { value } = node;
  const own = isObject(value) && typeof value.place === 'string' ? value.place : undefined;
  const rest = own ?? (node.view ? `${node.view}#${pointerOf(node.path)}` : pointerOf(node.path));
  const line = own === undefined ? lineOf(node) : undefined;
  return { probe: node.observation.name, url: node.observation.record.url, place: rest, ...(line === undefined ? {} : { line }) };
}

/** The same text for the same claim. */
export const claimKey = ({ probe, url, place }: Claim): string => `${probe} ${url} ${place}`;

/** Exchanges by the claims that they were sent for. */
export function byClaim(observations: Iterable<Observation>, keyOf: (claim: Claim) => string): Map<string, Observation[]> {
  const out = new Map<string, Observation[]>();
  for (const observation of observations)
    for (const key of observation.claimedBy.map(keyOf)) {
      const known = out.get(key);
      if (known) known.push(observation);
      else out.set(key, [observation]);
    }
  return out;
}
