// The options of axproof verify; what it does stands in verify.ts and is loaded when it runs.
import { type Command, InvalidArgumentError } from 'commander';
import type { Io } from './io.ts';
import { secondsOf, seedOf } from './numbers.ts';
import { withService } from './remote/remote-options.ts';
import { listed, withForms, withReporters } from './reporter-options.ts';
import { agentOf } from './user-agent.ts';

function digestOf(text: string): string {
  if (!/^sha256:[0-9a-f]{64}$/.test(text))
    throw new InvalidArgumentError('A digest is sha256: and 64 lower-case hexadecimal digits; axproof spec-digest prints it.');
  return text;
}

export function verifyCommand(program: Command, io: Io, done: (status: number) => void): void {
  withForms(
    withService(withReporters(program.command('verify')))
      .description('Hold a target to a pinned spec: it passes at the digest that was ratified, or it does not.')
      .argument('<target>', 'example.com, http://127.0.0.1:8080 or a fixture .yaml file')
      .option('--spec <pack>', 'pack folder, resolved pack file, or the name of a bundled pack')
      .option('--expect-digest <digest>', 'the digest that was ratified; without it nothing passes', digestOf)
      .option('--env <name>', 'NAME=VALUE, or NAME of the process environment: a variable of the spec; may be repeated', listed)
      .option('--secret-env <name>', 'a secret of the spec, from the process environment; may be repeated', listed)
      .option('--seed <n>', 'seed of the sampling; a gate leaves it out (docs/gate.md)', seedOf)
      .option('--allow-writes', 'let the spec write to a loopback target')
      .option('--contained', 'validate and judge the spec in a child process, as the service does with those of strangers'),
  )
    .option('--timeout <s>', 'seconds for the whole run, at most 60; for the answer of a service, at most 600', secondsOf)
    .option('--user-agent <text>', 'User-Agent of every request; node unless given', agentOf)
    .option('--quiet', 'no progress and no notes on stderr')
    .action(async (target, options) => done(await (await import('./verify.ts')).verify(target, options, io)));
  program
    .command('spec-digest')
    .description('Print the digest of a pack, or compare it')
    .argument('<pack>')
    .option('--check <digest>', 'end with 4 unless the digest is this one')
    .action(async (path, options) => done(await (await import('./spec-digest.ts')).specDigest(path, options, io)));
}
