import { findFreePort } from '../bin/start/ports.ts';
import { startTemporalServer } from '../bin/temporal/server.ts';
import { startPostgres } from '../test/support/postgres.mjs';
import { startMockModel } from './agents/mock-model.ts';
import type { MockModel } from './agents/mock-model.ts';
import { startBaton, startProcess } from './agents/start-baton.ts';
import type { Bench, Result } from './measurement.ts';
import { newDatabase } from './support/new-database.ts';
import { processListeningOn, processorTimeOf } from './support/processor-time.ts';

const workerCounts = [1, 2] as const;
const agents = 20;
const turns = 10;
const rounds = 2;

type Servers = { postgresUrl: string; temporalAddress: string };
type Figures = { workers: number; turnsPerSecond: number; cpuMs: Record<Part, number> };
const parts = ['api', 'workers', 'postgres', 'temporal'] as const;
type Part = (typeof parts)[number];

/**
 * An API and workers as processes of their own, over PostgreSQL and the Temporal at `TEMPORAL_ADDRESS`, or the development
 * server: where the processor time of a turn goes, by the number of workers.
 */
export async function scale(bench: Bench): Promise<Result[]> {
  const postgres = startPostgres((line) => console.log(line));
  if (!postgres) throw new Error('Install PostgreSQL, or name a server in TEST_DATABASE_URL.');
  bench.cleanup.add(async () => postgres.stop());
  const servers = { postgresUrl: postgres.url, temporalAddress: await temporalOf(bench) };
  const model = await startMockModel(bench.cleanup);
  const measured: Figures[] = [];
  for (const workers of workerCounts) {
    measured.push(await measure(bench, { servers, model, workers }));
  }
  const [one, two] = measured as [Figures, Figures];
  return [
    {
      name: 'a turn’s share of time, two workers to one',
      figure: one.turnsPerSecond / two.turnsPerSecond,
      unit: '×',
      target: 1.1,
      details: measured.map(
        ({ workers, turnsPerSecond, cpuMs }) =>
          `${workers} of them: ${turnsPerSecond.toFixed(1)} turns a second; of a turn, in ms of a core: ` +
          parts.map((part) => `${part} ${cpuMs[part].toFixed(1)}`).join(', '),
      ),
      spread: [],
      samples: { turnsPerSecond: measured.map(({ turnsPerSecond }) => turnsPerSecond) },
    },
  ];
}

async function temporalOf({ binary, folder, cleanup }: Bench): Promise<string> {
  const named = process.env['TEMPORAL_ADDRESS'];
  if (named) return named;
  const server = await startTemporalServer({ binary, folder, port: await findFreePort() });
  cleanup.add(server.stop);
  return server.address;
}

async function measure(
  bench: Bench,
  given: { servers: Servers; model: MockModel; workers: number },
): Promise<Figures> {
  const { servers, model, workers } = given;
  const { temporalAddress } = servers;
  const own = {
    temporalAddress,
    modelUrl: model.url,
    databaseUrl: (await newDatabase(bench, servers.postgresUrl)).url,
  };
  const started: Pick<Awaited<ReturnType<typeof startProcess>>, 'usage' | 'stop'>[] = [];
  const baton = await startBaton(bench.cleanup, { ...own, without: 'workers' });
  for (let number = 1; number <= workers; number += 1) {
    started.push(await startProcess(bench.cleanup, { ...own, without: 'api' }));
  }
  const postgres = await processListeningOn(portOf(servers.postgresUrl));
  const temporal = await processListeningOn(portOf(`http://${temporalAddress}`));
  const used = async (): Promise<Record<Part, number>> => {
    const ofWorkers = await Promise.all(started.map(async ({ usage }) => (await usage()).cpuMs));
    return {
      api: (await baton.usage()).cpuMs,
      workers: ofWorkers.reduce((sum, ms) => sum + ms, 0),
      postgres: await processorTimeOf(postgres),
      temporal: await processorTimeOf(temporal),
    };
  };
  const work = (round: number | string) =>
    Promise.all(
      Array.from({ length: agents }, (_, index) =>
        baton.work(turns, `${workers} workers, round ${round}, number ${index}`),
      ),
    );
  await work('warm-up');
  const before = await used();
  const begin = performance.now();
  for (let round = 1; round <= rounds; round += 1) await work(round);
  const seconds = (performance.now() - begin) / 1000;
  const after = await used();
  const all = rounds * agents * turns;
  for (const { stop } of [...started, baton]) stop();
  return {
    workers,
    turnsPerSecond: all / seconds,
    cpuMs: Object.fromEntries(
      parts.map((part) => [part, (after[part] - before[part]) / all]),
    ) as Record<Part, number>,
  };
}

const portOf = (url: string): number => Number(new URL(url).port);
