// A small spec, the targets that it meets, and a host for the gate that counts what is asked of it.
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxproofError } from '../../src/contract/errors.ts';
import { type AdmittedPack, admitHere } from '../../src/gate/admitted.ts';
import type { GateHost } from '../../src/gate/host.ts';
import type { PinnedRequest } from '../../src/gate/request.ts';
import { specOf } from '../../src/gate/spec.ts';
import { verifyPinned } from '../../src/gate/verify-pinned.ts';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { live } from '../../src/transport/live/live.ts';
import { ALPHA, ENGINE_LINE, good, loadFiles, PACK } from '../pack/folder.ts';

type Files = { [path: string]: string };

function documentOf(files: Files): LoadedPack {
  const { pack, findings } = loadFiles(files);
  if (!pack) throw new Error(JSON.stringify(findings));
  return pack;
}

/** One rule: /doc.json is there, and what it links to as well. */
export const spec = documentOf(good);

/** The same spec, which also asks to write. */
export const writing = documentOf({ ...good, 'pack.yaml': PACK.replace(ENGINE_LINE, `${ENGINE_LINE}\nconsent: writes`) });

/** Its only rule applies where /doc.json says so. */
export const conditional = documentOf({
  ...good,
  'alpha.yaml': ALPHA.replace('assert:\n', 'when: [{select: $.doc.json.applies}]\nassert:\n'),
});

export interface Target {
  origin: string;
  /** Method and path of all that came. */
  heard: string[];
  connections: number;
  close(): Promise<void>;
}

export async function target(answer: RequestListener): Promise<Target> {
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  const heard: string[] = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const it: Target = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    connections: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on('connection', () => it.connections++);
  return it;
}

/** What a target has, by path: a status, or a document; 404 for the rest. */
export type Pages = { [path: string]: number | string | object };

export const pages =
  (has: Pages): RequestListener =>
  ({ url = '' }: IncomingMessage, response) => {
    const page = Object.hasOwn(has, url) ? has[url] : 404;
    if (typeof page === 'number') response.writeHead(page, { 'content-type': 'text/plain' }).end('no\n');
    else response.writeHead(200, { 'content-type': 'application/json' }).end(typeof page === 'string' ? page : JSON.stringify(page));
  };

export interface HeldHost extends GateHost {
  admitted: number;
  opened: number;
}

/** Admits here; knows the packs that it is given by their digest. */
export function host(more: Partial<GateHost> & { known?: LoadedPack[] } = {}): HeldHost {
  const { known = [], ...rest } = more;
  const held: HeldHost = {
    admitted: 0,
    opened: 0,
    async open(text) {
      held.opened++;
      return { origin: text, transport: live({ target: new URL(text), private: true }), loopback: true };
    },
    packOf: async (digest) => {
      const pack = known.find((one) => one.digest === digest);
      return pack ? admitHere(pack) : undefined;
    },
    async admit({ text, digest }): Promise<AdmittedPack> {
      held.admitted++;
      const pack = [spec, writing, conditional].find((one) => one.digest === digest);
      if (!pack) throw new AxproofError('bad-pack', `not one of the test's packs: ${text.slice(0, 40)}`);
      return admitHere(pack);
    },
    freshSeed: () => 99,
    now: () => '2026-11-21T00:00:00.000Z',
    ...rest,
  };
  return held;
}

/** The code of the error, or 'none'. */
export async function codeOf(request: PinnedRequest, by: GateHost): Promise<string> {
  try {
    await verifyPinned(request, by);
    return 'none';
  } catch (error) {
    if (error instanceof AxproofError) return error.code;
    throw error;
  }
}

export const digestOf = (document: unknown): string => specOf(document).digest;
