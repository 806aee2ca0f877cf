// Holds what a path names below a view against the members that the view has. What a document names itself (json, yaml, xml) is anybody's.
import { isViewName, type ViewShape } from '../../contract/view.ts';
import { VIEW_MEMBERS } from '../../contract/view-members.ts';
import { namesOf } from '../compiled/path.ts';
import type { ParsedPath, Segment } from '../compiled/path-types.ts';
import type { ReportFinding } from '../finding.ts';
import { suggestion } from '../nearest.ts';

const isList = (shape: ViewShape): shape is readonly [ViewShape] => Array.isArray(shape);

/** What is wrong with a step below a value of a shape, or the shape that it leads to; undefined where nothing is known of that. */
function step(segment: Segment, shape: ViewShape): { fault: string } | { shape: ViewShape } | undefined {
  if (segment.descendant || shape === null) return undefined;
  const names = namesOf(segment);
  if (isList(shape))
    return names.length > 0
      ? { fault: `a list stands before ${names[0]}; write [*] between them, for each of its elements` }
      : { shape: shape[0] };
  const known = Object.keys(shape);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined && known.length === 0) return { fault: `what stands before ${unknown} is a single value and has no members` };
  if (unknown !== undefined)
    return { fault: `the view has no ${unknown} there${suggestion(unknown, known) || `; it has ${known.join(', ')}`}` };
  return names.length === 1 && segment.selectors.length === 1
    ? { shape: (shape as { [name: string]: ViewShape })[names[0] as string] as ViewShape }
    : undefined;
}

/** What stands at the end of a path, or what is wrong with it. The view is the first step that has the name of one: before it stand the probe and, in a list, an index. */
function walk({ text, segments }: ParsedPath): { fault: string } | { shape: ViewShape } | undefined {
  const at = segments.findIndex(({ selectors }, i) => i > 0 && i < 4 && selectors.every((s) => s.kind === 'name' && isViewName(s.name)));
  const [name, ...more] = at < 0 ? [] : (segments[at]?.selectors ?? []);
  if (
    name?.kind !== 'name' ||
    !isViewName(name.name) ||
    more.length > 0 ||
    !/^\$(?:\[|\.)/.test(text) ||
    ['item', 'each', 'value', 'env', 'row', 'coverage', 'run'].includes(rootOf(segments))
  )
    return undefined;
  let shape: ViewShape = VIEW_MEMBERS[name.name];
  for (const segment of segments.slice(at + 1)) {
    const next = step(segment, shape);
    if (!next || 'fault' in next) return next;
    shape = next.shape;
  }
  return { shape };
}

/** Undefined where nothing is known of it. */
export function shapeAt(path: ParsedPath): ViewShape | undefined {
  const found = walk(path);
  return found && 'shape' in found ? found.shape : undefined;
}

export function checkViewMembers(path: ParsedPath, pointer: string, report: ReportFinding): void {
  const found = walk(path);
  if (found && 'fault' in found) report(pointer, 'unknown-member-of-exchange', found.fault, { value: path.text });
}

const rootOf = ([root]: readonly Segment[]): string => (root?.selectors[0]?.kind === 'name' ? root.selectors[0].name : '');
