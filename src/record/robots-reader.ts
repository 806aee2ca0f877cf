// The robots.txt of a target, read apart from any run, by the recorder of runs: it is asked, followed and understood as the run itself does. It sends nothing.
import type { Answer, FailureCode } from '../contract/generated/types.ts';
import type { Hop } from '../contract/transport.ts';
import { defaultHeaders } from '../pack/default-headers.ts';
import { ExchangeRecorder } from './exchange-recorder.ts';
import { robotsOf } from './origins.ts';
import type { Robots } from './robots.ts';
import { type Registrable, site } from './site.ts';

export class RobotsReader {
  readonly #recorder: ExchangeRecorder;
  /** The hop to send; none once robots.txt was read. */
  hop: Hop | undefined;
  robots: Robots | undefined;

  constructor(origin: string, registrable: Registrable, agent: string | undefined) {
    const options = { site: site(origin, registrable), headers: defaultHeaders(agent), writes: false, surfaces: new Set<string>() };
    this.#recorder = new ExchangeRecorder(options);
    [this.hop] = this.#recorder.take();
  }

  give(answer: Answer): void {
    if (!this.hop) return;
    this.#recorder.give(this.hop.key, answer);
    [this.hop] = this.#recorder.take();
    const { robots } = this.#recorder;
    this.robots = robots && robotsOf(robots);
  }

  get unreachable(): FailureCode | undefined {
    return this.#recorder.unreachable;
  }
}
