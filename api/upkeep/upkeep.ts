import { keepFiringsMs } from '../../contracts/pipelines/triggers/keep-firings.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { OnRowError } from './each-row.ts';
import { Problem } from '../base/problem.ts';
import { keepUp } from '../../db/keep-up.ts';
import type { Database } from '../../db/open.ts';
import * as tables from '../../db/schema/index.ts';
import { keepTriggers } from './keep-triggers.ts';
import { checkSchedules } from './tell-schedules.ts';
import { pruneRuns } from '../prune/prune-runs.ts';
import type { KeepLimits } from '../prune/prune-runs.ts';
import { reconcileRuns } from './reconcile.ts';
import type { KnownRuns } from './reconcile.ts';
import type { Services } from '../services.ts';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipelineHash } from '../../contracts/pipelines/compile.ts';
import type { Json } from '../../contracts/base/json.ts';
import type { Pipeline } from '../../contracts/pipelines/pipeline.ts';
import { lookAgain, sealOldRows } from '../../db/seal-old-rows.ts';
import { whileShowing } from '../../db/sealing.ts';
import { currentCatalog } from '../catalog/catalog.ts';
import { eachRow } from './each-row.ts';

/** A delivery that is pending after this time is started again: Temporal may have lost its activity. */
const heardOfMs = 10 * 60_000;
const pageSize = 100;
const slowStartMs = 10_000;
const slowStart =
  'Starting takes long: the pipelines that come with Baton are not stored yet. The machine is busy, or the database slow.';

/**
 * Starts the activities of deliveries that have none: what was written while Temporal was away, or before a process
 * died. The activity has the delivery's id, so that several processes start one. One that cannot be started is told and
 * does not hold up the others.
 * @param options.now in milliseconds since 1970.
 * @returns whether none is left.
 */
export async function sendDeliveries(
  { deliveries, activities }: Pick<Services, 'deliveries' | 'activities'>,
  { now = Date.now(), onError }: { now?: number; onError: OnRowError },
): Promise<boolean> {
  const { signal } = new AbortController();
  let hasFailed = false;
  const hadTheirTurn = await eachRow({
    page: (after) =>
      deliveries.unstarted(new Date(now - heardOfMs), {
        limit: pageSize,
        ...(after && { after }),
      }),
    async work({ id, user }: { id: string; createdAt: Date; user: string }) {
      await activities.startDelivery({ deliveryId: id, user }, signal);
      await deliveries.noteStarted(id);
    },
    onError(error, id) {
      hasFailed = true;
      onError(error, id);
    },
  });
  return hadTheirTurn && !hasFailed;
}

const reconcileEveryMs = 30_000;
const lookForWorkersEveryMs = 2_000;
/** Deliveries that could not be started are tried again after this time. */
const sendAgainMs = 2_000;
/** Whether Temporal has lost schedules is looked at so often. */
const checkSchedulesEveryMs = 60 * 60_000;
/** Between parts of the rows that earlier versions wrote in plain text. */
const sealEveryMs = 1_000;
const pruneEveryMs = 60 * 60_000;
/** Notifications can be looked at for so long. */
const keepNotificationsMs = 30 * 24 * 60 * 60_000;
/** A request can be repeated under its key for so long. */
const keepCallsMs = 24 * 60 * 60_000;
const keepResponsesMs = 30 * 24 * 60 * 60_000;

/**
 * What the server does by itself: it stores the pipelines that come with Baton as soon as a worker has said
 * what there is, and while it listens it keeps records and Temporal together, sends what users are to be told, and
 * forgets old calls of the gateway and old notifications, and the details of runs beyond their limits. What earlier
 * versions wrote in plain text it seals, a little at a time.
 */
