// Two reports: which checks came out otherwise, and what of four things made the difference: the target, the rules, the sample, the verifier.
// It judges again what is recorded, with one of them changed at a time, and asks no target.
import { otherEngine } from '../contract/engines.ts';
import type { Check, Evidence, Report } from '../contract/generated/types.ts';
import type { LoadedPack } from '../pack/compiled/loaded-pack.ts';
import { rejudge } from './rejudge.ts';

export type Cause = 'the target changed' | 'the targets differ' | 'the rules changed' | 'the sample differs' | 'the verifier changed';

export type CheckOutcome = Pick<Check, 'verdict' | 'reason' | 'points' | 'outOf' | 'cap'>;

export interface CheckChange {
  id: string;
  /** undefined: the pack of that report has no such check. */
  before?: CheckOutcome;
  after?: CheckOutcome;
  causes: Cause[];
}

export interface ComparedReport {
  report: Report;
  /** The pack of the report; undefined where only another engine loads it. */
  pack: LoadedPack | undefined;
}

type Told = Map<string, Check>;
const byId = (checks: readonly Check[]): Told => new Map(checks.map((c) => [c.id, c]));

/** What makes two results of a check the same: verdict, worth, reason and what was found; texts quote URLs, which may differ. */
const result = (check: Check | undefined): string =>
  check
    ? JSON.stringify([[check.verdict, check.outOf, check.cap, check.reason.code], check.findings.map((f) => [f.code, f.place, f.keyword])])
    : '';

function outcome(check: Check | undefined): CheckOutcome | undefined {
  if (!check) return undefined;
  const { verdict, reason, points, outOf, cap } = check;
  return { verdict, reason, ...(points === undefined ? {} : { points, outOf }), ...(cap === undefined ? {} : { cap }) } as CheckOutcome;
}

const judgeChecks = async (pack: LoadedPack, evidence: Evidence, seed: number): Promise<Told> =>
  byId((await rejudge(pack, evidence, seed)).verdict.checks);

/** The answers of `first`, and where it did not ask, those of `then`. What was given by name goes with the seed: secrets' placeholders are drawn by it. */
function answers(first: Evidence, then: Evidence, { env, row, consent }: Evidence): Evidence {
  const sites = { ...then.sites, ...first.sites };
  return { ...first, env, row, consent, sites, exchanges: [...first.exchanges, ...then.exchanges] };
}

/** A report as this verifier judges it, by a pack that it can load. */
interface Anew {
  report: Report;
  pack: LoadedPack;
  said: Told;
  here: Told;
}

/** instead: the other side's pack, where its own does not load here. */
async function anew({ report, pack }: ComparedReport, instead: LoadedPack | undefined): Promise<Anew | undefined> {
  const judge = pack ?? instead;
  if (!judge) return undefined;
  const said = byId(report.verdict.checks);
  const asSaid = pack !== undefined && otherEngine(report.verdict.engine) === undefined;
  return { report, pack: judge, said, here: asSaid ? said : await judgeChecks(judge, report.evidence, report.verdict.seed) };
}

/** What the older side gives when one thing is that of the newer side. */
type Swapped = Record<'rules' | 'target' | 'sample', Told>;

async function swapped(a: Anew, b: Anew): Promise<Swapped> {
  const { verdict: was, evidence: before } = a.report;
  const { verdict: is, evidence: after } = b.report;
  const sameRules = a.pack.digest === b.pack.digest;
  const sameSeed = was.seed === is.seed;
  const sameTarget = was.target === is.target;
  const rules = sameRules ? a.here : await judgeChecks(b.pack, before, was.seed);
  if (sameSeed) return { rules, sample: a.here, target: sameRules ? b.here : await judgeChecks(a.pack, after, was.seed) };
  // What one target answered is no answer of another.
  if (!sameTarget) return { rules, sample: b.here, target: b.here };
  return {
    rules,
    target: await judgeChecks(a.pack, answers(after, before, before), was.seed),
    sample: await judgeChecks(a.pack, answers(before, after, after), is.seed),
  };
}

interface Differ {
  rules: boolean;
  sample: boolean;
  target: Cause;
}

/** One check: on either side, and on the older side with one thing changed. */
interface Cross {
  before: Check | undefined;
  after: Check | undefined;
  rules: Check | undefined;
  target: Check | undefined;
  sample: Check | undefined;
}

function causes({ before, after, rules, target, sample }: Cross, differ: Differ): Cause[] {
  const was = result(before);
  if (was === result(after)) return [];
  const byRules = result(rules) !== was;
  const bySample = result(sample) !== was;
  // The old rules may ask for what the new ones never asked: that they see nothing then says nothing of the target.
  const blind = target?.verdict === 'inconclusive' && result(target) !== result(after);
  const byTarget = blind ? !byRules && !bySample : result(target) !== was;
  // Where none alone makes the difference, they do together.
  const together = !byRules && !bySample && !byTarget;
  return [
    ...(byTarget || together ? [differ.target] : []),
    ...(byRules || (together && differ.rules) ? (['the rules changed'] as const) : []),
    ...(bySample || (together && differ.sample) ? (['the sample differs'] as const) : []),
  ];
}

/** Whether a check comes out otherwise here than the verifier said that made the report. */
const otherHere = ({ said, here }: Anew, id: string): boolean => result(said.get(id)) !== result(here.get(id));

function sides(a: Told, b: Told): (id: string) => Pick<CheckChange, 'before' | 'after'> {
  return (id) => {
    const [was, is] = [outcome(a.get(id)), outcome(b.get(id))];
    return { ...(was ? { before: was } : {}), ...(is ? { after: is } : {}) };
  };
}

/** Every check that came out otherwise, with its causes. */
export async function compare(a: ComparedReport, b: ComparedReport): Promise<CheckChange[]> {
  const [before, after] = [byId(a.report.verdict.checks), byId(b.report.verdict.checks)];
  const told = sides(before, after);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter((id) => result(before.get(id)) !== result(after.get(id)));
  const [was, is] = [await anew(a, b.pack), await anew(b, a.pack)];
  // Both of another engine, by packs that only it loads: nothing can be judged again.
  if (!was || !is) return changed.map((id) => ({ id, ...told(id), causes: ['the verifier changed'] }));
  const swap = await swapped(was, is);
  const otherPacks = a.report.verdict.pack.digest !== b.report.verdict.pack.digest;
  const differ: Differ = {
    rules: was.pack.digest !== is.pack.digest,
    sample: a.report.verdict.seed !== b.report.verdict.seed,
    target: a.report.verdict.target === b.report.verdict.target ? 'the target changed' : 'the targets differ',
  };
  // By the other side's pack, in place of one that does not load here, rules and verifier cannot be told apart.
  const unloaded = otherPacks && !differ.rules;
  return changed.map((id): CheckChange => {
    const at = (checks: Told): Check | undefined => checks.get(id);
    const cross = { before: at(was.here), after: at(is.here), rules: at(swap.rules), target: at(swap.target), sample: at(swap.sample) };
    const found = causes(cross, differ);
    const verifier = otherHere(was, id) || otherHere(is, id);
    return {
      id,
      ...told(id),
      causes: [
        ...found,
        ...(verifier && unloaded && !found.includes('the rules changed') ? (['the rules changed'] as const) : []),
        ...(verifier ? (['the verifier changed'] as const) : []),
      ],
    };
  });
}
