import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { WorkflowStartOptions } from '@temporalio/client';
import type { Output } from '../../contracts/base/artifact.ts';
import type { Priority } from '../../contracts/models/messages.ts';
import type { RunPipelineInput } from '../../contracts/runs/run-input.ts';
import {
  moreSearchAttributes,
  searchAttributes,
} from '../../contracts/temporal/search-attributes.ts';
import { taskQueues } from '../../contracts/temporal/task-queues.ts';
import { requestCancel } from '../../workflows/messages.ts';
import type { CancelRequest } from '../../workflows/messages.ts';
import type { Ask } from './calls.ts';
import type { TemporalClient } from './client.ts';
import { StartRefused } from './errors.ts';
import { temporalPriority } from './priority.ts';
import { searchAttributePairs, searchAttributesOf } from './search-attributes.ts';
import type { InputAttributes } from './search-attributes.ts';
import { shortSummary } from './summary.ts';

export type StartRun = {
  input: RunPipelineInput;
  /** Of all that the run does: children and activities inherit it. */
  priority: Priority;
  user: string;
  /** As records name them; null where an older version stored the run. */
  startedBy: string | null;
  /** What started it by itself; null where somebody did. */
  trigger: string | null;
  /** The agent that a task is for. */
  agent: string | null;
  /** One line for Temporal's list of workflows. */
  summary: string;
  /** Markdown for the workflow's page. */
  details: string;
};

type RunPipeline = (input: RunPipelineInput) => Promise<Output>;
type RunStartOptions = WorkflowStartOptions<RunPipeline>;

/** Starts the workflows of runs, with search attributes where Temporal's server has them. */
export function runStarter(client: TemporalClient, ask: Ask, inputAttributes: InputAttributes) {
  const { workflow } = client;
  const attributes = searchAttributesOf(
    client.connection?.operatorService,
    client.options.namespace,
    Object.keys(inputAttributes),
  );

  return {
    /** Starts a run's workflow; one that was started before is left as it is. */
    async start(run: StartRun): Promise<void> {
      await startWith(run, (options) => workflow.start<RunPipeline>('runPipeline', options)).catch(
        ignoreStarted,
      );
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
  };

  /** A server may not know its new attributes yet: the run is then started without. */
  async function startWith(
    run: StartRun,
    start: (options: ReturnType<typeof startOptions>) => Promise<unknown>,
  ): Promise<void> {
    const options = startOptions(run);
    const usable = await ask(() => attributes.usable());
    if (usable) {
      const values = { ...attributesOf(run), ...fromInput(run.input.input, inputAttributes) };
      const typedSearchAttributes = searchAttributePairs(
        Object.fromEntries(Object.entries(values).filter(([name]) => usable.has(name))),
      );
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
}

function isUnknownAttribute({ message }: StartRefused): boolean {
  return /no mapping|not defined|not found|unknown/i.test(message);
}

function attributesOf({ input, agent, priority, user, startedBy, trigger }: StartRun) {
  return {
    [searchAttributes.pipeline]: input.compiled.pipeline.name,
    [searchAttributes.status]: 'pending',
    [searchAttributes.user]: user,
    [searchAttributes.priority]: priority,
    [searchAttributes.agent]: agent,
    [moreSearchAttributes.version]: input.compiled.hash,
    [moreSearchAttributes.startedBy]: startedBy,
    [moreSearchAttributes.trigger]: trigger,
  };
}

function fromInput(input: RunPipelineInput['input'], attributes: InputAttributes) {
  return Object.fromEntries(Object.entries(attributes).map(([name, of]) => [name, of(input)]));
}

function startOptions({ input, priority, user, summary, details }: StartRun): RunStartOptions {
  return {
    workflowId: input.runId,
    taskQueue: taskQueues.workflows,
    args: [input],
    workflowTaskTimeout: '5s',
    priority: temporalPriority({ priority, user }),
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    staticSummary: shortSummary(summary),
    staticDetails: details,
    memo: { pipeline: input.compiled.pipeline.name, hash: input.compiled.hash },
  };
}

function ignoreStarted(error: unknown): void {
  if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
}
