// One request exactly as written: no header that the test did not ask for but Host, and no redirect followed.
import { type IncomingHttpHeaders, request } from 'node:http';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  text: string;
  /** Media type without its parameters. */
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are looked into.
  json(): any;
}

export interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export function ask(url: string, { method = 'GET', headers = {}, body }: Asking = {}): Promise<Answer> {
  // The URL goes out as it stands: a URL parser would mend it.
  const { hostname, port, origin } = new URL(url);
  const path = url.slice(origin.length) || '/';
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString('utf8');
        const type = (response.headers['content-type'] ?? '').split(';')[0]!;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text, type, json: () => JSON.parse(text) });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
  });
