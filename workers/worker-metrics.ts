import { metrics } from '@opentelemetry/api';
import type { Counter, Gauge, Histogram } from '@opentelemetry/api';
import { MetricsBuffer } from '@temporalio/worker';
import type { BufferedMetricUpdate } from '@temporalio/worker';

/** What the Temporal SDK measures of workers that tells how they keep up; it measures much more. */
const exported = new Set([
  'temporal_worker_task_slots_available',
  'temporal_worker_task_slots_used',
  'temporal_num_pollers',
  'temporal_workflow_task_schedule_to_start_latency',
  'temporal_workflow_task_replay_latency',
  'temporal_workflow_task_execution_failed',
  'temporal_activity_schedule_to_start_latency',
  'temporal_activity_execution_failed',
  'temporal_sticky_cache_hit',
  'temporal_sticky_cache_miss',
  'temporal_sticky_cache_size',
  'temporal_sticky_cache_total_forced_eviction',
  'temporal_request_failure',
]);
const takeEveryMs = 1_000;
/** Latencies, in seconds. */
const boundaries = [0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300];

type Instrument = Counter | Gauge | Histogram;

/** Holds what the SDK measures, for `Runtime.install`. It drops what is not taken out in time. */
export const workerMetricsBuffer = () => new MetricsBuffer({ useSecondsForDurations: true });

/**
 * Adds what workers measure to the metrics of this process, once a second. To be called after `startTelemetry`.
 * @returns takes the last of it, and stops.
 */
export function exportWorkerMetrics(buffer: Pick<MetricsBuffer, 'retrieveUpdates'>): () => void {
  const meter = metrics.getMeter('temporal');
  const instruments = new Map<string, Instrument>();

  function create({ name, kind, unit, description }: BufferedMetricUpdate['metric']): Instrument {
    const options = { ...(unit && { unit }), ...(description && { description }) };
    if (kind === 'counter') return meter.createCounter(name, options);
    if (kind === 'gauge') return meter.createGauge(name, options);
    const advice = { explicitBucketBoundaries: boundaries };
    return meter.createHistogram(name, { ...options, advice });
  }

  function take(): void {
    for (const { metric, value, attributes } of buffer.retrieveUpdates()) {
      const { name } = metric;
      if (!exported.has(name)) continue;
      const instrument = instruments.get(name) ?? create(metric);
      instruments.set(name, instrument);
      const labels = attributes as Record<string, string>;
      if ('add' in instrument) instrument.add(value, labels);
      else instrument.record(value, labels);
    }
  }

  const timer = setInterval(take, takeEveryMs).unref();
  return () => {
    clearInterval(timer);
    take();
  };
}
