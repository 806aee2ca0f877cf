// The gate on the operator's own machine: targets of the command line, specs of the own disk, and a child for those that are not trusted.
import type { Check } from '../../contract/generated/types.ts';
import type { AdmittedPack } from '../../gate/admitted.ts';
import { bundledSpec } from '../../gate/bundled-spec.ts';
import type { GateHost } from '../../gate/host.ts';
import type { Spec } from '../../gate/spec.ts';
import { VERSION } from '../../run/version.ts';
import type { Io } from './io.ts';
import { openTarget } from './target.ts';

export interface GateHostOptions {
  /** How a spec that was given is admitted; specs that are only named by digest are bundled, and ours. */
  admit(spec: Spec): Promise<AdmittedPack>;
  /** Seconds for the whole run. */
  timeout?: number;
  userAgent?: string;
  onCheck?(check: Check): void;
}

export function gateHost(io: Io, { admit, timeout, userAgent, onCheck }: GateHostOptions): GateHost {
  return {
    open: async (target) => ({ loopback: false, ...(await openTarget(target)) }),
    packOf: bundledSpec,
    admit,
    freshSeed: () => io.freshSeed(),
    now: () => io.now(),
    version: VERSION,
    signal: io.signal,
    ...(timeout === undefined ? {} : { deadline: timeout * 1000 }),
    ...(userAgent === undefined ? {} : { agent: userAgent }),
    ...(onCheck ? { onCheck } : {}),
  };
}
