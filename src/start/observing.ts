// Who hears of answers and of runs that ended: the figures of Prometheus, and a collector of OpenTelemetry where the operator named one.
import pino, { type Logger } from 'pino';
import type { Answered } from '../mounts/http/context.ts';
import type { Config } from '../service/config.ts';
import type { RunEnd } from '../service/run-end.ts';
import type { Closers } from './closers.ts';
import { type Meters, meters } from './meters.ts';

export type Observing = Pick<Meters, 'answered' | 'refused' | 'runEnded' | 'listen'>;

const below = (base: string | undefined, path: string): string | undefined =>
  base === undefined ? undefined : `${base.replace(/\/+$/, '')}/v1/${path}`;

export async function observing(config: Config, onFault: (text: string) => void, closers: Closers): Promise<Observing> {
  const metrics = meters();
  const { otlp, otlpTraces = below(otlp, 'traces'), otlpMetrics = below(otlp, 'metrics'), otlpEvery } = config;
  if (otlpTraces === undefined && otlpMetrics === undefined) return metrics;
  // Without a collector the SDK is not loaded.
  const { sender } = await import('./telemetry/sender.ts');
  const sending = sender({ traces: otlpTraces, metrics: otlpMetrics, every: otlpEvery, registry: metrics.registry, onFault });
  closers.add(() => sending.close());
  const each =
    <T>(...hears: ((told: T) => void)[]) =>
    (told: T): void => {
      for (const hear of hears) hear(told);
    };
  return {
    listen: metrics.listen,
    refused: metrics.refused,
    answered: each<Answered>(metrics.answered, sending.answered),
    runEnded: each<RunEnd>(metrics.runEnded, sending.runEnded),
  };
}

/** One JSON object a line on stderr, since stdout says where to look. Target text is quoted before it gets here; pino escapes the rest. */
export const serviceLog = (level: string): Logger =>
  pino({ level, base: { service: 'axproof' }, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: true }));
