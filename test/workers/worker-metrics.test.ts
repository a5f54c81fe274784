import type { BufferedMetricUpdate } from '@temporalio/worker';
import { expect, onTestFinished, test } from 'vitest';
import { startTelemetry } from '../../telemetry/start-telemetry.ts';
import { exportWorkerMetrics } from '../../workers/worker-metrics.ts';

const settings = { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: false };

const update = (
  kind: BufferedMetricUpdate['metric']['kind'],
  name: string,
  value: number,
): BufferedMetricUpdate => ({
  metric: { name, kind, valueType: 'float' } as BufferedMetricUpdate['metric'],
  value,
  attributes: { task_queue: 'baton-models' },
});

test('what workers measure is in the metrics of their process, and only what tells how they keep up', async () => {
  const telemetry = await startTelemetry(settings, 'baton-worker');
  onTestFinished(() => telemetry.stop());
  const updates = [
    update('gauge', 'temporal_worker_task_slots_available', 50),
    update('gauge', 'temporal_worker_task_slots_available', 48),
    update('counter', 'temporal_sticky_cache_hit', 2),
    update('counter', 'temporal_sticky_cache_hit', 3),
    update('histogram', 'temporal_activity_schedule_to_start_latency', 0.2),
    update('counter', 'temporal_request', 7),
  ];
  const take = exportWorkerMetrics({ retrieveUpdates: () => updates.splice(0).values() });
  take();
  const text = await telemetry.metricsText();
  expect(text).toContain('temporal_worker_task_slots_available{task_queue="baton-models"} 48');
  expect(text).toContain('temporal_sticky_cache_hit_total{task_queue="baton-models"} 5');
  expect(text).toMatch(/schedule_to_start_latency_bucket\{.*le="0\.5".*\} 1/);
  expect(text).toMatch(/schedule_to_start_latency_bucket\{.*le="0\.1".*\} 0/);
  expect(text).not.toContain('temporal_request');
});
