// What a command line writes and what it reads, settled before any of it is parsed or read: the one place that refuses an output over what is read, and that takes away what an earlier run left.
import { type Command, Option } from 'commander';
import { checkPlaces, placeOf, removeOld } from './files.ts';
import type { Word } from './files-read.ts';
import type { Io } from './io.ts';

/** What is at an output before: taken away first, or left until it is written over (or gone on with). */
type Before = 'goes' | 'stays';

/** An option that names a file or folder which the command writes. */
export class Output extends Option {
  readonly before: Before;
  /** Another option that may name the same file: it is read, and made anew of itself. */
  anewOf?: string;

  constructor(flags: string, description: string, before: Before = 'stays') {
    super(flags, description);
    this.before = before;
  }

  madeAnewOf(name: string): this {
    this.anewOf = name;
    return this;
  }

  /** The file in a value; undefined for stdout. */
  fileIn(value: string): string | undefined {
    return value;
  }
}

/** KIND or KIND:FILE. */
export class ReporterOutput extends Output {
  override fileIn(value: string): string | undefined {
    return /^[^:]*:(.+)$/s.exec(value)?.[1];
  }
}

interface Words {
  written: { file: string; option: Output }[];
  /** All others, since any may name a file that is read. */
  read: Word[];
}

/** A word that is an option of the command is none of another's value: an unset variable leaves an option without one. */
function wordsOf(command: Command, args: readonly string[]): Words {
  const words: Words = { written: [], read: [] };
  const options = new Map(command.options.map((option) => [option.long, option]));
  let option: Option | undefined;
  for (const arg of args) {
    const [, flag, glued] = /^(--[^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
    const named = flag === undefined ? undefined : options.get(flag);
    const value = named ? glued : arg;
    option = named ?? option;
    if (value !== undefined) {
      const file = option instanceof Output ? option.fileIn(value) : undefined;
      // Of what may be given once, the last counts.
      if (option instanceof Output && !(option instanceof ReporterOutput))
        words.written = words.written.filter((one) => one.option !== option);
      if (option instanceof Output) words.written.push(...(file ? [{ file, option }] : []));
      else words.read.push({ word: value, ...(option ? { option: option.attributeName() } : {}) });
    }
    if (value !== undefined && !option?.variadic) option = undefined;
    if (option && !option.required && !option.optional) option = undefined;
  }
  return words;
}

/** The command that the first words name, and the words behind it. */
export function commandOf(program: Command, args: readonly string[]): [Command, readonly string[]] {
  const sub = program.commands.find((one) => one.name() === args[0]);
  return sub ? commandOf(sub, args.slice(1)) : [program, args];
}

/**
 * Throws bad-usage where two outputs would go to one place, or one over what is read; then nothing is touched. Otherwise what an earlier
 * run left is taken away, so that it never stands for a run that ends without a report, be it for a word that does not parse.
 */
export async function settleOutputs(program: Command, args: readonly string[], io: Io): Promise<void> {
  const [command, given] = commandOf(program, args);
  const { written, read } = wordsOf(command, given);
  if (written.length === 0) return;
  const { filesRead } = await import('./files-read.ts');
  const anew = written.filter(({ file, option }) =>
    read.some((one) => one.option !== undefined && one.option === option.anewOf && placeOf(one.word) === placeOf(file)),
  );
  const others = read.filter((one) => !anew.some(({ option }) => option.anewOf === one.option));
  const { files, unsure } = filesRead(command.name(), others, io);
  checkPlaces(
    written.map(({ file }) => file),
    files,
  );
  for (const one of written) {
    if (one.option.before === 'goes' && !anew.includes(one) && !unsure(one.file)) removeOld(one.file);
  }
}
