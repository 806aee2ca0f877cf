// agree: nodes that are equal in some members are equal in others. Members that it does not name say nothing here, certain or not.
import { isObject } from '../../contract/json.ts';
import { placeText } from '../../contract/place-text.ts';
import { jcs } from '../../json/jcs.ts';
import type { AssertionOf } from '../../pack/compiled/assertion.ts';
import type { Node } from '../../record/observation.ts';
import type { Selection } from '../select/selection.ts';
import { compared } from './compare.ts';
import { describeValue } from './detail.ts';
import type { AssertionResult, Detail, JudgeContext } from './judged.ts';
import { Comparison, type Doubt, Earlier } from './likeness.ts';
import { judgeNodes, type NodeVerdict } from './nodes.ts';
import { whereOf } from './where.ts';

/** A member as one text, lists without their order; or why nobody can tell what stands there. */
type Said = { form: string; open?: never } | { open: Doubt; form?: never };

interface Speaker {
  node: Node;
  by: Said[];
  /** Undefined where it says nothing. */
  on: (Said | undefined)[];
}

function memberOf({ value, places = [] }: Node, name: string): Said | undefined {
  const place = places.find(({ path: [first] }) => first === name);
  if (place) return { open: place.why };
  if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
  const member = value[name];
  return { form: Array.isArray(member) ? jcs(member.map((one) => jcs(one)).sort()) : jcs(member) };
}

/** Undefined where the node lacks what it would be known by. */
function speakerOf(node: Node, by: readonly string[], on: readonly string[]): Speaker | undefined {
  const known = by.flatMap((name) => memberOf(node, name) ?? []);
  return known.length < by.length ? undefined : { node, by: known, on: on.map((name) => memberOf(node, name)) };
}

const openIn = ({ by, on }: Speaker): Doubt | undefined => [...by, ...on].find((said) => said?.open)?.open;

/** Why two may contradict each other, where nobody can tell. */
function clash(a: Speaker, b: Speaker): Doubt | undefined {
  let doubt: Doubt | undefined;
  for (const [i, one] of a.by.entries()) {
    const open = one.open ?? b.by[i]?.open;
    if (open) doubt ??= open;
    else if (one.form !== b.by[i]?.form) return undefined;
  }
  for (const [i, one] of a.on.entries()) {
    const other = b.on[i];
    if (!one || !other) continue;
    const open = one.open ?? other.open;
    if (open) return open;
    if (doubt && one.form !== other.form) return doubt;
  }
  return undefined;
}

/** Who says a thing first is right, until another one says otherwise of the same thing. */
class Spoken {
  readonly #first = new Map<string, Map<number, { node: Node; form: string }>>();

  /** The first member in which somebody before says otherwise. */
  contradicted(node: Node, { by, on }: Speaker): { at: number; other: Node } | undefined {
    if (by.some(({ open }) => open)) return undefined;
    const key = jcs(by.map(({ form }) => form as string));
    const first = this.#first.get(key) ?? new Map<number, { node: Node; form: string }>();
    this.#first.set(key, first);
    let found: { at: number; other: Node } | undefined;
    for (const [at, said] of on.entries()) {
      if (said?.form === undefined) continue;
      const before = first.get(at);
      if (!before) first.set(at, { node, form: said.form });
      else if (before.form !== said.form) found ??= { at, other: before.node };
    }
    return found;
  }
}

export function agree({ operands: { by, on }, mayBeEmpty }: AssertionOf<'agree'>, s: Selection, context: JudgeContext): AssertionResult {
  const spoken = new Spoken();
  const earlier = new Earlier<Speaker>();
  const comparison = new Comparison(context.scope.budget);
  return judgeNodes(s, context, mayBeEmpty, (node): NodeVerdict => {
    const speaker = speakerOf(node, by, on);
    if (!speaker) return { is: 'dropped' };
    const found = spoken.contradicted(node, speaker);
    if (!found) {
      const open = openIn(speaker);
      const doubted = earlier.meet(speaker, open === undefined, (other): NodeVerdict | undefined => {
        const why = comparison.visit() ? clash(speaker, other) : (open ?? openIn(other));
        return why && { is: 'unsure', why, at: (open ? node : other.node).observation };
      });
      return doubted ?? { is: 'good' };
    }
    const tell = (): Detail => {
      const told = isObject(node.value) ? describeValue(node.value[by[0]!] ?? null) : undefined;
      const expected = `${context.expected ?? `the same ${on[found.at]}`} as in ${placeText(whereOf(found.other)) ?? 'another document'}`;
      const fault = { message: '', keyword: 'agree', ...(told === undefined ? {} : { value: told }) };
      return compared(node, [found.other], fault, { ...context, expected });
    };
    return { is: 'bad', details: [tell] };
  });
}
