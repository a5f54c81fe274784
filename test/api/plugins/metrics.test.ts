import { expect, onTestFinished, test } from 'vitest';
import { telemetryEnvironment } from '../../../telemetry/env.ts';
import { startTelemetry } from '../../../telemetry/start-telemetry.ts';
import { apiKey, openTestApp } from '../support/app.ts';
import { unreachable } from '../support/fake-temporal.ts';

async function openMeasuredApp() {
  const telemetry = await startTelemetry(telemetryEnvironment.parse({}), 'baton-api');
  onTestFinished(() => telemetry.stop());
  const opened = await openTestApp({ metricsText: telemetry.metricsText });
  onTestFinished(() => opened.close());
  return opened;
}

const withKey = { authorization: `Bearer ${apiKey}` };

test('GET /metrics tells how long requests took, by route and status', async () => {
  const { app } = await openMeasuredApp();
  const headers = withKey;
  await app.inject({ url: '/health' });
  await app.inject({ url: '/api/v1/runs/nobody-knows', headers });
  const response = await app.inject({ url: '/metrics', headers });
  expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const count = 'http_server_request_duration_count';
  const health = 'http_request_method="GET",http_route="/health",http_response_status_code="200"';
  const run =
    'http_request_method="GET",http_route="/api/v1/runs/:id",http_response_status_code="404"';
  expect(response.body).toContain(`${count}{${health}} 1`);
  expect(response.body).toContain(`${count}{${run}} 1`);
});

test('GET /metrics asks for the key', async () => {
  const { app } = await openMeasuredApp();
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(401);
});

test('GET /metrics tells what waits for workers, and nothing of it while Temporal is unavailable', async () => {
  const { app, temporal } = await openMeasuredApp();
  temporal.backlog = 7;
  const asked = async () => (await app.inject({ url: '/metrics', headers: withKey })).body;
  const models = 'task_queue="baton-models",task_type="activity"';
  const text = await asked();
  expect(text).toContain('# TYPE baton_task_queue_backlog gauge\n');
  expect(text).toContain(`baton_task_queue_backlog{${models}} 7\n`);
  expect(text).toContain(`baton_task_queue_backlog_age_seconds{${models}} 2.5\n`);
  expect(text).toContain('task_queue="baton-workflows",task_type="workflow"');
  temporal.failure = unreachable;
  expect(await asked()).not.toContain('baton_task_queue_backlog');
});