export function addUpkeep(
  app: FastifyInstance,
  options: { db: Database; services: Services; pipelinesFolder: string; keepRuns: KeepLimits },
): void {
  const { db, services, pipelinesFolder, keepRuns } = options;
  const { log } = app;
  const stops: (() => Promise<void>)[] = [];
  const known: KnownRuns = new Map();
  let isStored = false;
  let isLookingAgain = false;

  async function storeOnce(): Promise<boolean> {
    isStored ||= await storePipelines(services, pipelinesFolder, log);
    return isStored;
  }

  async function sealPart(): Promise<boolean> {
    if (!isLookingAgain) await lookAgain(db);
    isLookingAgain = true;
    return sealOldRows(db);
  }

  const onRunError: OnRowError = (err, id) =>
    log.error({ err, id }, 'a run could not be reconciled');
  const onDeliveryError: OnRowError = (err, id) =>
    log.error({ err, id }, 'a delivery could not be started');

  app.addHook('onReady', async () => {
    const slow = setTimeout(() => log.warn(slowStart), slowStartMs).unref();
    await storeOnce().finally(() => clearTimeout(slow));
  });
  app.addHook('onListen', async () => {
    stops.push(
      repeat(storeOnce, lookForWorkersEveryMs, log),
      repeat(() => reconcileRuns(services, { known, onError: onRunError }), reconcileEveryMs, log),
      repeat(() => pruneOld(services, keepRuns), pruneEveryMs, log),
      repeat(sealPart, sealEveryMs, log),
      repeat(() => checkSchedules(services), checkSchedulesEveryMs, log),
      ...keepTriggers({ db, services, log }),
      keepUp({
        db,
        tables: [tables.deliveries],
        pauseMs: sendAgainMs,
        onError: (error) => log.error(error),
        async task() {
          const areStarted = await sendDeliveries(services, { onError: onDeliveryError });
          return areStarted ? undefined : sendAgainMs;
        },
      }).stop,
    );
  });
  app.addHook('preClose', async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
}

async function pruneOld(services: Services, keepRuns: KeepLimits): Promise<void> {
  const { firings, gatewayCalls, gatewayResponses, notifications } = services;
  await gatewayCalls.prune(new Date(Date.now() - keepCallsMs));
  await gatewayResponses.prune(new Date(Date.now() - keepResponsesMs));
  await notifications.prune(new Date(Date.now() - keepNotificationsMs));
  await firings.prune(new Date(Date.now() - keepFiringsMs));
  const isLimited = (keepRuns.olderThanDays ?? keepRuns.maxMegabytes) !== undefined;
  if (isLimited) await pruneRuns(services, keepRuns, { dryRun: false, by: null });
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

type Stores = Pick<Services, 'agents' | 'catalog' | 'documents' | 'pipelines' | 'users'>;

/**
 * Stores the pipelines that come with Baton, `*.yaml` in a folder. A user's own of the same name stays.
 * @returns the mistakes found, one line each; a document with mistakes is not stored.
 * @throws {Problem} `unavailable` until a worker has said which tools and agents there are.
 */
export async function storeShippedPipelines(services: Stores, folder: string): Promise<string[]> {
  const catalog = await currentCatalog(services);
  let left = await readDocuments(services, folder);
  for (;;) {
    const refused: (ShippedFile & { mistakes: string[] })[] = [];
    for (const { file, text, document } of left) {
      const { problems, pipeline } = await services.documents.checkPipeline(document, catalog);
      if (pipeline) catalog.pipelines[pipeline.name] = await store(services, pipeline, text);
      const mistakes = problems.map(
        ({ path, message, fix }) => `${file}: ${path} ${message}; ${fix}`,
      );
      if (!pipeline) refused.push({ file, text, document, mistakes });
    }
    // One may run another that was stored only after it was looked at.
    if (refused.length === left.length) return refused.flatMap(({ mistakes }) => mistakes);
    left = refused;
  }
}

type ShippedFile = { file: string; text: string; document: Json };

async function readDocuments({ documents }: Stores, folder: string): Promise<ShippedFile[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).toSorted();
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8');
      return { file, text, document: await documents.read(text) };
    }),
  );
}

/** Gives the pipeline that is stored under the name from now on. */
async function store({ pipelines }: Stores, document: Pipeline, text: string): Promise<Pipeline> {
  const stored = await whileShowing(() => pipelines.get(document.name));
  if (stored?.source === 'user') return stored.document;
  const hash = await pipelineHash(document);
  await pipelines.put({ document, hash, source: 'shipped', text });
  return document;
}
