// Registers axproof completion; what it does stands in completion.ts and is loaded when it runs.
import { Argument, type Command } from 'commander';
import type { Io } from './io.ts';

export function completionCommand(program: Command, io: Io, done: (status: number) => void): void {
  program
    .command('completion')
    .description('Print a script by which a shell completes commands, options and their choices')
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell) => done((await import('./completion.ts')).completion(shell, program, io)));
}
