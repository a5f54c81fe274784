import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { findFreePort } from '../bin/start/ports.ts';
import { startTemporalServer, serverSettings } from '../bin/temporal/server.ts';
import type { ServerSettings } from '../bin/temporal/server.ts';
import type { Bench, Result } from './measurement.ts';
import { bundleHandWritten } from './support/bundle-hand-written.ts';
import { noOpActivities } from './support/no-op-activities.ts';
import { serveNamespace } from './support/serve-namespace.ts';
import { compare, median } from './support/statistics.ts';
import { timeRun } from './support/time-run.ts';

const steps = 50;
/** As many tasks as a server with default settings lets pass before it polls at its own rate. */
const burst = 25;
const blocks = 3;

/** A hand-written sequence on the embedded server as Baton sets it, and as it is by default. */
export async function server(bench: Bench): Promise<Result[]> {
  const workflowBundle = bundleHandWritten();
  const tuned = await serve('baton', serverSettings);
  const plain = await serve('default', { sqlitePragmas: {}, dynamicConfig: {} });
  await timeSequence(tuned);
  await timeSequence(plain);
  const { ratio, ratios, first, second } = await compare({
    blocks,
    first: () => timeSequence(tuned),
    second: () => timeSequence(plain),
  });
  const stepMs = (samples: number[]) => `${(median(samples) / steps).toFixed(1)} ms a step`;
  return [
    {
      name: 'server settings',
      figure: ratio,
      unit: '×',
      target: 0.35,
      details: [
        `sequence of ${steps} after a burst of ${burst}`,
        `Baton's settings ${stepMs(first)}`,
        `Temporal's default ${stepMs(second)}`,
      ],
      spread: ratios,
      samples: { batonMs: first, defaultMs: second },
    },
  ];

  async function serve(name: string, settings: ServerSettings): Promise<Client> {
    const { binary, cleanup } = bench;
    const folder = join(bench.folder, name);
    const port = await findFreePort();
    const { address, stop } = await startTemporalServer({ binary, folder, port, settings });
    cleanup.add(stop);
    return serveNamespace(cleanup, {
      address,
      namespace: 'default',
      activities: noOpActivities(),
      queues: ['workflows', 'tools'],
      workflowBundle,
    });
  }
}

async function timeSequence(client: Client): Promise<number> {
  await timeRun(client, { workflow: 'fanOut', input: { steps: burst, value: 1 } });
  return timeRun(client, { workflow: 'sequence', input: { steps, value: 1 } });
}
