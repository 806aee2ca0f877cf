// The options of every command whose results reporters render. It parses; reporters.ts and baseline.ts work.
import type { Command } from 'commander';

const listed = (text: string, before: string[] = []): string[] => [...before, text];

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
