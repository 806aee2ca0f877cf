// What the gate needs of whoever runs it: the way to a target, packs by their digest, and a place to judge strangers' packs in.
import type { Transport } from '../contract/transport.ts';
import type { Prober, TargetRunOptions } from '../run/run.ts';
import type { AdmittedPack } from './admitted.ts';
import type { SpecSource } from './named-spec.ts';

export interface GateTarget {
  origin: string;
  /** Driven here, or by whoever probes elsewhere. */
  transport: Transport | Prober;
  /** Where the run is driven elsewhere: a way for the look-ups of consent. Without it such a host sends no writes. */
  lookUp?(): Promise<Transport>;
  /** Nothing that is sent leaves this machine: the operator may consent to writes. */
  loopback: boolean;
}

export interface GateHost
  extends SpecSource<AdmittedPack>,
    Pick<TargetRunOptions, 'now' | 'mode' | 'agent' | 'deadline' | 'signal' | 'onCheck'> {
  /** Opens the way to a target and sends nothing. Throws bad-target. */
  open(target: string): Promise<GateTarget>;
  freshSeed(): number;
}
