import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Database } from '../db/open.ts';
import type { Services } from './services.ts';
import type { Streams } from './streams/add-streams.ts';

/** @param note puts the copy on record: where it cannot, the copy is deleted. */
export type TakeSnapshot = (note: (name: string) => Promise<unknown>) => Promise<string>;

/** What routes are registered with. */
export type RouteOptions = Services & {
  /** For the records of domains; the engine's own are among the services. */
  db: Database;
  streams: Streams;
  /** Copies what this installation keeps, where it keeps all of it, and gives the copy's name. */
  takeSnapshot: TakeSnapshot | undefined;
};

/** A group of routes: all of them are registered in one way, with the prefix of their paths. */
export type RoutePlugin = FastifyPluginAsyncZod<RouteOptions>;
