// Addresses at the ends of every range that the guard knows, what they are, and all spellings of IPv4 that a URL may have. It judges none.
export const v4 = (n: number): string => [24, 16, 8, 0].map((bits) => (n >>> bits) & 255).join('.');
export const number = (text: string): number => text.split('.').reduce((n, part) => n * 256 + Number(part), 0);

/** First, last, kind inside, kind just before, kind just after. */
export const RANGES: [string, string, string, string | null, string | null][] = [
  ['0.0.0.0', '0.255.255.255', 'neither', null, 'public'],
  ['10.0.0.0', '10.255.255.255', 'private', 'public', 'public'],
  ['100.64.0.0', '100.127.255.255', 'private', 'public', 'public'],
  ['127.0.0.0', '127.255.255.255', 'private', 'public', 'public'],
  ['168.63.129.16', '168.63.129.16', 'neither', 'public', 'public'],
  ['169.254.0.0', '169.254.255.255', 'neither', 'public', 'public'],
  ['172.16.0.0', '172.31.255.255', 'private', 'public', 'public'],
  ['192.0.0.0', '192.0.0.255', 'neither', 'public', 'public'],
  ['192.0.2.0', '192.0.2.255', 'neither', 'public', 'public'],
  ['192.31.196.0', '192.31.196.255', 'neither', 'public', 'public'],
  ['192.52.193.0', '192.52.193.255', 'neither', 'public', 'public'],
  ['192.88.99.0', '192.88.99.255', 'neither', 'public', 'public'],
  ['192.168.0.0', '192.168.255.255', 'private', 'public', 'public'],
  ['192.175.48.0', '192.175.48.255', 'neither', 'public', 'public'],
  ['198.18.0.0', '198.19.255.255', 'neither', 'public', 'public'],
  ['198.51.100.0', '198.51.100.255', 'neither', 'public', 'public'],
  ['203.0.113.0', '203.0.113.255', 'neither', 'public', 'public'],
  ['224.0.0.0', '255.255.255.255', 'neither', 'public', null],
];

export const V6: [string, string][] = [
  ['::', 'neither'],
  ['::1', 'private'],
  ['::2', 'neither'],
  ['::127.0.0.1', 'neither'],
  ['::ffff:127.0.0.1', 'private'],
  ['::ffff:10.0.0.1', 'private'],
  ['::ffff:8.8.8.8', 'neither'],
  ['::ffff:169.254.169.254', 'neither'],
  ['64:ff9b::7f00:1', 'neither'],
  ['64:ff9b:1::1', 'neither'],
  ['100::1', 'neither'],
  ['1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'neither'],
  ['2000::', 'public'],
  ['2000:ffff::1', 'public'],
  ['2001::1', 'neither'],
  ['2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', 'neither'],
  ['2001:200::', 'public'],
  ['2001:db7:ffff::1', 'public'],
  ['2001:db8::', 'neither'],
  ['2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'neither'],
  ['2001:db9::', 'public'],
  ['2001:ffff::1', 'public'],
  ['2002::', 'neither'],
  ['2002:7f00:1::', 'neither'],
  ['2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'neither'],
  ['2003::', 'public'],
  ['2606:4700::1111', 'public'],
  ['3ffe:ffff::1', 'public'],
  ['3fff::', 'neither'],
  ['3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', 'neither'],
  ['3fff:1000::', 'public'],
  ['3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'public'],
  ['4000::', 'neither'],
  ['5f00::1', 'neither'],
  ['fbff::1', 'neither'],
  ['fc00::', 'private'],
  ['fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'private'],
  ['fe00::1', 'neither'],
  ['fe80::1', 'neither'],
  ['fe80::1%eth0', 'neither'],
  ['fec0::1', 'neither'],
  ['ff02::1', 'neither'],
];

/** An IPv4 address, given as a number. */
export const SPELLINGS: readonly ((n: number) => string)[] = [
  (n: number) => String(n),
  (n: number) => `0x${n.toString(16)}`,
  (n: number) => `0${n.toString(8)}`,
  (n: number) => `${v4(n)}.`,
  (n: number) =>
    v4(n)
      .split('.')
      .map((part) => `0x${Number(part).toString(16)}`)
      .join('.'),
  (n: number) =>
    v4(n)
      .split('.')
      .map((part) => `0${Number(part).toString(8)}`)
      .join('.'),
  (n: number) => `${n >>> 24}.${n & 0xffffff}`,
  (n: number) => v4(n).replace(/[0-9]/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  (n: number) => v4(n).replaceAll('.', '%2e'),
  (n: number) => `[::ffff:${v4(n)}]`,
  (n: number) => `[::ffff:${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}]`,
  (n: number) => `[64:ff9b::${v4(n)}]`,
  (n: number) => `[2002:${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}::]`,
];
