// axproof mcp: the MCP server on stdio, until the client closes its end. stdout belongs to the protocol; notes go to stderr.
import { EXIT } from '../../contract/errors.ts';
import type { Io } from './io.ts';
import { serviceBuild } from './service-build.ts';

export interface McpOptions {
  allowPrivate?: boolean;
  userAgent?: string;
}

export async function mcp({ allowPrivate = false, userAgent }: McpOptions, io: Io): Promise<number> {
  const { mcpOnStdio } = await serviceBuild();
  await mcpOnStdio({
    allowPrivate,
    signal: io.signal,
    onFault: (error) => io.err(`axproof: ${error instanceof Error ? error.message : String(error)}\n`),
    agent: userAgent,
  });
  return io.signal.aborted ? EXIT.interrupted : EXIT.ok;
}
