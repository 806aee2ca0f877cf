// Prints the report of a command in the form that was asked for, and writes the file of --record. It judges nothing.
import type { Report } from '../../contract/generated/types.ts';
import { packOf, type Result } from '../../report/result.ts';
import { writeOut, writeText } from './files.ts';
import type { Io } from './io.ts';

export interface PrintOptions {
  format?: 'terminal' | 'markdown' | 'json' | 'prompt';
  json?: boolean;
  out?: string;
  record?: string;
  reporter?: string[];
}

/** Reporters take the place of the report that is printed otherwise, unless that was asked for as well. */
export const prints = ({ reporter, format, json, out }: PrintOptions): boolean =>
  reporter === undefined || format !== undefined || json === true || out !== undefined;

type Form = NonNullable<PrintOptions['format']>;

async function render(form: Form, report: Report, result: Result, { out }: PrintOptions, io: Io): Promise<string> {
  const pack = packOf(result);
  if (form === 'json') return (await import('../../report/json.ts')).json(report);
  if (form === 'markdown') return (await import('../../report/markdown.ts')).markdown(report, pack, result.asked);
  if (form === 'prompt') return (await import('../../report/prompt.ts')).prompt(report, pack, result.asked);
  const { terminal } = await import('../../report/terminal.ts');
  return terminal(report, pack, { color: io.color && out === undefined, width: Math.min(io.columns, 100), asked: result.asked });
}

export async function print(report: Report, result: Result, options: PrintOptions, io: Io): Promise<void> {
  if (options.record !== undefined) writeText(options.record, (await import('../../report/build.ts')).reportText(report));
  if (!prints(options)) return;
  const form = options.json ? 'json' : (options.format ?? 'terminal');
  const text = await render(form, report, result, options, io);
  // Its colours are controls of our own, and it quotes all that is a target's.
  if (form === 'terminal' && options.out === undefined) io.out(text);
  else writeOut(options.out, text, io);
}
