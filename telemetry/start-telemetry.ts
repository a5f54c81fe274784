import { metrics } from '@opentelemetry/api';
import type { MeterProvider, Meter } from '@opentelemetry/api';
import type { TelemetryEnvironment } from './env.ts';

export type Telemetry = {
  /** All that was measured so far, in the text format of Prometheus. */
  metricsText(): Promise<string>;
  /** Sends what is not sent yet. */
  stop(): Promise<void>;
};

/**
 * Measures this process from now on, and sends spans and metrics to `OTEL_EXPORTER_OTLP_ENDPOINT` where that is
 * set. To be called once a process, before anything that is to be seen.
 * @param service the process as observers know it.
 */
export async function startTelemetry(
  { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }: TelemetryEnvironment,
  service: 'baton' | 'baton-api' | 'baton-worker',
): Promise<Telemetry> {
  const [{ MeterProvider }, { PrometheusExporter, PrometheusSerializer }, sdk] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-prometheus'),
    endpoint ? startSdk(service) : undefined,
  ]);
  const reader = new PrometheusExporter({ preventServerStart: true });
  const serializer = new PrometheusSerializer(undefined, false, undefined, true, true);
  const own = new MeterProvider({ readers: [reader] });
  setMeterProvider(sdk ? fanOut([own, metrics.getMeterProvider()]) : own);
  return {
    metricsText: async () => serializer.serialize((await reader.collect()).resourceMetrics),
    async stop() {
      metrics.disable();
      await Promise.all([own.shutdown(), sdk?.shutdown()]);
    },
  };
}

async function startSdk(service: string) {
  const { NodeSDK } = await import('@opentelemetry/sdk-node');
  const sdk = new NodeSDK({ serviceName: process.env['OTEL_SERVICE_NAME'] ?? service });
  sdk.start();
  return sdk;
}

/** The first that is set stays otherwise. */
function setMeterProvider(provider: MeterProvider): void {
  metrics.disable();
  metrics.setGlobalMeterProvider(provider);
}

type UsedMeter = Pick<Meter, 'createCounter' | 'createGauge' | 'createHistogram'>;

/** Meters whose counters, gauges and histograms, which are all that Baton uses, count in each of `providers`. */
function fanOut(providers: readonly MeterProvider[]): MeterProvider {
  return {
    getMeter(...named) {
      const meters = providers.map((provider) => provider.getMeter(...named));
      const meter: UsedMeter = {
        createCounter(...given) {
          const counters = meters.map((one) => one.createCounter(...given));
          return { add: (...counted) => counters.forEach((counter) => counter.add(...counted)) };
        },
        createGauge(...given) {
          const gauges = meters.map((one) => one.createGauge(...given));
          return { record: (...seen) => gauges.forEach((one) => one.record(...seen)) };
        },
        createHistogram(...given) {
          const histograms = meters.map((one) => one.createHistogram(...given));
          return { record: (...seen) => histograms.forEach((one) => one.record(...seen)) };
        },
      };
      return meter as Meter;
    },
  };
}
