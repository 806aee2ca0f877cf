// The options of every command whose results are printed or rendered. It parses; reporters.ts and baseline.ts work.
import { type Command, Option } from 'commander';

/** Collects an option that may be given several times. */
export const listed = (text: string, before: string[] = []): string[] => [...before, text];

export const withReporters = (command: Command): Command =>
  command.option(
    '--reporter <kind[:file]>',
    'cli, json, junit, sarif, tap, github or markdown, to a file or to stdout; may be given several times',
    listed,
  );

export const withBaseline = (command: Command): Command =>
  command
    .option('--baseline <file>', 'fail only on what is worse than this baseline')
    .option('--update-baseline', 'write the baseline from this run');

export const withForms = (command: Command): Command =>
  command
    .addOption(
      new Option('--format <form>', 'how to print the report; prompt is all fixes for a coding agent').choices([
        'terminal',
        'markdown',
        'json',
        'prompt',
      ]),
    )
    .option('--json', 'the same as --format json')
    .option('--out <file>', 'write the report there instead of stdout')
    .option('--record <file>', 'also write the report as canonical JSON, evidence included');
