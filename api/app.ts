import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify, { LogController } from 'fastify';
import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Bus } from '../bus/bus.ts';
import { temporalUiPath } from '../contracts/temporal/temporal-ui.ts';
import type { OpenDatabase } from '../db/open.ts';
import type { Keyring } from '../keys/keyring.ts';
import { domains } from './domains.ts';
import { sendFrameworkError } from './gateway/framework-errors.ts';
import type { OidcSettings } from './oidc/env.ts';
import { startPath } from './oidc/paths.ts';
import { addOidc } from './oidc/routes.ts';
import type { LookAtDisk } from './base/disk-room.ts';
import { linksTo } from './base/links.ts';
import { addActingUsers } from './access/acting-users.ts';
import { addAudit } from './access/audit-changes.ts';
import { addRights } from './access/add-rights.ts';
import { addAuthentication } from './plugins/authentication.ts';
import { addJsonBodies, bodyLimitBytes } from './plugins/bodies.ts';
import { addCompression } from './plugins/compression.ts';
import { addDocumentation } from './plugins/documentation.ts';
import { addErrors } from './plugins/errors.ts';
import { addHostCheck } from './plugins/hosts.ts';
import { addMetrics } from './plugins/metrics.ts';
import { addConnectionLimits } from './plugins/connection-limits.ts';
import type { ConnectionLimits } from './plugins/connection-limits.ts';
import { addRequestLimits } from './plugins/request-limits.ts';
import type { RequestLimits } from './plugins/request-limits.ts';
import { addShowing } from './plugins/showing.ts';
import { addStrictQueries } from './plugins/queries.ts';
import { addStorableTexts } from './plugins/storable-texts.ts';
import { addValidation } from './plugins/validation.ts';
import { trustsThisMachine } from './plugins/trusted-proxies.ts';
import type { IsTrustedProxy } from './plugins/trusted-proxies.ts';
import { answerUnreadable } from './plugins/unreadable.ts';
import { addTemporalUi } from './web/temporal-ui.ts';
import { addWebApp } from './web/web-app.ts';
import { addWebSockets } from './plugins/web-sockets.ts';
import { addDecisionLinks } from './web/decide.ts';
import { addEntry } from './web/entry.ts';
import type { TakeSnapshot } from './route-plugin.ts';
import type { KeepLimits } from './prune/prune-runs.ts';
import { routes } from './routes.ts';
import type { Restart } from '../contracts/api/index.ts';
import { createServices } from './services.ts';
import { addStreams } from './streams/add-streams.ts';
import type { StreamSettings } from './streams/add-streams.ts';
import type { InputAttributes, TemporalClient } from './temporal/index.ts';
import { addUpkeep } from './upkeep/upkeep.ts';

export type AppOptions = {
  database: OpenDatabase;
  /** Brings what models say while they say it. */
  bus: Bus;
  /** What proves that decisions came through the API. */
  keyring: Keyring;
  /** A `Client` of `@temporalio/client`. */
  temporal: TemporalClient;
  apiKey: string;
  /** What the server listens on: on a loopback address it answers to names of this machine alone. */
  host: string;
  port: number;
  /** Where browsers find the server, such as `https://baton.example.com`; left out, on this machine at `port`. */
  publicUrl?: string;
  /** The OpenID provider that people sign in with, beside links and keys. */
  oidc?: OidcSettings | undefined;
  /** Whose `X-Forwarded-` headers count. @default proxies on this machine */
  isTrustedProxy?: IsTrustedProxy;
  /** Where people find the Temporal UI. @default where Baton serves it, if it does */
  temporalUiUrl?: string;
  /** Where a Temporal UI listens that asks nobody who they are: it is served under `/temporal`, to those who may use Baton. */
  temporalUiUpstream?: string;
  /** The folder of the built web app. */
  webFolder?: string;
  /** The folder of the pipelines to store at start. */
  pipelinesFolder?: string;
  /** How streams are shared with other processes, and how much they keep. */
  streams?: StreamSettings;
  /** What a key or session may do; left out, it has no limits. */
  requestLimits?: RequestLimits;
  /** What this process had to start again, for `GET /ready`. @default nothing */
  restarts?: () => Restart[];
  /** How many connections are open; left out, any. */
  connectionLimits?: ConnectionLimits;
  /** What this process measured, for `GET /metrics`, which is not there without. */
  metricsText?: () => Promise<string>;
  /** Beyond which the details of ended runs are deleted; left out, they stay. */
  keepRuns?: KeepLimits;
  /** Looks at the disk that records are on; left out where they are on another machine. */
  lookAtDisk?: LookAtDisk;
  /** Copies what this installation keeps, for a backup; left out where it does not keep all of it. */
  takeSnapshot?: TakeSnapshot | undefined;
  /** @default errors and warnings, on standard output */
  logger?: FastifyServerOptions['logger'];
};

