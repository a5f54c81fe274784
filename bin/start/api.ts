import { join } from 'node:path';
import { Client, Connection, type ConnectionOptions } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import { buildApp } from '../../api/app.ts';
import { connectionLimitsOf, keepRunsOf, proxiesOf, requestLimitsOf } from '../../api/env.ts';
import type { OidcSettings } from '../../api/oidc/env.ts';
import type { Restart } from '../../contracts/api/index.ts';
import { openSnapshots } from '../backup/snapshots.ts';
import type { Bus } from '../../bus/bus.ts';
import type { OpenDatabase } from '../../db/open.ts';
import type { Keyring } from '../../keys/keyring.ts';
import type { Redactor } from '../../telemetry/redactor.ts';
import { redactedStream } from '../../telemetry/redacted-stream.ts';
import { openLog } from '../log-file.ts';
import { lookAtDisk, minFreeBytes } from './disk.ts';
import type { StartEnvironment } from './env.ts';
import type { Temporal } from './temporal.ts';
import type { Shutdown } from './shutdown.ts';

/** Other machines do not reach it. */
const host = '127.0.0.1';

/** Starts the API; it stops accepting at the shutdown, before anything that it needs. */
export async function startApi(options: {
  environment: StartEnvironment;
  database: OpenDatabase;
  bus: Bus;
  keyring: Keyring;
  temporalConnection: ConnectionOptions;
  dataConverter: DataConverter;
  temporal: Pick<Temporal, 'uiUrl' | 'uiUpstream'>;
  apiKey: string;
  oidc: OidcSettings | undefined;
  redactor: Redactor;
  metricsText: () => Promise<string>;
  restarts: () => Restart[];
  shutdown: Shutdown;
}): Promise<void> {
  const {
    environment,
    database,
    bus,
    keyring,
    dataConverter,
    temporal: { uiUrl, uiUpstream },
    apiKey,
    redactor,
    shutdown,
  } = options;
  const { PORT: port, BATON_DATA: folder, TEMPORAL_NAMESPACE: namespace } = environment;
  const { holdFiles: hold } = database;
  const { REDIS_URL: redisUrl } = environment;
  const log = openLog(join(folder, 'api.log'));
  const connection = await Connection.connect(options.temporalConnection);
  shutdown.add(() => connection.close());
  const app = await buildApp({
    database,
    bus,
    keyring,
    temporal: new Client({ connection, namespace, dataConverter }),
    apiKey,
    host,
    port,
    ...(uiUrl && { temporalUiUrl: uiUrl }),
    ...(uiUpstream && { temporalUiUpstream: uiUpstream }),
    ...(redisUrl && { streams: { redisUrl } }),
    ...proxiesOf(environment),
    oidc: options.oidc,
    requestLimits: requestLimitsOf(environment),
    ...(!environment.DATABASE_URL && { lookAtDisk: lookAtDisk(environment) }),
    keepRuns: keepRunsOf(environment),
    takeSnapshot:
      hold && !environment.TEMPORAL_ADDRESS
        ? await openSnapshots({ folder, hold, spareBytes: minFreeBytes(environment) })
        : undefined,
    connectionLimits: connectionLimitsOf(environment),
    metricsText: options.metricsText,
    restarts: options.restarts,
    logger: { level: 'warn', stream: redactedStream(log, redactor) },
  });
  shutdown.add(() => app.close());
  await app.listen({ host, port });
}
