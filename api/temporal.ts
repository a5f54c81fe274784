import { setTimeout as delay } from 'node:timers/promises';
import {
  ServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  WorkflowNotFoundError,
  isGrpcServiceError,
} from '@temporalio/client';
import type {
  ActivityClient,
  Client,
  WorkflowClient,
  WorkflowExecutionStatusName,
  WorkflowStartOptions,
} from '@temporalio/client';
import type { Output } from '../contracts/artifact.ts';
import type { Priority } from '../contracts/messages.ts';
import { taskQueues } from '../contracts/task-queues.ts';
import type { TaskQueue } from '../contracts/task-queues.ts';
import type { RunPipelineInput } from '../contracts/run-input.ts';
import type { RunState } from '../contracts/run.ts';
import { searchAttributePairs, searchAttributesOf } from './search-attributes.ts';
import { temporalPriority } from './temporal-priority.ts';
import {
  interruptAgent,
  requestCancel,
  resolveApproval,
  resumeAgent,
  stateQuery,
} from '../workflows/messages.ts';
import type {
  ApprovalDecision,
  CancelRequest,
  InterruptRequest,
  ResumeRequest,
} from '../workflows/messages.ts';

/** What the API uses of Temporal's client. */
export type TemporalClient = {
  activity: Pick<ActivityClient, 'start' | 'getHandle' | 'withDeadline' | 'withAbortSignal'>;
  workflow: Pick<
    WorkflowClient,
    'start' | 'signalWithStart' | 'getHandle' | 'withDeadline' | 'withAbortSignal'
  >;
  workflowService: Pick<Client['workflowService'], 'describeTaskQueue'>;
  options: Pick<Client['options'], 'namespace'>;
  connection?: Pick<Client['connection'], 'operatorService'>;
};

/** Temporal gave no answer, or said that it cannot serve now. */
export class TemporalUnavailable extends Error {
  override readonly name = 'TemporalUnavailable';
}

/** A call that has no answer by then is left to itself when the process stops. */
const settleMs = 5_000;

/** Temporal will not take a run as it is, whenever it is asked. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
}

export type StartRun = {
  input: RunPipelineInput;
  /** Of all that the run does: children and activities inherit it. */
  priority: Priority;
  user: string;
  /** The agent that a task is for. */
  agent: string | null;
  /** One line for Temporal's list of workflows. */
  summary: string;
  /** Markdown for the workflow's page. */
  details: string;
};

type RunPipeline = (input: RunPipelineInput) => Promise<Output>;
type RunStartOptions = WorkflowStartOptions<RunPipeline>;

export type Execution = { status: WorkflowExecutionStatusName };

const answerMs = 3_000;
const queryMs = 2_000;
/** A poll lasts about a minute, so a queue polled within this time has a worker. */
const pollMs = 80_000;
const invalidArgument = 3;
const resourceExhausted = 8;
const queueTypes = {
  workflows: 1,
  models: 2,
  tools: 2,
  notifications: 2,
  memory: 2,
} satisfies Record<TaskQueue, number>;

