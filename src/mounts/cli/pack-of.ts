// The pack that a report names: given, or bundled; it must have the digest that the report says.
import { AxproofError } from '../../contract/errors.ts';
import type { Report } from '../../contract/generated/types.ts';
import { quote } from '../../contract/quote.ts';
import type { LoadedPack } from '../../pack/loaded-pack.ts';
import { bundledNames, openPack } from './bundled.ts';
import { readBytes } from './fetched.ts';

async function given(where: string): Promise<LoadedPack> {
  if (!/^https?:\/\//.test(where)) return openPack(where);
  const { loadPackDocument } = await import('../../pack/load.ts');
  const { strictJson } = await import('../../attest/verify/strict-json.ts');
  const read = strictJson(await readBytes(where), 1024 * 1024);
  if (!read.ok) throw new AxproofError('bad-pack', `${where}: ${read.detail}`);
  return loadPackDocument(read.value);
}

export async function packOf(report: Report, where: string | undefined): Promise<LoadedPack> {
  const { name, version, digest } = report.verdict.pack;
  if (where !== undefined) {
    const pack = await given(where);
    if (pack.digest === digest) return pack;
    throw new AxproofError('other-pack', `the report was made with ${quote(digest, 80)}; ${where} is ${pack.digest}`);
  }
  for (const bundled of bundledNames()) {
    const pack = await openPack(bundled);
    if (pack.digest === digest) return pack;
  }
  throw new AxproofError(
    'unknown-pack',
    `no bundled pack is ${quote(name, 80)} ${quote(version, 40)} with the digest ${quote(digest, 80)}`,
  );
}
