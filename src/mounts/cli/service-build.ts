// The one door from the command line to the composition root: loaded by its place when a command needs it, so that no other command pays for a server.
import type { Io } from './io.ts';

export interface ServeFlags {
  allowPrivate?: boolean;
  port?: number;
  host?: string;
}

export interface TakedownOrder {
  digest: string;
  kind: 'report' | 'evidence' | 'pack';
  reason: string;
}

export type EntitlementsOrder =
  | { do: 'issue'; for: string; capabilities: string[]; targets: string[]; ceiling: number; days: number }
  | { do: 'list'; json: boolean }
  | { do: 'revoke'; id: string };

export interface McpStdioOptions {
  allowPrivate: boolean;
  agent?: string;
  signal: AbortSignal;
  /** Hears of our own faults. */
  onFault(error: unknown): void;
}

/** What src/start/commands.ts exports, from sources and as it is built. */
export interface ServiceBuild {
  /** Serves until the signal fires; gives the exit status. */
  serveCommand(flags: ServeFlags, io: Io): Promise<number>;
  /** Takes runs of another engine until the signal fires; gives the exit status. */
  workerCommand(io: Io): Promise<number>;
  takedownCommand(order: TakedownOrder, io: Io): Promise<number>;
  entitlementsCommand(order: EntitlementsOrder, io: Io): Promise<number>;
  mcpOnStdio(options: McpStdioOptions): Promise<void>;
}

/** Built, the service stands below the bundle, or beside what imports this as one of its own modules; from sources it is the composition root itself. */
function place(): string {
  const here = import.meta.url;
  if (here.endsWith('.ts')) return new URL('../../start/commands.ts', here).href;
  return new URL(here.endsWith('.cjs') ? './service/commands.js' : './commands.js', here).href;
}

/** A script of node:vm has no import of its own: the executable hands it one (scripts/build/executable.cjs). */
declare const __import: ((url: string) => Promise<unknown>) | undefined;

export async function serviceBuild(): Promise<ServiceBuild> {
  return (await (typeof __import === 'function' ? __import(place()) : import(place()))) as ServiceBuild;
}
