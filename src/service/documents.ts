// Immutable documents by digest: those of the store, and the packs that come with the service, stored or not.
import { isDigest } from '../contract/digest.ts';
import { jcs } from '../json/jcs.ts';
import type { Store } from '../store/store.ts';
import type { BundledPacks } from './packs.ts';
import type { DocumentKind, StoredDocument } from './service.ts';

export async function documentOf(
  store: Store,
  packs: BundledPacks,
  kind: DocumentKind,
  digest: string,
): Promise<StoredDocument | undefined> {
  if (!isDigest(digest)) return undefined;
  const bundled = kind === 'pack' ? packs.withDigest(digest) : undefined;
  if (bundled) return { state: 'here', bytes: Buffer.from(jcs(bundled.document), 'utf8') };
  const found = await store.document(kind, digest);
  if (!found) return undefined;
  return found.state === 'gone' ? { state: 'gone', bytes: found.tombstone } : { state: 'here', bytes: found.bytes };
}
