// Options that several commands take, and how their values are read. It parses; the commands work.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { Output, ReporterOutput } from './outputs.ts';

export const whole =
  (least: number, most: number, says = `A whole number from ${least} to ${most} is wanted.`) =>
  (text: string): number => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < least || number > most) throw new InvalidArgumentError(says);
    return number;
  };

export const seedOf = whole(0, Number.MAX_SAFE_INTEGER, `A seed is an integer from 0 to ${Number.MAX_SAFE_INTEGER}.`);
export const portOf = whole(0, 65_535, 'A port is an integer from 0 to 65535.');
export const ageOf = whole(0, Number.MAX_SAFE_INTEGER, 'Whole seconds are wanted.');

/** For the answer of a service; a run here has less. */
const REMOTE_SECONDS = 600;

export function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0) || seconds > REMOTE_SECONDS) throw new InvalidArgumentError('Seconds are above 0 and at most 60, with --service 600.');
  return seconds;
}

/** The same as in the setting of the service, since it becomes a header field. */
export function agentOf(text: string): string {
  if (!/^[\x20-\x7e]{1,200}$/.test(text)) throw new InvalidArgumentError('A User-Agent is one line of at most 200 ASCII characters.');
  return text;
}

/** Collects an option that may be given several times. */
export const collect = (text: string, before: string[] = []): string[] => [...before, text];

export const withReporters = (command: Command): Command =>
  command.addOption(
    new ReporterOutput(
      '--reporter <kind[:file]>',
      'cli, json, junit, sarif, tap, github or markdown, to a file or to stdout; may be given several times',
      'goes',
    ).argParser(collect),
  );

export const withBaseline = (command: Command): Command =>
  command
    .addOption(new Output('--baseline <file>', 'fail only on what is worse than this baseline'))
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
    .addOption(new Option('--json', 'the same as --format json').conflicts('format'))
    .addOption(new Output('--out <file>', 'write the report there instead of stdout', 'goes'))
    .addOption(new Output('--record <file>', 'also write the report as canonical JSON, evidence included', 'goes').madeAnewOf('replay'));

export const withService = (command: Command): Command =>
  command
    .option('--service <url>', 'ask this deployed service instead of judging here, and check the signature of its answer')
    .option('--jwks <where>', 'with --service: key set whose keys are trusted, a file or a URL')
    .option('--trust <kid>', 'with --service: trust only this key; may be given several times', collect)
    .option('--max-age <s>', 'with --service: refuse a report that is older', ageOf)
    .option('--allow-unsigned', 'with --service: take unsigned reports of private targets; nobody vouches for them');
