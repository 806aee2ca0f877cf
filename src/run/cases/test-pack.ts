// Runs the cases of a pack and says what does not hold, each with its place. One file that does not load hides nothing of the others.
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AxproofError } from '../../contract/errors.ts';
import type { FixtureTarget, Rule } from '../../contract/generated/types.ts';
import type { Interpreter } from '../../engine/interpreter.ts';
import { below } from '../../json/pointer.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { suggestion } from '../../pack/nearest.ts';
import type { CaseProblem, Tested } from '../../report/cases.ts';
import { readSource } from '../../transport/fixture/source.ts';
import { checkOf, interpretCase, mismatches, partOfCase, spokenOf, unshown } from './case.ts';
import { type AskedRoutes, askedRoutes, type CaseFault, caseFaults, namedTwice } from './case-faults.ts';
import { CasesCoverage } from './coverage.ts';
import { explain, explainedLines } from './explain.ts';
import { type CaseFolders, type PlacedCase, placedCases, Targets } from './folders.ts';
import { isOfPart, type Part } from './part.ts';
import { Resting } from './resting.ts';
import { type PackSource, placeText } from './source.ts';

const AT = /^(.+:\d+:\d+): (.+)$/s;

/** What an error of a fixture says, at the place that it names. */
function unread(error: unknown, at: string): { at: string; text: string }[] {
  if (!(error instanceof AxproofError)) throw error;
  const told = error.details.map((detail) => AT.exec(detail)).filter((match) => match !== null);
  return told.length > 0 ? told.map(([, where = at, text = '']) => ({ at: where, text })) : [{ at, text: error.message }];
}

interface Came {
  interpreter: Interpreter;
  asked: AskedRoutes;
  /** Of the reason and the findings. */
  codes: string[];
  fails: CaseFault[];
  faults: CaseFault[];
}

class Testing {
  readonly #targets: Targets;
  readonly #resting: Resting;
  readonly #trace: boolean;
  readonly #part: Part | undefined;
  /** Cases that were met, of whatever part. */
  #met = 0;
  readonly #show: CasesCoverage | undefined;
  /** Of all cases, of whatever target. */
  readonly #asks: AskedRoutes = { taken: new Set(), unanswered: new Set() };
  readonly tested: Tested = { runs: [], problems: [] };

  constructor(
    private readonly source: PackSource,
    private readonly folders: CaseFolders,
    { trace = false, coverage = false, part }: TestOptions,
  ) {
    this.#show = coverage ? new CasesCoverage(source) : undefined;
    this.#trace = trace;
    this.#part = part;
    this.#resting = new Resting(source.pack);
    this.#targets = new Targets(...folders.targets);
  }

  async rule(rule: Rule, index: number): Promise<void> {
    const { cases: folder } = this.folders;
    let cases: PlacedCase[] = [];
    try {
      if (folder !== undefined) cases = placedCases(rule.id, folder);
    } catch (error) {
      return this.#say('case-unread', rule.id, ...unread(error, join(folder ?? '', `${rule.id}.yaml`)));
    }
    for (const one of cases) if (isOfPart(this.#met++, this.#part)) await this.#one(rule, index, one);
    for (const { one, at } of namedTwice(cases)) this.#say('case-twice', rule.id, { at, text: `another case is called ${one.name}` });
    if (!this.source.own.has(rule.id)) return;
    const all = cases.map(({ one }) => one);
    for (const code of unshown(this.source.pack, rule.id, all)) {
      const at = placeText(this.source.place(below(`/rules/${index}/reasons`, code), 'key'));
      this.#say('reason-unshown', rule.id, { at, text: `no case shows the reason ${code}` });
    }
  }

  #say(code: CaseProblem['code'], rule: string, ...places: readonly Pick<CaseProblem, 'at' | 'text'>[]): void {
    this.tested.problems.push(...places.map((one) => ({ code, rule, ...one })));
  }

  /** What a case comes to, and what of it does not hold. pack: that is asked. */
  async #asked(pack: LoadedPack, rule: Rule, placed: PlacedCase): Promise<Came> {
    const { one, within } = placed;
    const target = this.#targets.of(one);
    const { interpreter, judged } = await interpretCase(pack, spokenOf(pack, rule.id, one), one, target);
    const came = checkOf(judged, rule.id);
    const asked = askedRoutes(target, judged.evidence);
    const wrong = mismatches(one, came);
    const [first] = wrong;
    const fails: CaseFault[] = first
      ? [{ at: within(['expect', ...first.place]), text: wrong.map(({ text }) => text).join('; '), code: 'case-fails' }]
      : [];
    const codes = [came.check.reason.code, ...came.check.findings.map(({ code }) => code)];
    return { interpreter, asked, codes, fails, faults: caseFaults(placed, rule, asked) };
  }

