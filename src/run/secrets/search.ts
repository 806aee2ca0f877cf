// Finds patterns in a text, one step a character. It replaces nothing.
import type { Automaton } from './automaton.ts';

interface Found {
  start: number;
  end: number;
  pattern: number;
}

export interface Search {
  found: Found[];
  /** Characters at the end that begin a pattern. */
  begun: number;
}

/** accept: whether a pattern counts at its place; a shorter one that ends there may instead. */
export function search(text: string, automaton: Automaton, accept: (found: Found) => boolean): Search {
  const found: Found[] = [];
  let state = 0;
  for (let end = 1; end <= text.length; end++) {
    state = automaton.step(state, text.charCodeAt(end - 1));
    if (!automaton.isFound(state)) continue;
    automaton.found(state, (pattern, length) => {
      const one = { start: end - length, end, pattern };
      if (!accept(one)) return false;
      const last = found.at(-1);
      // One value again and again, each within the one before, is one place.
      if (last?.pattern === pattern && one.start < last.end) last.end = end;
      else found.push(one);
      return true;
    });
  }
  return { found, begun: automaton.depth[state]! };
}
