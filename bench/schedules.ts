import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { ScheduleClient } from '@temporalio/client';
import { findFreePort } from '../bin/start/ports.ts';
import { startTemporalServer } from '../bin/temporal/server.ts';
import { maximumTriggers } from '../contracts/base/run-limits.ts';
import { startPostgres } from '../test/support/postgres.mjs';
import { startMockModel } from './agents/mock-model.ts';
import { startBaton } from './agents/start-baton.ts';
import type { RunningBaton } from './agents/start-baton.ts';
import type { Bench, Result } from './measurement.ts';
import {
  cronOf,
  lateness,
  latenessAlone,
  longestLateMs,
  minuteMs,
  quietMs,
  times,
  within,
} from './schedules/lateness.ts';
import { newDatabase } from './support/new-database.ts';
import { quantile } from './support/statistics.ts';

/** BATON_BENCH_SCHEDULES sets another number, such as for a slower machine. */
const count = Number(process.env['BATON_BENCH_SCHEDULES'] ?? 10_000);
/** Of them, so many are due in the same second, of one minute and of a later one. */
const due = [10, 100];
const atOnce = 4;
const idleMs = 60_000;
/** What a process does once at its start, such as asking Temporal for all schedules that it has, is over by then. */
const startMs = 60_000;
/** The due ones are stored so long before their time. */
const leadMs = 3 * minuteMs;
const betweenMs = 2 * minuteMs;
/** A server that takes in nothing for so long will not. */
const longestStillMs = 10 * minuteMs;
/** Once a year, so that none of them is due meanwhile. */
const seldom = '0 0 1 1 *';

/**
 * 10,000 triggers with schedules, of which 10 are due in one second and 100 in another: how late those fire and start their runs, and what
 * a process of API and workers over PostgreSQL uses while none is due, with them and without. Beside it, how late Temporal alone is.
 */
export async function schedules(bench: Bench): Promise<Result[]> {
  const { binary, folder, cleanup } = bench;
  const postgres = startPostgres((line) => console.log(line));
  if (!postgres) throw new Error('Install PostgreSQL, or name a server in TEST_DATABASE_URL.');
  cleanup.add(async () => postgres.stop());
  const { url: databaseUrl } = await newDatabase(bench, postgres.url);
  const temporal = await startTemporalServer({ binary, folder, port: await findFreePort() });
  cleanup.add(temporal.stop);
  const { url: modelUrl } = await startMockModel(cleanup);
  const { address: temporalAddress } = temporal;
  const given = { temporalAddress, modelUrl, databaseUrl };
  const connection = await Connection.connect({ address: temporalAddress });
  cleanup.add(() => connection.close());
  const client = new Client({ connection });
  const { schedule } = client;

  const first = await startBaton(cleanup, given);
  const before = await idle(first);
  const seldomCount = count - due.reduce((sum, number) => sum + number, 0);
  const begin = performance.now();
  await publish(first, 'seldom', seldomCount, seldom);
  await untilTold(schedule, seldomCount);
  const seconds = (performance.now() - begin) / 1000;
  first.stop();
  // What stored them has memory of that: what has them alone is another process.
  const baton = await startBaton(cleanup, given);
  const after = await idle(baton);

  // Far enough away that Temporal is told of all of them before.
  const soonest = Math.ceil((Date.now() + leadMs) / minuteMs) * minuteMs;
  const moments = due.map((number, index) => ({
    number,
    moment: new Date(soonest + index * betweenMs),
  }));
  const published = [];
  for (const { number, moment } of moments) {
    const ids = await publish(baton, `due-${number}`, number, cronOf(moment));
    published.push({ moment, ids });
  }
  await untilTold(schedule, count);
  if (Date.now() >= soonest) {
    throw new Error(
      'Temporal was told of the schedules only after they were due: nothing of that was measured.',
    );
  }
  const results: Result[] = [];
  let firedMs: number[] = [];
  for (const { moment, ids } of published) {
    await delay(moment.getTime() + quietMs - Date.now());
    const late = await lateness(baton, ids, moment);
    results.push(resultOf(late, ids.length));
    ({ firedMs } = late);
  }
  baton.stop();
  const aloneMs = await latenessAlone(client, due.at(-1)!);
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  return [
    ...results,
    {
      name: `p99 of ${firedMs.length} in one second, to Temporal's without Baton`,
      figure: quantile(firedMs, 0.99) / quantile(aloneMs, 0.99),
      unit: '×',
      target: 1.5,
      details: [
        `Temporal alone, with a workflow that nobody runs: ${within(aloneMs)} of ${aloneMs.length} within their second, ${times(aloneMs)}`,
      ],
      spread: [],
      samples: { aloneMs },
    },
    {
      name: `CPU of API and worker, idle, with ${seldomCount} schedules to without`,
      figure: after.cpu / before.cpu,
      unit: '×',
      target: 1.1,
      details: [
        `${(before.cpu * 100).toFixed(2)} % of a core without, ${(after.cpu * 100).toFixed(2)} % with`,
        `${seldomCount} were stored, and Temporal told of them, in ${seconds.toFixed(0)} s: ${(seldomCount / seconds).toFixed(0)} a second`,
      ],
      spread: [],
      samples: {},
    },
    {
      name: `memory of API and worker with ${seldomCount} schedules to without`,
      figure: after.bytes / before.bytes,
      unit: '×',
      target: 1.05,
      details: [`${megabytes(before.bytes)} without, ${megabytes(after.bytes)} with`],
      spread: [],
      samples: {},
    },
  ];
}

