import { join } from 'node:path';
import { Client, Connection, type ConnectionOptions } from '@temporalio/client';
import { buildApp } from '../../api/app.ts';
import type { OpenDatabase } from '../../db/open.ts';
import type { StartEnvironment } from './env.ts';
import type { Shutdown } from './shutdown.ts';

/** Other machines do not reach it. */
const host = '127.0.0.1';

/** Starts the API; it stops accepting at the shutdown, before anything that it needs. */
export async function startApi(options: {
  environment: StartEnvironment;
  database: OpenDatabase;
  temporalConnection: ConnectionOptions;
  temporalUiUrl: string | undefined;
  apiKey: string;
  shutdown: Shutdown;
}): Promise<void> {
  const { environment, database, temporalUiUrl, apiKey, shutdown } = options;
  const { PORT: port, BATON_DATA: folder, TEMPORAL_NAMESPACE: namespace } = environment;
  const connection = await Connection.connect(options.temporalConnection);
  shutdown.add(() => connection.close());
  const app = await buildApp({
    database,
    temporal: new Client({ connection, namespace }),
    apiKey,
    host,
    port,
    ...(temporalUiUrl && { temporalUiUrl }),
    logger: { level: 'warn', file: join(folder, 'api.log') },
  });
  shutdown.add(() => app.close());
  await app.listen({ host, port });
}
