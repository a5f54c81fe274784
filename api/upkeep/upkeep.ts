import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { OnRowError } from './each-row.ts';
import { sendDeliveries } from './send-deliveries.ts';
import { Problem } from '../base/problem.ts';
import { reconcileRuns } from './reconcile.ts';
import type { KnownRuns } from './reconcile.ts';
import type { Services } from '../services.ts';
import { storeShippedPipelines } from './shipped-pipelines.ts';

const reconcileEveryMs = 30_000;
const lookForWorkersEveryMs = 2_000;
const sendEveryMs = 2_000;
const pruneEveryMs = 60 * 60_000;
/** Notifications can be looked at for so long. */
const keepNotificationsMs = 30 * 24 * 60 * 60_000;
/** A request can be repeated under its key for so long. */
const keepCallsMs = 24 * 60 * 60_000;

/**
 * What the server does by itself: it stores the pipelines that come with Baton as soon as a worker has said
 * what there is, and while it listens it keeps records and Temporal together, sends what users are to be told, and
 * forgets old calls of the gateway and old notifications.
 */
export function addUpkeep(app: FastifyInstance, services: Services, pipelinesFolder: string): void {
  const { log } = app;
  const stops: (() => Promise<void>)[] = [];
  const known: KnownRuns = new Map();
  let isStored = false;

  async function storeOnce(): Promise<boolean> {
    isStored ||= await storePipelines(services, pipelinesFolder, log);
    return isStored;
  }

  const onRunError: OnRowError = (err, id) =>
    log.error({ err, id }, 'a run could not be reconciled');
  const onDeliveryError: OnRowError = (err, id) =>
    log.error({ err, id }, 'a delivery could not be started');

  app.addHook('onReady', async () => {
    await storeOnce();
  });
  app.addHook('onListen', async () => {
    stops.push(
      repeat(storeOnce, lookForWorkersEveryMs, log),
      repeat(() => reconcileRuns(services, { known, onError: onRunError }), reconcileEveryMs, log),
      repeat(() => sendDeliveries(services, { onError: onDeliveryError }), sendEveryMs, log),
      repeat(() => pruneOld(services), pruneEveryMs, log),
    );
  });
  app.addHook('preClose', async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
}

async function pruneOld({ gatewayCalls, notifications }: Services): Promise<void> {
  await gatewayCalls.prune(new Date(Date.now() - keepCallsMs));
  await notifications.prune(new Date(Date.now() - keepNotificationsMs));
}

/** False when no worker has said yet what it can do. */
async function storePipelines(
  services: Services,
  folder: string,
  log: FastifyBaseLogger,
): Promise<boolean> {
  try {
    const mistakes = await storeShippedPipelines(services, folder);
    for (const mistake of mistakes)
      log.warn(`A pipeline that ships with Baton was not stored: ${mistake}`);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.kind === 'unavailable') return false;
    throw error;
  }
}

/**
 * Runs a task now and then again and again, one at a time, until it gives true or is stopped. An error is
 * logged and does not end it.
 * @returns a function that stops it and waits for a round under way.
 */
function repeat(
  task: () => Promise<boolean | void>,
  everyMs: number,
  log: FastifyBaseLogger,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  async function run(): Promise<void> {
    try {
      isOver ||= (await task()) === true;
    } catch (error) {
      log.error(error);
    }
    if (isOver) return;
    timer = setTimeout(() => {
      round = run();
    }, everyMs);
  }

  let round = run();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await round;
  };
}
