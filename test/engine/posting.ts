// Runs of packs that post without consent, with everything that the site was asked, for tests of where such posts go.
import type { Answer, Pack, Probes } from '../../src/contract/generated/types.ts';
import { loadPackDocument } from '../../src/pack/load.ts';
import { Recording } from '../../src/record/recording.ts';
import { drive } from '../../src/run/drive.ts';
import { judgeHere } from '../../src/run/run.ts';
import { ORIGIN, pack, rule, type Table, text, world } from './world.ts';

const registrable = (host: string): string => host.split('.').slice(-2).join('.');
export const body = (method: string) => ({ jsonrpc: '2.0', id: 1, method });

/** Runs a pack that lint accepts. Gives what the site was asked. */
export async function asked(document: Pack, table: Table): Promise<string[]> {
  const loaded = loadPackDocument(document);
  const recording = await Recording.start(judgeHere(loaded), { target: ORIGIN, seed: 1, registrable });
  const transport = world(table);
  await drive(recording, { transport });
  return transport.log;
}

export const packOf = (probes: Probes): Pack =>
  pack(
    probes,
    [rule('one', { assert: [{ select: '$.home.status', schema: { const: 200 }, else: 'no' }], reasons: { pass: 'good', no: 'bad' } })],
    {
      limits: { requests: 640, bytes: 67_108_864 },
    },
  );
export const posts = (log: string[]): string[] =>
  log.filter((line) => line.startsWith('POST')).map((line) => line.slice(`POST ${ORIGIN}`.length));

export const moved = (status: number, location: string): Answer => ({ status, headers: { location } });
export const HOME = text('<!doctype html><title>A shop</title><a href="/newsletter">News</a><a href="/mcp">MCP</a>', 'text/html');
