// A small API on loopback that wants a bearer secret and keeps things, and the spec that makes one, reads it and takes it away. It does wrong what it is told to.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LoadedPack } from '../../src/pack/compiled/loaded-pack.ts';
import { ENGINE_LINE, good, loadFiles, PACK } from '../pack/folder.ts';

const RULE = `id: alpha
order: 10
title: A thing is made, read and taken away
points: 1
why: because a test needs a rule
fix: nothing is to be fixed here
refs: [https://example.com/]
assert:
  - {select: $.made.outcome, schema: {const: found}, else: refused}
  - {select: $.read.outcome, schema: {const: found}, else: missing}
reasons:
  pass: all is well
  refused: it is not made
  missing: "{{ $.finding.value }} at {{ $.finding.place }}"
`;
const AUTHORIZED = 'headers: {authorization: "Bearer {{ $.env.token }}"}';
const { pack } = loadFiles({
  ...good,
  'pack.yaml': PACK.replace(ENGINE_LINE, `${ENGINE_LINE}\nconsent: writes`).replace(
    /probes:[\s\S]*/,
    `probes:
  made: {post: /things, ${AUTHORIZED}, body: {note: "{{ $.env.note }}", all: "({{ $.env.note }})"}}
  read: {get: "/things/{{ $.made.json.id }}", ${AUTHORIZED}, fresh: true}
  gone: {cleanup: true, delete: "/things/{{ $.made.json.id }}", ${AUTHORIZED}}
`,
  ),
  'alpha.yaml': RULE,
});
export const crudSpec = pack as LoadedPack;

export interface Crud {
  origin: string;
  host: string;
  /** Method and path of all that came, but what consent and robots.txt are looked up by. */
  heard: string[];
  /** Bodies of writes. */
  bodies: string[];
  things: Set<number>;
  /** What it does wrong. */
  fault: '' | 'no-consent' | 'cut' | 'no-delete' | 'hang';
  close(): void;
}

export async function crud(token: string): Promise<Crud> {
  let last = 0;
  const heed = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request;
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const answer = (status: number, value: unknown): void => {
      // An answer that shows all that came, as debug modes do.
      const echo = `${headers.authorization ?? ''} ${encodeURIComponent(token)}`;
      const type = { 'content-type': 'application/json', 'x-echo': echo.replace(/[^\x20-\x7e]/g, '?') };
      response.writeHead(status, type).end(JSON.stringify(value));
    };
    if (url === '/.well-known/axproof.json' && it.fault !== 'no-consent')
      return answer(200, { verification: { writes: { accept: [crudSpec.digest] } } });
    if (!url.startsWith('/things')) return answer(404, {});
    it.heard.push(`${method} ${url}`);
    if (headers.authorization !== `Bearer ${token}`) return answer(401, {});
    const id = Number(url.split('/')[2]);
    if (method === 'POST') {
      it.bodies.push(body);
      it.things.add(++last);
      return answer(201, { id: last, echo: body, again: { headers, body: JSON.stringify(body) } });
    }
    if (it.fault === 'hang' && method === 'GET') return;
    if (it.fault === 'cut' && method === 'GET') return void request.socket.destroy();
    if (method === 'DELETE') {
      if (it.fault === 'no-delete') return answer(500, { token });
      return answer(it.things.delete(id) ? 200 : 404, {});
    }
    answer(it.things.has(id) ? 200 : 404, { id });
  };
  const server = createServer((request, response) => void heed(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const it: Crud = {
    origin: `http://${host}`,
    host,
    heard: [],
    bodies: [],
    things: new Set(),
    fault: '',
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return it;
}
