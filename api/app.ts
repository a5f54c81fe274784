import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify, { LogController } from 'fastify';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Bus } from '../bus/bus.ts';
import type { OpenDatabase } from '../db/open.ts';
import { sendFrameworkError } from './gateway/framework-errors.ts';
import { chatRoutes } from './gateway/routes/chat.ts';
import { gatewayRoutes } from './gateway/routes/index.ts';
import { modelTestRoutes } from './gateway/routes/model-tests.ts';
import { linksTo } from './base/links.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { addAuthentication } from './plugins/authentication.ts';
import { addJsonBodies, bodyLimitBytes } from './plugins/bodies.ts';
import { addDocumentation } from './plugins/documentation.ts';
import { addErrors } from './plugins/errors.ts';
import { addHostCheck } from './plugins/hosts.ts';
import { addMetrics } from './plugins/metrics.ts';
import { addStrictQueries } from './plugins/queries.ts';
import { addStorableTexts } from './plugins/storable-texts.ts';
import { addValidation } from './plugins/validation.ts';
import { addWebApp } from './web/web-app.ts';
import { addWebSockets } from './plugins/web-sockets.ts';
import { accountRoutes } from './trading/routes/account.ts';
import { agentRoutes } from './agents/routes.ts';
import { alertRoutes } from './trading/routes/alerts.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { auditRoutes } from './tools/audit-routes.ts';
import { budgetRoutes } from './costs/budget-routes.ts';
import { catalogRoutes } from './tools/routes.ts';
import { costRoutes } from './costs/routes.ts';
import { entryRoutes } from './web/entry.ts';
import { healthRoutes } from './health/routes.ts';
import { memoryRoutes } from './memory/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { orderRoutes } from './trading/routes/orders.ts';
import { pipelineVersionRoutes } from './pipelines/version-routes.ts';
import { modelRoutes } from './models/routes.ts';
import { pipelineRoutes } from './pipelines/routes.ts';
import { runRecordRoutes } from './runs/record-routes.ts';
import { runRoutes } from './runs/routes.ts';
import { streamRoutes } from './streams/routes.ts';
import { taskRoutes } from './tasks/routes.ts';
import { toolRoutes } from './tools/call-routes.ts';
import { tradingRoutes } from './trading/routes/trading.ts';
import { userRoutes } from './users/routes.ts';
import { watchlistRoutes } from './trading/routes/watchlist.ts';
import { createServices } from './services.ts';
import { addStreams } from './streams/add-streams.ts';
import type { StreamSettings } from './streams/add-streams.ts';
import type { TemporalClient } from './temporal/index.ts';
import { addUpkeep } from './upkeep/upkeep.ts';

export type AppOptions = {
  database: OpenDatabase;
  /** Brings what models say while they say it. */
  bus: Bus;
  /** A `Client` of `@temporalio/client`. */
  temporal: TemporalClient;
  apiKey: string;
  /** What the server listens on: on a loopback address it answers to names of this machine alone. */
  host: string;
  port: number;
  temporalUiUrl?: string;
  /** The folder of the built web app. */
  webFolder?: string;
  /** The folder of the pipelines to store at start. */
  pipelinesFolder?: string;
  /** How streams are shared with other processes, and how much they keep. */
  streams?: StreamSettings;
  /** What this process measured, for `GET /metrics`, which is not there without. */
  metricsText?: () => Promise<string>;
  /** @default errors and warnings, on standard output */
  logger?: FastifyServerOptions['logger'];
};

const shippedFolder = fileURLToPath(new URL('../pipelines', import.meta.url));
const builtWebFolder = join(fileURLToPath(new URL('../web', import.meta.url)), 'dist');

/**
 * The HTTP API, ready to listen. While it is open it also stores the pipelines that come with Baton, once
 * a worker has said what it can do, and keeps records and Temporal together; `close()` ends that.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, bus, temporal, apiKey, host, port, temporalUiUrl } = options;
  const app = Fastify({
    bodyLimit: bodyLimitBytes,
    // Names of users are longer than the 100 characters that are usual, and even more so when they are encoded.
    routerOptions: { maxParamLength: 4_096 },
    logger: options.logger ?? { level: 'warn' },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    frameworkErrors: sendFrameworkError,
  });
  const publicUrl = `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`;
  const { namespace } = temporal.options;
  const links = linksTo({ publicUrl, temporalUiUrl, namespace });
  const services = createServices({ database, bus, temporal, links });
  app.addHook('onClose', () => services.temporal.settled());

  addErrors(app);
  addValidation(app);
  addJsonBodies(app);
  await addWebSockets(app);
  addHostCheck(app, { host });
  const authentication = await addAuthentication(app, { apiKey, port });
  await addDocumentation(app, { publicUrl, cookieName: authentication.cookieName });
  if (options.metricsText) addMetrics(app, options.metricsText);
  entryRoutes(app, authentication);
  await addWebApp(app, authentication, { folder: options.webFolder ?? builtWebFolder });
  const streams = addStreams(app, services, options.streams);
  await app.register(async (api) => {
    addStorableTexts(api);
    addStrictQueries(api, '/api/v1');
    await api.register(healthRoutes, services);
    for (const routes of [
      runRoutes,
      runRecordRoutes,
      taskRoutes,
      notificationRoutes,
      accountRoutes,
      orderRoutes,
      tradingRoutes,
      alertRoutes,
      watchlistRoutes,
      approvalRoutes,
      pipelineRoutes,
      pipelineVersionRoutes,
      catalogRoutes,
      agentRoutes,
      toolRoutes,
      auditRoutes,
      userRoutes,
      memoryRoutes,
      modelRoutes,
      costRoutes,
      budgetRoutes,
    ]) {
      await api.register(routes, { ...services, prefix: '/api/v1' });
    }
    await api.register(streamRoutes, { runs: services.runs, streams, prefix: '/api/v1' });
    await api.register(gatewayRoutes, { services, prefix: '/v1' });
    await api.register(chatRoutes, services);
    await api.register(mcpRoutes, services);
    await api.register(modelTestRoutes, { ...services, prefix: '/api/v1/llm-test' });
  });
  addUpkeep(app, services, options.pipelinesFolder ?? shippedFolder);
  return app;
}
