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

const NONE: ReadonlySet<string> = new Set();
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
      if (judgement.check.verdict !== 'fail' || !this.host.again) return { rule, check: judgement.check, stands: [] };
      return { rule, ...confirm(rule.rule, judgement, { asked: second, judgement: this.host.judge(rule, { second }), exchanges }) };
    });
    return sure.map((one) => this.#without(one, sure));
  }

  /** A scored check passes only where it would pass without what the honesty checks found to be untrue: a lie is worth no more than nothing. */
  #without({ rule, check }: Sure, all: readonly Sure[]): Check {
    if (check.cap !== undefined || check.verdict !== 'pass') return check;
    for (const { check: by, stands } of all) {
      const documents = by.cap === undefined || by.verdict !== 'fail' ? NONE : contradictedDocuments(stands);
      if (documents.size === 0 || this.host.judge(rule, { without: documents }).check.verdict === 'pass') continue;
      const named = quote([...documents].join(', '), LONGEST);
      const text = `What this rests on is contradicted by the site's own answers (${by.id}), and counts as missing: ${named}.`;
      const points = check.points === undefined ? {} : { points: 0 };
      return {
        ...check,
        ...points,
        verdict: 'fail',
        reason: { code: CONTRADICTED, text },
        evidence: [...new Set([...check.evidence, ...by.evidence])],
      };
    }
    return check;
  }
}
