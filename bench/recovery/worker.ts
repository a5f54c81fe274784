import { setTimeout as delay } from 'node:timers/promises';
import { NativeConnection, Runtime } from '@temporalio/worker';
import { dataConverter } from '../support/data-converter.ts';
import { withHeartbeat } from '../../activities/base/heartbeat.ts';
import { startWorkers } from '../../workers/start-workers.ts';
import { bundleWorkflows } from '../../workers/workflow-bundle.ts';
import { logger } from '../support/logger.ts';
import { noOpActivities } from '../support/no-op-activities.ts';

// A worker as a process of its own, to be killed. Its parent tells it where the server is, and is told
// of each step that begins.

const stepMs = 100;

/** A step that begins, and when, in milliseconds since the epoch. */
export type StepBegun = { step: string; at: number };

const activities = noOpActivities(async ({ nodePath }) => {
  process.send?.({ step: nodePath, at: Date.now() } satisfies StepBegun);
  await withHeartbeat(() => delay(stepMs));
  return { status: 'completed', output: { value: nodePath }, preview: '' };
});

Runtime.install({ logger, shutdownSignals: [] });
process.once('disconnect', () => process.exit());
// The bundle is made while the server starts, as `baton start` does.
const workflowBundle = bundleWorkflows(logger);
process.once('message', async (address: string) => {
  const connection = await NativeConnection.connect({ address });
  const queues = ['workflows', 'tools'] as const;
  await startWorkers({
    connection,
    namespace: 'default',
    dataConverter,
    activities,
    queues,
    workflowBundle,
  });
});
