// axproof entitlements: an operator issues, lists and revokes them in the store of the service, which need not be stopped. It meters nothing.
import { randomUUID } from 'node:crypto';
import { type Entitlement, entitlementRecord, entitlementToken } from '../attest/entitlement.ts';
import { secondsOf } from '../attest/instant.ts';
import { KeyFolder } from '../attest/keys/folder.ts';
import { LONGEST_TOKEN } from '../attest/verify/verify-entitlement.ts';
import { AxproofError, EXIT } from '../contract/errors.ts';
import { visible } from '../contract/quote.ts';
import { DAY_S } from '../contract/units.ts';
import type { Io } from '../mounts/cli/io.ts';
import type { EntitlementsOrder } from '../mounts/cli/service-build.ts';
import { type Config, readConfig } from '../service/config.ts';
import { CAPABILITIES, type Capability } from '../service/entitlements.ts';
import type { EntitlementFacts } from '../store/entitlement.ts';
import { openStore } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { existingStore } from './existing-store.ts';
import { publishKeys } from './keys.ts';

const MOST_TEXT = 200;
const MOST_TARGETS = 50;
/** A host, with its port where private targets are allowed. */
const HOST = /^(\*|(\*\.)?[a-z0-9]([a-z0-9.-]{0,250}[a-z0-9])?(:\d{1,5})?)$/;

/** As the origin of a target is written: a default port, another spelling of an address or an empty label would cover nothing for ever. */
function isHost(host: string): boolean {
  if (host === '*') return true;
  const name = host.replace(/^\*\./, '');
  const written = (scheme: string): string => (URL.canParse(`${scheme}://${name}`) ? new URL(`${scheme}://${name}`).host : '');
  return HOST.test(host) && !/\.\.|\.:/.test(name) && written('https') === name && written('http') === name;
}

type Issue = Extract<EntitlementsOrder, { do: 'issue' }>;

function checkClaims({ for: sub, capabilities, targets, ceiling, days }: Issue, now: number): Omit<Entitlement, 'jti'> {
  const odd = capabilities.find((one) => !CAPABILITIES.includes(one as Capability));
  if (odd !== undefined) throw new AxproofError('bad-usage', `there is no capability ${odd}; there are ${CAPABILITIES.join(', ')}`);
  const host = targets.find((one) => !isHost(one));
  if (host !== undefined)
    throw new AxproofError(
      'bad-usage',
      `${host} is no host as targets have it: example.com, *.example.com, or *; names of other scripts as xn--, and no default port`,
    );
  if (targets.length > MOST_TARGETS) throw new AxproofError('bad-usage', `an entitlement names up to ${MOST_TARGETS} targets`);
  if (sub.trim() === '' || sub.length > MOST_TEXT) throw new AxproofError('bad-usage', `a name has 1 to ${MOST_TEXT} characters`);
  const iat = secondsOf(now);
  return { sub, scope: capabilities.join(' '), targets, ceiling, iat, exp: iat + days * DAY_S };
}

async function issue(order: Issue, config: Config, store: Store, io: Io): Promise<void> {
  const now = Date.parse(io.now());
  const claims: Entitlement = { jti: randomUUID(), ...checkClaims(order, now) };
  const signer = new KeyFolder(config.keys, { store: config.data }).signer(now);
  const token = await entitlementToken(claims, signer);
  if (token.length > LONGEST_TOKEN)
    throw new AxproofError(
      'bad-usage',
      `its token would have ${token.length} characters, and the service reads up to ${LONGEST_TOKEN}: name fewer or shorter targets, or issue several entitlements`,
    );
  // The service believes the keys of its store, and may not have started since this one was made.
  await publishKeys(config, store, now);
  await store.putEntitlement({
    id: claims.jti,
    claims: entitlementRecord(claims, signer.kid),
    ceiling: claims.ceiling,
    issuedAt: now,
    expiresAt: claims.exp * 1000,
  });
  io.err(`entitlement ${claims.jti}: ${claims.scope}, up to ${claims.ceiling} runs; the token is shown once\n`);
  io.out(`${token}\n`);
}

const state = ({ revokedAt, expiresAt, used, ceiling }: EntitlementFacts, now: number): string => {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt <= now) return 'over';
  return used < ceiling ? 'good' : 'used up';
};

function listText(facts: readonly EntitlementFacts[], now: number, json: boolean): string {
  const all = facts.map((one) => ({ ...(JSON.parse(one.claims) as Entitlement), used: one.used, state: state(one, now) }));
  if (json) return `${JSON.stringify(all, null, 2)}\n`;
  return all
    .map(({ jti, state: is, used, ceiling, scope, targets, sub, exp }) =>
      [
        jti,
        is,
        `${used}/${ceiling}`,
        scope,
        targets.join(','),
        `until ${new Date(exp * 1000).toISOString().slice(0, 10)}`,
        visible(sub),
      ].join('  '),
    )
    .map((line) => `${line}\n`)
    .join('');
}

export async function entitlements(order: EntitlementsOrder, io: Io): Promise<number> {
  const config = readConfig({ ...io.env });
  const store = await (order.do === 'issue' ? openStore({ folder: config.data, databaseUrl: config.databaseUrl }) : existingStore(config));
  try {
    if (order.do === 'issue') await issue(order, config, store, io);
    else if (order.do === 'list') io.out(listText(await store.entitlements(), Date.parse(io.now()), order.json));
    else if (!(await store.revokeEntitlement(order.id, Date.parse(io.now()))))
      throw new AxproofError(
        'bad-usage',
        `there is no entitlement ${order.id} that could be revoked; axproof entitlements list names them`,
      );
    return EXIT.ok;
  } finally {
    await store.close();
  }
}
