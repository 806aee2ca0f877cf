// The OpenAPI document that a target publishes, as a pack finds it: the first that the pack's own `operations` lead to. It judges nothing.
import { AxproofError } from '../../contract/errors.ts';
import { selectAll } from '../../engine/select/select.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { exploreTarget } from '../run.ts';
import { type Contract, readContract } from './read-contract.ts';

type Means = Parameters<typeof exploreTarget>[2] & { seed: number };

export async function publishedContract(pack: LoadedPack, target: string, { seed, ...means }: Means): Promise<Contract> {
  const { interpreter } = await exploreTarget(pack, { target, seed }, means);
  const found = selectAll(pack.operations, interpreter.scope()).nodes.find(({ view }) => view === 'openapi')?.observation?.record;
  if (found?.source) return readContract(found.source.bytes, found.url);
  throw new AxproofError('bad-import', `${target} publishes no OpenAPI document that was found`, ['give its address or a file']);
}
