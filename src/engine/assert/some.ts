// some: at least one node is valid. Where none is, the one that comes nearest is quoted, since the others were never meant.
import type { AssertionOf } from '../../pack/compiled/assertion.ts';
import type { Selection } from '../select/selection.ts';
import { listDetails, tellings } from './detail.ts';
import { type AssertionResult, type JudgeContext, unclear } from './judged.ts';
import { noneFound } from './none-found.ts';
import { faultsOf, verdictOf } from './schema.ts';

/** Nodes among which the nearest is looked for. */
const MOST_COMPARED = 64;

export function some({ operands, mayBeEmpty }: AssertionOf<'some'>, s: Selection, context: JudgeContext): AssertionResult {
  const sure = s.nodes.filter((node) => !node.open);
  const judged = sure.map((node) => ({
    node,
    verdict: verdictOf(operands, node, faultsOf(operands, node, context.scope, !!node.places?.length), context),
  }));
  if (judged.some(({ verdict }) => verdict.is === 'good')) return { value: 'T', findings: [] };
  const unsure = judged.find(({ verdict }) => verdict.is === 'unsure');
  const open = s.nodes.find((node) => node.open);
  if (unsure?.verdict.is === 'unsure') return unclear(unsure.verdict.why, unsure.node.observation);
  if (open || s.open) return unclear(open?.open ?? s.open, open?.observation ?? s.openAt);
  if (judged.length === 0)
    return mayBeEmpty
      ? { value: 'N', findings: [] }
      : { value: 'F', code: context.code, findings: [noneFound('at least one', s, context)] };
  const far = judged.slice(0, MOST_COMPARED).map(({ node }) => faultsOf(operands, node, context.scope, true).length);
  const { node, verdict } = judged[far.indexOf(Math.min(...far))] as (typeof judged)[number];
  const details = verdict.is === 'bad' ? tellings(node, verdict.details) : [];
  const counts = { selected: judged.length, failed: judged.length };
  return { value: 'F', code: context.code, findings: listDetails(details, judged.length).map((one) => ({ ...one, ...counts })) };
}
