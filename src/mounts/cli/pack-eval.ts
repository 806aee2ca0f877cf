// axproof pack eval: what a path selects on a target, or what every assertion of a rule comes to there. It grades nothing.
import { existsSync } from 'node:fs';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import { visible } from '../../contract/quote.ts';
import { Interpreter } from '../../engine/interpreter.ts';
import { meant } from '../../pack/nearest.ts';
import { explain, explainedLines } from '../../run/cases/explain.ts';
import { lookLines, pathOf } from '../../run/cases/look.ts';
import { openSource, type PackSource } from '../../run/cases/source.ts';
import { drive } from '../../run/drive.ts';
import type { Io } from './io.ts';
import { type OpenTarget, openTarget } from './target.ts';

export interface PackEvalOptions {
  target: string;
  pack?: string;
  seed?: number;
}

const isReport = (text: string): boolean => /\.json$/i.test(text) && existsSync(text);

async function finished({ pack }: PackSource, target: OpenTarget, options: PackEvalOptions, io: Io): Promise<Interpreter> {
  const { transport, origin, given = {}, recorded, local } = target;
  const consent = local ? { consent: { by: 'operator' as const } } : {};
  const interpreter = new Interpreter({
    pack,
    target: origin,
    seed: options.seed ?? target.seed ?? 1,
    registrable: (host) => transport.registrable(host),
    ...consent,
    ...given,
  });
  await drive(interpreter, { transport, signal: io.signal, ...(recorded ? { recorded } : {}) });
  if (interpreter.unreachable) throw new AxproofError('unreachable', `${origin} cannot be reached: ${interpreter.unreachable}`);
  return interpreter;
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
  const target = await openTarget(options.target, isReport(options.target) ? { replay: options.target } : {});
  try {
    const interpreter = await finished(source, target, options, io);
    const lines = path ? lookLines(path, interpreter) : [];
    if (rule) {
      const { verdict, reason } = interpreter.verdict().checks[index]!;
      lines.push(
        ...explainedLines(explain(interpreter, source.pack, rule), index, source.place),
        `${asked}: ${verdict} (${reason.code}): ${reason.text}`,
      );
    }
    io.out(lines.map((line) => `${visible(line, '\n')}\n`).join(''));
  } finally {
    await target.transport.close();
  }
  return EXIT.ok;
}
