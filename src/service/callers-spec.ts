// What a caller asks the gate of the service for: which pack, whether its digest is ratified, and whether it may be run here at all. It sends nothing.
import { AxproofError } from '../contract/errors.ts';
import type { Pack } from '../contract/generated/types.ts';
import { contain } from '../gate/containment/contain.ts';
import { compareDigests } from '../gate/digests.ts';
import { refuseOtherEngine, refuseReleased } from '../gate/other-engine.ts';
import { specOf } from '../gate/spec.ts';
import type { Store } from '../store/store.ts';
import { type BundledPacks, packBytes } from './packs.ts';
import type { VerifyRequest } from './service.ts';

export interface CallersSpec {
  digest: string;
  ratified: boolean;
  name: string;
  version: string;
}

export interface SpecHost {
  packs: BundledPacks;
  store: Store;
  unisolated: boolean;
  now(): number;
}

/** Digests of callers' specs that were found sound in this process: validating takes a child process. */
const sound = new Map<string, Pick<CallersSpec, 'name' | 'version'>>();
const MOST_KNOWN = 1000;

function refuseWrites(pack: Pick<Pack, 'consent'>): void {
  if (pack.consent === 'writes')
    throw new AxproofError('payment-required', 'a spec that writes is functional testing, which is paid; nothing was sent', [
      'see /offers/attested-run; the command line runs such specs against targets that consent, free of charge',
    ]);
}

async function validated(text: string, digest: string, host: SpecHost): Promise<Pick<CallersSpec, 'name' | 'version'>> {
  const known = sound.get(digest);
  if (known) return known;
  const pack = await contain(text, { withoutIsolation: host.unisolated });
  try {
    compareDigests(pack.digest, digest);
    refuseWrites(pack.document);
    const { name, version } = pack.document;
    if (sound.size >= MOST_KNOWN) sound.clear();
    sound.set(digest, { name, version });
    return { name, version };
  } finally {
    await pack.close();
  }
}

async function stored(digest: string, { packs, store }: SpecHost): Promise<string> {
  const bundled = packs.withDigest(digest);
  if (bundled) return Buffer.from(packBytes(bundled)).toString('utf8');
  const found = await store.document('pack', digest);
  if (found?.state === 'present') return Buffer.from(found.bytes).toString('utf8');
  await refuseReleased(digest);
  throw new AxproofError('unknown-digest', `no pack here has the digest ${digest}`);
}

/**
 * The digest is compared before anything of the spec is looked into; a sound spec is stored, public, for whoever replays the report.
 * Throws digest-mismatch, engine-mismatch, unknown-digest, bad-pack, payment-required and what containment throws.
 */
export async function callersSpec(request: VerifyRequest, host: SpecHost): Promise<CallersSpec> {
  const { spec, expectedDigest } = request;
  const ratified = expectedDigest !== undefined;
  if (spec === undefined) {
    const digest = expectedDigest as string;
    const text = await stored(digest, host);
    const bundled = host.packs.withDigest(digest);
    if (bundled) refuseWrites(bundled.document);
    // The store may hold specs of the time before this engine.
    else await refuseOtherEngine(JSON.parse(text), digest);
    const { name, version } = bundled ? bundled.document : await validated(text, digest, host);
    return { digest, ratified, name, version };
  }
  const { text, digest } = specOf(spec);
  if (expectedDigest !== undefined) compareDigests(digest, expectedDigest);
  await refuseOtherEngine(spec, digest);
  const { name, version } = await validated(text, digest, host);
  await host.store.putDocument('pack', digest, Buffer.from(text, 'utf8'), host.now());
  return { digest, ratified, name, version };
}
