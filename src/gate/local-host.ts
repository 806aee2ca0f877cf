// The gate on the operator's own machine: targets as a person writes them, specs of the own disk, and a child for those that are not trusted.
import type { Check } from '../contract/generated/types.ts';
import { openTarget } from '../run/open-target.ts';
import { type AdmittedPack, bundledSpec } from './admitted.ts';
import type { GateHost } from './host.ts';
import type { Spec } from './spec.ts';

/** Clock, chance and end of whoever asks. */
export interface Outside {
  /** RFC 3339. */
  now(): string;
  freshSeed(): number;
  signal: AbortSignal;
}

export interface LocalHostOptions {
  /** How a spec that was given is admitted; specs that are only named by digest are bundled, and ours. */
  admit(spec: Spec): Promise<AdmittedPack>;
  /** Seconds for the whole run. */
  timeout?: number;
  userAgent?: string;
  onCheck?(check: Check): void;
}

export function localHost(outside: Outside, { admit, timeout, userAgent, onCheck }: LocalHostOptions): GateHost {
  return {
    open: async (target) => ({ loopback: false, ...(await openTarget(target)) }),
    packOf: bundledSpec,
    admit,
    freshSeed: () => outside.freshSeed(),
    now: () => outside.now(),
    signal: outside.signal,
    deadline: timeout === undefined ? undefined : timeout * 1000,
    agent: userAgent,
    onCheck,
  };
}
