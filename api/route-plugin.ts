import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Database } from '../db/open.ts';
import type { Services } from './services.ts';
import type { Streams } from './streams/add-streams.ts';

/** What routes are registered with. */
export type RouteOptions = Services & {
  /** For the records of domains; the engine's own are among the services. */
  db: Database;
  streams: Streams;
};

/** A group of routes: all of them are registered in one way, with the prefix of their paths. */
export type RoutePlugin = FastifyPluginAsyncZod<RouteOptions>;
