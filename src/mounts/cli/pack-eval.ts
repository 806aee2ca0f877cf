// axproof pack eval: what a path selects on a target, or what every assertion of a rule comes to there. It grades nothing.
import { existsSync } from 'node:fs';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import { visible } from '../../contract/quote.ts';
import { meant } from '../../pack/nearest.ts';
import { explain, explainedLines } from '../../run/cases/explain.ts';
import { lookLines, pathOf } from '../../run/cases/look.ts';
import { openSource, type PackSource } from '../../run/cases/source.ts';
import { openTarget } from '../../run/open-target.ts';
import { exploreTarget } from '../../run/run.ts';
import type { Io } from './io.ts';
import { openRecording } from './recording.ts';

export interface PackEvalOptions {
  target: string;
  pack?: string;
  seed?: number;
}

const isReport = (text: string): boolean => /\.json$/i.test(text) && existsSync(text);

/** The run, its transport closed. */
async function finished({ pack }: PackSource, { target, seed }: PackEvalOptions, io: Io): ReturnType<typeof exploreTarget> {
  const { signal } = io;
  if (isReport(target)) {
    const { origin, transport, given, seed: recorded } = await openRecording(target);
    return exploreTarget(pack, { target: origin, seed: seed ?? recorded, ...given }, { transport, signal, recorded: true });
  }
  const { origin, transport, file } = await openTarget(target);
  try {
    // A written target has nothing against being written to.
    const consent = file === undefined ? {} : { consent: { by: 'operator' as const } };
    return await exploreTarget(pack, { target: origin, seed: seed ?? 1, ...consent }, { transport, signal });
  } finally {
    await transport.close();
  }
}

/** asked: a path, which begins with $, or the id of a rule. */
export async function packEval(asked: string, options: PackEvalOptions, io: Io): Promise<number> {
  const source = await openSource(options.pack);
  const { rules } = source.pack.document;
  const index = rules.findIndex(({ id }) => id === asked);
  const rule = rules[index];
  const path = asked.startsWith('$') ? pathOf(asked, source.pack) : undefined;
  if (!path && !rule) {
    const ids = rules.map(({ id }) => id);
    throw new AxproofError('bad-usage', `${asked} is neither a path, which begins with $, nor a rule${meant(asked, ids)}`, [
      `rules: ${ids.join(', ')}`,
    ]);
  }
  const { interpreter, judged } = await finished(source, options, io);
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
