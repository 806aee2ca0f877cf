// Written forms of places that nobody outside may reach: addresses in all their spellings, names that are no public names, URLs that are more than an origin.
import { number, RANGES, SPELLINGS, V6 } from '../../../test/transport/addresses.ts';

/** Loopback, private networks, what clouds serve their secrets at. */
const ADDRESSES = [
  '127.0.0.1',
  '127.8.9.10',
  '10.0.0.1',
  '172.16.5.4',
  '192.168.1.1',
  '169.254.169.254',
  '100.100.100.200',
  '168.63.129.16',
  '0.0.0.0',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
];

const NAMES = [
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  'localhost.localdomain',
  'intranet',
  'printer.local',
  'router.lan',
  'db.internal',
  'metadata.google.internal',
  'kubernetes.default.svc.cluster.local',
  'x.onion',
  'x.test',
  'x.invalid',
  'x.example',
  'home.arpa',
  '1.0.0.127.in-addr.arpa',
  'xn--.com',
  'a..com',
  '.com',
  'com',
  '%6cocalhost',
  'ｌｏｃａｌｈｏｓｔ',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  '127。0。0。1',
  '①②⑦.⓪.⓪.①',
  `${'a'.repeat(64)}.com`,
];

const host = (port: number): string[] => [
  `http://127.0.0.1:${port}`,
  `https://127.0.0.1:${port}/`,
  `http://user@127.0.0.1:${port}`,
  `https://example.com@127.0.0.1:${port}`,
  `https://example.com#@127.0.0.1:${port}`,
  `https://example.com\\@127.0.0.1:${port}`,
  `https://example.com:${port}`,
  `https://example.com:22`,
  `http://example.com`,
  `ftp://example.com`,
  `file:///etc/passwd`,
  `gopher://127.0.0.1:${port}/_x`,
  `javascript:fetch('http://127.0.0.1:${port}')`,
  `https://example.com/%2e%2e//127.0.0.1:${port}`,
  `https://example.com?x=http://127.0.0.1:${port}`,
  `//127.0.0.1:${port}`,
  `http:/127.0.0.1:${port}`,
  `http:127.0.0.1:${port}`,
  `\u0000127.0.0.1:${port}`,
  `127.0.0.1:${port}\r\nHost: example.com`,
  `127.0.0.1 :${port}`,
  `127.0.0.1%00.example.com:${port}`,
  `[::1]:${port}`,
  `[::ffff:127.0.0.1]:${port}`,
  `[0:0:0:0:0:0:0:1%25lo]:${port}`,
  `http://[::]:${port}`,
];

/** Everything that a caller might write for a target, with the port of a victim where a form takes one. */
export function targetForms(port: number): string[] {
  const spelled = ADDRESSES.flatMap((address) => SPELLINGS.map((spell) => spell(number(address))));
  const withPort = SPELLINGS.map((spell) => `${spell(number('127.0.0.1'))}:${port}`);
  const v6 = V6.filter(([, kind]) => kind !== 'public').map(([address]) => `[${address}]`);
  const edges = RANGES.flatMap((range) => [range[0], range[1]]);
  return [...new Set([...spelled, ...withPort, ...v6, ...edges, ...NAMES, ...host(port)])];
}

/** Answers of a resolver that a public name must not have, each alone and among good ones. */
export function answerForms(publicOnes: readonly string[]): string[][] {
  const [first = '', second = ''] = publicOnes;
  const edges = RANGES.flatMap((range) => [range[0], range[1]]);
  const bad = [
    ...edges,
    ...V6.filter(([, kind]) => kind !== 'public').map(([address]) => address),
    'not an address',
    '127.1',
    '0x7f000001',
  ];
  return bad.flatMap((address) => [[address], [first, address], [address, second]]);
}

/** Addresses as a target may write them into its redirects and documents. */
export const linkForms = (port: number): string[] => [
  ...SPELLINGS.map((spell) => `http://${spell(number('127.0.0.1'))}:${port}/`),
  ...['169.254.169.254', '10.0.0.1', '192.168.0.1'].map((address) => `http://${address}/latest/meta-data/`),
  `http://[::1]:${port}/`,
  `http://[::ffff:7f00:1]:${port}/`,
  `https://127.0.0.1:${port}/`,
  `http://localhost:${port}/`,
  `http://LOCALHOST.:${port}/`,
  `//127.0.0.1:${port}/`,
  `http://user:secret@127.0.0.1:${port}/`,
  `http:\\\\127.0.0.1:${port}\\`,
  'http://metadata.google.internal/computeMetadata/v1/',
  'https://0.0.0.0/',
  'file:///etc/passwd',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1:6379/_INFO',
  'ws://127.0.0.1:9229/',
  'unix:/var/run/docker.sock',
  'https://internal.shop.test/',
  'http://printer.local/',
];
