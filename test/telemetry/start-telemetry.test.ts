import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { context, trace } from '@opentelemetry/api';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readEnvironment } from '../../contracts/base/read-environment.ts';
import { telemetryEnvironment } from '../../telemetry/env.ts';
import { instruments } from '../../telemetry/instruments.ts';
import { startTelemetry } from '../../telemetry/start-telemetry.ts';
import { serveMetrics } from '../../workers/metrics-server.ts';

/** A collector of OpenTelemetry that keeps what it is sent, by path. */
async function startCollector() {
  const received = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? '';
    received.set(path, (received.get(path) ?? '') + Buffer.concat(chunks).toString('latin1'));
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('With an endpoint, spans and metrics reach it, and the metrics can be read here too', async () => {
  const { received, url } = await startCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', url);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    trace.disable();
    context.disable();
  });
  const environment = readEnvironment(telemetryEnvironment, process.env);
  const telemetry = await startTelemetry(environment, 'baton-worker');
  trace.getTracer('test').startSpan('a span to be seen').end();
  instruments().modelCalls.add(2, { model: 'demo:trend', outcome: 'answered' });
  expect(await telemetry.metricsText()).toContain(
    'baton_model_calls_total{model="demo:trend",outcome="answered"} 2',
  );
  await telemetry.stop();
  expect(received.get('/v1/traces')).toContain('a span to be seen');
  expect(received.get('/v1/traces')).toContain('baton-worker');
  expect(received.get('/v1/metrics')).toContain('baton.model.calls');
});

test('A process without an API gives its metrics on a port of its own', async () => {
  const telemetry = await startTelemetry(readEnvironment(telemetryEnvironment, {}), 'baton-worker');
  onTestFinished(() => telemetry.stop());
  instruments().failovers.add(1, { from: 'a:b', to: 'c:d' });
  let starting: string | undefined = 'starting: waiting for the database';
  const served = await serveMetrics({
    host: '127.0.0.1',
    port: 0,
    metricsText: telemetry.metricsText,
    starting: () => starting,
  });
  onTestFinished(() => served.stop());
  const response = await fetch(`http://127.0.0.1:${served.port}/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect(await response.text()).toContain('baton_model_failovers_total{from="a:b",to="c:d"} 1');
  expect((await fetch(`http://127.0.0.1:${served.port}/`)).status).toBe(404);
  const health = async () => {
    const answer = await fetch(`http://127.0.0.1:${served.port}/health`);
    return { status: answer.status, text: await answer.text() };
  };
  expect(await health()).toEqual({ status: 503, text: `${starting}\n` });
  starting = undefined;
  expect(await health()).toEqual({ status: 200, text: 'alive\n' });
});

test('Without telemetry, measuring is free of effects', () => {
  expect(() =>
    instruments().modelCalls.add(1, { model: 'a:b', outcome: 'answered' }),
  ).not.toThrow();
});

test('What models say is recorded only when somebody says so', () => {
  const name = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';
  expect(readEnvironment(telemetryEnvironment, {})[name]).toBe(false);
  expect(readEnvironment(telemetryEnvironment, { [name]: 'true' })[name]).toBe(true);
});