/** Temporal as the API needs it: each call ends within seconds, and says whether Temporal was there. */
export function temporalGateway(client: TemporalClient) {
  const { workflow, workflowService } = client;
  const { namespace } = client.options;
  const attributes = searchAttributesOf(client.connection?.operatorService, namespace);
  const asked = new Set<Promise<unknown>>();

  return {
    /** Starts a run's workflow; one that was started before is left as it is. */
    async start(run: StartRun): Promise<void> {
      await startWith(run, (options) => workflow.start<RunPipeline>('runPipeline', options)).catch(
        ignoreStarted,
      );
    },

    async resolveApproval(workflowId: string, decision: ApprovalDecision): Promise<void> {
      await ask(() => workflow.getHandle(workflowId).signal(resolveApproval, decision));
    },

    async interruptAgent(workflowId: string, request: InterruptRequest): Promise<void> {
      await ask(() => workflow.getHandle(workflowId).signal(interruptAgent, request));
    },

    async resumeAgent(workflowId: string, request: ResumeRequest): Promise<void> {
      await ask(() => workflow.getHandle(workflowId).signal(resumeAgent, request));
    },

    async requestCancel(workflowId: string, request: CancelRequest): Promise<void> {
      await ask(() => workflow.getHandle(workflowId).signal(requestCancel, request));
    },

    /** Cancels a run that may not have been started: it is, so that its end is recorded like any. */
    async startAndCancel(run: StartRun, request: CancelRequest): Promise<void> {
      const signal = { signal: requestCancel, signalArgs: [request] as [CancelRequest] };
      await startWith(run, (options) =>
        workflow.signalWithStart<RunPipeline, [CancelRequest]>('runPipeline', {
          ...options,
          ...signal,
        }),
      );
    },

    /** Undefined when Temporal does not know the workflow. */
    async execution(workflowId: string): Promise<Execution | undefined> {
      try {
        const { status } = await ask(() => workflow.getHandle(workflowId).describe());
        return { status: status.name };
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return undefined;
        throw error;
      }
    },

    /** Waits until a workflow is over, whatever its end. Throws when `signal` aborts. */
    async end(workflowId: string, signal: AbortSignal): Promise<void> {
      try {
        await workflow.withAbortSignal(signal, () => workflow.getHandle(workflowId).result());
      } catch (error) {
        if (!(error instanceof WorkflowFailedError)) throw toGatewayError(error);
      }
    },

    /** Undefined when no worker answers in time. */
    async state(workflowId: string): Promise<RunState | undefined> {
      try {
        return await ask(() => workflow.getHandle(workflowId).query(stateQuery), queryMs);
      } catch {
        return undefined;
      }
    },

    /**
     * Waits for the calls under way, some seconds at most: one that is tried again over a closed connection ends the
     * process.
     */
    async settled(): Promise<void> {
      await Promise.race([Promise.allSettled(asked), delay(settleMs, undefined, { ref: false })]);
    },

    /** The queues that no worker has asked for work lately. */
    async unserved(): Promise<TaskQueue[]> {
      const served = await Promise.all(
        (Object.keys(taskQueues) as TaskQueue[]).map(async (queue) => {
          const { pollers } = await ask(() =>
            workflowService.describeTaskQueue({
              namespace,
              taskQueue: { name: taskQueues[queue] },
              taskQueueType: queueTypes[queue],
            }),
          );
          const oldest = Date.now() - pollMs;
          const isServed = pollers.some(
            ({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000 >= oldest,
          );
          return isServed ? [] : [queue];
        }),
      );
      return served.flat();
    },
  };

  /** A server may not know its new attributes yet: the run is then started without. */
  async function startWith(
    run: StartRun,
    start: (options: ReturnType<typeof startOptions>) => Promise<unknown>,
  ): Promise<void> {
    const options = startOptions(run);
    if (await ask(() => attributes.areThere())) {
      const typedSearchAttributes = searchAttributePairs(attributesOf(run));
      try {
        return void (await ask(() => start({ ...options, typedSearchAttributes })));
      } catch (error) {
        if (!(error instanceof StartRefused && /search attribute/i.test(error.message)))
          throw error;
        // What is wrong with one run's values is no matter of the others.
        if (isUnknownAttribute(error)) attributes.refuse();
      }
    }
    await ask(() => start(options));
  }

  async function ask<Answer>(call: () => Promise<Answer>, withinMs = answerMs): Promise<Answer> {
    const answer = workflow.withDeadline(Date.now() + withinMs, call);
    asked.add(answer);
    try {
      return await answer;
    } catch (error) {
      throw toGatewayError(error);
    } finally {
      asked.delete(answer);
    }
  }
}

function isUnknownAttribute({ message }: StartRefused): boolean {
  return /no mapping|not defined|not found|unknown/i.test(message);
}

function attributesOf({ input, agent, priority, user }: StartRun) {
  const { symbol } = input.input;
  return {
    pipeline: input.compiled.pipeline.name,
    status: 'pending',
    user,
    priority,
    ...(agent !== null && { agent }),
    ...(typeof symbol === 'string' && symbol !== '' && { symbol }),
  };
}

function startOptions({ input, priority, user, summary, details }: StartRun): RunStartOptions {
  return {
    workflowId: input.runId,
    taskQueue: taskQueues.workflows,
    args: [input],
    workflowTaskTimeout: '5s',
    priority: temporalPriority({ priority, user }),
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    staticSummary: summary,
    staticDetails: details,
    memo: { pipeline: input.compiled.pipeline.name, hash: input.compiled.hash },
  };
}

function ignoreStarted(error: unknown): void {
  if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
}

/** A server that takes no message of this size takes it at no time; other shortages pass. */
function isTooLarge({ code, details }: { code: number; details: string }): boolean {
  return code === resourceExhausted && /larger than max/i.test(details);
}

/** An error of Temporal's client, where it means that Temporal was not there or refused, as one that says so. */
export function toGatewayError(error: unknown): unknown {
  const cause = error instanceof ServiceError ? error.cause : error;
  if (isGrpcServiceError(cause)) {
    return cause.code === invalidArgument || isTooLarge(cause)
      ? new StartRefused(cause.details, { cause: error })
      : new TemporalUnavailable(cause.details, { cause: error });
  }
  return error instanceof ServiceError
    ? new TemporalUnavailable(error.message, { cause: error })
    : error;
}
