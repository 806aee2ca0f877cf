// Whether one list of media ranges, such as an Accept field, names a type. It must not weigh what it prefers.
import { parseMediaType } from './media-type.ts';

const MOST = 100;

/** Whether a range covers a name: the same, or `type/*`; `*` alone only where anything counts. */
function covers(range: string, name: string, anything: boolean): boolean {
  if (range === '*/*') return anything;
  return range === name || (range.endsWith('/*') && name.startsWith(range.slice(0, -1)));
}

/** Whether the field names the type, or one that a range covers. `*` names nothing, unless anything is to count. */
export function names(field: string, type: string, anything = false): boolean {
  const wanted = parseMediaType(type)?.name;
  if (wanted === undefined) return false;
  return field
    .split(',', MOST)
    .map(parseMediaType)
    .some((range) => {
      if (range === null || Number(range.parameters.get('q') ?? 1) === 0) return false;
      // A declared range is named by what falls under it.
      return covers(range.name, wanted, anything) || (range.name !== '*/*' && covers(wanted, range.name, true));
    });
}
