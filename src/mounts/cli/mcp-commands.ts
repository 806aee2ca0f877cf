// Registers axproof mcp. What it does stands elsewhere and is loaded when it runs.
import type { Command } from 'commander';
import type { Io } from './io.ts';
import { agentOf } from './user-agent.ts';

export function mcpCommands(program: Command, io: Io, done: (status: number) => void): void {
  program
    .command('mcp')
    .description('Serve MCP on stdio: the tools of the hosted verifier, run on this machine. Advisory.')
    .option('--allow-private', 'loopback and private targets may be named')
    .option('--user-agent <text>', 'User-Agent of every request; node unless given', agentOf)
    .action(async (options) => done(await (await import('./mcp.ts')).mcp(options, io)));
}
