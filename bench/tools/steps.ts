import { findFreePort } from '../../bin/start/ports.ts';
import { startTemporalServer } from '../../bin/temporal/server.ts';
import { bundleWorkflows } from '../../workers/workflow-bundle.ts';
import type { Bench, Result } from '../measurement.ts';
import { logger } from '../support/logger.ts';
import { noOpActivities } from '../support/no-op-activities.ts';
import { compileRun, sequence } from '../support/pipelines.ts';
import { serveNamespace } from '../support/serve-namespace.ts';
import { compare, median } from '../support/statistics.ts';
import { timeRun } from '../support/time-run.ts';

const steps = 50;
const target = 0.5;

/** A run of quick tools, which its workflow's worker carries out itself, against one of tools that go through a queue. */
export async function quickSteps({ binary, folder, cleanup }: Bench): Promise<Result[]> {
  const server = await startTemporalServer({ binary, folder, port: await findFreePort() });
  cleanup.add(server.stop);
  const client = await serveNamespace(cleanup, {
    address: server.address,
    namespace: 'baton',
    activities: noOpActivities(),
    queues: ['workflows', 'tools'],
    workflowBundle: bundleWorkflows(logger),
  });
  const run = await compileRun(sequence(steps));
  const queued = { workflow: 'runPipeline', input: run };
  const tool = run.compiled.pipeline.nodes.flatMap((node) => ('tool' in node ? [node.tool] : []));
  const quickTools = [...new Set(tool)].filter((name) => name !== undefined);
  const quick = {
    workflow: 'runPipeline',
    input: { ...run, compiled: { ...run.compiled, quickTools } },
  };
  await timeRun(client, queued);
  await timeRun(client, quick);
  const { ratio, ratios, first, second } = await compare({
    blocks: 6,
    first: () => timeRun(client, quick),
    second: () => timeRun(client, queued),
  });
  const stepMs = (samples: number[]) => (median(samples) / steps).toFixed(2);
  return [
    {
      name: `sequence of ${steps} quick tools, to the same through a queue`,
      figure: ratio,
      unit: '×',
      target,
      spread: ratios,
      details: [`quick ${stepMs(first)} ms a step`, `through a queue ${stepMs(second)} ms a step`],
      samples: { quickMs: first, queuedMs: second },
    },
  ];
}
