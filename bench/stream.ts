import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../bin/start/ports.ts';
import { startTemporalServer } from '../bin/temporal/server.ts';
import type { Bench, Result } from './measurement.ts';
import { openBareReader, openReader } from './stream/readers.ts';
import type { Reader } from './stream/readers.ts';
import type { Load, StreamServer, StreamServerSettings } from './stream/serve.ts';
import { quantile } from './support/statistics.ts';

const readerCounts = [1, 200];
/** As fast as one model call is told of. */
const everyMs = 50;
/** In turns, so that a drift of the machine's speed falls on both alike. */
const turns: Pick<Load, 'by' | 'events'>[] = [
  { by: 'bare', events: 75 },
  { by: 'baton', events: 150 },
  { by: 'bare', events: 75 },
];
const burst: Load = { by: 'baton', events: 2_000, everyMs: 0 };
const run = { apiKey: 'a-key-for-the-bench', runId: 'run_bench' };

/** How soon events reach readers that do with them what the web app does, beside a server that only sends them. */
export async function stream({ binary, folder, cleanup }: Bench): Promise<Result[]> {
  const temporal = await startTemporalServer({ binary, folder, port: await findFreePort() });
  cleanup.add(temporal.stop);
  const server = fork(fileURLToPath(new URL('stream/serve.ts', import.meta.url)));
  cleanup.add(() => server.kill('SIGKILL'));
  server.send({ temporalAddress: temporal.address, ...run } satisfies StreamServerSettings);
  const [urls] = (await once(server, 'message')) as [StreamServer];

  const results: Result[] = [];
  for (const count of readerCounts) {
    const readers = {
      baton: Array.from({ length: count }, () => openReader(urls.baton, run)),
      bare: Array.from({ length: count }, () => openBareReader(urls.bare)),
    };
    const all = [...readers.baton, ...readers.bare];
    cleanup.add(() => all.forEach(({ stop }) => stop()));
    await until(() => all.every(({ hasBegun }) => hasBegun()));
    for (const turn of turns) await publish({ ...turn, everyMs }, readers[turn.by]);
    results.push(...latencyResults(count, readers));
    if (count > 1) results.push(await burstResult(readers.baton));
    all.forEach(({ stop }) => stop());
  }
  return results;

  /** Settles when every reader has every event. */
  async function publish(load: Load, readers: readonly Reader[]): Promise<void> {
    const expected = (readers[0]?.latenciesMs.length ?? 0) + load.events;
    server.send(load);
    await until(() => readers.every(({ latenciesMs }) => latenciesMs.length === expected));
  }

  async function burstResult(readers: readonly Reader[]): Promise<Result> {
    const begin = performance.now();
    await publish(burst, readers);
    const seconds = (performance.now() - begin) / 1_000;
    const messages = burst.events * readers.length;
    return {
      name: `${burst.events} events at once to ${readers.length} readers`,
      figure: seconds,
      unit: 's',
      target: 10,
      spread: [],
      details: [`${Math.round(messages / seconds)} messages a second`],
      samples: { seconds: [seconds] },
    };
  }
}

function latencyResults(count: number, readers: Record<'baton' | 'bare', Reader[]>): Result[] {
  const batonMs = readers.baton.flatMap(({ latenciesMs }) => latenciesMs);
  const bareMs = readers.bare.flatMap(({ latenciesMs }) => latenciesMs);
  const whom = count === 1 ? 'one reader' : `${count} readers`;
  const ratio = (part: number) => quantile(batonMs, part) / quantile(bareMs, part);
  return [
    {
      name: `event to ${whom}, p99`,
      figure: quantile(batonMs, 0.99),
      unit: 'ms',
      target: 50,
      spread: [],
      details: [
        `from its publishing to the reader's picture, an event in ${everyMs} ms, all readers in one process`,
        latencyText(batonMs),
      ],
      samples: { batonMs },
    },
    {
      name: `event to ${whom}, p50 beside a bare WebSocket`,
      figure: ratio(0.5),
      unit: '×',
      target: 2,
      spread: [],
      details: [
        `p99 ${ratio(0.99).toFixed(2)} ×`,
        `a server that only sends the same text to as many: ${latencyText(bareMs)}`,
      ],
      samples: { bareMs },
    },
  ];
}

function latencyText(latenciesMs: readonly number[]): string {
  const [middle, late] = [0.5, 0.99].map((part) => quantile(latenciesMs, part).toFixed(1));
  return `p50 ${middle} ms, p99 ${late} ms`;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await delay(5);
}
