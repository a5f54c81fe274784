import { z } from 'zod';

/** How processes can be watched. */
export const telemetryEnvironment = z.object({
  /** Where traces and metrics are sent by OTLP; left out, nothing is. The SDK's other `OTEL_` variables count too. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** `true` puts what models are told and say into the traces. */
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: z.stringbool().default(false),
});
export type TelemetryEnvironment = z.output<typeof telemetryEnvironment>;
