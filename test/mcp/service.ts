// A service on a free port of loopback, a written target beside it, and stock clients of both eras. Everything is in a temporary folder.
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import type { RunningService } from '../../src/start/places.ts';
import { newFolder, served } from '../service/built.ts';

export const ERAS = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof ERAS)[number];

export const service = (more: Record<string, string> = {}): Promise<RunningService> =>
  served(newFolder(), { AXPROOF_SHUTDOWN: '1', ...more });

/** A stock client that speaks one era and no other. */
export async function clientOver(transport: Transport, era: Era): Promise<Client> {
  const info = { name: 'test', version: '1.0.0' };
  const client = era === '2026-07-28' ? new Client(info, { versionNegotiation: { mode: { pin: era } } }) : new Client(info);
  await client.connect(transport);
  return client;
}

export const clientAt = (url: string, era: Era): Promise<Client> =>
  clientOver(new StreamableHTTPClientTransport(new URL('/mcp', url)), era);

/** The one text of a result. */
export const textOf = ({ content }: { content?: unknown }): string =>
  (content as { type: string; text: string }[]).map(({ text }) => text).join('\n');

export const contentOf = (result: { structuredContent?: unknown }): Record<string, unknown> =>
  result.structuredContent as Record<string, unknown>;
