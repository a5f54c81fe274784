import type { FastifyBaseLogger } from 'fastify';
import { keepUp } from '../../db/keep-up.ts';
import type { Database } from '../../db/open.ts';
import * as tables from '../../db/schema/index.ts';
import type { Services } from '../services.ts';
import type { OnRowError } from './each-row.ts';
import { deliverEvents } from './deliver-events.ts';
import { startFirings } from './start-firings.ts';
import { tellSchedules } from './tell-schedules.ts';

/** Schedules that Temporal could not be told of are told of again after this time. */
const tellAgainMs = 2_000;
/** Rounds that start runs of triggers, or tell runs of events, begin so far apart at least. */
const startFiringsMs = 100;

/**
 * Keeps Temporal's schedules as the triggers are, starts the runs of what has fired, and tells runs of events.
 * @returns the ways to stop, each of which waits for a round under way.
 */
export function keepTriggers({
  db,
  services,
  log,
}: {
  db: Database;
  services: Services;
  log: FastifyBaseLogger;
}): (() => Promise<void>)[] {
  const onRowError: OnRowError = (err, id) =>
    log.error({ err, id }, 'a trigger could not be served');
  const onError = (error: unknown) => log.error(error);
  return [
    keepUp({
      db,
      tables: [tables.triggers],
      pauseMs: tellAgainMs,
      onError,
      task: async () => ((await tellSchedules(services, onRowError)) ? undefined : tellAgainMs),
    }).stop,
    keepUp({
      db,
      tables: [tables.triggerFirings, tables.runs],
      pauseMs: startFiringsMs,
      onError,
      task: () => startFirings(services, onRowError),
    }).stop,
    keepUp({
      db,
      tables: [tables.eventWaits],
      pauseMs: startFiringsMs,
      onError,
      task: () => deliverEvents(services, onRowError),
    }).stop,
  ];
}
