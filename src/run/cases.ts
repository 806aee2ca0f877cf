// Cases of a rule: one target each, and what the rule must say of it. Runs them in process; tests and pack test share it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AxproofError } from '../contract/errors.ts';
import type { Case, Check, FixtureTarget } from '../contract/generated/types.ts';
import type { Transport } from '../contract/transport.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { loadCases, loadFixture } from '../transport/fixture/load.ts';
import { overlay } from '../transport/fixture/overlay.ts';
import { fixtureOrigin } from '../transport/fixture/routes.ts';
import { fixture } from '../transport/fixture/transport.ts';
import { judgeTarget } from './run.ts';

/** The base target of a case that names none. */
const BASE = 'good';
const SEED = 1;

export interface CaseFolders {
  /** One file a rule: <rule>.yaml. */
  cases: string;
  targets: string;
}

export const casesOf = (rule: string, folders: CaseFolders): Case[] => {
  const file = join(folders.cases, `${rule}.yaml`);
  return existsSync(file) ? loadCases(file) : [];
};

const bases = new Map<string, FixtureTarget>();

function base(name: string, folder: string): FixtureTarget {
  const file = join(folder, `${name}.yaml`);
  let known = bases.get(file);
  if (!known) {
    known = loadFixture(file);
    bases.set(file, known);
  }
  return known;
}

export function targetOf(one: Case, folders: CaseFolders): FixtureTarget {
  return overlay(base(one.target ?? BASE, folders.targets), one);
}

/** The check of a rule for a case; by the in-process transport unless another is given. */
export async function checkOf(pack: LoadedPack, rule: string, one: Case, origin: string, transport: Transport): Promise<Check> {
  // A target that was written for the case has nothing against being written to.
  const input = { target: origin, seed: one.seed ?? SEED, consent: { by: 'operator' } } as const;
  const check = (await judgeTarget(pack, input, { transport })).verdict.checks.find((c) => c.id === rule);
  if (!check) throw new AxproofError('bad-fixture', `the pack has no rule ${rule}`);
  return check;
}

/** What of a case's expectation does not hold; empty when all of it does. */
export function mismatches(one: Case, check: Check): string[] {
  const { verdict, reason, text, findings = [], noFindings = [] } = one.expect;
  const codes = new Set(check.findings.map((f) => f.code));
  const out: string[] = [];
  if (check.verdict !== verdict || check.reason.code !== reason) {
    out.push(`expected ${verdict} (${reason}), got ${check.verdict} (${check.reason.code}): ${check.reason.text}`);
  }
  if (text !== undefined && !check.reason.text.includes(text)) out.push(`expected the reason to say "${text}", got "${check.reason.text}"`);
  for (const code of findings) if (!codes.has(code)) out.push(`expected a finding ${code}, got ${[...codes].join(', ') || 'none'}`);
  for (const code of noFindings) if (codes.has(code)) out.push(`expected no finding ${code}`);
  return out;
}

/** Runs one case in process. */
export async function runCase(pack: LoadedPack, rule: string, one: Case, folders: CaseFolders): Promise<string[]> {
  const target = targetOf(one, folders);
  const transport = fixture(target);
  return mismatches(one, await checkOf(pack, rule, one, fixtureOrigin(target), transport));
}

/** Reasons of a rule that no case shows; the words for what is left out of its coverage are none. */
export const unshown = (pack: LoadedPack, rule: string, cases: readonly Case[]): string[] => {
  const shown = new Set(cases.flatMap((c) => [c.expect.reason, ...(c.expect.findings ?? [])]));
  const { reasons = {}, coverage = [] } = pack.document.rules.find((r) => r.id === rule) ?? {};
  const words = new Set(coverage.flatMap(({ notAskable = [], untold = [] }) => [...notAskable, ...untold].map(({ because }) => because)));
  return Object.keys(reasons).filter((code) => !shown.has(code) && !words.has(code));
};
