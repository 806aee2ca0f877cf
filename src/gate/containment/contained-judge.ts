// The judge of one run whose head is in a child: turns go over the pipe, and nothing that comes back is passed on unchecked.
import { AxproofError } from '../../contract/errors.ts';
import type { Check, Pack } from '../../contract/generated/types.ts';
import { jcs } from '../../json/jcs.ts';
import { allProbes } from '../../pack/bounds.ts';
import type { ReceivedAnswer, StepResult } from '../../record/step.ts';
import type { Judged, JudgeInput, RunJudge } from '../../run/run.ts';
import type { ContainedChild } from './child-process.ts';
import { confirmed } from './confirmed.ts';
import { CONTAINED } from './limits.ts';
import type { FromChild, PlainInput, ToChild } from './protocol.ts';
import { refusalOf } from './refusal.ts';
import { fromChild } from './shapes.ts';
import { Witness } from './witness.ts';

export interface KnownPack {
  document: Pack;
  digest: string;
}

const lie = (what: string): AxproofError => new AxproofError('containment-failed', `the contained judge ${what}`);

export class ContainedJudge implements RunJudge {
  readonly #child: ContainedChild;
  readonly #pack: KnownPack;
  readonly #input: PlainInput;
  readonly #witness: Witness;
  readonly #checks = new Map<string, Check>();
  #hosts = 0;
  #finished = false;

  private constructor(child: ContainedChild, pack: KnownPack, input: JudgeInput) {
    const { registrable, budget: _, ...plain } = input;
    this.#child = child;
    this.#pack = pack;
    this.#input = plain;
    const writes = plain.consent !== undefined && pack.document.consent === 'writes';
    const secrets = new Set(allProbes(pack.document).flatMap((probe) => probe.secret ?? []));
    this.#witness = new Witness({ ...plain, registrable, writes, secrets });
  }

  static async start(child: ContainedChild, pack: KnownPack, input: JudgeInput): Promise<ContainedJudge> {
    const judge = new ContainedJudge(child, pack, input);
    await judge.#tell({ do: 'start', input: judge.#input }, 'started');
    return judge;
  }

  async next(given: readonly ReceivedAnswer[]): Promise<StepResult> {
    return this.#checked(async () => {
      this.#witness.answered(given);
      const { turn } = await this.#tell({ do: 'next', given }, 'turn');
      this.#witness.admit(turn.send);
      for (const check of turn.checks) this.#hear(check);
      this.#finished = turn.finished;
      return turn;
    });
  }

  async result(): Promise<Judged> {
    return this.#checked(async () => {
      if (!this.#finished) throw new AxproofError('internal', 'a verdict was asked for before everything was answered');
      const { verdict, outline } = await this.#tell({ do: 'result' }, 'result');
      const judged = confirmed({ verdict, outline, checks: this.#checks }, this.#pack, this.#input, this.#witness);
      this.#child.kill();
      return judged;
    });
  }

  /** A check is told once, about a rule of the spec, and can be written down. */
  #hear(check: Check): void {
    if (this.#checks.has(check.id) || !this.#pack.document.rules.some((rule) => rule.id === check.id))
      throw lie('settles a check that is none');
    try {
      jcs(check);
    } catch {
      throw lie('says what cannot be written down');
    }
    this.#checks.set(check.id, check);
  }

  async #tell<Is extends FromChild['is']>(message: ToChild, is: Is): Promise<Extract<FromChild, { is: Is }>> {
    const answer = (await this.#child.tell(message, 'turn', (asked) => this.#reply(asked))) as FromChild;
    if (answer.is === 'refused') throw this.#refusal(answer);
    if (answer.is !== is) throw lie('answers what it was not asked');
    return answer as Extract<FromChild, { is: Is }>;
  }

  /** The answer to a question of the child; undefined for what is no question. */
  #reply(asked: unknown): ToChild | undefined {
    const message = fromChild(asked);
    if (message.is !== 'ask') return undefined;
    if (++this.#hosts > CONTAINED.hosts) throw new AxproofError('spec-too-costly', `a run may ask about at most ${CONTAINED.hosts} hosts`);
    return { do: 'placed', domain: this.#witness.ask(message.host) };
  }

  /** That a target cannot be reached is for the parent to say: it made the connections. */
  #refusal(answer: Extract<FromChild, { is: 'refused' }>): AxproofError {
    if (answer.code === 'unreachable' && !this.#witness.unreachable) return lie('calls a target unreachable that answered');
    return refusalOf(answer);
  }

  /** Whatever goes wrong ends the child: there is no verdict after it. */
  async #checked<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      const known = error instanceof AxproofError && error.code !== 'not-plain-json';
      const told = known ? error : lie('says what cannot be');
      this.#child.kill(told);
      throw told;
    }
  }
}
