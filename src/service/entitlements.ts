// Who may use what is paid: reads the credential that a caller shows, and says what it lacks. It is asked by paid routes alone; nothing of it is read on the free path.
import type { Entitlement } from '../attest/entitlement.ts';
import { trustedKeys } from '../attest/verify/trust.ts';
import { verifyEntitlement } from '../attest/verify/verify-entitlement.ts';
import { AxproofError } from '../contract/errors.ts';
import type { Store } from '../store/store.ts';

export const CAPABILITIES = ['functional-tests', 'monitors', 'history'] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** A paid capability: the answer is its offer. */
export const paid = (offer: string, detail: string): AxproofError => new AxproofError('payment-required', detail, [`offer: ${offer}`]);

export const usedUp = (offer: Capability): AxproofError =>
  paid(offer, 'the ceiling of the entitlement is reached: it is metered, and not one run goes beyond it');

/** Whether a list of hosts holds that of an origin. */
export function covers(targets: readonly string[], origin: string): boolean {
  const { host } = new URL(origin);
  return targets.some((one) => one === '*' || one === host || (one.startsWith('*.') && host.endsWith(one.slice(1))));
}

/** Throws entitlement-too-narrow. */
export function mayUse({ scope }: Entitlement, capability: Capability): void {
  if (!scope.split(' ').includes(capability)) throw new AxproofError('entitlement-too-narrow', `it is for ${scope}, not for ${capability}`);
}

export class Entitlements {
  constructor(
    private readonly store: Store,
    private readonly now: () => number,
  ) {}

  /**
   * What an Authorization header (RFC 6750) entitles to; `origin` where something new is asked for. Throws payment-required where none is shown, bad-entitlement for one that is not good, and
   * entitlement-too-narrow for one of another capability or target.
   */
  async authorize(authorization: string | undefined, capability: Capability, origin?: string): Promise<Entitlement> {
    const [, token] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '') ?? [];
    if (token === undefined) throw paid(capability, 'this is a paid capability; nothing was sent to the target');
    const keys = trustedKeys(JSON.stringify({ keys: await this.store.keys() }));
    const read = verifyEntitlement(token, keys, this.now());
    if (!read.ok) throw new AxproofError('bad-entitlement', read.detail);
    const { entitlement } = read;
    const facts = await this.store.entitlement(entitlement.jti);
    if (!facts) throw new AxproofError('bad-entitlement', 'it is not one of this service');
    if (facts.revokedAt !== null) throw new AxproofError('bad-entitlement', 'it was revoked');
    mayUse(entitlement, capability);
    if (origin !== undefined && !covers(entitlement.targets, origin))
      throw new AxproofError('entitlement-too-narrow', `it is for other targets than ${origin}`);
    // Nothing new is begun; what there is can still be looked at, and stopped.
    if (origin !== undefined && facts.used >= facts.ceiling) throw usedUp(capability);
    return entitlement;
  }

  /** Uses one run up. Throws payment-required where none is left. */
  async spend({ jti }: Entitlement, capability: Capability): Promise<void> {
    if (!(await this.store.charge(jti, this.now()))) throw usedUp(capability);
  }
}
