// A dotted path of the original (a.b.0.c) as steps of a path of rules. It evaluates nothing.

const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/;
const QUOTABLE = /^[A-Za-z0-9_./+$ -]+$/;
/** Each stands for an index and a name, and a path stands for every way to choose. */
const MOST_NUMBERS = 5;
const LONGEST = 160;

/** Undefined for what cannot be written. A number is an index of a list, or a name where there is an object. */
export function stepsOf(path: string): string | undefined {
  let out = '';
  let numbers = 0;
  for (const part of path.split('.')) {
    if (/^(?:0|[1-9][0-9]{0,8})$/.test(part)) {
      numbers++;
      out += `[${part},'${part}']`;
    } else if (PLAIN.test(part)) out += `.${part}`;
    else if (QUOTABLE.test(part)) out += `['${part}']`;
    else return undefined;
  }
  return numbers > MOST_NUMBERS || out.length > LONGEST ? undefined : out;
}
