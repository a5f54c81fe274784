import type { z } from 'zod';
import type { temporalEnvironment } from './temporal.ts';

/**
 * How to connect to Temporal, for clients and workers alike: `Connection.connect` and
 * `NativeConnection.connect` take it.
 */
export function temporalConnection(environment: z.output<typeof temporalEnvironment>): {
  address: string;
  tls?: boolean;
  apiKey?: string;
} {
  const { TEMPORAL_ADDRESS: address = '127.0.0.1:7233', TEMPORAL_API_KEY: apiKey } = environment;
  return {
    address,
    // Left out, the SDK chooses: on with an API key, off without.
    ...(environment.TEMPORAL_TLS && { tls: true }),
    ...(apiKey && { apiKey }),
  };
}
