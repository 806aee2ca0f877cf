// What a caller asks the gate of the service for: which pack it is, and how it is found sound. It sends nothing.
import { AxproofError } from '../contract/errors.ts';
import type { Pack, VerificationRequest } from '../contract/generated/types.ts';
import { type NamedSpec, namedSpec } from '../gate/named-spec.ts';
import { refuseOtherEngine } from '../gate/other-engine.ts';
import type { Spec } from '../gate/spec.ts';
import { allBytes } from '../report/written.ts';
import type { Store } from '../store/store.ts';
import { callerBucket } from './budgets.ts';
import { mayUse } from './entitlements.ts';
import type { BundledPacks } from './packs.ts';
import type { Caller } from './service.ts';
import type { SpecReading } from './spec-reading.ts';
import type { Validations } from './validations.ts';

export interface SpecHost {
  packs: BundledPacks;
  store: Store;
  validations: Validations;
  specs: Pick<SpecReading, 'read'>;
}

interface AtHand {
  digest: string;
  document: Pick<Pack, 'consent'>;
  /** In canonical form; none where it is bundled. */
  text?: string;
}

/** Read off the text: nothing of a spec that is refused for it is validated. */
function refuseWrites({ consent }: Pick<Pack, 'consent'>, { entitlement }: Caller): void {
  if (consent === 'writes' && !entitlement)
    throw new AxproofError('payment-required', 'a spec that writes is functional testing, which is paid; nothing was sent', [
      'see /offers/attested-run; the command line runs such specs against targets that consent, free of charge',
    ]);
  if (consent === 'writes' && entitlement) mayUse(entitlement, 'functional-tests');
}

/** A pack that comes with the service, or one of the store: what lies there was found sound before it was put there. */
async function atHand(digest: string, { packs, store }: SpecHost): Promise<AtHand | undefined> {
  const bundled = packs.withDigest(digest);
  if (bundled) return bundled;
  const found = await store.document('pack', digest);
  if (found?.state === 'gone') throw new AxproofError('taken-down', 'the pack was taken down', [digest]);
  if (!found) return undefined;
  const text = allBytes(found.content).toString('utf8');
  const document = JSON.parse(text) as AtHand['document'];
  // The store may hold specs of the time before this engine.
  await refuseOtherEngine(document, digest);
  return { digest, document, text };
}

/** Nothing is stored here: a spec is when its run starts. */
async function addSpec(
  { text, digest }: Spec,
  document: AtHand['document'],
  { validations }: SpecHost,
  { caller, signal }: { caller: Caller; signal: AbortSignal | undefined },
): Promise<AtHand> {
  refuseWrites(document, caller);
  await validations.validate({ text, digest }, caller, signal);
  return { digest, document, text };
}

/**
 * Naming it costs nothing: digest-mismatch, engine-mismatch, unknown-digest, taken-down and payment-required are thrown here. Admitting it throws bad-pack,
 * busy, too-many-specs, interrupted when the caller leaves, and what containment throws.
 */
export function callersSpec(
  named: Pick<VerificationRequest, 'spec' | 'expectedDigest'>,
  host: SpecHost,
  caller: Caller,
  signal: AbortSignal | undefined,
): Promise<NamedSpec<AtHand>> {
  const packOf = async (digest: string): Promise<AtHand | undefined> => {
    const found = await atHand(digest, host);
    if (found) refuseWrites(found.document, caller);
    return found;
  };
  // Whether it writes is read off the value whose digest was worked out.
  const document = (named.spec ?? {}) as AtHand['document'];
  const admit = async (spec: Spec): Promise<AtHand> => (await packOf(spec.digest)) ?? addSpec(spec, document, host, { caller, signal });
  const read = (value: unknown): Promise<Spec> => host.specs.read(value, callerBucket(caller.address));
  return namedSpec(named, { packOf, read, admit });
}
