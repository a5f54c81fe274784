import { expect, onTestFinished, test } from 'vitest';
import { telemetryEnvironment } from '../../../telemetry/env.ts';
import { startTelemetry } from '../../../telemetry/start-telemetry.ts';
import { apiKey, openTestApp } from '../support/app.ts';

async function openMeasuredApp() {
  const telemetry = await startTelemetry(telemetryEnvironment.parse({}), 'baton-api');
  onTestFinished(() => telemetry.stop());
  const opened = await openTestApp({ metricsText: telemetry.metricsText });
  onTestFinished(() => opened.close());
  return opened.app;
}

test('GET /metrics tells how long requests took, by route and status', async () => {
  const app = await openMeasuredApp();
  const headers = { authorization: `Bearer ${apiKey}` };
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
  const app = await openMeasuredApp();
  expect((await app.inject({ url: '/metrics' })).statusCode).toBe(401);
});
