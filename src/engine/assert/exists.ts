// select alone, and count: how many nodes there are.
import type { CountAssertion, ExistsAssertion } from '../../contract/generated/types.ts';
import type { Selection } from '../selection.ts';
import { bare } from './detail.ts';
import { type Context, type Judged, mayBeEmpty, unclear, type Value } from './judged.ts';

function atLeast(n: number, s: Selection): Value {
  if (s.nodes.length >= n) return 'T';
  return s.open ? 'U' : 'F';
}

function atMost(n: number, s: Selection): Value {
  if (s.nodes.length > n) return 'F';
  return s.open || s.partial ? 'U' : 'T';
}

function counted(values: Value[], s: Selection, context: Context, expected: string): Judged {
  if (values.includes('F')) {
    const message = `expected ${expected}, found ${s.nodes.length === 0 ? 'none' : s.nodes.length}`;
    return { value: 'F', code: context.code, findings: [bare(message, context, { selected: s.nodes.length, failed: s.nodes.length })] };
  }
  return values.includes('U') ? unclear(s.open ?? 'partial', s.openAt) : { value: 'T', findings: [] };
}

export function exists(assertion: ExistsAssertion, s: Selection, context: Context): Judged {
  if (s.nodes.length === 0 && !s.open && mayBeEmpty(assertion)) return { value: 'N', findings: [] };
  return counted([atLeast(1, s)], s, context, 'at least one');
}

export function count(assertion: CountAssertion, s: Selection, context: Context): Judged {
  const { min, max } = assertion.count;
  if (s.nodes.length === 0 && !s.open && mayBeEmpty(assertion)) return { value: 'N', findings: [] };
  const values = [...(min === undefined ? [] : [atLeast(min, s)]), ...(max === undefined ? [] : [atMost(max, s)])];
  const bounds = [...(min === undefined ? [] : [`at least ${min}`]), ...(max === undefined ? [] : [`at most ${max}`])];
  return counted(values, s, context, bounds.join(' and '));
}
