// axproof contract-diff: which changes of an OpenAPI document break clients that were made from an older one.
import { existsSync } from 'node:fs';
import { AxproofError } from '../../contract/errors.ts';
import { openPack } from '../../run/bundled.ts';
import { contractChanges } from '../../run/contracts/changes.ts';
import { type Contract, publishedContract, readContract } from '../../run/contracts/read-contract.ts';
import { resultOfChanges } from '../../run/contracts/result-of-changes.ts';
import { openTarget } from '../../run/open-target.ts';
import { statusOfChecks } from '../../run/suite/status-of.ts';
import { isTarget } from './diff-side.ts';
import type { Io } from './io.ts';
import { readBytes } from './read-document.ts';
import { openReporters, writeResults } from './reporters.ts';

export interface ContractDiffOptions {
  reporter?: string[];
  pack?: string;
}

const mayBeFixture = (bytes: Uint8Array): boolean => /^(target|routes)\s*:/m.test(Buffer.from(bytes).toString('utf8'));

/** A YAML file is a document where it is one, and a fixture where it has what a fixture has. */
async function fromFile(where: string): Promise<Contract | undefined> {
  if (isTarget(where) && !existsSync(where)) return undefined;
  const bytes = await readBytes(where);
  try {
    return readContract(bytes, where);
  } catch (error) {
    if (isTarget(where) && mayBeFixture(bytes) && error instanceof AxproofError && error.code === 'bad-import') return undefined;
    throw error;
  }
}

async function contractOf(where: string, { pack }: ContractDiffOptions, io: Io): Promise<Contract> {
  const own = await fromFile(where);
  if (own) return own;
  const { origin, transport } = await openTarget(where);
  try {
    return await publishedContract(await openPack(pack), origin, { transport, signal: io.signal, seed: io.freshSeed() });
  } finally {
    await transport.close();
  }
}

export async function contractDiff(old: string, now: string, options: ContractDiffOptions, io: Io): Promise<number> {
  const reporters = openReporters(options.reporter ?? ['cli']);
  const sides = { old: await contractOf(old, options, io), new: await contractOf(now, options, io) };
  const result = resultOfChanges(contractChanges(sides.old, sides.new), sides);
  await writeResults([result], reporters, io);
  return statusOfChecks(result.notes.lines);
}
