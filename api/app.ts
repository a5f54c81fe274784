import { fileURLToPath } from 'node:url';
import Fastify, { LogController } from 'fastify';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { OpenDatabase } from '../db/open.ts';
import { linksTo } from './links.ts';
import { addAuthentication } from './plugins/authentication.ts';
import { addJsonBodies, bodyLimitBytes } from './plugins/bodies.ts';
import { addDocumentation } from './plugins/documentation.ts';
import { addErrors } from './plugins/errors.ts';
import { addHostCheck } from './plugins/hosts.ts';
import { addValidation } from './plugins/validation.ts';
import { approvalRoutes } from './routes/approvals.ts';
import { catalogRoutes } from './routes/catalog.ts';
import { entryRoutes } from './routes/entry.ts';
import { healthRoutes } from './routes/health.ts';
import { pipelineRoutes } from './routes/pipelines.ts';
import { runRoutes } from './routes/runs.ts';
import { createServices } from './services.ts';
import type { TemporalClient } from './temporal.ts';
import { addUpkeep } from './upkeep.ts';

export type AppOptions = {
  database: OpenDatabase;
  /** A `Client` of `@temporalio/client`. */
  temporal: TemporalClient;
  apiKey: string;
  /** What the server listens on: on a loopback address it answers to names of this machine alone. */
  host: string;
  port: number;
  temporalUiUrl?: string;
  /** The folder of the pipelines to store at start. */
  pipelinesFolder?: string;
  /** @default errors and warnings, on standard output */
  logger?: FastifyServerOptions['logger'];
};

const shippedFolder = fileURLToPath(new URL('../pipelines', import.meta.url));

/**
 * The HTTP API, ready to listen. While it is open it also stores the pipelines that come with Baton, once
 * a worker has said what it can do, and keeps records and Temporal together; `close()` ends that.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, temporal, apiKey, host, port, temporalUiUrl } = options;
  const app = Fastify({
    bodyLimit: bodyLimitBytes,
    logger: options.logger ?? { level: 'warn' },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  const publicUrl = `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`;
  const { namespace } = temporal.options;
  const links = linksTo({ publicUrl, temporalUiUrl, namespace });
  const services = createServices({ database, temporal, links });

  addErrors(app);
  addValidation(app);
  addJsonBodies(app);
  addHostCheck(app, { host });
  const authentication = await addAuthentication(app, { apiKey });
  await addDocumentation(app, { publicUrl });
  entryRoutes(app, authentication);
  await app.register(healthRoutes, services);
  for (const routes of [runRoutes, approvalRoutes, pipelineRoutes, catalogRoutes]) {
    await app.register(routes, { ...services, prefix: '/api/v1' });
  }
  addUpkeep(app, services, options.pipelinesFolder ?? shippedFolder);
  return app;
}
