import { inspect } from 'node:util';
import type { z } from 'zod';
import { Client, Connection } from '@temporalio/client';
import { createBus } from '../bus/create-bus.ts';
import { EnvironmentProblem, readEnvironment } from '../contracts/base/read-environment.ts';
import { openDatabase } from '../db/open.ts';
import type { OpenDatabase } from '../db/open.ts';
import { PostgresRefuses } from '../db/unusable-postgres.ts';
import { createDataConverter } from '../keys/data-converter.ts';
import { createRecordSealer } from '../keys/record-sealer.ts';
import { temporalConnection } from '../keys/temporal-connection.ts';
import { redactedStream } from '../telemetry/redacted-stream.ts';
import { redactCrashes } from '../telemetry/redact-crashes.ts';
import { createRedactor } from '../telemetry/redactor.ts';
import { startTelemetry } from '../telemetry/start-telemetry.ts';
import { buildApp } from './app.ts';
import { serveWhileStarting } from './base/serve-while-starting.ts';
import {
  apiEnvironment,
  connectionLimitsOf,
  keepRunsOf,
  proxiesOf,
  requestLimitsOf,
} from './env.ts';
import { oidcSettingsOf } from './oidc/env.ts';

const stopSignals = ['SIGINT', 'SIGTERM'] as const;
const redactor = createRedactor(process.env);
redactCrashes(redactor);

/** The API as a process of its own: it serves until SIGINT or SIGTERM. */
async function main(): Promise<void> {
  const environment = readEnvironment(apiEnvironment, process.env);
  const { BATON_HOST: host, PORT: port } = environment;
  const { TEMPORAL_UI_URL: temporalUiUrl, TEMPORAL_UI_UPSTREAM: temporalUiUpstream } = environment;
  const oidc = oidcSettingsOf(environment);
  const telemetry = await startTelemetry(environment, 'baton-api');
  const database = await openRecords(environment);
  // Lazy, so that it serves what is on record while Temporal is away.
  const connection = Connection.lazy(temporalConnection(environment));
  const bus = createBus(environment, tell);
  const app = await buildApp({
    database,
    bus,
    keyring: environment.BATON_KEYS,
    temporal: new Client({
      connection,
      namespace: environment.TEMPORAL_NAMESPACE,
      dataConverter: createDataConverter(environment.BATON_KEYS),
    }),
    apiKey: environment.BATON_API_KEY,
    host,
    port,
    ...(temporalUiUrl && { temporalUiUrl }),
    ...(temporalUiUpstream && { temporalUiUpstream }),
    ...(environment.REDIS_URL && { streams: { redisUrl: environment.REDIS_URL } }),
    ...proxiesOf(environment),
    oidc,
    requestLimits: requestLimitsOf(environment),
    keepRuns: keepRunsOf(environment),
    connectionLimits: connectionLimitsOf(environment),
    metricsText: telemetry.metricsText,
    logger: { level: 'info', stream: redactedStream(process.stdout, redactor) },
  });
  app.addHook('onClose', async () => {
    await bus.close();
    await connection.close();
    await database.close();
    await telemetry.stop();
  });
  for (const signal of stopSignals) {
    process.once(signal, () => void app.close());
  }
  await app.listen({ host, port });
}

/** Opens the database; while it is away, each request is answered with that. */
async function openRecords(environment: z.output<typeof apiEnvironment>): Promise<OpenDatabase> {
  const { BATON_HOST: host, PORT: port } = environment;
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  for (const signal of stopSignals) process.once(signal, stop);
  let meanwhile: ReturnType<typeof serveWhileStarting> | undefined;
  try {
    return await openDatabase({
      url: environment.DATABASE_URL,
      sealer: createRecordSealer(environment.BATON_KEYS),
      wait: {
        onWait({ what, why, pauseMs }) {
          console.error(redactor.text(`Waiting for ${what} (${why}). Next try in ${pauseMs} ms`));
          meanwhile ??= serveWhileStarting({ host, port, waitsFor: what });
          // A port that is taken is told of below.
          meanwhile.catch(stop);
        },
        signal: stopping.signal,
      },
    });
  } finally {
    for (const signal of stopSignals) process.off(signal, stop);
    await (await meanwhile)?.stop();
  }
}

function tell(error: unknown): void {
  console.error(redactor.text(inspect(error)));
}

try {
  await main();
} catch (error) {
  // A signal to stop that came while it waited.
  if (error instanceof Error && error.name === 'AbortError') process.exit(0);
  if (error instanceof EnvironmentProblem || error instanceof PostgresRefuses) {
    console.error(error.message);
  } else tell(error);
  process.exit(1);
}
