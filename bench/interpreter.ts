import type { Client } from '@temporalio/client';
import type { PipelineDocument } from '../contracts/pipelines/pipeline.ts';
import { startTemporalServer } from '../bin/temporal/server.ts';
import { findFreePort } from '../bin/start/ports.ts';
import { bundleWorkflows } from '../workers/workflow-bundle.ts';
import type { Bench, Result } from './measurement.ts';
import { bundleHandWritten } from './support/bundle-hand-written.ts';
import { logger } from './support/logger.ts';
import { noOpActivities } from './support/no-op-activities.ts';
import { compileRun, fanOut, sequence } from './support/pipelines.ts';
import { serveNamespace } from './support/serve-namespace.ts';
import { compare, median } from './support/statistics.ts';
import type { Comparison } from './support/statistics.ts';
import { timeRun, timeRuns } from './support/time-run.ts';

type Case = {
  name: string;
  document: PipelineDocument;
  /** The hand-written workflow that does the same. */
  workflow: string;
  /** Steps in one run. */
  steps: number;
  /** Runs at once. */
  runs: number;
  blocks: number;
  target: number;
};

const cases: Case[] = [
  {
    name: 'sequence of 50',
    document: sequence(50),
    workflow: 'sequence',
    steps: 50,
    runs: 1,
    blocks: 6,
    target: 1.15,
  },
  {
    name: 'fan-out of 200',
    document: fanOut(200),
    workflow: 'fanOut',
    steps: 200,
    runs: 1,
    blocks: 8,
    target: 1.2,
  },
  {
    name: '100 runs of 10',
    document: sequence(10),
    workflow: 'sequence',
    steps: 10,
    runs: 100,
    blocks: 2,
    target: 1.2,
  },
];

/** Pipelines of tools that do nothing, as documents and as hand-written workflows. */
export async function interpreter({ binary, folder, cleanup }: Bench): Promise<Result[]> {
  const server = await startTemporalServer({ binary, folder, port: await findFreePort() });
  cleanup.add(server.stop);
  const served = {
    address: server.address,
    activities: noOpActivities(),
    queues: ['workflows', 'tools'] as const,
  };
  const [baton, handWritten] = [
    await serveNamespace(cleanup, {
      ...served,
      namespace: 'baton',
      workflowBundle: bundleWorkflows(logger),
    }),
    await serveNamespace(cleanup, {
      ...served,
      namespace: 'hand-written',
      workflowBundle: bundleHandWritten(),
    }),
  ];
  const results: Result[] = [];
  for (const entry of cases) results.push(await measure(entry, baton, handWritten));
  return results;
}

async function measure(entry: Case, baton: Client, handWritten: Client): Promise<Result> {
  const { name, document, workflow, steps, runs, blocks, target } = entry;
  const run = await compileRun(document);
  const first = { workflow: 'runPipeline', input: run };
  const second = { workflow, input: { steps, value: 1 } };
  await timeRun(baton, first);
  await timeRun(handWritten, second);
  const comparison = await compare({
    blocks,
    first: () => timeRuns(baton, runs, first),
    second: () => timeRuns(handWritten, runs, second),
  });
  return {
    name,
    figure: comparison.ratio,
    unit: '×',
    target,
    details: describe(comparison, steps * runs),
    spread: comparison.ratios,
    samples: {
      batonMs: comparison.first,
      handWrittenMs: comparison.second,
    },
  };
}

function describe({ first, second }: Comparison, steps: number): string[] {
  const speed = (samples: number[]) => {
    const stepMs = median(samples) / steps;
    return `${stepMs.toFixed(2)} ms a step, ${(1000 / stepMs).toFixed(0)} steps/s`;
  };
  return [`Baton ${speed(first)}`, `hand-written ${speed(second)}`];
}