/** @throws {Error} where Temporal is told of no more for minutes: the figures would be of less than they say. */
async function untilTold(schedule: ScheduleClient, wanted: number): Promise<void> {
  let told = 0;
  let lastMore = Date.now();
  for (;;) {
    // A server that is flooded does not answer at times.
    const now = await Array.fromAsync(schedule.list({ pageSize: 1_000 })).then(
      ({ length }) => length,
      () => told,
    );
    if (now >= wanted) return;
    if (now > told) lastMore = Date.now();
    told = Math.max(told, now);
    if (Date.now() - lastMore > longestStillMs) {
      throw new Error(
        `Temporal was told of ${told} of ${wanted} schedules, and of no more in ${longestStillMs / minuteMs} minutes.`,
      );
    }
    await delay(1_000);
  }
}

function resultOf(
  { firedMs, startedMs }: Awaited<ReturnType<typeof lateness>>,
  number: number,
): Result {
  const missing = number - firedMs.length;
  return {
    name: `${number} of ${count} schedules in one second, fired p99`,
    // One that never fired is no faster than the longest that was waited for.
    figure: quantile([...firedMs, ...Array.from({ length: missing }, () => longestLateMs)], 0.99),
    unit: 'ms',
    target: 1_000,
    details: [
      `${within(firedMs)} of ${number} fired within their second${missing > 0 ? `, ${missing} not within ${longestLateMs / minuteMs} minutes` : ''}`,
      `fired ${times(firedMs)} after their time, run started ${times(startedMs)}`,
    ],
    spread: [],
    samples: { firedMs, startedMs },
  };
}

/** What the process takes of a core while there is nothing to do, and the memory that it holds then. */
async function idle({ usage }: RunningBaton): Promise<{ cpu: number; bytes: number }> {
  await delay(startMs);
  const start = await usage();
  await delay(idleMs);
  const end = await usage();
  return { cpu: (end.cpuMs - start.cpuMs) / idleMs, bytes: end.bytes };
}

/** Stores pipelines with so many triggers. @returns the ids of the triggers. */
async function publish(
  baton: RunningBaton,
  name: string,
  wanted: number,
  cron: string,
): Promise<string[]> {
  const documents = Array.from({ length: Math.ceil(wanted / maximumTriggers) }, (_, index) => ({
    name: `${name}-${index}`,
    triggers: Array.from(
      { length: Math.min(maximumTriggers, wanted - index * maximumTriggers) },
      (_trigger, at) => ({ id: `at_${at}`, kind: 'schedule', cron, overlap: 'allowAll' }),
    ),
    nodes: [{ id: 'note', kind: 'transform', value: 1 }],
  }));
  const ids = documents.flatMap((document) =>
    document.triggers.map(({ id }) => `${document.name}.${id}`),
  );
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = documents.shift(); next; next = documents.shift()) {
        await baton.post('/api/v1/pipelines', next);
      }
    }),
  );
  return ids;
}
