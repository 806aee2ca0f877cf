// axproof pack eval: what a path selects on a target, or what every assertion of a rule comes to there. It grades nothing.
import { AxproofError, EXIT } from '../../contract/errors.ts';
import { visible } from '../../contract/quote.ts';
import { suggestion } from '../../pack/nearest.ts';
import { explain, explainedLines } from '../../run/cases/explain.ts';
import { lookLines, pathOf } from '../../run/cases/look.ts';
import { openSource } from '../../run/cases/source.ts';
import { type ExploreOptions, explore } from './explore.ts';
import type { Io } from './io.ts';

/** asked: a path, which begins with $, or the id of a rule. */
export async function packEval(asked: string, options: ExploreOptions & { pack?: string }, io: Io): Promise<number> {
  const source = await openSource(options.pack);
  const { rules } = source.pack.document;
  const index = rules.findIndex(({ id }) => id === asked);
  const rule = rules[index];
  const path = asked.startsWith('$') ? pathOf(asked, source.pack) : undefined;
  if (!path && !rule) {
    const ids = rules.map(({ id }) => id);
    throw new AxproofError('bad-usage', `${asked} is neither a path, which begins with $, nor a rule${suggestion(asked, ids)}`, [
      `rules: ${ids.join(', ')}`,
    ]);
  }
  const { interpreter, judged } = await explore(source.pack, options, io);
  const lines = path ? lookLines(path, interpreter) : [];
  if (rule) {
    const { verdict, reason } = judged.verdict.checks[index]!;
    lines.push(
      ...explainedLines(explain(interpreter, source.pack, index), index, source.place),
      `${asked}: ${verdict} (${reason.code}): ${reason.text}`,
    );
  }
  io.out(lines.map((line) => `${visible(line, '\n')}\n`).join(''));
  return EXIT.ok;
}
