// The figures of Prometheus as OpenTelemetry has them. It counts nothing itself, so nothing is counted twice.
import { ValueType } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AggregationTemporality, DataPointType, InstrumentType, type MetricData, type MetricProducer } from '@opentelemetry/sdk-metrics';
import type { MetricObjectWithValues, MetricValue, MetricValueWithName, Registry } from 'prom-client';

/** The types of prom-client say that `type` is a number; its JSON has a word. */
type Metric = Omit<MetricObjectWithValues<MetricValue<string>>, 'type'> & { type: string };
type Time = [number, number];

const timeOf = (ms: number): Time => [Math.floor(ms / 1000), (ms % 1000) * 1e6];

interface Series {
  attributes: Record<string, string>;
  /** Upper bound and how many lie below it, as Prometheus has it. */
  below: { bound: number; many: number }[];
  sum: number;
  count: number;
}

/** Values of one histogram, one series for each combination of labels. */
function seriesOf({ name, values }: Metric): Series[] {
  const found = new Map<string, Series>();
  for (const { value, labels, metricName } of values as MetricValueWithName<string>[]) {
    const { le, ...rest } = labels as Record<string, string | number>;
    const key = JSON.stringify(rest);
    const attributes = Object.fromEntries(Object.entries(rest).map(([label, one]) => [label, String(one)]));
    const series = found.get(key) ?? { attributes, below: [], sum: 0, count: 0 };
    found.set(key, series);
    if (metricName === `${name}_sum`) series.sum = value;
    else if (metricName === `${name}_count`) series.count = value;
    else if (le !== '+Inf') series.below.push({ bound: Number(le), many: value });
  }
  return [...found.values()];
}

function histogramOf({ below, sum, count }: Series): { buckets: { boundaries: number[]; counts: number[] }; sum: number; count: number } {
  const counts = [...below.map(({ many }) => many), count].map((many, i, all) => many - (all[i - 1] ?? 0));
  return { buckets: { boundaries: below.map(({ bound }) => bound), counts }, sum, count };
}

function translate(metric: Metric, startTime: Time, endTime: Time): MetricData | undefined {
  const { name, help: description, values, type } = metric;
  const common = { aggregationTemporality: AggregationTemporality.CUMULATIVE };
  const described = (kind: InstrumentType) => ({ name, description, unit: '', type: kind, valueType: ValueType.DOUBLE, advice: {} });
  const point = <V>(attributes: Record<string, string>, value: V) => ({ startTime, endTime, attributes, value });
  if (type === 'histogram') {
    const dataPoints = seriesOf(metric).map((series) => point(series.attributes, histogramOf(series)));
    return { ...common, descriptor: described(InstrumentType.HISTOGRAM), dataPointType: DataPointType.HISTOGRAM, dataPoints };
  }
  const dataPoints = values.map(({ value, labels }) => point({ ...labels } as Record<string, string>, value));
  if (type === 'counter')
    return { ...common, descriptor: described(InstrumentType.COUNTER), dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints };
  if (type !== 'gauge') return undefined;
  return { ...common, descriptor: described(InstrumentType.GAUGE), dataPointType: DataPointType.GAUGE, dataPoints };
}

export function figuresOf(registry: Registry, scope: { name: string; version: string }): MetricProducer {
  const began = timeOf(Date.now());
  return {
    async collect() {
      const all = (await registry.getMetricsAsJSON()) as unknown as Metric[];
      const now = timeOf(Date.now());
      const metrics = all.flatMap((metric) => translate(metric, began, now) ?? []);
      // The reader puts the resource of the process in the place of this one.
      return { resourceMetrics: { resource: resourceFromAttributes({}), scopeMetrics: [{ scope, metrics }] }, errors: [] };
    },
  };
}
