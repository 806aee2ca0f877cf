// Starts the MCP server on stdio, over a verifier in this process. Nothing but the protocol is written to stdout.
import { aborted } from 'node:util';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { McpStdioOptions } from '../mounts/cli/service-build.ts';
import { MessageLines } from '../mounts/mcp/message-lines.ts';
import { mcpServer } from '../mounts/mcp/server.ts';
import { LocalService } from '../service/local.ts';
import { BundledPacks } from '../service/packs.ts';

/** Resolves when all that was written has left this process: it ends next, and a line that is cut is no message. A client that reads no more is waited for until the signal. */
const flush = (signal: AbortSignal): Promise<void> =>
  Promise.race([new Promise<void>((resolve) => process.stdout.write('', () => resolve())), aborted(signal, signal)]);

/** Resolves when the client has closed its end, or the signal has fired. */
export async function mcpOnStdio({ allowPrivate, agent, signal, onFault }: McpStdioOptions): Promise<void> {
  const left = new Promise((resolve) => process.stdin.once('end', resolve).once('close', resolve));
  const stop = new AbortController();
  const verifier = new LocalService({ allowPrivate, signal: stop.signal, agent });
  const host = { verifier, packs: await BundledPacks.load(), place: {}, caller: { address: 'local' }, onFault };
  const transport = new StdioServerTransport(process.stdin.pipe(new MessageLines(process.stdout)));
  const handle = serveStdio(
    () =>
      mcpServer(
        () => host,
        () => verifier.kept(),
      ),
    { transport, onerror: onFault },
  );
  await Promise.race([left, aborted(signal, signal)]);
  stop.abort();
  await handle.close();
  await flush(signal);
}
