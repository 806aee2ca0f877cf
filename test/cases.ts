// Cases of packs as tests judge them, by whatever transport is given.
import type { Case, FixtureTarget } from '../src/contract/generated/types.ts';
import type { Transport } from '../src/contract/transport.ts';
import type { LoadedPack } from '../src/pack/compiled/loaded-pack.ts';
import { type CaseVerdict, checkOf, interpretCase, mismatches, spokenOf } from '../src/run/cases/case.ts';
import { placedCases } from '../src/run/cases/folders.ts';
import { exploreTarget } from '../src/run/run.ts';

export const casesOf = (rule: string, folder: string): Case[] => placedCases(rule, folder).map(({ one }) => one);

export async function judgeCase(pack: LoadedPack, rule: string, one: Case, origin: string, transport: Transport): Promise<CaseVerdict> {
  const input = { target: origin, seed: one.seed ?? 1, consent: { by: 'operator' } } as const;
  return checkOf((await exploreTarget(pack, input, { transport, rules: spokenOf(pack, rule, one) })).judged, rule);
}

/** What does not hold of a case that is run in process. */
export async function runCase(pack: LoadedPack, rule: string, one: Case, target: FixtureTarget): Promise<string[]> {
  const { judged } = await interpretCase(pack, spokenOf(pack, rule, one), one, target);
  return mismatches(one, checkOf(judged, rule)).map(({ text }) => text);
}
