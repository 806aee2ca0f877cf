// What a path selects at the end of a run, and what each view reads of the exchanges that it goes through, as lines of text.
import { AxproofError } from '../../contract/errors.ts';
import type { Json } from '../../contract/json.ts';
import { quote } from '../../contract/quote.ts';
import { VIEW_NAMES } from '../../contract/view.ts';
import type { Interpreter } from '../../engine/interpreter.ts';
import { select } from '../../engine/select/select.ts';
import { jcs } from '../../json/jcs.ts';
import { pointerOf } from '../../json/pointer.ts';
import { probeNames, RESERVED } from '../../pack/compiled/graph.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { parsePath } from '../../pack/compiled/path.ts';
import type { ParsedPath } from '../../pack/compiled/path-types.ts';
import { suggestion } from '../../pack/nearest.ts';
import type { Node, Observation } from '../../record/observation.ts';

const LONGEST = 300;
/** Nodes, and exchanges, that are shown. */
const MOST = 20;

const quoteValue = (value: Json): string => quote(jcs(value), LONGEST, '`"');

/** Throws bad-usage for what is no path, or begins with a name that the pack does not have. */
export function pathOf(text: string, { probes }: LoadedPack): ParsedPath {
  let path: ParsedPath;
  try {
    path = parsePath(text);
  } catch (error) {
    throw new AxproofError('bad-usage', `${text} is no path: ${(error as Error).message}`);
  }
  const names = probes.map(({ name }) => name);
  const root = path.segments[0]?.selectors.flatMap((s) => (s.kind === 'name' ? [s.name] : [])) ?? [];
  const unknown = [...probeNames(path), ...root].find((name) => !names.includes(name) && !RESERVED.has(name));
  if (unknown === undefined) return path;
  throw new AxproofError('bad-usage', `the pack has no probe ${unknown}${suggestion(unknown, [...names, ...RESERVED])}`, [
    `probes: ${names.sort().join(', ')}`,
  ]);
}

function nodeLine({ value, observation, view, path, open }: Node): string {
  const where = observation ? `${observation.name}${view ? `.${view}` : ''}#${quote(pointerOf(path), LONGEST)} ` : '';
  return `  ${where}${quoteValue(value)}${open ? ` (open: ${open})` : ''}`;
}

function viewLines(observation: Observation): string[] {
  const { record, outcome, name } = observation;
  const status = record.answer.status ?? record.answer.failure?.code ?? 'no answer';
  const head = `${name}: ${record.request.method} ${quote(record.url, LONGEST)} → ${status}, ${outcome.is}`;
  const views = [...VIEW_NAMES].map((view) => {
    const reading = record.read(view);
    return `  ${view.padEnd(9)} ${reading.ok ? quoteValue(reading.value) : `not read: ${reading.code}`}`;
  });
  return [head, ...views];
}

const cut = (lines: readonly string[], count: number): string[] =>
  lines.length > count ? [...lines.slice(0, count), `  … and ${lines.length - count} more`] : [...lines];

/** The nodes first, then the exchanges on the way to them. */
export function lookLines(path: ParsedPath, interpreter: Interpreter): string[] {
  const touched = new Map<string, Observation>();
  const { nodes, open, partial } = select(path, {
    ...interpreter.scope(),
    touch: (observation) => touched.set(observation.name, observation),
  });
  const notes = `${open ? `, open: ${open}` : ''}${partial ? ', partial' : ''}`;
  const exchanges = [...touched.values()].map((observation) => viewLines(observation).join('\n'));
  return [`${nodes.length} nodes${notes}`, ...cut(nodes.map(nodeLine), MOST), ...cut(exchanges, MOST)];
}
