// The cases of a pack with what each came to unchanged, and whether a changed pack comes to something else there. A run is made once a case.
import type { Case, Check, Evidence, FixtureRoute, FixtureTarget } from '../../contract/generated/types.ts';
import type { Interpreter } from '../../engine/interpreter.ts';
import { judgeRule } from '../../engine/judge.ts';
import { select } from '../../engine/select/select.ts';
import { jcs } from '../../json/jcs.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { parsePath } from '../../pack/compiled/path.ts';
import { findRoute, fixtureOrigin, knowsOrigin } from '../../transport/fixture/routes.ts';
import { checkOf, interpretCase, mismatches, speaksOfAll, spokenOf } from '../cases/case.ts';
import { askedAnyway, askedRoutes } from '../cases/case-faults.ts';
import { withProbes } from '../cases/resting.ts';
import type { Checks, Seen } from './checks.ts';

/** Whether a path is about an item or an answer at hand: what it says is not known when the run is over. */
export const isAtHand = (path: string): boolean => /^\$[.[]'?(?:each|item|self|value|coverage)\b/.test(path);

/** A run that is over: what it saw and what it asked. */
export interface Ran {
  interpreter: Interpreter;
  evidence: Evidence;
}

interface Came extends Ran {
  wrong: string[];
}

export class CaseRun {
  /** The probes that it is run with; all unless it holds with fewer. */
  #probes?: ReadonlySet<string>;
  #came?: Ran & { check: string };
  readonly #answering = new Map<string, FixtureRoute | undefined>();
  /** What schemas were held against while it was run unchanged. */
  seen: Seen = new Map();

  /** at: FILE:LINE:COL. */
  constructor(
    readonly rule: string,
    readonly index: number,
    readonly one: Case,
    readonly target: FixtureTarget,
    readonly at: string,
  ) {}

  /** What does not hold of the unchanged pack. checks: of that pack. needed: probes that its rule rests on; where the case holds with these alone, nothing else is asked for it. */
  async unchanged(pack: LoadedPack, checks: Checks, needed: ReadonlySet<string>): Promise<string[]> {
    if (!speaksOfAll(this.one)) this.#probes = needed;
    let came = await this.#heard(pack, checks);
    if (this.#probes && came.wrong.length > 0) {
      this.#probes = undefined;
      came = await this.#heard(pack, checks);
    }
    const { interpreter, evidence } = came;
    this.#came = { interpreter, evidence, check: jcs(this.#judged(pack, interpreter)) };
    return came.wrong;
  }

  async #heard(pack: LoadedPack, checks: Checks): Promise<Came> {
    let came: Came | undefined;
    this.seen = await checks.during(async () => {
      came = await this.#run(pack);
    });
    return came as Came;
  }

  get wasRun(): boolean {
    return this.#came !== undefined;
  }

  /** The run of the unchanged pack. */
  get ran(): Ran {
    if (!this.#came) throw new Error(`${this.at} was not run`);
    return this.#came;
  }

  /** Those of these probes that it was run with. */
  askedFor(names: ReadonlySet<string>): ReadonlySet<string> {
    return this.#probes ? new Set([...names].filter((name) => this.#probes?.has(name))) : names;
  }

  /** Whether paths come to anything in the run of the unchanged pack. What they say of an item or an answer at hand is not known at its end. */
  looksAt(paths: readonly (string | undefined)[]): boolean {
    const scope = this.#came?.interpreter.scope();
    return paths.some((text) => {
      if (!scope || text === undefined || isAtHand(text)) return true;
      const { nodes, open, partial } = select(parsePath(text), scope);
      return nodes.length > 0 || open !== undefined || partial;
    });
  }

  /** What answers a request, given as METHOD URL: the same object for all targets where it is the same. Undefined where there is nobody. */
  answering(hop: string): FixtureRoute | undefined {
    if (this.#answering.has(hop)) return this.#answering.get(hop);
    const { target } = this;
    const [method, address] = hop.split(' ') as [string, string];
    const url = new URL(address);
    const own = url.origin === fixtureOrigin(target);
    const route = own || knowsOrigin(target, url.origin) ? findRoute(target, method, url, own) : undefined;
    this.#answering.set(hop, route);
    return route;
  }

  /** A run of these probes alone, of which no rule is judged. */
  async probed(pack: LoadedPack, names: ReadonlySet<string>): Promise<Ran> {
    const { one, target } = this;
    const { interpreter, judged } = await interpretCase(withProbes(pack, names), [], one, target);
    return { interpreter, evidence: judged.evidence };
  }

  async #run(pack: LoadedPack): Promise<Came> {
    const { one, target, rule } = this;
    const names = this.#probes;
    const asked = names ? withProbes(pack, names) : pack;
    const rules = names ? pack.rules.slice(this.index, this.index + 1) : spokenOf(pack, rule, one);
    const { interpreter, judged } = await interpretCase(asked, rules, one, target);
    const texts = mismatches(one, checkOf(judged, rule)).map(({ text }) => text);
    const wrong = [...texts, ...askedAnyway(one, askedRoutes(target, judged.evidence))];
    return { interpreter, evidence: judged.evidence, wrong };
  }

  #judged(pack: LoadedPack, interpreter: Interpreter): Check {
    return judgeRule(pack.rules[this.index]!, pack, interpreter.scope()).check;
  }

  /**
   * Whether the case notices. asksTheSame: the change is one of assertions alone, so the answers are those that were seen: where the rule says the
   * same of them, nothing has to be asked again.
   */
  async notices(pack: LoadedPack, asksTheSame: boolean): Promise<boolean> {
    if (asksTheSame && this.#came && jcs(this.#judged(pack, this.#came.interpreter)) === this.#came.check) return false;
    return (await this.#run(pack)).wrong.length > 0;
  }
}
