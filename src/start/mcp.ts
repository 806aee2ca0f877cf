// Starts the MCP server on stdio, over a verifier in this process. Nothing but the protocol is written to stdout.
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { MessageLines } from '../mounts/mcp/message-lines.ts';
import { mcpServer } from '../mounts/mcp/server.ts';
import { LocalService } from '../service/local.ts';
import { BundledPacks } from '../service/packs.ts';

export interface StdioOptions {
  allowPrivate: boolean;
  agent?: string;
  /** Ends the server. */
  signal: AbortSignal;
  /** Hears of our own faults. */
  onFault(error: unknown): void;
}

/** Resolves when all that was written has left this process: it ends next, and a line that is cut is no message. A client that reads no more is waited for until the signal. */
const written = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write('', () => resolve());
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Resolves when the client has closed its end, or the signal has fired. */
export async function mcpOnStdio({ allowPrivate, agent, signal, onFault }: StdioOptions): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
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
  await ended;
  stop.abort();
  await handle.close();
  await written(signal);
}
