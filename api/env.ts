import { publicUrlSchema } from '../contracts/base/public-url.ts';
import { z } from 'zod';
import { redisEnvironment } from '../bus/env.ts';
import { temporalEnvironment } from '../contracts/temporal/temporal.ts';
import { databaseEnvironment } from '../db/env.ts';
import { keysEnvironment } from '../keys/env.ts';
import { telemetryEnvironment } from '../telemetry/env.ts';
import { oidcEnvironment } from './oidc/env.ts';
import type { ConnectionLimits } from './plugins/connection-limits.ts';
import type { RequestLimits } from './plugins/request-limits.ts';
import type { KeepLimits } from './prune/prune-runs.ts';
import { trustedProxiesSchema } from './plugins/trusted-proxies.ts';

const portForm = 'a port number from 1 to 65535, such as 3000';

/** What a key, a session or an address may do. */
export const requestLimitEnvironment = z.object({
  BATON_REQUESTS_PER_MINUTE: z.coerce.number().int().min(1).default(6_000),
  BATON_REQUEST_MB_PER_MINUTE: z.coerce.number().int().min(1).default(1_000),
  /** Event streams and WebSockets, in each process. */
  BATON_OPEN_STREAMS: z.coerce.number().int().min(1).default(200),
  /** Of a key or session, of an address before it signs in, and of all together, in each process. */
  BATON_OPEN_CONNECTIONS: z.coerce.number().int().min(1).default(500),
  BATON_ADDRESS_CONNECTIONS: z.coerce.number().int().min(1).default(200),
  BATON_MAX_CONNECTIONS: z.coerce.number().int().min(1).default(10_000),
});

/** How long the details of ended runs are kept. */
export const keepRunsEnvironment = z.object({
  BATON_KEEP_RUNS_DAYS: z.coerce.number().min(1).max(36_500).optional(),
  /** Of steps, conversations and artifacts of all runs. */
  BATON_KEEP_RUNS_MB: z.coerce.number().min(1).optional(),
});

export function keepRunsOf({
  BATON_KEEP_RUNS_DAYS: olderThanDays,
  BATON_KEEP_RUNS_MB: maxMegabytes,
}: z.output<typeof keepRunsEnvironment>): KeepLimits {
  return { olderThanDays, maxMegabytes };
}

/** The limits as the API takes them. */
export function requestLimitsOf(
  environment: z.output<typeof requestLimitEnvironment>,
): RequestLimits {
  return {
    requestsPerMinute: environment.BATON_REQUESTS_PER_MINUTE,
    megabytesPerMinute: environment.BATON_REQUEST_MB_PER_MINUTE,
    openStreams: environment.BATON_OPEN_STREAMS,
  };
}

/** The limits of connections as the API takes them. */
export function connectionLimitsOf(
  environment: z.output<typeof requestLimitEnvironment>,
): ConnectionLimits {
  return {
    openConnections: environment.BATON_OPEN_CONNECTIONS,
    addressConnections: environment.BATON_ADDRESS_CONNECTIONS,
    mostConnections: environment.BATON_MAX_CONNECTIONS,
  };
}

/** How browsers reach the API through proxies. */
export const proxyEnvironment = z.object({
  /** Where browsers find the API, such as `https://baton.example.com`. */
  BATON_PUBLIC_URL: publicUrlSchema.optional(),
  /** The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` count, as a comma list of addresses and CIDR ranges. */
  BATON_TRUSTED_PROXIES: trustedProxiesSchema,
});

/** The proxies as the API takes them. */
export function proxiesOf({
  BATON_PUBLIC_URL: publicUrl,
  BATON_TRUSTED_PROXIES: isTrustedProxy,
}: z.output<typeof proxyEnvironment>) {
  return { isTrustedProxy, ...(publicUrl !== undefined && { publicUrl }) };
}

/** The settings of an API process of its own. */
export const apiEnvironment = z.object({
  ...databaseEnvironment.shape,
  ...redisEnvironment.shape,
  ...proxyEnvironment.shape,
  ...oidcEnvironment.shape,
  ...requestLimitEnvironment.shape,
  ...keepRunsEnvironment.shape,
  ...telemetryEnvironment.shape,
  ...temporalEnvironment.shape,
  /** Required, since the database in `BATON_DATA` can be opened by one process alone. */
  DATABASE_URL: databaseEnvironment.shape.DATABASE_URL.unwrap(),
  /** Required, since the API and the workers read what each other wrote. */
  BATON_KEYS: keysEnvironment.shape.BATON_KEYS.unwrap(),
  PORT: z.coerce
    .number(portForm)
    .int(portForm)
    .min(1, portForm)
    .max(65_535, portForm)
    .default(3000),
  /** The address to listen on; `0.0.0.0` serves other machines too. */
  BATON_HOST: z.string().min(1).default('127.0.0.1'),
  /** What clients must show. */
  BATON_API_KEY: z.string().min(16, 'at least 16 characters'),
});
