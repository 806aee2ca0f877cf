// Immutable documents by digest: those of the store, and the packs that come with the service, stored or not.
import { isDigest } from '../contract/digest.ts';
import { jcs } from '../json/jcs.ts';
import { whole } from '../report/written.ts';
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
  if (bundled) return { state: 'here', content: whole(jcs(bundled.document)) };
  const found = await store.document(kind, digest);
  if (!found) return undefined;
  return found.state === 'gone' ? { state: 'gone', content: whole(found.tombstone) } : { state: 'here', content: found.content };
}
