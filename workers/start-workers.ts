import type { DataConverter } from '@temporalio/common';
import type { NativeConnection, WorkerDeploymentOptions, WorkerOptions } from '@temporalio/worker';
import type { Activities } from '../contracts/activities/index.ts';
import { deploymentName } from '../contracts/temporal/deployment.ts';
import { taskQueues, type TaskQueue } from '../contracts/temporal/task-queues.ts';
import { refuseForgedActivities } from './standalone-activities.ts';
import { bundleWorkflows } from './workflow-bundle.ts';
import { WorkflowWorker } from './workflow-worker.ts';

export type Workers = {
  /** Settles when all have stopped; rejects when one fails. */
  ended: Promise<void>;
  /** Takes no new work, and waits a few seconds for what is running; the rest is run again later. */
  stop(): Promise<void>;
};

type QueueOptions = Partial<WorkerOptions>;

const sharedOptions = {
  interceptors: { activity: [refuseForgedActivities] },
  shutdownGraceTime: '3s',
  shutdownForceTime: '6s',
  // A cancel reaches an activity with its heartbeat, also where the server sends no commands.
  maxHeartbeatThrottleInterval: '1s',
  defaultHeartbeatThrottleInterval: '1s',
} satisfies QueueOptions;

/** A run stays on the build that it began on; an agent moves to the current one when it continues in a new history. */
const deploymentOf = (buildId: string): WorkerDeploymentOptions => ({
  useWorkerVersioning: true,
  version: { deploymentName, buildId },
  defaultVersioningBehavior: 'PINNED',
});

/**
 * Starts one Temporal worker for each of the queues.
 * @param options.buildId which build this is; left out, the workers take part in runs of every build.
 * @param options.workflowBundle made already by `bundleWorkflows`; made here when left out.
 */
export async function startWorkers(options: {
  connection: NativeConnection;
  namespace: string;
  /** The one of every client. */
  dataConverter: DataConverter;
  activities: Activities;
  queues: readonly TaskQueue[];
  /** How many model calls this process has at once, those that wait for their model among them. @default 500 */
  modelSlots?: number;
  buildId?: string;
  workflowBundle?: Promise<{ code: string }>;
}): Promise<Workers> {
  const {
    connection,
    namespace,
    dataConverter,
    activities,
    queues,
    modelSlots = 500,
    buildId,
  } = options;
  const { callModel, summarizeTurns, answerChat, embedTexts, runTool, callTool, ...others } =
    activities;
  const { deliverNotification, makePlan, recallMemories, rememberStep, askMemory, ...records } =
    others;
  const queueOptions = {
    workflows: async () => ({
      // Quick tools run where the workflow does.
      activities: { ...records, runTool },
      workflowBundle: await (options.workflowBundle ?? bundleWorkflows()),
      maxConcurrentWorkflowTaskExecutions: 40,
      maxConcurrentActivityTaskExecutions: 50,
      // After a crash, a run waits this long for the process that had it in its cache.
      stickyQueueScheduleToStartTimeout: '1s',
    }),
    models: () => ({
      activities: {
        callModel,
        summarizeTurns,
        answerChat,
        embedTexts,
      },
      // They wait for providers: those of a busy model must not take the slots of the others.
      maxConcurrentActivityTaskExecutions: modelSlots,
    }),
    // They wait for an embedding and a database, seconds at most.
    memory: () => ({
      activities: { recallMemories, rememberStep, askMemory },
      maxConcurrentActivityTaskExecutions: 50,
    }),
    tools: () => ({
      activities: { runTool, callTool, makePlan },
      maxConcurrentActivityTaskExecutions: 50,
    }),
    notifications: () => ({
      // Receivers that are silent hold up one another, and nothing else.
      activities: { deliverNotification },
      maxConcurrentActivityTaskExecutions: 50,
    }),
  } satisfies Record<TaskQueue, () => QueueOptions | Promise<QueueOptions>>;

  const workers = await Promise.all(
    queues.map(async (queue) =>
      WorkflowWorker.create({
        ...sharedOptions,
        ...(await queueOptions[queue]()),
        connection,
        namespace,
        dataConverter,
        ...(buildId && { workerDeploymentOptions: deploymentOf(buildId) }),
        taskQueue: taskQueues[queue],
      }),
    ),
  );
  const ended = Promise.all(workers.map((worker) => worker.run())).then(() => undefined);
  return {
    ended,
    async stop() {
      for (const worker of workers) {
        if (worker.getState() === 'RUNNING') worker.shutdown();
      }
      // Forced ends are no failures: Temporal runs the rest again.
      await Promise.allSettled([ended]);
    },
  };
}
