// Which cases are likely to notice a mutant: those that hold the words of what it changes. It is about the order alone, in which cases are tried, and never about what they come to.
import type { Pack } from '../../contract/generated/types.ts';
import { isObject } from '../../contract/json.ts';
import { tokensOf } from '../../json/pointer.ts';
import type { CaseRun } from './case-runs.ts';
import type { Mutant, MutantEdit } from './mutant.ts';

const wordsOf = (value: unknown): Set<string> => new Set((JSON.stringify(value) ?? '').match(/[\p{L}\p{N}_-]{2,}/gu));

/** The steps to what is changed, what stands there, and the reason that is given where it does not hold. */
function wordsAround(document: Pack, { pointer, value }: MutantEdit): Set<string> {
  const steps = tokensOf(pointer);
  let node: unknown = document;
  let code: unknown;
  for (const step of steps) {
    node = isObject(node) || Array.isArray(node) ? (node as { [step: string]: unknown })[step] : undefined;
    if (isObject(node)) code = node.else ?? code;
  }
  return wordsOf([steps.slice(2), node, value, code]);
}

export class Likely {
  /** Cases by each word that they hold themselves, beside the target that they are laid over. */
  readonly #holding = new Map<string, Set<CaseRun>>();

  constructor(
    private readonly document: Pack,
    runs: readonly CaseRun[],
  ) {
    for (const run of runs) for (const word of wordsOf(run.one)) this.#holding.set(word, (this.#holding.get(word) ?? new Set()).add(run));
  }

  /** These cases, the likeliest first: a word counts the more, the fewer hold it. Where it says nothing they stay in order. */
  first({ edits }: Mutant, runs: readonly CaseRun[]): CaseRun[] {
    const worth = new Map<CaseRun, number>();
    for (const edit of edits)
      for (const word of wordsAround(this.document, edit)) {
        const holding = this.#holding.get(word) ?? new Set();
        for (const run of holding) worth.set(run, (worth.get(run) ?? 0) + 1 / holding.size);
      }
    return [...runs].sort((a, b) => (worth.get(b) ?? 0) - (worth.get(a) ?? 0));
  }
}