  /** Asked is what its rules rest on; where something does not hold, all of the pack: a route may be there for other probes. */
  async #come(rule: Rule, placed: PlacedCase): Promise<Came> {
    const { pack } = this.source;
    const part = partOfCase(pack, this.#resting, rule.id, placed.one);
    if (part !== pack) {
      const came = await this.#asked(part, rule, placed);
      if (came.fails.length === 0 && came.faults.length === 0) return came;
    }
    return this.#asked(pack, rule, placed);
  }

  async #run(rule: Rule, index: number, placed: PlacedCase): Promise<CaseFault[]> {
    const { pack, place } = this.source;
    const { interpreter, asked, codes, fails, faults } = await this.#come(rule, placed);
    for (const name of ['taken', 'unanswered'] as const) for (const key of asked[name]) this.#asks[name].add(key);
    this.#show?.add(interpreter, rule, index, codes);
    const trace = fails.length > 0 && this.#trace ? { trace: explainedLines(explain(interpreter, pack, index), index, place) } : {};
    return [...fails.map((fault) => ({ ...fault, ...trace })), ...faults];
  }

  async #one(rule: Rule, index: number, placed: PlacedCase): Promise<void> {
    const { one, at } = placed;
    const { runs, problems } = this.tested;
    let faults: CaseFault[];
    try {
      faults = await this.#run(rule, index, placed);
    } catch (error) {
      faults = unread(error, at).map((fault) => ({ ...fault, code: 'case-unread' }));
    }
    runs.push({ rule: rule.id, name: one.name, at, holds: faults.length === 0 });
    problems.push(...faults.map((fault) => ({ rule: rule.id, case: one.name, caseAt: at, ...fault })));
  }

  finished(): Tested {
    return this.#show ? { ...this.tested, shown: this.#show.coverage() } : this.tested;
  }

  /** Routes of the pack's own targets that no case took, and that are spelled almost as a request that nothing answered: others are for other packs. */
  misspelt(): void {
    const { taken, unanswered } = this.#asks;
    const folder = join(this.folders.cases ?? '', 'targets');
    if (this.folders.cases === undefined || !existsSync(folder)) return;
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.yaml'))) {
      const read = this.#read(join(folder, name));
      if (!read) continue;
      const { value, at } = read;
      for (const key of Object.keys((value as FixtureTarget | null)?.routes ?? {})) {
        const hint = taken.has(key) ? '' : suggestion(key, unanswered);
        const place = { at: at(['routes', key], true), text: `no request takes the route ${key}${hint}` };
        if (hint !== '') this.#say('dead-route', basename(name, '.yaml'), place);
      }
    }
  }

  /** A target of the pack's own; one that cannot be read hides nothing of the others. */
  #read(file: string): ReturnType<typeof readSource> | undefined {
    try {
      return readSource(file);
    } catch (error) {
      this.#say('case-unread', basename(file, '.yaml'), ...unread(error, file));
      return undefined;
    }
  }

  /** Case files that belong to no rule, and what would be one by another name. */
  strays(): void {
    const { cases } = this.folders;
    if (cases === undefined) return;
    const ids = new Set(this.source.pack.document.rules.map(({ id }) => `${id}.yaml`));
    const stray = (file: string, rule: string, text: string): void => this.#say('no-rule', rule, { at: join(cases, file), text });
    for (const file of readdirSync(cases).filter((name) => name.endsWith('.yaml') && name !== WAIVERS && !ids.has(name)))
      stray(file, basename(file, '.yaml'), 'the pack has no rule of this name');
    for (const file of readdirSync(cases).filter((name) => name.endsWith('.yml'))) {
      const rule = basename(file, '.yml');
      stray(file, rule, `the file is not read: the cases of a rule stand in ${rule}.yaml`);
    }
  }
}

/** A file among the cases that holds none. */
export const WAIVERS = 'waivers.yaml';

export interface TestOptions {
  /** Ids of the rules that are asked for; all unless given. */
  rule?: readonly string[];
  part?: Part;
  /** Say of a case that does not hold what every assertion of its rule came to. */
  trace?: boolean;
  coverage?: boolean;
}

export async function testPack(source: PackSource, folders: CaseFolders, options: TestOptions): Promise<Tested> {
  const { rule: rules, part } = options;
  const testing = new Testing(source, folders, options);
  for (const [i, rule] of source.pack.document.rules.entries()) if (!rules || rules.includes(rule.id)) await testing.rule(rule, i);
  if (!rules) {
    testing.strays();
    // A route that this part leaves untaken may be taken in another.
    if (!part) testing.misspelt();
  }
  return testing.finished();
}
