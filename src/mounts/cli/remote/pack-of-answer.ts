// The pack of a report that a service gave, for the words of its rules: bundled here, or from the service by its digest. Nothing is judged with it.
import { strictJson } from '../../../attest/verify/strict-json.ts';
import { AxproofError } from '../../../contract/errors.ts';
import type { Pack, Report } from '../../../contract/generated/types.ts';
import { specOf } from '../../../gate/spec.ts';
import { bundledNames, openPack } from '../bundled.ts';
import { MOST_DOCUMENT, type ServiceClient } from './service-client.ts';

/** A stranger's pack is looked into in the child that is made for such packs, and nowhere else. */
async function fetched(digest: string, client: ServiceClient): Promise<Pack | undefined> {
  const reply = await client.send(`/packs/${digest}`, { accept: 'application/json', most: MOST_DOCUMENT });
  const read = reply.status === 200 ? strictJson(reply.bytes, MOST_DOCUMENT) : undefined;
  const spec = read?.ok ? specOf(read.value) : undefined;
  if (spec?.digest !== digest) return undefined;
  const { admitContained } = await import('../../../gate/contained.ts');
  const admitted = await admitContained(spec.text);
  await admitted.close();
  return admitted.document;
}

/** Undefined where it cannot be had: a report is told without the words of its rules, too. */
export async function packOfAnswer(report: Report, client: ServiceClient): Promise<Pack | undefined> {
  const { digest } = report.verdict.pack;
  for (const name of bundledNames()) {
    const pack = await openPack(name);
    if (pack.digest === digest) return pack.document;
  }
  try {
    return await fetched(digest, client);
  } catch (error) {
    if (error instanceof AxproofError) return undefined;
    throw error;
  }
}
