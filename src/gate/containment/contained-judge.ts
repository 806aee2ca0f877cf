// The judge of one run whose head is in a child: asks and records go over the pipe, and its verdict is held against what is known of the run. It sends nothing.
import { AxproofError } from '../../contract/errors.ts';
import type { Check, Verdict } from '../../contract/generated/types.ts';
import type { Record } from '../../record/record.ts';
import type { Judge, JudgeInput, Received, StepResult } from '../../record/step.ts';
import { checkVerdict, type KnownPack } from './check-verdict.ts';
import type { ContainedChild } from './child-process.ts';
import { CONTAINED } from './limits.ts';
import { type FromChild, plain, SentRecords, type ToChild } from './protocol.ts';
import { refusalOf } from './refusal.ts';
import { fromChild } from './shapes.ts';

const lie = (what: string): AxproofError => new AxproofError('containment-failed', `the contained judge ${what}`);

export class ContainedJudge implements Judge {
  surfaces: readonly string[] = [];
  readonly #child: ContainedChild;
  readonly #pack: KnownPack;
  readonly #input: JudgeInput;
  readonly #sent = new SentRecords();
  readonly #checks = new Map<string, Check>();
  #hosts = 0;
  #finished = false;

  private constructor(child: ContainedChild, pack: KnownPack, input: JudgeInput) {
    this.#child = child;
    this.#pack = pack;
    this.#input = input;
  }

  static async start(child: ContainedChild, pack: KnownPack, input: JudgeInput): Promise<ContainedJudge> {
    const judge = new ContainedJudge(child, pack, input);
    const { registrable: _, ...given } = input;
    judge.surfaces = (await judge.#tell({ do: 'start', input: given }, 'started')).surfaces;
    return judge;
  }

  async isChallenge(record: Record): Promise<boolean> {
    // Without marks there is nothing to look for.
    if (!this.#pack.document.challenges) return false;
    return (await this.#tell({ do: 'look', record: plain(record) }, 'looked')).challenge;
  }

  async next(received: readonly Received[], quiet: boolean): Promise<StepResult> {
    const { step } = await this.#tell({ do: 'next', received: received.map((one) => this.#sent.plain(one)), quiet }, 'step');
    for (const check of step.checks) this.#hear(check);
    this.#finished = step.finished;
    return step;
  }

  async verdict(): Promise<Verdict> {
    if (!this.#finished) throw new AxproofError('internal', 'a verdict was asked for before everything was answered');
    const { verdict } = await this.#tell({ do: 'result' }, 'result');
    checkVerdict(verdict, this.#pack, this.#input, this.#checks);
    this.#child.kill();
    return verdict;
  }

  /** A check is told once, about a rule of the spec. */
  #hear(check: Check): void {
    if (this.#checks.has(check.id) || !this.#pack.document.rules.some((rule) => rule.id === check.id))
      throw lie('settles a check that is none');
    this.#checks.set(check.id, check);
  }

  async #tell<Is extends FromChild['is']>(message: ToChild, is: Is): Promise<Extract<FromChild, { is: Is }>> {
    const answer = (await this.#child.tell(message, 'turn', (asked) => this.#reply(asked))) as FromChild;
    if (answer.is === 'refused') throw refusalOf(answer);
    if (answer.is !== is) throw lie('answers what it was not asked');
    return answer as Extract<FromChild, { is: Is }>;
  }

  /** The answer to a question of the child; undefined for what is no question. */
  #reply(asked: unknown): ToChild | undefined {
    const message = fromChild(asked);
    if (message.is !== 'ask') return undefined;
    if (++this.#hosts > CONTAINED.hosts) throw new AxproofError('spec-too-costly', `a run may ask about at most ${CONTAINED.hosts} hosts`);
    return { do: 'placed', domain: this.#input.registrable(message.host) };
  }
}
