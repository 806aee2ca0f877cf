// The commands that compare: replay, diff and contract-diff. It parses; they work.
import type { Command } from 'commander';
import type { Io } from './io.ts';
import { ageOf, secondsOf, seedOf } from './numbers.ts';
import { withReporters } from './reporter-options.ts';
import { agentOf } from './user-agent.ts';

const trusting = (command: Command): Command =>
  command
    .option('--jwks <where>', 'key set whose keys are trusted: a file or a URL')
    .option('--trust <kid...>', 'trust only these keys of the set')
    .option('--max-age <s>', 'refuse a report that is older', ageOf);

export function replayCommands(program: Command, io: Io, done: (status: number) => void): void {
  trusting(program.command('replay'))
    .description('Judge the evidence of a report again, offline, and compare every byte')
    .argument('<report>', 'file or URL')
    .option('--pack <pack>', 'folder, file or URL of the pack; the bundled one of the same digest unless given')
    .option('--live', 'then ask the target again and show what it answers differently now')
    .action(async (report, options) => done(await (await import('./replay.ts')).replayReport(report, options, io)));
  trusting(program.command('diff'))
    .description('Say what changed between two reports or two targets, and what made the difference: target, rules, sample or verifier')
    .argument('<a>', 'the older report, or a target that is graded now')
    .argument('<b>', 'the newer report, or a target that is graded now')
    .option('--pack <pack>', 'pack to grade targets with; beside a report its own, the default otherwise')
    .option('--pack-a <pack>', 'pack of the older side')
    .option('--pack-b <pack>', 'pack of the newer side')
    .option('--seed <n>', 'seed for targets; the same for both, fresh or that of the report beside it unless given', seedOf)
    .option('--timeout <s>', 'seconds for each run, at most 60', secondsOf)
    .option('--user-agent <text>', 'User-Agent of every request to targets; node unless given', agentOf)
    .option('--json', 'print the changes as JSON')
    .option('--quiet', 'no progress on stderr')
    .action(async (a, b, options) => done(await (await import('./diff.ts')).diff(a, b, options, io)));
  withReporters(program.command('contract-diff'))
    .description('Say which changes of an OpenAPI document break clients that were made from an older one')
    .argument('<old>', 'the older document: a file or URL, or a target that publishes it')
    .argument('<new>', 'the newer one, or a target')
    .option('--pack <pack>', 'the pack that finds the document of a target; the default one unless given')
    .action(async (old, now, options) => done(await (await import('./contract-diff.ts')).contractDiff(old, now, options, io)));
}
