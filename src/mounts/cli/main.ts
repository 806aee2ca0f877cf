// Entry of the command line: axproof <command>. It parses and dispatches; every command stands in its own file.
import { Argument, Command, CommanderError } from 'commander';
import { AxproofError, ERRORS, EXIT } from '../../contract/errors.ts';
import { visible } from '../../contract/quote.ts';
import { suggestion } from '../../pack/nearest.ts';
import { inertLines } from '../../report/inert-lines.ts';
import { VERSION } from '../../run/version.ts';
import type { Io } from './io.ts';
import { portOf, whole } from './options.ts';
import { commandOf, settleOutputs } from './outputs.ts';
import { packCommands } from './pack-commands.ts';
import { evidenceCommands, logCommands, replayCommands } from './report-commands.ts';
import { gradeCommand, runCommands } from './run-commands.ts';
import { entitlementCommands, keyCommands, mcpCommand, serveCommands } from './service-commands.ts';

/** Adds the commands; each ends by giving its exit status to done. Commands load what they need when they run; a grade needs no other. */
function commands(program: Command, io: Io, done: (status: number) => void, asked: string | undefined): void {
  gradeCommand(program, io, done);
  if (asked === 'grade') return;
  packCommands(program, io, done);
  runCommands(program, io, done);
  program
    .command('fixture')
    .description('Work on fixture targets')
    .command('serve')
    .description('Serve a fixture target on loopback')
    .argument('<file>')
    .option('--port <n>', '0 picks a free one', portOf, 0)
    .option('--wait <ms>', 'milliseconds before each answer', whole(0, 60_000, 'Whole milliseconds from 0 to 60000 are wanted.'))
    .action(async (file, options) => done(await (await import('./fixture-serve.ts')).fixtureServe(file, options, io)));
  evidenceCommands(program, io, done);
  keyCommands(program, io, done);
  logCommands(program, io, done);
  replayCommands(program, io, done);
  serveCommands(program, io, done);
  entitlementCommands(program, io, done);
  mcpCommand(program, io, done);
  program
    .command('completion')
    .description('Print a script by which a shell completes commands, options and their choices')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell) => done((await import('./completion.ts')).completion(shell, program, io)));
}

const fullName = (command: Command): string => (command.parent ? `${fullName(command.parent)} ` : '') + command.name();

/** What is wrong where no command was named, or help was asked for one that there is not. */
function missingCommand({ args: [asked, name] }: Command, whole: string, subs: readonly string[]): string {
  return asked === 'help' && name !== undefined ? `unknown command '${name}'${suggestion(name, subs)}` : `${whole} needs a command`;
}

/** What the parser found wrong, as an error of ours: what was wrong on one line, and which help says what would be right. */
function usageError(command: Command, error: CommanderError): AxproofError {
  const whole = fullName(command);
  const subs = command.commands.map((sub) => sub.name()).filter((name) => name !== 'help');
  const [first = '', ...rest] = error.message.replace(/^error: /, '').split('\n');
  const choices = subs.length > 0 ? [`commands: ${subs.join(', ')}`] : [`usage: ${whole} ${command.usage()}`];
  if (error.code === 'commander.help') return new AxproofError('bad-usage', missingCommand(command, whole, subs), choices);
  return new AxproofError('bad-usage', first, [...rest.map((line) => line.replace(/^\(Did you (.*)\)$/, 'did you $1')), ...choices]);
}

function exitOverride(command: Command, out: Io['out']): void {
  command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : usageError(command, error);
  });
  // The errors of the parser are printed as all others are.
  command.configureOutput({ writeOut: out, writeErr: () => {} });
  for (const sub of command.commands) exitOverride(sub, out);
}

/** Which help says what would be right: that of the command that was named, and else of all. */
function fixOf({ code }: AxproofError, command: Command): string {
  return code === 'bad-usage' ? `${fullName(command)} --help says what it takes.` : ERRORS[code].fix;
}

/** The command that was parsed, as far as that came. */
function parsedOf(command: Command): Command {
  const sub = command.commands.find((one) => one.name() === command.args[0]);
  return sub ? parsedOf(sub) : command;
}

/** Whether help or the version is all that was asked for: names of commands, and the option. */
function onlyAsks(args: readonly string[], program: Command): boolean {
  let command: Command | undefined = program;
  for (const arg of args) if (!/^(-h|--help|-V|--version|help)$/.test(arg)) command = command?.commands.find((one) => one.name() === arg);
  return command !== undefined;
}

/** Beside other arguments it stands where a run was meant, such as a target that a variable brought: that is no success. */
const NOTHING_RAN = 'help or the version was asked for beside other arguments, and nothing was run';

/** Prints a failure with its code and what to do, and gives its exit status. */
function reportFailure(error: unknown, command: Command, io: Io): number {
  if (io.signal.aborted) {
    io.err(`axproof: interrupted: ${ERRORS.interrupted.fix}\n`);
    return EXIT.interrupted;
  }
  // Help and version, which were asked for.
  if (error instanceof CommanderError) return EXIT.ok;
  if (error instanceof AxproofError) {
    const lines = [`axproof: ${error.code}: ${error.message}`, ...error.details.map((d) => `  ${d}`), `  ${fixOf(error, command)}`, ''];
    // Names of files, members and hosts may come from anybody.
    io.err(inertLines(visible(lines.join('\n'), '\n')));
    return ERRORS[error.code].exit;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.err(inertLines(visible(`axproof: internal: ${text}\n  ${ERRORS.internal.fix}\n`, '\n')));
  return ERRORS.internal.exit;
}

/** Runs one command line and gives the exit status (docs/cli.md). Never rejects. */
export async function cli(args: readonly string[], io: Io): Promise<number> {
  let status: number = EXIT.ok;
  const program = new Command('axproof').description('Outside verifier of what a domain publishes for software agents.').version(VERSION);
  const done = (given: number): void => {
    status = given;
  };
  commands(program, io, done, args[0]);
  const asksOnly = onlyAsks(args, program);
  exitOverride(program, (text) => {
    if (asksOnly) io.out(text);
  });
  let named = (): Command => commandOf(program, args)[0];
  try {
    await settleOutputs(program, args, io);
    named = () => parsedOf(program);
    await program.parseAsync([...args], { from: 'user' });
    return status;
  } catch (error) {
    const asked = error instanceof CommanderError && !asksOnly;
    return reportFailure(asked ? new AxproofError('bad-usage', NOTHING_RAN) : error, named(), io);
  }
}
