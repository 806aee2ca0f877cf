// Refuses specs of another engine by name, before anything else of them is looked into. It reads one member, and only after the digest was compared.
import { otherEngine, packOfOtherEngine } from '../contract/engines.ts';
import { isObject } from '../contract/json.ts';
import { type ReleasedPack, releasedPack, successorOf } from '../run/released.ts';

async function details(known: ReleasedPack): Promise<string[]> {
  const next = await successorOf(known);
  if (!next || next.digest === known.digest) return [];
  const { name, version } = next.document;
  return [`it is ${known.name} ${known.version}; ${name} ${version} followed it, ${next.digest}`];
}

async function refuse(engine: string, digest: string): Promise<never> {
  const known = releasedPack(digest);
  throw packOfOtherEngine(engine, 'the spec', known ? await details(known) : []);
}

/** Throws engine-mismatch. document: a spec as it came. */
export async function refuseOtherEngine(document: unknown, digest: string): Promise<void> {
  const engine = isObject(document) ? otherEngine(document.engine) : undefined;
  if (engine !== undefined) await refuse(engine, digest);
}

/** The same for a digest alone, where no pack at hand has it: a released pack of another engine is known, though it no longer ships. */
export async function refuseReleased(digest: string): Promise<void> {
  const engine = otherEngine(releasedPack(digest)?.engine);
  if (engine !== undefined) await refuse(engine, digest);
}
