import { randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import type { Activities } from '../../../contracts/activities/index.ts';
import { builtInAgents } from '../../../contracts/agents/index.ts';
import { pipelineSchema } from '../../../contracts/pipelines/pipeline.ts';
import type { Pipeline, PipelineDocument } from '../../../contracts/pipelines/pipeline.ts';
import type { AgentDefinition } from '../../../contracts/agents/index.ts';
import type { JsonObject } from '../../../contracts/base/json.ts';
import type { RunPipelineInput } from '../../../contracts/runs/run-input.ts';
import { taskQueues } from '../../../contracts/temporal/task-queues.ts';
import type { TaskQueue } from '../../../contracts/temporal/task-queues.ts';
import { startWorkers } from '../../../workers/start-workers.ts';
import type { runPipeline } from '../../../workflows/index.ts';
import { quietWorkers, temporalServer, workflowBundle } from '../../support/temporal.ts';
import { fakeActivities } from './fake-activities.ts';
import type { Scripts } from './fake-activities.ts';

export type PipelineParts = Partial<PipelineDocument> & Pick<PipelineDocument, 'nodes'>;

/** What a run of a pipeline starts with, as the API would compile it. */
export function runInput(
  parts: PipelineParts,
  options: {
    runId: string;
    input?: JsonObject;
    pipelines?: PipelineParts[];
    agents?: Record<string, AgentDefinition>;
    quickTools?: string[];
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
      pipelines: Object.fromEntries(children.map((child) => [child.name, child])),
      agents: { ...builtInAgents, ...options.agents },
      ...(options.quickTools && { quickTools: options.quickTools }),
    },
    input: options.input ?? {},
    depth: 0,
  };
}

quietWorkers();

/**
 * Real workflows on the real server, in a namespace of their own. Call `stop` at the end.
 * @param given activities to run in place of the fake ones that the scripts are for.
 * @param options.address of another server than the one that all tests share.
 */
export async function startHarness(
  scripts: Scripts = {},
  given?: Activities,
  { modelSlots, address = temporalServer() }: { modelSlots?: number; address?: string } = {},
) {
  const connection = await Connection.connect({ address });
  const native = await NativeConnection.connect({ address });
  const namespace = `test-${randomUUID()}`;
  await connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: { seconds: 86_400 as never },
  });
  const { activities: fake, recorded } = fakeActivities(scripts);
  const workers = await startWorkers({
    connection: native,
    namespace,
    activities: given ?? fake,
    queues: Object.keys(taskQueues) as TaskQueue[],
    ...(modelSlots !== undefined && { modelSlots }),
    workflowBundle: workflowBundle(),
  });
  const client = new Client({ connection, namespace });

  return {
    client,
    recorded,
    async start(parts: PipelineParts, options: Omit<Parameters<typeof runInput>[1], 'runId'> = {}) {
      const runId = `run_${randomUUID()}`;
      return client.workflow.start<typeof runPipeline>('runPipeline', {
        workflowId: runId,
        taskQueue: taskQueues.workflows,
        workflowTaskTimeout: '5s',
        args: [runInput(parts, { runId, ...options })],
      });
    },
    async stop() {
      await workers.stop();
      await connection.close();
      await native.close();
    },
  };
}
