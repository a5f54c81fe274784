import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { healthSchema, readinessAnswerSchema } from '../../contracts/api/index.ts';
import { isFull, roomFix, roomText } from '../base/disk-room.ts';
import type { DiskRoom } from '../base/disk-room.ts';
import { problems } from '../base/responses.ts';
import type { Services } from '../services.ts';
import type { Readiness, ReadinessCheck } from '../../contracts/api/index.ts';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import { domainNotes } from '../../contracts/domain-notes.ts';

type Outcome = Omit<ReadinessCheck, 'name'>;

const startWorker = 'Start a worker: `npm start` runs one, in production `node workers/main.ts`.';

/** Runs go on; what is called without one is not. */
const withoutStandalone: Outcome = {
  status: 'degraded',
  detail:
    'Temporal does not support standalone activities: Baton cannot send webhooks and emails, call tools outside of a run, or serve the gateway',
  fix: 'Use Temporal Server 1.32 or later. In 1.31, set activity.enableStandalone to true in its dynamic configuration.',
};

/** A service that has not answered by then does not respond. */
const answerMs = 3_000;

/** What runs need, and whether it is there. Never throws, and answers within seconds. */
async function readiness(services: Services): Promise<Readiness> {
  const [database, temporal, redis, disk, published] = await Promise.all([
    checkDatabase(services),
    checkTemporal(services),
    services.bus.responds?.(),
    services.lookAtDisk?.().catch(() => undefined),
    inTime(services.catalog.get()).catch(() => 'unknown' as const),
  ]);
  const known = published === 'unknown' ? undefined : published;
  const workers = known ? temporal.workers : published === 'unknown' ? notKnown : notPublished;
  const checks: ReadinessCheck[] = [
    { name: 'database', ...database },
    { name: 'temporal', ...temporal.server },
    { name: 'workers', ...workers },
    ...(redis === undefined ? [] : [{ name: 'redis' as const, ...checkRedis(redis) }]),
    ...(known ? [{ name: 'memory' as const, ...checkMemory(known.memoryMissing) }] : []),
    ...(disk ? [{ name: 'disk' as const, ...checkDisk(disk) }] : []),
  ];
  return {
    ready: checks.every(({ status }) => status !== 'missing'),
    checks,
    restarts: services.restarts(),
    models: known ? { missing: [], ...known.models } : null,
    ...Object.fromEntries(domainNotes.map(({ name }) => [name, known?.notes[name] ?? null])),
  };
}

async function inTime<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const late = delay(answerMs, undefined, { ref: false }).then((): never => {
    throw new Error('No answer in time');
  });
  return Promise.race([asked, late]);
}

const notPublished: Outcome = {
  status: 'missing',
  detail: 'No worker has reported yet',
  fix: startWorker,
};

const notKnown: Outcome = {
  status: 'missing',
  detail: 'Workers: unknown while the database does not respond',
};

function checkRedis(responds: boolean): Outcome {
  if (responds) return { status: 'ok', detail: 'answers' };
  const detail =
    'Redis does not respond: each process counts limits on its own, and streams do not show events of other processes';
  return { status: 'degraded', detail, fix: 'Check REDIS_URL.' };
}

function checkMemory(missing: string | null): Outcome {
  if (missing === null) return { status: 'ok', detail: 'available' };
  return { status: 'degraded', detail: `Agents have no memory: ${missing}` };
}

function checkDisk(room: DiskRoom): Outcome {
  const detail = roomText(room);
  return isFull(room)
    ? { status: 'missing', detail, fix: roomFix(room) }
    : { status: 'ok', detail };
}

async function checkDatabase({ pipelines }: Services): Promise<Outcome> {
  try {
    // Their names alone: on a busy machine, what is asked often should take little.
    const stored = await inTime(pipelines.names());
    return { status: 'ok', detail: `answers; ${stored.length} pipelines stored` };
  } catch {
    const detail = 'The database does not respond';
    const fix = 'If this lasts, check DATABASE_URL; without it, restart Baton.';
    return { status: 'missing', detail, fix };
  }
}

async function checkTemporal({
  temporal,
}: Services): Promise<{ server: Outcome; workers: Outcome }> {
  try {
    const [unserved, runsStandalone] = await Promise.all([
      temporal.unserved(),
      temporal.runsStandaloneActivities(),
    ]);
    const names = unserved.map((queue) => taskQueues[queue]).join(', ');
    return {
      server: runsStandalone ? { status: 'ok', detail: 'answers' } : withoutStandalone,
      workers:
        unserved.length === 0
          ? { status: 'ok', detail: 'polled every task queue within the last minute' }
          : { status: 'missing', detail: `No worker serves ${names}`, fix: startWorker },
    };
  } catch {
    const fix =
      'Check that the server runs, and check TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE and the TLS settings.';
    return {
      server: { status: 'missing', detail: 'Temporal does not respond', fix },
      workers: {
        status: 'missing',
        detail: 'Workers: unknown while Temporal does not respond',
      },
    };
  }
}

export const healthRoutes: FastifyPluginAsyncZod<Services> = async (app, services) => {
  app.get(
    '/health',
    {
      config: { public: true },
      schema: {
        tags: ['health'],
        summary: 'Check that this process is alive',
        security: [],
        response: { 200: healthSchema },
      },
    },
    async () => ({ status: 'alive' as const }),
  );

  app.get(
    '/ready',
    {
      config: { public: true, tellsReaders: true },
      schema: {
        tags: ['health'],
        summary:
          'Check that everything that runs need is available; with a key, shows what is missing',
        security: [{}, { bearer: [] }, { header: [] }, { session: [] }],
        response: {
          200: readinessAnswerSchema,
          '4xx': problems['4xx'],
          503: readinessAnswerSchema,
        },
      },
    },
    async ({ principal }, reply) => {
      const answer = await readiness(services);
      const { ready } = answer;
      return reply.code(ready ? 200 : 503).send(principal ? answer : { ready });
    },
  );
};
