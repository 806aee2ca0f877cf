// Assertions about each node of a selection share one way to come to a value (docs/language.md, truth table).
import type { Unclear } from '../../contract/unclear.ts';
import type { Node, Observation } from '../../record/observation.ts';
import type { Selection } from '../select/selection.ts';
import { listDetails, type Tell, type Telling, tellings } from './detail.ts';
import { type AssertionResult, type JudgeContext, unclear } from './judged.ts';
import { noneFound } from './none-found.ts';

/** good; bad with findings; unsure (not bad, not good; `at` what keeps it so, where that is not the node's own answer); dropped (as if it had not been selected). */
export type NodeVerdict =
  | { is: 'good'; notes?: Tell[] }
  | { is: 'bad'; details: Tell[] }
  | { is: 'unsure'; why: Unclear; at?: Observation | undefined }
  | { is: 'dropped'; notes?: Tell[] };

interface Tally {
  kept: number;
  bad: Telling[];
  notes: Telling[];
  why?: Unclear;
  at?: Observation | undefined;
}

function tally(selection: Selection, judge: (node: Node) => NodeVerdict): Tally {
  const out: Tally = { kept: 0, bad: [], notes: [] };
  for (const node of selection.nodes) {
    const verdict: NodeVerdict = node.open ? { is: 'unsure', why: node.open } : judge(node);
    if (verdict.is !== 'dropped') out.kept++;
    if (verdict.is === 'bad') out.bad.push(...tellings(node, verdict.details));
    else if (verdict.is !== 'unsure') {
      if (verdict.notes) out.notes.push(...tellings(node, verdict.notes));
    } else if (out.why === undefined) {
      out.why = verdict.why;
      out.at = verdict.at ?? node.observation;
    }
  }
  return out;
}

/** All good T; one bad F; something open or unsure U; nothing selected F, or N where that is optional. */
export function judgeNodes(
  selection: Selection,
  context: JudgeContext,
  optional: boolean,
  judge: (node: Node) => NodeVerdict,
): AssertionResult {
  const t = tally(selection, judge);
  const notes = listDetails(t.notes, t.kept);
  if (t.bad.length > 0) return { value: 'F', code: context.code, findings: [...listDetails(t.bad, t.kept), ...notes] };
  if (t.why !== undefined) return unclear(t.why, t.at, notes);
  if (selection.open) return unclear(selection.open, selection.openAt, notes);
  if (t.kept > 0) return { value: 'T', findings: notes };
  if (optional) return { value: 'N', findings: notes };
  return {
    value: 'F',
    code: context.code,
    findings: [noneFound('at least one', selection, context), ...notes],
  };
}
