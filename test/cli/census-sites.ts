// Sites of which a census is made in tests.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const TARGETS = 24;
const ROBOTS = 'User-agent: axproof\nDisallow: /\n';

/** Addresses of loopback, behind each a site of its own: some are down, some want no verification, by either way. */
export class Sites {
  readonly asked = new Map<string, string[]>();
  wait = 0;
  port = 0;
  readonly #server: Server = createServer((request, response) => {
    const host = (request.headers.host ?? '').split(':')[0] as string;
    const path = request.url ?? '';
    this.asked.set(host, [...(this.asked.get(host) ?? []), path]);
    const number = Number(host.split('.')[3]);
    setTimeout(() => {
      const [status, body] = this.#answer(number, path);
      response.writeHead(status, { 'content-type': path.endsWith('.txt') ? 'text/plain' : 'application/json' }).end(body);
    }, this.wait);
  });

  #answer(number: number, path: string): [number, string] {
    if (path === '/robots.txt' && number === 3) return [200, ROBOTS];
    if (path === '/.well-known/axproof.json' && number === 4) return [200, '{"verification": false}'];
    if (path === '/status.json') return [200, JSON.stringify({ state: number % 2 === 0 ? 'up' : 'down' })];
    return [404, '{}'];
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '0.0.0.0', resolve));
    this.port = (this.#server.address() as AddressInfo).port;
  }

  origin = (number: number): string => `http://127.0.0.${number}:${this.port}`;
  origins = (count = TARGETS): string[] => Array.from({ length: count }, (_, i) => this.origin(i + 2));

  /** How often runs of a target began. */
  runs = (origin: string): number => (this.asked.get(new URL(origin).hostname) ?? []).filter((path) => path === '/robots.txt').length;

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
