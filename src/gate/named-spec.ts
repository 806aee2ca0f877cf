// Which spec a request means, one way for every host: its digest is compared and its engine read before anything of it is validated, and long before anything is sent.
import { AxproofError } from '../contract/errors.ts';
import { refuseOtherEngine, refuseReleased } from './other-engine.ts';
import type { PinnedRequest } from './request.ts';
import { compareDigests, type Spec, specOf } from './spec.ts';

interface Admitted {
  digest: string;
  close?(): Promise<void>;
}

/** Where packs come from. P is what a host keeps of one that it may run. */
export interface SpecSource<P extends Admitted> {
  /** A pack among those bundled or stored; undefined when none has the digest. */
  packOf(digest: string): Promise<P | undefined>;
  /** Its canonical form and digest, worked out elsewhere than here. */
  read?(document: unknown): Promise<Spec>;
  /** Validates a caller's spec: in a child of its own, unless the caller is the operator. Throws bad-pack and the like. */
  admit(spec: Spec): Promise<P>;
}

export interface NamedSpec<P> {
  digest: string;
  /** The caller named the digest, and this is it. */
  ratified: boolean;
  /** Validates it, which is what costs. */
  admit(): Promise<P>;
}

/** What was validated has to be what was compared. */
async function admitSame<P extends Admitted>(spec: Spec, source: SpecSource<P>): Promise<P> {
  const pack = await source.admit(spec);
  if (pack.digest !== spec.digest) {
    await pack.close?.();
    compareDigests(pack.digest, spec.digest);
  }
  return pack;
}

/** Throws bad-pack for what is no plain JSON, spec-too-large, digest-mismatch, engine-mismatch and unknown-digest. */
export async function namedSpec<P extends Admitted>(
  { spec, expectedDigest }: Pick<PinnedRequest, 'spec' | 'expectedDigest'>,
  source: SpecSource<P>,
): Promise<NamedSpec<P>> {
  const ratified = expectedDigest !== undefined;
  if (spec !== undefined) {
    const read = await (source.read?.(spec) ?? specOf(spec));
    if (ratified) compareDigests(read.digest, expectedDigest);
    await refuseOtherEngine(spec, read.digest);
    return { digest: read.digest, ratified, admit: () => admitSame(read, source) };
  }
  const digest = expectedDigest as string;
  const pack = await source.packOf(digest);
  if (pack) return { digest, ratified, admit: async () => pack };
  await refuseReleased(digest);
  throw new AxproofError('unknown-digest', `no pack here has the digest ${digest}`);
}
