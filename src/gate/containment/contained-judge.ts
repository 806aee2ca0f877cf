// The judge of a run, as a child process: asks and records go over the pipe, and its verdict is checked against what the parent recorded. It sends no request.
import { AxproofError, type ErrorCode } from '../../contract/errors.ts';
import type { Check, Pack, Verdict } from '../../contract/generated/types.ts';
import { ENGINE } from '../../contract/limits.ts';
import { quote } from '../../contract/quote.ts';
import { jcs } from '../../json/jcs.ts';
import type { Record } from '../../record/record.ts';
import type { Judge, JudgeInput, Received, StepResult } from '../../record/step.ts';
import type { ContainedChild } from './child-process.ts';
import { CONTAINED } from './limits.ts';
import { type FromChild, plain, SentRecords, type ToChild } from './protocol.ts';
import { fromChild } from './shapes.ts';

const lie = (what: string): AxproofError => new AxproofError('containment-failed', `the contained judge ${what}`);

/** Codes that a child may refuse a spec with; anything else is no word of a judge. */
const REFUSALS: ReadonlySet<string> = new Set<ErrorCode>([
  'bad-pack',
  'engine-mismatch',
  'spec-too-large',
  'spec-too-costly',
  'consent-missing',
]);

/** A child's refusal as our own error: its words are quoted, since nothing vouches for them. */
export function refusalOf(message: Extract<FromChild, { is: 'refused' }>): AxproofError {
  const { code, message: text, details } = message;
  if (!REFUSALS.has(code)) return new AxproofError('containment-failed', `the contained judge failed: ${quote(text, 200)}`);
  return new AxproofError(
    code as ErrorCode,
    quote(text, 500),
    details.map((d) => quote(d, 500)),
  );
}

interface KnownPack {
  document: Pack;
  digest: string;
}

/** Sums, ids and order of the checks, and that none of them is another than was told as it settled. */
function checkChecks({ checks, score, conclusive }: Verdict, pack: Pack, told: ReadonlyMap<string, Check>): void {
  const ids = pack.rules.map((rule) => rule.id).sort();
  if (jcs(checks.map((c) => c.id).sort()) !== jcs(ids)) throw lie('gives a verdict about other rules');
  for (const check of checks) {
    const before = told.get(check.id);
    if (before && jcs(before) !== jcs(check)) throw lie('changes what it said of a rule');
  }
  const sum = (member: 'points' | 'outOf'): number => checks.reduce((all, c) => all + (c[member] ?? 0), 0);
  if (score.points !== sum('points') || score.outOf !== sum('outOf')) throw lie('gives a score that is no sum of its checks');
  if (conclusive !== checks.every((c) => c.verdict !== 'inconclusive')) throw lie('calls its verdict what it is not');
}

/** Whether a verdict is one of exactly its run: target, seed, engine and pack, the rules of the pack, sums, and checks as they were told. Throws containment-failed where anything differs from what the parent knows of the run. */
function checkVerdict(
  verdict: Verdict,
  { document, digest }: KnownPack,
  { target, seed }: JudgeInput,
  told: ReadonlyMap<string, Check>,
): void {
  const { name, version } = document;
  const known = { target, seed, engine: ENGINE, pack: { name, version, digest } };
  for (const [member, value] of Object.entries(known))
    if (jcs(verdict[member as keyof typeof known]) !== jcs(value)) throw lie(`gives a verdict about another ${member}`);
  checkChecks(verdict, document, told);
}

export class ContainedJudge implements Judge {
  surfaces: readonly string[] = [];
  readonly #sent = new SentRecords();
  readonly #checks = new Map<string, Check>();
  #hosts = 0;
  #finished = false;

  private constructor(
    private readonly child: ContainedChild,
    private readonly pack: KnownPack,
    private readonly input: JudgeInput,
  ) {}

  static async start(child: ContainedChild, pack: KnownPack, input: JudgeInput): Promise<ContainedJudge> {
    const judge = new ContainedJudge(child, pack, input);
    const { registrable: _, ...given } = input;
    judge.surfaces = (await judge.#tell({ do: 'start', input: given }, 'started')).surfaces;
    return judge;
  }

  async isChallenge(record: Record): Promise<boolean> {
    // Without marks there is nothing to look for.
    if (!this.pack.document.challenges) return false;
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
    checkVerdict(verdict, this.pack, this.input, this.#checks);
    this.child.kill();
    return verdict;
  }

  /** A check is told once, about a rule of the spec. */
  #hear(check: Check): void {
    if (this.#checks.has(check.id) || !this.pack.document.rules.some((rule) => rule.id === check.id))
      throw lie('settles a check that is none');
    this.#checks.set(check.id, check);
  }

  async #tell<Is extends FromChild['is']>(message: ToChild, is: Is): Promise<Extract<FromChild, { is: Is }>> {
    const answer = (await this.child.tell(message, 'turn', (asked) => this.#reply(asked))) as FromChild;
    if (answer.is === 'refused') throw refusalOf(answer);
    if (answer.is !== is) throw lie('answers what it was not asked');
    return answer as Extract<FromChild, { is: Is }>;
  }

  /** The answer to a question of the child; undefined for what is no question. */
  #reply(asked: unknown): ToChild | undefined {
    const message = fromChild(asked);
    if (message.is !== 'ask') return undefined;
    if (++this.#hosts > CONTAINED.hosts) throw new AxproofError('spec-too-costly', `a run may ask about at most ${CONTAINED.hosts} hosts`);
    return { do: 'placed', domain: this.input.registrable(message.host) };
  }
}
