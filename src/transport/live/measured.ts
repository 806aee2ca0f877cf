// Whose lateness it was where an answer did not come in time: the target's, or the verifier's own. What the verifier spoiled is measured again.
import type { Answer, FailureCode } from '../../contract/generated/types.ts';
import { lateness } from './lateness.ts';
import type { LiveLimits } from './options.ts';

/** Failures by time: of the verifier's own timers and of its lookups. They say nothing where so much of the time for a first byte, in milliseconds at least, was lost. */
const BY_TIMER: ReadonlySet<FailureCode> = new Set(['timed-out', 'dns-failed']);
const SHARE = 0.1;
const LEAST = 250;
/** Failures of a peer that gave up waiting for the verifier; nobody does so within this many milliseconds. */
const BY_PEER: ReadonlySet<FailureCode> = new Set(['tls-failed', 'connection-reset']);
const PATIENCE = 1000;

/** How often one run measures again what the verifier itself was late for. */
export class SecondMeasurements {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  take(): boolean {
    return this.#left-- > 0;
  }
}

export interface Measured {
  answer: Answer;
  /** The answer failed in a way and a time that the verifier spoiled itself. */
  spoiled: boolean;
}

function isSpoiled({ failure }: Answer, lost: number, { firstByte }: LiveLimits): boolean {
  if (!failure) return false;
  return BY_TIMER.has(failure.code) ? lost > Math.max(LEAST, SHARE * firstByte) : BY_PEER.has(failure.code) && lost > PATIENCE;
}

/** Does one measurement, and says whether the verifier was late meanwhile. */
export async function measureLateness(limits: LiveLimits, measure: () => Promise<Answer>): Promise<Measured> {
  const end = lateness.begin();
  const before = lateness.lost;
  try {
    const answer = await measure();
    return { answer, spoiled: isSpoiled(answer, lateness.lost - before, limits) };
  } finally {
    end();
  }
}

/** The answer of an exchange of which nobody can say what it would have been. */
export const overloaded = ({ failure, timing }: Answer): Answer => ({
  failure: { code: 'verifier-overloaded', ...(failure?.phase ? { phase: failure.phase } : {}) },
  ...(timing ? { timing } : {}),
});
