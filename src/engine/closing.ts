// The end of a run: what contradicts is asked a second time, and only then is anybody blamed. It never asks what writes.
import { onceMoreName } from '../contract/exchange-name.ts';
import type { Check } from '../contract/generated/types.ts';
import { CONTRADICTED } from '../contract/grades.ts';
import { LIMITS } from '../contract/limits.ts';
import { quote } from '../contract/quote.ts';
import type { CompiledRule } from '../pack/compiled/loaded-pack.ts';
import type { Observation } from '../record/observation.ts';
import type { Record } from '../record/record.ts';
import { type AskSomething, isDone, type Ticket, type Wanted } from './asking.ts';
import { type Confirmed, confirm, toConfirm } from './confirm.ts';
import type { RuleJudgement } from './judge.ts';
import { contradictedDocuments } from './without.ts';

export interface ClosingHost {
  /** Those that the end can still change. */
  rules: readonly CompiledRule[];
  /** Whether anything may be asked a second time. */
  again: boolean;
  ask: AskSomething;
  /** What an exchange was asked by. */
  askOf(record: Record): Wanted;
  exchanges(): readonly Observation[];
  /** A rule judged by what was seen. */
  judge(rule: CompiledRule, otherwise?: SecondLook): RuleJudgement;
}

/** How a rule is judged otherwise than by all that was seen: with second answers in place of first ones, or without some documents. */
export interface SecondLook {
  second?: ReadonlyMap<Record, Record>;
  without?: ReadonlySet<string>;
}

interface Sure extends Confirmed {
  rule: CompiledRule;
}

/** Documents that honesty checks found to be untrue. */
interface Untrue {
  by: readonly Check[];
  documents: ReadonlySet<string>;
}

/** Those of each honesty check, and then all of them: what one of two documents still bears, rests on nothing when both are untrue. */
function untrueOf(all: readonly Sure[]): Untrue[] {
  const each = all
    .filter(({ check }) => check.cap !== undefined && check.verdict === 'fail')
    .map(({ check, stands }): Untrue => ({ by: [check], documents: contradictedDocuments(stands) }))
    .filter(({ documents }) => documents.size > 0);
  if (each.length < 2) return each;
  return [...each, { by: each.flatMap(({ by }) => by), documents: new Set(each.flatMap(({ documents }) => [...documents])) }];
}

/** Of the documents that a reason names. */
const LONGEST = 300;

/** What is asked a second time goes out before anything else that may wait. */
const URGENT = Number.MAX_SAFE_INTEGER;
/** Stands behind every part of a probe's own order. */
const AFTER = Number.MAX_SAFE_INTEGER;

export class Closing {
  readonly #asked = new Map<Record, Ticket>();
  readonly #judgements: ReadonlyMap<CompiledRule, RuleJudgement>;

  /** Everything else has settled. */
  constructor(private readonly host: ClosingHost) {
    this.#judgements = new Map(host.rules.map((rule) => [rule, host.judge(rule)]));
    if (host.again) for (const observation of toConfirm([...this.#judgements.values()])) this.#askAgain(observation);
  }

  /** Everything that was asked a second time has been answered. */
  get done(): boolean {
    return [...this.#asked.values()].every(isDone);
  }

  #askAgain(observation: Observation): void {
    const { request, literal, bytes, follow } = this.host.askOf(observation.record);
    const ticket = this.host.ask({
      name: onceMoreName(observation.name, 'again'),
      order: [...observation.order, AFTER],
      urgency: URGENT,
      request,
      literal,
      bytes: Math.min(bytes, LIMITS.confirmationBytes),
      follow,
      fresh: 'again',
      renew: true,
    });
    this.#asked.set(observation.record, ticket);
  }

  checks(): Check[] {
    const second = new Map<Record, Record>();
    for (const [first, ticket] of this.#asked) if (ticket.state === 'recorded') second.set(first, ticket.record);
    const exchanges = this.host.exchanges();
    const sure = [...this.#judgements].map(([rule, judgement]): Sure => {
      const { check, details } = judgement;
      if (check.verdict !== 'fail') return { rule, check, stands: [] };
      // What is never asked twice rests on first answers.
      if (!this.host.again) return { rule, check, stands: details.filter(({ level }) => level === 'must') };
      return { rule, ...confirm(rule.rule, judgement, { asked: second, judgement: this.host.judge(rule, { second }), exchanges }) };
    });
    const untrue = untrueOf(sure);
    return sure.map((one) => this.#without(one, untrue));
  }

  /** A scored check passes only where it would pass without what the honesty checks found to be untrue: a lie is worth no more than nothing. */
  #without({ rule, check }: Sure, untrue: readonly Untrue[]): Check {
    if (check.cap !== undefined || check.verdict !== 'pass') return check;
    const rests = untrue.find(({ documents }) => this.host.judge(rule, { without: documents }).check.verdict !== 'pass');
    if (!rests) return check;
    const named = quote([...rests.documents].join(', '), LONGEST);
    const by = rests.by.map(({ id }) => id).join(', ');
    const text = `What this rests on is contradicted by the site's own answers (${by}), and counts as missing: ${named}.`;
    const points = check.points === undefined ? {} : { points: 0 };
    return {
      ...check,
      ...points,
      verdict: 'fail',
      reason: { code: CONTRADICTED, text },
      evidence: [...new Set([...check.evidence, ...rests.by.flatMap(({ evidence }) => evidence)])],
    };
  }
}
