// Tells JSON that is cut short from text that is no JSON. It must stay linear and without recursion; JSON.parse decides everything else.

type Next = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end';

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?[\d.eE+-]*/y;
const WORDS = ['true', 'false', 'null'];
const CUT_ESCAPE = /^\\(?:u[\da-fA-F]{0,3})?$/;

/** Index after what a sticky pattern matches at a place. */
function past(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.exec(text);
  return pattern.lastIndex;
}

/** Index after a string that begins at `start`; undefined when the text ends in it, -1 when it is none. */
function stringEnd(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return -1;
    const length = code !== 0x5c ? 1 : text[at + 1] === 'u' ? 6 : 2;
    if (at + length > text.length) return CUT_ESCAPE.test(text.slice(at)) ? undefined : -1;
    at += length;
  }
  return undefined;
}

/** Index after a number or word; undefined when the text may end in it, -1 when it is none. */
function scalarEnd(text: string, start: number): number | undefined {
  const word = WORDS.find((w) => w[0] === text[start]);
  if (word === undefined) {
    const end = past(NUMBER, text, start);
    return end === start ? -1 : end === text.length ? undefined : end;
  }
  const found = text.slice(start, start + word.length);
  if (found === word) return start + word.length;
  return word.startsWith(found) ? undefined : -1;
}

/** The text is the beginning of a JSON object or array, as far as it goes: a whole file would go on after its end. */
export function endsEarly(text: string): boolean {
  const open: string[] = [];
  let next: Next = 'value';
  for (let at = past(SPACE, text, 0); at < text.length; at = past(SPACE, text, at)) {
    const mark = text[at]!;
    const isKey: boolean = next === 'key' || next === 'key-or-end';
    const closer = open.at(-1) === '{' ? '}' : ']';
    if (mark === closer && open.length > 0 && (next === 'comma-or-end' || next === 'key-or-end' || next === 'value-or-end')) {
      open.pop();
      next = 'comma-or-end';
      if (open.length === 0) return false;
      at += 1;
    } else if (next === 'comma-or-end' || next === 'colon') {
      if (mark !== (next === 'colon' ? ':' : ',')) return false;
      next = next === 'colon' || open.at(-1) === '[' ? 'value' : 'key';
      at += 1;
    } else if (!isKey && (mark === '{' || mark === '[')) {
      open.push(mark);
      next = mark === '{' ? 'key-or-end' : 'value-or-end';
      at += 1;
    } else {
      const end = mark === '"' ? stringEnd(text, at) : isKey ? -1 : scalarEnd(text, at);
      if (end === undefined) return open.length > 0;
      if (end < 0 || open.length === 0) return false;
      next = isKey ? 'colon' : 'comma-or-end';
      at = end;
    }
  }
  return text.length === 0 || open.length > 0;
}
