// A service on a free port of loopback, a written target beside it, and stock clients of both eras. Everything is in a temporary folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { readConfig } from '../../src/service/config.ts';
import type { RunningService } from '../../src/start/places.ts';
import { built } from '../service/built.ts';

export const ERAS = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof ERAS)[number];

export async function service(more: Record<string, string> = {}): Promise<RunningService> {
  const folder = mkdtempSync(join(tmpdir(), 'axproof-mcp-'));
  const settings = { AXPROOF_DATA: join(folder, 'data'), AXPROOF_KEYS: join(folder, 'keys'), AXPROOF_ALLOW_PRIVATE: 'true' };
  // As it is built: from its sources each of its threads would compile them anew.
  const { serve } = await built();
  const served = await serve(readConfig({ PORT: '0', LOG_LEVEL: 'fatal', AXPROOF_SHUTDOWN: '1', ...settings, ...more }), { ahead: false });
  return {
    ...served,
    async close() {
      await served.close();
      rmSync(folder, { recursive: true });
    },
  };
}

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
