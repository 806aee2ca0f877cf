// Mutants of targets: each member that a rule read in a case in which it passes, left out or given another type. Where the rule says the same of all that, it does not hold its target to what it reads.
import type { Case, Check, FixtureAnswer, FixtureRoute, FixtureTarget } from '../../contract/generated/types.ts';
import { isObject, type Json, type Members } from '../../contract/json.ts';
import { jcs } from '../../json/jcs.ts';
import { pointerOf, step } from '../../json/pointer.ts';
import type { CompiledRule, LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { fixtureOrigin, routeKey } from '../../transport/fixture/routes.ts';
import { checkOf, interpretCase } from '../cases/case.ts';
import { type CaseFolders, casesIn, placedCases, Targets } from '../cases/folders.ts';
import { Resting, withProbes } from '../cases/resting.ts';
import type { PackSource } from '../cases/source.ts';
import { edited } from './mutant.ts';
import { chance, type MutantChoice } from './mutants.ts';
import { membersRead, type ReadMember } from './of-target.ts';

const KINDS = ['dropped', 'retyped'] as const;
type Kind = (typeof KINDS)[number];

export interface TargetMutant {
  rule: string;
  /** Rule, path of the document, pointer and kind. */
  name: string;
  /** FILE:LINE:COL of the first case in which it was tried. */
  at: string;
  noticed: boolean;
}

/** Cases in which a member is tried: another may do without it. */
const TRIES = 3;

const retyped = (value: Json): Json => (typeof value === 'string' ? 7 : Array.isArray(value) ? {} : 'text');

/** What is written in a target against what was read from it: strings have names of the target filled in. */
function isRead(written: Json | undefined, read: Json | undefined): boolean {
  if (typeof written === 'string' && written.includes('${')) return true;
  if (Array.isArray(written))
    return Array.isArray(read) && written.length === read.length && written.every((one, i) => isRead(one, read[i]));
  if (!isObject(written)) return written === read;
  if (!isObject(read)) return false;
  const names = Object.keys(written);
  return names.length === Object.keys(read).length && names.every((name) => isRead(written[name] as Json, read[name] as Json));
}

/** A target in which one member of a document is another; undefined where the document is not written as JSON there. */
function changeMember(target: FixtureTarget, { hop, document, path }: ReadMember, kind: Kind): FixtureTarget | undefined {
  const [method, address] = hop.split(' ') as [string, string];
  const url = new URL(address);
  const key = routeKey(target, method, url, url.origin === fixtureOrigin(target));
  const route: FixtureRoute = key === null ? null : (target.routes?.[key] ?? null);
  const answers = [route].flat();
  const i = answers.findIndex((answer) => answer?.json !== undefined && isRead(answer.json as Json, document));
  const answer = answers[i];
  if (key === null || !answer) return undefined;
  const before = path.reduce<Json | undefined>((value, name) => step(value, String(name)), answer.json as Json);
  if (before === undefined) return undefined;
  const json = edited(answer.json as Json, path.map(String), kind === 'dropped' ? undefined : retyped(before));
  const other = { ...answer, json } as FixtureAnswer;
  const routes = { ...target.routes, [key]: Array.isArray(route) ? (answers.with(i, other) as FixtureAnswer[]) : other };
  return { ...target, routes };
}

const checkText = ({ verdict, reason, points, findings }: Check): string =>
  jcs([
    verdict,
    reason,
    points ?? null,
    findings.map(({ code, level, place = '', value = '', message }) => [code, level, place, value, message]),
  ]);

type Ran = ReturnType<typeof interpretCase>;

interface Tried {
  mutant: TargetMutant;
  times: number;
}

class MutatingTargets {
  readonly #resting: Resting;
  readonly #tried = new Map<string, Tried>();

  constructor(
    private readonly pack: LoadedPack,
    private readonly choice: MutantChoice,
  ) {
    this.#resting = new Resting(pack);
  }

  get mutants(): TargetMutant[] {
    return [...this.#tried.values()].map(({ mutant }) => mutant);
  }

  /** One case in which its rule passes: with the probes that the rule rests on where it does so with these alone. */
  async case(compiled: CompiledRule, one: Case, target: FixtureTarget, at: string): Promise<void> {
    const { id } = compiled.rule;
    for (const pack of [withProbes(this.pack, this.#resting.needed([id])), this.pack]) {
      const run = (changed: FixtureTarget): Ran => interpretCase(pack, [compiled], one, changed);
      const ran = await run(target);
      if (checkOf(ran.judged, id).check.verdict !== 'pass') continue;
      await this.#members(compiled, ran, target, run, at);
      return;
    }
  }

  async #members(
    { rule }: CompiledRule,
    ran: Awaited<Ran>,
    target: FixtureTarget,
    run: (target: FixtureTarget) => Ran,
    at: string,
  ): Promise<void> {
    const probes = [...this.#resting.of(rule.id)].map((name) => this.#resting.nodes.get(name)?.probe as Members);
    const unchanged = checkText(checkOf(ran.judged, rule.id).check);
    for (const member of membersRead(rule, probes, this.pack.document.schemas ?? {}, ran.interpreter))
      for (const kind of KINDS) {
        const tried = this.#chosen(rule.id, member, kind, at);
        const other = tried && changeMember(target, member, kind);
        if (!other) continue;
        tried.times++;
        this.#tried.set(tried.mutant.name, tried);
        tried.mutant.noticed = checkText(checkOf((await run(other)).judged, rule.id).check) !== unchanged;
      }
  }

  /** Undefined where it is not drawn, was noticed, or was tried often enough. */
  #chosen(rule: string, { hop, path }: ReadMember, kind: Kind, at: string): Tried | undefined {
    const { pathname } = new URL(hop.slice(hop.indexOf(' ') + 1));
    const name = `${rule} ${pathname}#${pointerOf(path)} ${kind}`;
    const { seed, share, part } = this.choice;
    if (chance(seed, name) >= share || (part && Math.floor(chance(0, name) * part.of) !== part.at - 1)) return undefined;
    const tried = this.#tried.get(name) ?? { mutant: { rule, name, at, noticed: false }, times: 0 };
    return tried.mutant.noticed || tried.times >= TRIES ? undefined : tried;
  }
}

/** Throws bad-fixture or bad-file for cases that do not load. */
export async function mutateTargets(
  { pack, own }: PackSource,
  folders: CaseFolders,
  choice: MutantChoice,
  signal: AbortSignal,
): Promise<TargetMutant[]> {
  const mutating = new MutatingTargets(pack, choice);
  const [cases, all] = [casesIn(folders), new Targets(...folders.targets)];
  for (const compiled of pack.rules.filter(({ rule: { id } }) => (choice.rule ? choice.rule.includes(id) : own.has(id))))
    for (const { one, at } of placedCases(compiled.rule.id, cases)) {
      signal.throwIfAborted();
      if (one.expect.verdict === 'pass') await mutating.case(compiled, one, all.of(one), at);
    }
  return mutating.mutants;
}
