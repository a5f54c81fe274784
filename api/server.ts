import { Client, Connection } from '@temporalio/client';
import { EnvironmentProblem, readEnvironment } from '../contracts/read-environment.ts';
import { temporalConnection } from '../contracts/temporal-connection.ts';
import { openDatabase } from '../db/open.ts';
import { buildApp } from './app.ts';
import { apiEnvironment } from './env.ts';

/** The API as a process of its own: it serves until SIGINT or SIGTERM. */
async function main(): Promise<void> {
  const environment = readEnvironment(apiEnvironment, process.env);
  const { BATON_HOST: host, PORT: port, TEMPORAL_UI_URL: temporalUiUrl } = environment;
  const database = await openDatabase({ url: environment.DATABASE_URL });
  // Lazy, so that it serves what is on record while Temporal is away.
  const connection = Connection.lazy(temporalConnection(environment));
  const app = await buildApp({
    database,
    temporal: new Client({ connection, namespace: environment.TEMPORAL_NAMESPACE }),
    apiKey: environment.BATON_API_KEY,
    host,
    port,
    ...(temporalUiUrl && { temporalUiUrl }),
    logger: { level: 'info' },
  });
  app.addHook('onClose', async () => {
    await connection.close();
    await database.close();
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void app.close());
  }
  await app.listen({ host, port });
}

try {
  await main();
} catch (error) {
  console.error(error instanceof EnvironmentProblem ? error.message : error);
  process.exit(1);
}
