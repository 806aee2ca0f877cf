// The run of one probe: started once, advanced whenever something was answered, settled when it has a value. It does not say which answers count.
import type { Unclear } from '../../contract/unclear.ts';
import type { CompiledProbe } from '../../pack/compiled/loaded-pack.ts';
import type { SourcePlan } from '../../pack/compiled/source-plan.ts';
import type { Observation } from '../../record/observation.ts';
import type { ProbeValue } from '../select/scope.ts';
import { expand, type RequestDraft } from './expand.ts';
import type { ProbeHost } from './probe-host.ts';

export abstract class ProbeRun {
  value?: ProbeValue;
  /** The first reason why the source gave fewer requests than it should. */
  protected unclear: Pick<ProbeValue, 'open' | 'openAt'> = {};

  constructor(
    protected readonly node: CompiledProbe,
    protected readonly order: readonly number[],
    protected readonly host: ProbeHost,
  ) {}

  /** Asks what is known before anything is answered. */
  abstract start(): void;

  /** True when something changed. */
  abstract advance(): boolean;

  /** The requests that a source stands for. What is left out is told under the name. */
  protected draftsOf(plan: SourcePlan, name: string): RequestDraft[] {
    const { drafts, left, lost, open, openAt } = expand(plan, this.host.scope(), this.host);
    this.note(open, openAt);
    for (const one of left) this.host.unsent({ name, ...one });
    this.host.lost(lost);
    return drafts;
  }

  protected note(open: Unclear | undefined, openAt?: Observation): void {
    if (open && !this.unclear.open) this.unclear = openAt ? { open, openAt } : { open };
  }
}
