import { context, trace } from '@opentelemetry/api';
import type { Attributes } from '@opentelemetry/api';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { onTestFinished } from 'vitest';

export type SeenSpan = {
  name: string;
  kind: number;
  attributes: Attributes;
  status: { code: number; message?: string };
};

/** The spans that end during the test. */
export function collectSpans(): SeenSpan[] {
  const spans: SeenSpan[] = [];
  const sdk = new NodeSDK({
    autoDetectResources: false,
    metricReaders: [],
    logRecordProcessors: [],
    spanProcessors: [
      {
        onStart: () => {},
        onEnd: ({ name, kind, attributes, status }) =>
          void spans.push({ name, kind, attributes, status }),
        forceFlush: async () => {},
        shutdown: async () => {},
      },
    ],
  });
  sdk.start();
  onTestFinished(async () => {
    await sdk.shutdown();
    trace.disable();
    context.disable();
  });
  return spans;
}
