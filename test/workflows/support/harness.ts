import { randomUUID } from 'node:crypto';
import type { Activities } from '../../../contracts/activities/index.ts';
import { builtInAgents } from '../../../contracts/agents/index.ts';
import { pipelineSchema } from '../../../contracts/pipelines/pipeline.ts';
import type { Pipeline, PipelineDocument } from '../../../contracts/pipelines/pipeline.ts';
import type { AgentDefinition } from '../../../contracts/agents/index.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { RetryPlan } from '../../../contracts/runs/retry.ts';
import type { RunPipelineInput } from '../../../contracts/runs/run-input.ts';
import { taskQueues } from '../../../contracts/temporal/task-queues.ts';
import type { runPipeline } from '../../../workflows/index.ts';
import { quietWorkers } from '../../support/temporal.ts';
import { fakeActivities } from './fake-activities.ts';
import type { Scripts } from './fake-activities.ts';
import { startOwnWorkers } from './own-workers.ts';
import { shareWorkers } from './shared-workers.ts';

export type PipelineParts = Partial<PipelineDocument> & Pick<PipelineDocument, 'nodes'>;

/** What a run of a pipeline starts with, as the API would compile it. */
export function runInput(
  parts: PipelineParts,
  options: {
    runId: string;
    input?: JsonObject;
    pipelines?: PipelineParts[];
    /** Versions of pipelines that nodes pin, by `<name>@<version>`. */
    pinned?: Record<string, PipelineParts>;
    agents?: Record<string, AgentDefinition>;
    quickTools?: string[];
    retry?: RetryPlan;
  },
): RunPipelineInput {
  const parse = (document: PipelineParts): Pipeline =>
    pipelineSchema.parse({ name: 'test', ...document });
  const children = (options.pipelines ?? []).map(parse);
  return {
    runId: options.runId,
    path: '',
    compiled: {
      hash: 'test',
      pipeline: parse(parts),
      pipelines: Object.fromEntries([
        ...children.map((child) => [child.name, child]),
        ...Object.entries(options.pinned ?? {}).map(([key, version]) => [key, parse(version)]),
      ]),
      agents: { ...builtInAgents, ...options.agents },
      ...(options.quickTools && { quickTools: options.quickTools }),
    },
    input: options.input ?? {},
    depth: 0,
    ...(options.retry && { retry: options.retry }),
  };
}

quietWorkers();

/**
 * Real workflows on the real server, by workers that the tests of a process share. Call `stop` at the end: it ends
 * the workflows that are left.
 * @param given activities to run in place of the fake ones that the scripts are for.
 * @param own settings of workers that no other test has, in a namespace of their own; or the `address` of a server of
 * its own, whose workers `endWorkers` ends.
 */
export async function startHarness(
  scripts: Scripts = {},
  given?: Activities,
  own?: { modelSlots?: number; address?: string },
) {
  const { activities: fake, recorded } = fakeActivities(scripts);
  const activities = given ?? fake;
  const { client, stop } = await (own && own.address === undefined
    ? startOwnWorkers(activities, own)
    : shareWorkers(activities, own?.address));

  return {
    client,
    recorded,
    async start(
      parts: PipelineParts,
      options: Omit<Parameters<typeof runInput>[1], 'runId'> = {},
      onId?: (runId: string) => void,
    ) {
      const runId = `run_${randomUUID()}`;
      onId?.(runId);
      return client.workflow.start<typeof runPipeline>('runPipeline', {
        workflowId: runId,
        taskQueue: taskQueues.workflows,
        workflowTaskTimeout: '5s',
        args: [runInput(parts, { runId, ...options })],
      });
    },
    stop,
  };
}