const shippedFolder = fileURLToPath(new URL('../pipelines', import.meta.url));
const builtWebFolder = join(fileURLToPath(new URL('../web', import.meta.url)), 'dist');

/** How long a client may take to send a request whole; answers may take longer. */
const longestRequestMs = 60_000;
/** Until it is ready. A machine that is busy takes its time to store what comes with Baton. */
const longestStartMs = 5 * 60_000;

/**
 * The HTTP API, ready to listen. While it is open it also stores the pipelines that come with Baton, once
 * a worker has said what it can do, and keeps records and Temporal together; `close()` ends that.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { database, bus, keyring, temporal, apiKey, host, port } = options;
  const { temporalUiUpstream: upstream, isTrustedProxy = trustsThisMachine } = options;
  const app = Fastify({
    trustProxy: isTrustedProxy,
    requestTimeout: longestRequestMs,
    pluginTimeout: longestStartMs,
    bodyLimit: bodyLimitBytes,
    // Names of users are longer than the 100 characters that are usual, and even more so when they are encoded.
    routerOptions: { maxParamLength: 4_096 },
    logger: options.logger ?? { level: 'warn' },
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
    frameworkErrors: sendFrameworkError,
    clientErrorHandler: answerUnreadable,
  });
  const ownUrl = `http://${host === '0.0.0.0' ? 'localhost' : host}:${port}`;
  const { publicUrl = ownUrl } = options;
  const { namespace } = temporal.options;
  const ownUiUrl = upstream && `${publicUrl}${temporalUiPath}`;
  const temporalUiUrl = options.temporalUiUrl ?? ownUiUrl;
  const links = linksTo({ publicUrl, temporalUiUrl, namespace });
  const inputAttributes: InputAttributes = Object.assign(
    {},
    ...domains.map((domain) => domain.searchAttributes),
  );
  const services = createServices({
    database,
    bus,
    keyring,
    temporal,
    links,
    inputAttributes,
    ...(options.restarts && { restarts: options.restarts }),
    resolveEffects: (db) => domains.map((domain) => domain.resolveEffects(db)),
    lookAtDisk: options.lookAtDisk,
  });
  app.addHook('onClose', () => services.temporal.settled());
  app.addHook('onClose', () => services.documents.close());

  addErrors(app);
  addShowing(app);
  addValidation(app);
  addJsonBodies(app);
  await addCompression(app);
  await addWebSockets(app);
  const { connectionLimits } = options;
  if (connectionLimits) addConnectionLimits(app, { limits: connectionLimits, isTrustedProxy });
  const { refusedRequests: refused } = services;
  addHostCheck(app, { host, publicUrl, refused });
  const authentication = await addAuthentication(app, {
    apiKey,
    isTrustedProxy,
    services,
  });
  if (upstream) await addTemporalUi(app, authentication, { upstream });
  const { requestLimits: limits, streams: { redisUrl } = {} } = options;
  if (limits) addRequestLimits(app, { limits, redisUrl });
  await addDocumentation(app, { publicUrl: ownUrl, cookieName: authentication.cookieName });
  const { metricsText } = options;
  if (metricsText) addMetrics(app, { metricsText, backlogs: services.temporal.backlogs });
  const { oidc: settings } = options;
  const entry = settings && { name: settings.name, url: `${publicUrl}${startPath}` };
  const sendApp = await addWebApp(app, authentication, {
    folder: options.webFolder ?? builtWebFolder,
  });
  addEntry(app, authentication, { oidc: entry, sendApp });
  addDecisionLinks(app, services);
  if (settings && entry) addOidc(app, authentication, { settings, entry, services });
  const streams = addStreams(app, services, options.streams);
  await app.register(async (api) => {
    addStorableTexts(api);
    addActingUsers(api);
    addAudit(api, services.accessLog);
    addStrictQueries(api, '/api/v1');
    for (const { prefix, plugin, read, change } of routes) {
      await api.register(async (group) => {
        addRights(group, { read, change });
        const { takeSnapshot } = options;
        const others = { db: database.db, streams, takeSnapshot, prefix };
        await group.register(plugin, { ...services, ...others });
      });
    }
  });
  const { pipelinesFolder = shippedFolder, keepRuns = {} } = options;
  addUpkeep(app, { db: options.database.db, services, pipelinesFolder, keepRuns });
  return app;
}
