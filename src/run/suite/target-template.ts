// The text of a target with {{ $.env.name }} and {{ $.row.name }} in it: read, checked and filled. It knows no other template.
import { parseTemplate } from '../../pack/compiled/template.ts';

export interface Used {
  from: 'env' | 'row';
  name: string;
}

export type TargetPart = { text: string } | Used;

/** The parts of a target's text. Throws a SyntaxFault; a path of another form is undefined. */
export function targetParts(text: string): (TargetPart | undefined)[] {
  return parseTemplate(text).map((part) => {
    if ('text' in part) return part;
    const [root, member, ...more] = part.path.segments.map((s) => (s.descendant || s.selectors.length !== 1 ? undefined : s.selectors[0]));
    if (root?.kind !== 'name' || member?.kind !== 'name' || more.length > 0) return undefined;
    return root.name === 'env' || root.name === 'row' ? { from: root.name, name: member.name } : undefined;
  });
}

type Values = Readonly<Record<string, unknown>>;

/** The text filled in, or the first name that has no value. */
export function fillTarget(text: string, env: Values, row: Values): { value: string } | { missing: string } {
  let value = '';
  for (const part of targetParts(text)) {
    if (!part) continue;
    if ('text' in part) {
      value += part.text;
      continue;
    }
    const values = part.from === 'env' ? env : row;
    if (!Object.hasOwn(values, part.name)) return { missing: `$.${part.from}.${part.name}` };
    value += String(values[part.name]);
  }
  return { value };
}
