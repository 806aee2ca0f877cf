// The cases of a pack with what each came to unchanged, and whether a changed pack comes to something else there. A run is made once a case.
import type { Case, Check, FixtureTarget } from '../../contract/generated/types.ts';
import type { Interpreter } from '../../engine/interpreter.ts';
import { judgeRule } from '../../engine/judge.ts';
import { jcs } from '../../json/jcs.ts';
import type { LoadedPack } from '../../pack/compiled/loaded-pack.ts';
import { fixtureOrigin } from '../../transport/fixture/routes.ts';
import { fixture } from '../../transport/fixture/transport.ts';
import { checkOf, interpreted, mismatches, runCase } from '../cases/case.ts';

export class CaseRun {
  readonly rule: string;
  readonly index: number;
  readonly one: Case;
  readonly target: FixtureTarget;
  #came?: { interpreter: Interpreter; check: string };

  constructor(rule: string, index: number, one: Case, target: FixtureTarget) {
    this.rule = rule;
    this.index = index;
    this.one = one;
    this.target = target;
  }

  /** What does not hold of the unchanged pack. */
  async unchanged(pack: LoadedPack): Promise<string[]> {
    const { interpreter, judged } = await interpreted(pack, this.rule, this.one, fixtureOrigin(this.target), fixture(this.target));
    this.#came = { interpreter, check: jcs(this.#judged(pack, interpreter)) };
    return mismatches(this.one, checkOf(judged, this.rule));
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
    return (await runCase(pack, this.rule, this.one, this.target)).length > 0;
  }
}
