import { metrics } from '@opentelemetry/api';
import type { Meter, MeterProvider, MetricOptions } from '@opentelemetry/api';
import { METRIC_HTTP_SERVER_REQUEST_DURATION } from '@opentelemetry/semantic-conventions';
import {
  METRIC_GEN_AI_CLIENT_OPERATION_DURATION,
  METRIC_GEN_AI_CLIENT_TOKEN_USAGE,
} from '@opentelemetry/semantic-conventions/incubating';

/** Boundaries of buckets, as the semantic conventions advise them. */
const operationSeconds = Array.from({ length: 14 }, (_, power) => 0.01 * 2 ** power);
const tokens = Array.from({ length: 14 }, (_, power) => 4 ** power);
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const name = 'baton';

function histogram(unit: string, description: string, boundaries: number[]): MetricOptions {
  return { unit, description, advice: { explicitBucketBoundaries: boundaries } };
}

function createInstruments(meter: Meter) {
  return {
    operationDuration: meter.createHistogram(
      METRIC_GEN_AI_CLIENT_OPERATION_DURATION,
      histogram('s', 'Duration of model requests', operationSeconds),
    ),
    tokenUsage: meter.createHistogram(
      METRIC_GEN_AI_CLIENT_TOKEN_USAGE,
      histogram('{token}', 'Input and output tokens of model requests', tokens),
    ),
    modelCalls: meter.createCounter('baton.model.calls', {
      description: 'Model requests by outcome: answered, or the kind of error',
    }),
    modelCost: meter.createCounter('baton.model.cost.usd', {
      description: 'Cost of model calls in US dollars, if the price is known',
    }),
    failovers: meter.createCounter('baton.model.failovers', {
      description: 'Failovers to another model',
    }),
    textTools: meter.createCounter('baton.model.text_tools', {
      description:
        'Model requests with tools described in the prompt, because the model could not call them',
    }),
    modelWait: meter.createHistogram(
      'baton.model.wait',
      histogram('s', 'Time that requests waited for the rate limits of a model', operationSeconds),
    ),
    toolDuration: meter.createHistogram(
      'baton.tool.duration',
      histogram('s', 'Duration of tool calls, by outcome', operationSeconds),
    ),
    requestDuration: meter.createHistogram(
      METRIC_HTTP_SERVER_REQUEST_DURATION,
      histogram('s', 'Duration of HTTP requests', requestSeconds),
    ),
  };
}

const known = new WeakMap<MeterProvider, ReturnType<typeof createInstruments>>();

/** What is measured. It goes nowhere in a process that has not called `startTelemetry`. */
export function instruments(): ReturnType<typeof createInstruments> {
  const provider = metrics.getMeterProvider();
  const existing = known.get(provider);
  if (existing) return existing;
  const created = createInstruments(provider.getMeter(name));
  known.set(provider, created);
  return created;
}
