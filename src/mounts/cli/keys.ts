// axproof keys: makes, lists, rotates, revokes and exports the keys that sign reports. It never prints a private key.
import { sep } from 'node:path';
import { parseInstant, secondsOf, windowText, within } from '../../attest/instant.ts';
import { KeyFolder } from '../../attest/keys/folder.ts';
import { keySetOf } from '../../attest/keys/ring.ts';
import { addSealingKey } from '../../attest/keys/sealing-keys.ts';
import { spkiPem } from '../../attest/public-key.ts';
import { AxproofError, EXIT } from '../../contract/errors.ts';
import type { KeyRing, PublicKey } from '../../contract/generated/types.ts';
import { placeOf, writeOut } from './files.ts';
import type { Io } from './io.ts';

export interface KeysOptions {
  keys: string;
  store?: string;
  json?: boolean;
  out?: string;
  ahead?: number;
  days?: number;
  since?: string;
  format?: 'jwks' | 'pem';
  kid?: string;
}

export type KeysCommand = 'new' | 'list' | 'rotate' | 'revoke' | 'seal' | 'export';

function milliseconds(text: string): number {
  const at = parseInstant(/\.\d+Z$/.test(text) ? text : text.replace(/Z$/, '.000Z'));
  if (at === undefined) throw new AxproofError('bad-usage', `${text} is not a time such as 2026-11-21T00:00:00Z`);
  return at;
}

const line = (key: PublicKey, now: number): string => {
  const use = key.status === 'current' ? (within(key, now) ? 'signs now' : 'may not sign now') : '';
  return `${[key.status.padEnd(8), key.kid, windowText(key), use].join('  ').trimEnd()}\n`;
};

function list(ring: KeyRing, options: KeysOptions, now: number): string {
  if (options.json) return `${JSON.stringify(keySetOf(ring), null, 2)}\n`;
  return ring.keys.map((key) => line(key, now)).join('');
}

function pem(ring: KeyRing, kid: string | undefined): string {
  const key = ring.keys.find((one) => (kid === undefined ? one.status === 'current' : one.kid === kid));
  if (!key)
    throw new AxproofError('bad-usage', kid === undefined ? 'there is no current key: name one with --kid' : `the ring has no key ${kid}`);
  return spkiPem(key.x);
}

function exportKeys(ring: KeyRing, options: KeysOptions): string {
  if (options.format === 'pem') return pem(ring, options.kid);
  if (options.kid !== undefined) throw new AxproofError('bad-usage', '--kid goes with --format pem: a key set always holds every key');
  return `${JSON.stringify(keySetOf(ring), null, 2)}\n`;
}

/** What lies among the keys is kept by them alone: a set over the ring or over a private key would end them. */
function checkOut({ keys, out }: KeysOptions): void {
  if (out !== undefined && placeOf(out).startsWith(placeOf(keys) + sep))
    throw new AxproofError('bad-usage', `${out} lies among the keys in ${keys}: name a place beside them`);
}

async function result(
  command: KeysCommand,
  folder: KeyFolder,
  kid: string | undefined,
  options: KeysOptions,
  now: number,
): Promise<string> {
  switch (command) {
    case 'new':
      return line(await folder.add(now, { aheadDays: options.ahead, validDays: options.days }), now);
    case 'rotate':
      return line(await folder.rotate(now), now);
    case 'revoke':
      return line(
        await folder.revoke(kid ?? '', now, options.since === undefined ? undefined : secondsOf(milliseconds(options.since))),
        now,
      );
    case 'seal':
      return `seals     ${(await addSealingKey(folder.path)).kid}\n`;
    case 'list':
      return list(folder.ring(), options, now);
    case 'export':
      return exportKeys(folder.ring(), options);
  }
}

export async function keys(command: KeysCommand, kid: string | undefined, options: KeysOptions, io: Io): Promise<number> {
  checkOut(options);
  const folder = new KeyFolder(options.keys, { store: options.store });
  const text = await result(command, folder, kid, options, milliseconds(io.now()));
  writeOut(options.out, text, io);
  return EXIT.ok;
}
