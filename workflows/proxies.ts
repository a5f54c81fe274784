import {
  ActivityCancellationType,
  ChildWorkflowCancellationType,
  ParentClosePolicy,
  proxyActivities,
  proxyLocalActivities,
} from '@temporalio/workflow';
import type {
  MemoryActivities,
  ModelActivities,
  PlanningActivities,
  RecordActivities,
  ToolActivities,
} from '../contracts/activities/index.ts';
import { taskQueues } from '../contracts/temporal/task-queues.ts';

// The only place with timeouts and retries.

/** Heartbeats come every second: a dead worker is noticed this soon. */
const heartbeatTimeout = '4s';

type LocalRecord =
  | 'checkStart'
  | 'startRun'
  | 'finishRun'
  | 'finishChild'
  | 'planChildRetry'
  | 'recordScheduled'
  | 'endEventWait';

/** Quick writes that need no page of their own in the history. */
export const localRecords = proxyLocalActivities<Pick<RecordActivities, LocalRecord>>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
});

/** Writes to the records. They are retried until they succeed: a run waits for its database. */
export const records = proxyActivities<Omit<RecordActivities, LocalRecord>>({
  taskQueue: taskQueues.workflows,
  startToCloseTimeout: '10s',
  retry: { initialInterval: '200ms', backoffCoefficient: 2, maximumInterval: '10s' },
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
});

/** The longest that one attempt at a model call may take, failover included. */
const modelCallTimeoutMs = 5 * 60_000;

/** How often calls may fail. Calls count their failures themselves, so that the death of a worker does not count. */
export const attemptsOf = { model: 4, tool: 3, planner: 3, memory: 3 };

/**
 * Model calls: cancelled at once, since an answer that nobody waits for costs money. Long waits are timers of the
 * workflow. How long a call waits in the queue has no limit: calls of a higher priority go first, and the others stay.
 */
export const models = proxyActivities<ModelActivities>({
  taskQueue: taskQueues.models,
  startToCloseTimeout: modelCallTimeoutMs,
  heartbeatTimeout,
  retry: {
    initialInterval: '1s',
    backoffCoefficient: 2,
    maximumInterval: '30s',
  },
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
});

/** Planners of the user's own: one that hangs is given up; only the death of its worker has it tried again. */
export const planning = proxyActivities<PlanningActivities>({
  taskQueue: taskQueues.tools,
  startToCloseTimeout: '30s',
  heartbeatTimeout,
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
});

/**
 * Memory: an agent waits for it before its first turn and at its end, and goes on without where it does not respond.
 * It has slots of its own: a model call that waits for its model does not hold it up.
 */
export const memories = proxyActivities<MemoryActivities>({
  taskQueue: taskQueues.memory,
  startToCloseTimeout: '15s',
  heartbeatTimeout,
  retry: { initialInterval: '500ms', backoffCoefficient: 2, maximumInterval: '30s' },
  cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
});

/**
 * Tools: a cancel lets the one that runs finish, since it does not listen, and is answered when it has.
 * @param limits.timeout the longest for one run of the tool, retries included.
 */
export function tools(limits: { timeout?: number } = {}) {
  return proxyActivities<ToolActivities>({
    taskQueue: taskQueues.tools,
    startToCloseTimeout: limits.timeout ?? '60s',
    ...(limits.timeout !== undefined && { scheduleToCloseTimeout: limits.timeout }),
    heartbeatTimeout,
    retry: {
      initialInterval: '500ms',
      backoffCoefficient: 2,
      maximumInterval: '30s',
    },
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  });
}

/**
 * Tools that take milliseconds and have no effect: they run in the worker of the workflow, without a queue between. After
 * a crash they may run again.
 */
export function quickTools(limits: { timeout?: number; maximumAttempts?: number } = {}) {
  return proxyLocalActivities<ToolActivities>({
    startToCloseTimeout: limits.timeout ?? '5s',
    ...(limits.timeout !== undefined && { scheduleToCloseTimeout: limits.timeout }),
    retry: {
      initialInterval: '500ms',
      backoffCoefficient: 2,
      maximumInterval: '30s',
      maximumAttempts: limits.maximumAttempts ?? attemptsOf.tool,
    },
    cancellationType: ActivityCancellationType.WAIT_CANCELLATION_COMPLETED,
  });
}

/** Children stop with their parent, which waits until they have. */
export const childPolicy = {
  cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
  parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
  workflowTaskTimeout: '5s',
} as const;
