// Targets whose other pages are made to cost: links without end, markup without end, rules of robots.txt, redirects that lead nowhere.
import type { RequestListener } from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { siteWith } from './site.ts';
import type { HostileTarget } from './target.ts';

const MiB = 1024 * 1024;
const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const markdown = (body: string) => ({ type: 'text/markdown', body });
const html = (body: string) => ({ type: 'text/html', body });
const json = (value: unknown) => ({ type: 'application/json', body: JSON.stringify(value) });

const redirecting =
  (where: (path: string, host: string) => string): RequestListener =>
  (request, response) =>
    void response.writeHead(302, { location: where(request.url ?? '/', request.headers.host ?? '') }).end();

/** robots.txt is none of it: a redirect there would end the run before it begins. */
const everywhere = (listener: RequestListener): { '*': RequestListener } => ({
  '*': (request, response) => (request.url === '/robots.txt' ? void response.writeHead(404).end() : listener(request, response)),
});

const compressed =
  (encoding: string, body: Buffer): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding }).end(body);

let turn = 0;

export const PAGES: readonly HostileTarget[] = [
  siteWith('llms-links', 'llms.txt with 100,000 links', () => ({
    '/llms.txt': markdown(`# x\n\n> x\n\n## a\n\n${many(100_000, (i) => `- [l${i}](/l/${i})`).join('\n')}\n`),
  })),
  siteWith('llms-brackets', 'llms.txt of 400,000 opening brackets', () => ({ '/llms.txt': markdown(`# x\n\n${'['.repeat(400_000)}`) })),
  siteWith('llms-quotes', 'llms.txt with quotes 100,000 deep', () => ({ '/llms.txt': markdown(`# x\n\n${'>'.repeat(100_000)} a`) })),
  siteWith('llms-emphasis', 'llms.txt of emphasis that opens and never closes', () => ({
    '/llms.txt': markdown(`# x\n\n${'*a **b '.repeat(60_000)}`),
  })),
  siteWith('html-links', 'a home page with 100,000 links', () => ({ '/': html(many(100_000, (i) => `<a href="/l/${i}">l</a>`).join('')) })),
  siteWith('html-depth', 'a home page nested 200,000 deep', () => ({ '/': html('<div>'.repeat(200_000)) })),
  siteWith('html-attributes', 'a tag with 100,000 attributes', () => ({ '/': html(`<p ${many(100_000, (i) => `a${i}=b`).join(' ')}>`) })),
  siteWith('linkset-links', 'an API catalog with 100,000 links', () => ({
    '/.well-known/api-catalog': {
      type: 'application/linkset+json',
      body: JSON.stringify({ linkset: [{ anchor: '/', item: many(100_000, (i) => ({ href: `/l/${i}` })) }] }),
    },
  })),
  siteWith('card-interfaces', 'an agent card with 20,000 interfaces and offers', () => ({
    '/.well-known/agents.json': json({
      name: 'x',
      interfaces: { http: Object.fromEntries(many(20_000, (i) => [`i${i}`, { method: 'GET', url: `/l/${i}` }])) },
      monetization: { offers: many(20_000, (i) => ({ id: `o${i}`, checkoutUrl: `/o/${i}` })) },
    }),
  })),
  siteWith('jwks', 'a key set of 20,000 keys', () => ({
    '/.well-known/jwks.json': json({ keys: many(20_000, (i) => ({ kty: 'OKP', crv: 'Ed25519', kid: `k${i}`, x: 'A'.repeat(43) })) }),
  })),
  siteWith('robots-stars', 'robots.txt of 20,000 patterns with stars', () => ({
    '/robots.txt': { type: 'text/plain', body: `User-agent: *\n${many(20_000, (i) => `Disallow: /*a*a*a*a*a*${i}*b$`).join('\n')}\n` },
  })),
  siteWith('robots-long-stars', 'robots.txt of long patterns with stars, and links to long paths', () => ({
    '/robots.txt': { type: 'text/plain', body: `User-agent: *\n${`Disallow: /${'*a'.repeat(200)}b$\n`.repeat(1150)}` },
    '/llms.txt': markdown(`# A\n\n## B\n\n${many(60, (i) => `- [${i}](/${'a'.repeat(1900)}${i})`).join('\n')}\n`),
  })),
  siteWith('large-everywhere', '8 MiB at every address', () => {
    const body = Buffer.alloc(8 * MiB, 'x');
    return everywhere((_request, response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(body));
  }),
  siteWith('gzip-everywhere', 'a gzip bomb at every address', () => everywhere(compressed('gzip', gzipSync(Buffer.alloc(256 * MiB))))),
  siteWith('brotli-everywhere', 'a brotli bomb at every address', () =>
    everywhere(compressed('br', brotliCompressSync(Buffer.alloc(64 * MiB)))),
  ),
  siteWith('slow-everywhere', 'every answer after four seconds', () =>
    everywhere((_request, response) => void setTimeout(() => response.writeHead(200).end('{}'), 4000)),
  ),
  siteWith('redirect-itself', 'every address leads to itself', () => everywhere(redirecting((path) => path))),
  siteWith('redirect-on', 'every address leads to one that nobody has asked yet', () => everywhere(redirecting(() => `/next/${turn++}`))),
  siteWith('redirect-long', 'every address leads to one of 12,000 characters', () =>
    everywhere(redirecting(() => `/${'a'.repeat(12_000)}`)),
  ),
  siteWith('redirect-inside', 'every address leads to places inside the network', () =>
    everywhere(
      redirecting(() => ['http://169.254.169.254/', 'http://[::1]:22/', 'file:///etc/passwd', 'http://127.0.0.1:9/'][turn++ % 4]!),
    ),
  ),
];
