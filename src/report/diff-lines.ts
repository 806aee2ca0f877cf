// Two texts as one unified hunk: what changed between the first and the last line that differ, with a few lines around it.
const AROUND = 3;
/** Longer changes are told by their text, not by a diff. */
const MOST_LINES = 200;

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

/** undefined where nothing differs, or too much. */
export function diffLines(before: string, after: string): string | undefined {
  const [old, now] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const [gone, come] = [old.slice(head, old.length - tail), now.slice(head, now.length - tail)];
  if (gone.length + come.length === 0 || gone.length + come.length > MOST_LINES) return undefined;
  const from = Math.max(0, head - AROUND);
  const above = old.slice(from, head);
  const below = old.slice(old.length - tail, old.length - tail + AROUND);
  const around = above.length + below.length;
  return [
    `@@ -${from + 1},${around + gone.length} +${from + 1},${around + come.length} @@`,
    ...above.map((line) => ` ${line}`),
    ...gone.map((line) => `-${line}`),
    ...come.map((line) => `+${line}`),
    ...below.map((line) => ` ${line}`),
  ].join('\n');
}
